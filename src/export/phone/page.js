// ---- The page: routes from addresses to views -----------------------------------------------------------------------

const MAIN = document.getElementById("main");
const QUERY = document.getElementById("query");
const STATUS = document.getElementById("heard");
let here = null;

// The views and their conditions, tried in order.
const VIEWS = [
    { fits: (here) => here.refused, draw: (here) => drawError(here) },
    { fits: (here) => here.q != null, draw: drawSearch },
    { fits: (here) => here.view === "booklet", draw: drawBooklet },
    { fits: (here) => here.view === "rulings", draw: drawRegister },
    { fits: (here) => here.view === "troops" && hasTroops(here), draw: drawTroops },
    { fits: (here) => here.view === "troop" && hasTroops(here) && here.kind, draw: drawTroop },
    { fits: (here) => here.view === "list", draw: drawList },
    { fits: (here) => here.what === "pages", draw: drawPages },
    { fits: (here) => pageOf(here.what), draw: (here) => drawPage(here, pageOf(here.what)) },
    { fits: (here) => here.what && (here.from || here.since), draw: (here) => drawLocated(here, drawComparison) },
    { fits: (here) => here.what, draw: (here) => drawLocated(here, drawCard) },
    { fits: (here) => here.from || here.since, draw: drawChanges },
    { fits: () => true, draw: drawHome },
];

const drawError = (here) => [
    el("h1", { tabindex: -1 }, `No edition in force on ${here.day}`),
    el("p", { class: "notice" }, here.refused),
];

function drawLocated(here, draw) {
    const found = locate(here, here.what);
    if (found && versionOf(found.section, here).clauses[found.unit] > 0) return draw(here, found);
    const answer = search(here.what.replace(/[./]/g, " "), here, 8);
    return [
        el("h1", { tabindex: -1 }, `No clause matches “${here.what}”`),
        el("p", {}, `Edition ${here.edition} as known on ${here.day} has no such clause. Search finds:`),
        el("ol", { class: "hits" }, answer.hits.map((hit) => drawHit(answer.view, hit))),
    ];
}

// Announces words to screen readers, and on request to all.
let toastTimer = null;
function announce(words, visibly = false) {
    STATUS.textContent = clean(words);
    STATUS.classList.toggle("toast", visibly);
    clearTimeout(toastTimer);
    if (visibly) toastTimer = setTimeout(() => STATUS.classList.remove("toast"), 2500);
}

function show(place, { keepFocus = false, scroll = null } = {}) {
    here = place;
    const view = VIEWS.find((view) => view.fits(here));
    MAIN.replaceChildren();
    MAIN.dataset.view = here.q != null ? "search" : here.view || (here.from || here.since ? "compare" : here.what ? "clause" : "home");
    fill(MAIN, [here.faults.map((fault) => el("p", { class: "notice" }, fault)), view.draw(here)]);
    if (!MAIN.querySelector(".about")) MAIN.append(aboutLine(here));
    fillBooklet();
    drawFrame();
    const heading = MAIN.querySelector("h1");
    document.title = clean(heading ? heading.textContent : FIRST.title);
    rememberVisit(heading);
    if (here.q == null) QUERY.value = "";
    else if (document.activeElement !== QUERY) QUERY.value = here.q;
    if (keepFocus) return;
    const meant = requestedPart();
    if (scroll != null) scrollTo(0, scroll);
    else if (meant) meant.scrollIntoView({ block: here.view === "booklet" ? "start" : "center" });
    else scrollTo(0, 0);
    if (heading && document.activeElement !== QUERY) heading.focus({ preventScroll: true });
}

// Returns the part of the view that the address requests: a section of the booklet, or the ruling on the card of the clause that it interprets.
function requestedPart() {
    if (here.view === "booklet") return here.what && document.getElementById(`part-${here.what}`);
    const own = here.what && document.getElementById(`ruling-${here.what}`);
    if (own) own.classList.add("meant");
    return own;
}

// Remembers the place, so that the page opens there again, and clauses and searches that were read.
let visitTimer = null;
function rememberVisit(heading) {
    const place = here;
    clearTimeout(visitTimer);
    visitTimer = setTimeout(() => {
        if (place !== here || place.refused) return;
        const hash = hashOf(place);
        remember({ last: hash });
        const title = heading ? heading.firstChild.textContent : "";
        if (place.q != null) {
            const found = MAIN.querySelectorAll(".hits > li").length;
            if (found) rememberRecent({ hash, title: place.q, note: `${found} found` });
        } else if (place.what && MAIN.querySelector("article.card")) {
            rememberRecent({ hash, title, note: (MAIN.querySelector(".meta > a") || { textContent: "" }).textContent });
        }
    }, 400);
}

function navigate(place) {
    writeAddress();
    if (hashOf(place) !== location.hash) location.hash = hashOf(place);
}
