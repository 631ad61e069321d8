// ---- The page: routes from addresses to views -----------------------------------------------------------------------

const MAIN = document.getElementById("main");
const QUERY = document.getElementById("query");
const STATUS = document.getElementById("heard");
let here = null;

// The views and their conditions, tried in order.
const VIEWS = [
    { fits: (here) => here.refused, draw: (here) => drawError(here) },
    { fits: (here) => here.q != null, draw: drawSearch },
    { fits: (here) => here.what === "pages", draw: drawPages },
    { fits: (here) => pageOf(here.what), draw: (here) => drawPage(here, pageOf(here.what)) },
    { fits: (here) => here.what && (here.from || here.since), draw: (here) => drawLocated(here, drawComparison) },
    { fits: (here) => here.what, draw: (here) => drawLocated(here, drawCard) },
    { fits: (here) => here.from || here.since, draw: drawChanges },
    { fits: () => true, draw: drawContents },
];

const drawError = (here) => [
    el("h1", { tabindex: -1 }, `No edition in force on ${here.day}`),
    el("p", { class: "notice" }, here.refused),
];

function drawSearch(here) {
    const answer = search(here.q, here, HITS);
    announce(
        answer.hits.length
            ? `${answer.hits.length} found, the first: ${textOf(answer.hits[0].doc.path[answer.hits[0].doc.path.length - 1])}`
            : "No matches",
    );
    return drawHits(here, answer);
}

function drawLocated(here, draw) {
    const found = locate(here, here.what);
    if (found) return draw(here, found);
    const answer = search(here.what.replace(/[./]/g, " "), here, 8);
    return [
        pageHeader(here, `No clause matches “${here.what}”`),
        el("p", {}, `Edition ${here.edition} as known on ${here.day} has no such clause. Search finds:`),
        el(
            "ol",
            { class: "hits" },
            answer.hits.map((hit) => drawHit(answer.view, hit)),
        ),
    ];
}

// The place for which choices and navigation were last drawn.
let shownPlace = null;
const sameView = (a, b) =>
    a &&
    b &&
    ["ruleset", "edition", "day", "profile", "what", "from", "since"].every((key) => a[key] === b[key]) &&
    (a.q == null) === (b.q == null);

// Announces words to screen readers.
const announce = (words) => (STATUS.textContent = clean(words));

function show(place, { keepFocus = false } = {}) {
    here = place;
    const view = VIEWS.find((view) => view.fits(here));
    MAIN.replaceChildren();
    fill(MAIN, [here.faults.map((fault) => el("p", { class: "notice" }, fault)), view.draw(here)]);
    if (!sameView(here, shownPlace)) {
        drawChoices();
        drawNav();
        shownPlace = here;
    }
    const heading = MAIN.querySelector("h1");
    document.title = clean(heading ? heading.textContent : FIRST.title);
    if (here.q == null) QUERY.value = "";
    else if (document.activeElement !== QUERY) QUERY.value = here.q;
    if (keepFocus) return;
    const meant = MAIN.querySelector(".meant") || requestedRuling();
    if (meant) meant.scrollIntoView({ block: "center" });
    else scrollTo(0, 0);
    if (heading && document.activeElement !== QUERY) heading.focus({ preventScroll: true });
}

// Returns the clarification that the address requests; it is shown on the card of the clause that it interprets.
function requestedRuling() {
    const own = here.what && document.getElementById(`ruling-${here.what}`);
    if (own) own.closest("li").classList.add("meant");
    return own;
}

function navigate(place) {
    writeAddress();
    if (hashOf(place) !== location.hash) location.hash = hashOf(place);
}

// ---- Choices: ruleset, edition, day and profile ---------------------------------------------------------------------

