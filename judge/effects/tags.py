"""The tags that the rule book lists (763.1)."""

from __future__ import annotations

_TAGS = """
Ahri, Akali, Akshan, Ambessa, Anivia, Annie, Aphelios, Ashe, Azir, Bandle_City, Bard, Bilgewater,
Bird, Blitzcrank, Caitlyn, Cat, Darius, Demacia, Demon, Diana, Dog, Dr._Mundo, Dragon, Draven,
Ekko, Elite, Equipment, Evelynn, Ezreal, Fae, Fiora, Fizz, Freljord, Galio, Gangplank, Garen,
Heimerdinger, Hwei, Icathia, Illaoi, Ionia, Irelia, Ivern, Ixtal, Janna, Jax, Jayce, Jhin, Jinx,
Kai'Sa, Karma, Karthus, Katarina, Kathkan, Kayle, Kayn, Kennen, Kha'Zix, Kog'Maw, LeBlanc,
Lee_Sin, Leona, Lillia, Lucian, Lux, Malzahar, Master_Yi, Mech, Mel, Miss_Fortune, Morgana,
Mount_Targon, Nami, Nasus, Nidalee, Nilah, Nocturne, Noxus, Ornn, Piltover, Pirate, Poppy, Poro,
Pyke, Qiyana, Recruit, Rek'Sai, Rell, Renata_Glasc, Renekton, Rengar, Riven, Rumble, Sentinel,
Sett, Shadow_Isles, Shen, Shurima, Sivir, Sona, Soraka, Spider, Spirit, Swain, Syndra, Taric,
Teemo, The_Void, Trifarian, Tryndamere, Twisted_Fate, Udyr, Vayne, Vex, Vi, Viktor, Volibear,
Warwick, Xerath, Xin_Zhao, Yasuo, Yone, Yordle, Yuumi, Zaun, Zed, Zilean
"""
#: 763.1: tags of the rule book, of which no card of the catalogue has some yet
LISTED_TAGS = frozenset(tag.strip().replace("_", " ") for tag in _TAGS.split(","))
