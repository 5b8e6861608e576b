"use strict";

// What the page does more with JavaScript than without: it sends the form without loading the page
// anew, so that the board keeps its place, and judges at Ctrl + Enter.

document.addEventListener("keydown", (event) => {
  const form = document.getElementById("request");
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && form) {
    event.preventDefault();
    form.requestSubmit(form.querySelector("button.main"));
  }
});

let plainly = false;

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.id !== "request" || plainly) {
    return;
  }
  event.preventDefault();
  const output = document.getElementById("output");
  output.setAttribute("aria-busy", "true");
  try {
    const reply = await fetch(address(form), {
      method: "POST",
      body: new URLSearchParams(new FormData(form, event.submitter)),
    });
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    const main = page.querySelector("main.desk");
    if (!main) {
      throw new Error(`no page came back: ${reply.status}`);
    }
    document.title = page.title;
    show(main, event.submitter);
  } catch {
    // as without JavaScript
    plainly = true;
    form.requestSubmit(event.submitter);
  }
});

// The property `action` of the form is its field of that name.
function address(form) {
  return form.getAttribute("action");
}

// Puts the new page in place of the old, and leaves the board scrolled as it was.
function show(main, submitter) {
  const scrolled = document.getElementById("board").scrollTop;
  const goesOn = submitter && submitter.name === "next";
  document.querySelector("main.desk").replaceWith(main);
  document.getElementById("board").scrollTop = goesOn ? 0 : scrolled;
  const target = goesOn ? document.getElementById("action") : document.getElementById("output");
  target.focus({ preventScroll: true });
  if (target.getBoundingClientRect().top < 0 || target.getBoundingClientRect().top > innerHeight / 2) {
    target.scrollIntoView({ block: "start" });
  }
}