function drawChoices() {
    const book = bookOf(here.ruleset);
    document.getElementById("where").textContent =
        `${here.ruleset.toUpperCase()} ${here.edition} · ${here.profile} · ${here.day}`;
    const option = (value, chosen, label, disabled) =>
        el("option", { value, selected: value === chosen, disabled }, label || value);
    const choice = (id, label, control) => el("label", { for: id }, label, " ", control);
    const rulesets = el(
        "select",
        { id: "ruleset" },
        BOOKS.map((book) => option(book.key, here.ruleset, book.title)),
    );
    const editions = el(
        "select",
        { id: "edition" },
        book.editions.map((edition) =>
            option(
                edition.id,
                here.edition,
                isPublished(book, edition.id, here.day) ? edition.id : `${edition.id} (${edition.from})`,
                !isPublished(book, edition.id, here.day),
            ),
        ),
    );
    const profiles = el(
        "select",
        { id: "profile" },
        book.profiles.map((profile) => option(profile.id, here.profile)),
    );
    const day = el("input", { id: "day", type: "date", value: here.day, max: DATA.made.until, list: "days" });
    const days = el(
        "datalist",
        { id: "days" },
        book.days.filter(Boolean).map((day) => el("option", { value: day })),
    );
    rulesets.addEventListener("change", () => navigate({ ...atView(here, rulesets.value), q: here.q }));
    editions.addEventListener("change", () =>
        navigate({
            ...here,
            edition: editions.value,
            what: sameUnit(editions.value),
            from: here.from === editions.value ? null : here.from,
        }),
    );
    profiles.addEventListener("change", () => navigate({ ...here, profile: profiles.value }));
    day.addEventListener("change", () => {
        if (!isDay(day.value)) return;
        const edition = isPublished(book, here.edition, day.value) ? here.edition : newestEditionOn(book, day.value);
        navigate({ ...here, day: day.value, edition: edition || here.edition });
    });
    const focused = document.activeElement && document.activeElement.id;
    const box = document.querySelector(".choices");
    box.replaceChildren(
        ...[
            BOOKS.length > 1 && choice("ruleset", "Rules", rulesets),
            choice("edition", "Edition", editions),
            choice("profile", "Profile", profiles),
            choice("day", "As known on", day),
            days,
        ].filter(Boolean),
    );
    if (["ruleset", "edition", "profile", "day"].includes(focused)) document.getElementById(focused).focus();
}

// Returns the id of the current unit in another edition, in which positional ids may differ; if the unit does not exist there, the id of the
// enclosing one.
function sameUnit(edition) {
    const found = here.what && here.what.includes("/") && locate(here, here.what);
    const version = found && versionOf(found.section, { ...here, edition });
    if (!version) return here.what;
    const card = version.clauses[found.unit] > 0 && cardOf({ ...here, edition }, found);
    return card ? bareId(card.clauses[0].id) : here.what.replace(/\/[^/]*$/, "");
}

function drawNav() {
    const book = bookOf(here.ruleset);
    const plain = { ...here, what: null, from: null, since: null, q: null };
    const before = editionBefore(book, here.edition);
    const part = (where, label) =>
        el("a", { href: hashOf(where), "aria-current": hashOf(where) === hashOf(here) ? "page" : null }, label);
    const parts = [
        part(plain, "Contents"),
        book.slips.size > 0 && part({ ...plain, what: "pages" }, "Pages"),
        before && part({ ...plain, from: before }, `Changes since ${before}`),
    ];
    document.querySelector("header nav").replaceChildren(...parts.filter(Boolean));
}

// ---- Events ---------------------------------------------------------------------------------------------------------

// Searches at every keystroke; going back returns to the view before the first one. The address is written later, because browsers take long
// to write it.
let addressTimer = null;

function onQueryInput() {
    const began = performance.now();
    const q = QUERY.value.trim() ? QUERY.value : null;
    if (q === null && here.q == null) return;
    if (here.q == null) history.pushState(null, "", hashOf({ ...here, q, what: null, from: null, since: null }));
    show({ ...here, faults: [], q, what: null, from: null, since: null }, { keepFocus: true });
    clearTimeout(addressTimer);
    addressTimer = setTimeout(writeAddress, 300);
    MAIN.dataset.took = (performance.now() - began).toFixed(1);
}

// Writes the address of the current view.
function writeAddress() {
    if (addressTimer === null) return;
    clearTimeout(addressTimer);
    addressTimer = null;
    history.replaceState(null, "", hashOf(here));
}

QUERY.addEventListener("input", onQueryInput);
document.getElementById("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    const first = MAIN.querySelector(".hits a");
    if (first) first.focus();
});
addEventListener("hashchange", () => {
    clearTimeout(addressTimer);
    addressTimer = null;
    show(placeOf(location.hash), { keepFocus: document.activeElement === QUERY });
});
addEventListener("keydown", (event) => {
    const typing = ["INPUT", "SELECT"].includes(document.activeElement && document.activeElement.tagName);
    if (event.key === "/" && !typing) {
        event.preventDefault();
        QUERY.focus();
        QUERY.select();
    }
    const hits = [...MAIN.querySelectorAll(".hits li > a")];
    const at = hits.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || (at < 0 && !(step > 0 && document.activeElement === QUERY))) return;
    event.preventDefault();
    if (at + step < 0) QUERY.focus();
    else if (hits[at + step]) hits[at + step].focus();
});
// writes the address before a link is followed, so that going back leads to the last query
document.addEventListener("click", writeAddress, true);
document.addEventListener("click", (event) => {
    // letters scroll to their footnote, which has no address of its own
    const letter = event.target.closest && event.target.closest("[data-note]");
    if (!letter) return;
    event.preventDefault();
    const note = document.getElementById(letter.dataset.note);
    if (note) {
        note.scrollIntoView({ block: "center" });
        note.focus({ preventScroll: true });
    }
});

show(placeOf(location.hash));
// builds the index now, so that the first keystroke need not wait for it
setTimeout(() => search(bookOf(here.ruleset).title, here, HITS), 0);
