// ---- The box, keys, and the start ------------------------------------------------------------------------------------------------------

// The address is written after a pause in typing, because browsers take long to write it; going back returns to the view before the first
// keystroke.
let addressTimer = null;

function onQueryInput() {
    const q = QUERY.value.trim() ? QUERY.value : null;
    if (!here || (q === null && wanted.q == null)) return;
    const place = placeAt(here, { q });
    if (wanted.q == null) history.pushState(null, "", hashOf(place));
    wanted = place;
    typed = place;
    searchTyped();
    clearTimeout(addressTimer);
    addressTimer = setTimeout(writeAddress, 300);
}

// Shows what was typed last. While the program answers, what is typed waits, and only the last of it is asked.
let typed = null;
let isSearching = false;
async function searchTyped() {
    if (isSearching) return;
    isSearching = true;
    let shown;
    do {
        shown = typed;
        await show(shown, { keepFocus: true });
    } while (typed !== shown);
    isSearching = false;
}

// Writes the address of the current view.
function writeAddress() {
    if (addressTimer === null) return;
    clearTimeout(addressTimer);
    addressTimer = null;
    history.replaceState(history.state, "", hashOf(wanted));
}

// Opens the place that a question names; else goes to the first hit.
async function onSubmit(event) {
    event.preventDefault();
    if (MAIN.matches("[aria-busy]")) await new Promise((done) => MAIN.addEventListener("shown", done, { once: true }));
    const direct = MAIN.querySelector(".direct a");
    if (direct) direct.click();
    else MAIN.querySelector(".hits a")?.focus();
}

// The things among which `j` and `k` move; on a clause they lead to the sections before and after.
const ITEMS = ".direct a, .hits .title > a, .register .title > a, .booklet .title > a, .rows a, .pairs > .pair";

function stepItem(step) {
    const items = [...MAIN.querySelectorAll(ITEMS)].filter((item) => item.offsetParent);
    if (!items.length || MAIN.dataset.view === "clause") {
        MAIN.querySelector(`.neighbours a[rel="${step > 0 ? "next" : "prev"}"]`)?.click();
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

function onKey(event) {
    const isTyping = document.activeElement?.matches("input, select, textarea");
    if (KEYS[event.key] && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        KEYS[event.key]();
        return;
    }
    const hits = [...MAIN.querySelectorAll(".direct a, .hits .title > a")];
    const at = hits.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || (at < 0 && !(step > 0 && document.activeElement === QUERY))) return;
    event.preventDefault();
    if (at + step < 0) QUERY.focus();
    else hits[at + step]?.focus();
}

// A letter opens its source, a term its entry in the glossary.
async function onMainClick(event) {
    const letter = event.target.closest(".letter");
    if (letter) {
        const notes = letter.closest(".answer")?.querySelector(`.notes li[data-letter="${CSS.escape(letter.dataset.letter)}"]`);
        if (notes) openPanel(letter, `Source ${letter.dataset.letter}`, el("p", {}, notes.textContent.slice(letter.dataset.letter.length)));
        return;
    }
    const term = event.target.closest("a.term");
    if (!term || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const { what } = placeOf(term.getAttribute("href"));
    const { data, html } = await ask(commandAt(here, ["show"], [`${here.ruleset}/${what}`]));
    if (!data) return navigate(placeOf(term.getAttribute("href")));
    const entry = answerPart(html, queryOf(here));
    const title = entry.querySelector(".title");
    title?.remove();
    entry.querySelectorAll(".about, .notes, .letter").forEach((part) => part.remove());
    openPanel(term, title?.textContent || term.textContent, [entry, el("p", {}, el("a", { href: term.href }, "Open"))]);
}

let scrollTimer = null;
function onScroll() {
    document.body.classList.toggle("scrolled", scrollY > 80);
    clearTimeout(scrollTimer);
    scrollTimer = setTimeout(() => history.replaceState({ scroll: scrollY }, ""), 150);
}

function onAddress() {
    clearTimeout(addressTimer);
    clearTimeout(scrollTimer);
    addressTimer = null;
    closePanel();
    const place = placeOf(location.hash);
    // an entry of the history that was shown before knows where it was scrolled to
    const { scroll = null } = history.state || {};
    show(place, { keepFocus: document.activeElement === QUERY && place.q != null, scroll });
}

// On paper, what is closed on the screen is open, except for what is about the text.
function onPrint() {
    const closed = [...MAIN.querySelectorAll("details:not([open], .log, .own)")];
    closed.forEach((details) => (details.open = true));
    addEventListener("afterprint", () => closed.forEach((details) => (details.open = false)), { once: true });
}

// A site from a web server offers its new version.
document.addEventListener("newversion", (event) => {
    announce("A newer version is ready. ", true);
    clearTimeout(toastTimer);
    STATUS.append(button({ class: "inline", onclick: event.detail }, "Use it"));
});

document.addEventListener("selectionchange", pickSentence);
QUERY.addEventListener("input", onQueryInput);
document.getElementById("ask").addEventListener("submit", onSubmit);
document.getElementById("where").addEventListener("click", (event) => openChoices(event.currentTarget));
MAIN.addEventListener("click", onMainClick);
addEventListener("hashchange", onAddress);
addEventListener("scroll", onScroll, { passive: true });
addEventListener("keydown", onKey);
addEventListener("beforeprint", onPrint);
// writes the address before a link is followed, so that going back leads to the last query
document.addEventListener("click", writeAddress, true);
WIDE.addEventListener("change", () => here && drawFrame());
history.scrollRestoration = "manual";
applySettings();
drawAge();
if (!location.hash && memory().last) history.replaceState(null, "", memory().last);
await show(placeOf(location.hash), { scroll: (history.state || {}).scroll ?? null });
// what was typed before the program was there
if (QUERY.value !== (here?.q ?? "")) onQueryInput();
// makes the index now, so that the first keystroke need not wait for it
ask(commandAt(here || {}, ["search", "-n", "1"], ["the"]));
