// The page without the program: shows only the parts that contain all words of the box.

"use strict";

const box = document.getElementById("filter");
const parts = [...document.querySelectorAll("article")].map((part) => [part, part.textContent.toLowerCase()]);
const heard = document.getElementById("heard");

box.addEventListener("input", () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const [part, text] of parts) {
        part.hidden = !words.every((word) => text.includes(word));
        shown += part.hidden ? 0 : 1;
    }
    heard.textContent = words.length ? `${shown} of ${parts.length} parts contain these words` : "";
});
