// ---- Events: typing, keys, addresses, start --------------------------------------------------------------------------

// Searches at every keystroke; going back returns to the view before the first one. The address is written later, because browsers take long
// to write it.
let addressTimer = null;

function onQueryInput() {
    const began = performance.now();
    const q = QUERY.value.trim() ? QUERY.value : null;
    if (q === null && here.q == null) return;
    const place = placeAt(here, { q, faults: [] });
    if (here.q == null) history.pushState(null, "", hashOf(place));
    show(place, { keepFocus: true });
    clearTimeout(addressTimer);
    addressTimer = setTimeout(writeAddress, 300);
    MAIN.dataset.took = (performance.now() - began).toFixed(1);
}

// Writes the address of the current view.
function writeAddress() {
    if (addressTimer === null) return;
    clearTimeout(addressTimer);
    addressTimer = null;
    history.replaceState(history.state, "", hashOf(here));
}

document.addEventListener("selectionchange", pickSentence);
QUERY.addEventListener("input", onQueryInput);
document.getElementById("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    const direct = MAIN.querySelector(".direct a");
    const first = direct || MAIN.querySelector(".hits a");
    if (!first) return;
    if (direct) first.click();
    else first.focus();
});
document.getElementById("where").addEventListener("click", (event) => openChoices(event.currentTarget));
addEventListener("hashchange", () => {
    clearTimeout(addressTimer);
    clearTimeout(scrollTimer);
    addressTimer = null;
    closePanel();
    const place = placeOf(location.hash);
    // an entry of the history that was shown before knows where it was scrolled to
    const { scroll = null } = history.state || {};
    show(place, { keepFocus: document.activeElement === QUERY && place.q != null, scroll });
});
history.scrollRestoration = "manual";
let scrollTimer = null;
function onScroll() {
    document.body.classList.toggle("scrolled", scrollY > 80);
    clearTimeout(scrollTimer);
    scrollTimer = setTimeout(() => history.replaceState({ scroll: scrollY }, ""), 150);
}
addEventListener("scroll", onScroll, { passive: true });

// The things among which `j` and `k` move: hits, rulings, sections, rows of contents, else the sections before and after.
const ITEMS = ".direct a, .hits li > a, .register .ruling-head a, .booklet .part > :is(h2, h3) > a, .rows a, .pairs > .pair";

function stepItem(step) {
    const items = [...MAIN.querySelectorAll(ITEMS)].filter((item) => item.offsetParent);
    if (!items.length || MAIN.dataset.view === "clause") {
        const way = MAIN.querySelector(`.neighbours a[rel="${step > 0 ? "next" : "prev"}"]`);
        if (way) way.click();
        return;
    }
    const at = items.indexOf(document.activeElement);
    const next = items[at < 0 ? (step > 0 ? 0 : items.length - 1) : at + step];
    if (!next) return;
    if (!next.matches("a")) next.tabIndex = -1;
    next.focus();
    next.scrollIntoView({ block: "nearest" });
}

const KEYS = {
    "/": () => {
        QUERY.focus();
        QUERY.select();
    },
    j: () => stepItem(1),
    k: () => stepItem(-1),
    "[": () => stepEdition(-1),
    "]": () => stepEdition(1),
};

addEventListener("keydown", (event) => {
    const typing = ["INPUT", "SELECT", "TEXTAREA"].includes(document.activeElement && document.activeElement.tagName);
    if (KEYS[event.key] && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        KEYS[event.key]();
        return;
    }
    const hits = [...MAIN.querySelectorAll(".direct a, .hits li > a")];
    const at = hits.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || (at < 0 && !(step > 0 && document.activeElement === QUERY))) return;
    event.preventDefault();
    if (at + step < 0) QUERY.focus();
    else if (hits[at + step]) hits[at + step].focus();
});
// writes the address before a link is followed, so that going back leads to the last query
document.addEventListener("click", writeAddress, true);

WIDE.addEventListener("change", drawFrame);
applySettings();
document.getElementById("age").textContent = ageLine();
if (!location.hash && memory().last) history.replaceState(null, "", memory().last);
show(placeOf(location.hash), { scroll: (history.state || {}).scroll ?? null });
performance.mark("shown");
// builds the index now, so that the first keystroke need not wait for it
setTimeout(() => search(bookOf(here.ruleset).title, here, HITS), 0);

// A site from a web server offers its new version.
document.addEventListener("newversion", (event) => {
    announce("A newer version is ready. ", true);
    clearTimeout(toastTimer);
    STATUS.append(button({ class: "inline", onclick: event.detail }, "Use it"));
});
