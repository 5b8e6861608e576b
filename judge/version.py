"""The version of the engine, which every ruling is stamped with."""

__version__ = "0.1.0"
