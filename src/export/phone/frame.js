// ---- The frame: what surrounds all answers: navigation, contents, the choice of what is read, settings, the panel ----------------------

const MAIN = document.getElementById("main");
const QUERY = document.getElementById("query");
const STATUS = document.getElementById("heard");
const PANEL = document.getElementById("panel");
const WIDE = matchMedia("(min-width: 60rem)");

// The reply to `contents`: what can be chosen, and the contents of the ruleset that is read. Null until the program has answered.
let book = null;
// The place that is shown.
let here = null;

const summaryOf = (key) => book?.rulesets.find(({ id }) => id === key);
const editionsOf = (key) => summaryOf(key)?.editions || [];
const isRead = ({ state }) => state !== "not-yet";

// Returns the edition before another one in the list of editions; null for the first.
function editionBefore(place) {
    const all = editionsOf(place.ruleset);
    return all[all.findIndex(({ id }) => id === place.edition) - 1]?.id || null;
}

// The replies to `contents`, by view.
const contentsKnown = new Map();
async function contentsOf({ ruleset, edition, day, profile }) {
    const contents = { ruleset, at: edition, as_of: day, profile };
    const key = JSON.stringify(contents);
    if (!contentsKnown.has(key)) contentsKnown.set(key, ask({ contents }));
    const reply = await contentsKnown.get(key);
    if (reply.error) contentsKnown.delete(key);
    return reply;
}

// The views of a ruleset: name, icon, place, whether it is among the tabs of a phone, and whether it is shown.
const PARTS = [
    { name: "Find", sign: "find", tab: true, place: () => ({}), on: (here) => !here.view && here.from == null && !here.since },
    { name: "Booklet", sign: "booklet", tab: true, place: (here) => ({ view: "booklet", what: sectionOf(here) }) },
    {
        name: "Compare",
        sign: "compare",
        tab: true,
        place: (here) => ({ what: here.view || pageOf(here.what) ? null : here.what, from: "" }),
        has: (here) => editionBefore(here),
        on: (here) => here.from != null || Boolean(here.since),
    },
    { name: "Rulings", sign: "rulings", tab: true, place: () => ({ view: "rulings" }), has: () => book.overview.documents.some(({ clarifications }) => clarifications) },
    { name: "Troops", sign: "troop", place: () => ({ view: "troops" }), has: () => book.troops.types.length, on: (here) => /^troop/.test(here.view) },
    { name: "Lists", sign: "list", tab: true, place: () => ({ view: "list" }) },
];

// Returns the section that contains what is shown.
function sectionOf(here) {
    const id = `${here.ruleset}/${(here.what || "").split("/")[0]}`;
    return book.overview.sections.some((section) => section.id === id) ? bareId(id) : null;
}

function drawFrame() {
    const parts = PARTS.filter(({ has }) => !has || has(here));
    const way = (part) => {
        const place = part.place(here);
        const on = part.on ? part.on(here) : here.view === place.view;
        return el("a", { href: hashOf(placeAt(here, place)), "aria-current": on ? "page" : null }, icon(part.sign), el("span", {}, part.name));
    };
    document.getElementById("tabs").replaceChildren(...parts.filter(({ tab }) => tab).map(way));
    drawSide(parts.map(way));
    const profile = summaryOf(here.ruleset)?.profiles.find(({ id }) => id === here.profile);
    document.getElementById("where").replaceChildren(
        el("span", { class: "said" }, "You are reading "),
        el("b", {}, el("span", { class: "key" }, `${here.ruleset.toUpperCase()} `), here.edition),
        el("em", {}, here.day !== book.today ? `on ${dayInWords(here.day)}` : profile?.layers.length ? "with rulings" : "without rulings"),
        icon("down"),
    );
}

// Draws the column on the left of a laptop. The contents stay where they are scrolled.
function drawSide(ways) {
    const side = document.getElementById("side");
    const scrolled = side.querySelector(".entries")?.scrollTop || 0;
    side.replaceChildren();
    if (!WIDE.matches) return;
    const { title, sections } = book.overview;
    const current = sectionOf(here);
    const view = here.view === "booklet" ? "booklet" : null;
    const entry = ({ id, heading, page }) =>
        el(
            "a",
            { class: "entry", href: hashOf(placeAt(here, { what: bareId(id), view })), "aria-current": bareId(id) === current ? "true" : null },
            el("span", {}, heading),
            page && el("small", {}, page),
        );
    fill(side, [
        el("a", { class: "brand", href: hashOf(placeAt(here)) }, el("span", {}, el("b", {}, "rulebook"), el("small", {}, `${title} ${here.edition}`))),
        ways,
        el("a", { href: hashOf(placeAt(here, { what: "pages" })), "aria-current": here.what === "pages" ? "page" : null }, icon("page"), el("span", {}, "Pages")),
        el("h2", {}, "Contents"),
        el("div", { class: "entries" }, sections.filter((section) => isRead(section) && !section.within).map(entry)),
    ]);
    const list = side.querySelector(".entries");
    list.scrollTop = scrolled;
    const own = list.querySelector("[aria-current]");
    if (!own) return;
    const [{ top, bottom }, around] = [own, list].map((element) => element.getBoundingClientRect());
    if (top < around.top || bottom > around.bottom) list.scrollTop += top - around.top - around.height / 2;
}

// ---- What is read: ruleset, edition, rulings, date; and settings

const KEYS_HELP = [["/", "search"], ["j", "next"], ["k", "previous"], ["[", "earlier edition"], ["]", "later edition"]];

function openChoices(opener) {
    const summary = summaryOf(here.ruleset);
    const option = (words, control) => el("label", { class: "option" }, el("span", {}, words), control);
    const edition = ({ id, from }) => {
        const chosen = id === here.edition;
        return button({ class: "option", "aria-pressed": String(chosen), "data-edition": id, onclick: () => chooseEdition(id) }, el("b", {}, id), chosen && icon("check"), el("small", {}, from));
    };
    const setting = (name) => (value) => {
        remember({ [name]: value });
        applySettings();
        if (name === "wording") show(here);
    };
    const rulesets = select({ id: "ruleset" }, book.rulesets.map(({ id, title }) => [id, title]), here.ruleset, (ruleset) => {
        closePanel();
        navigate({ ruleset, day: here.day, q: here.q });
    });
    const profiles = select({ id: "profile" }, summary.profiles.map(({ id, layers }) => [id, layers.length ? id : `${id}, without rulings`]), here.profile, (profile) => navigate({ ...here, profile }));
    const day = el("input", { id: "day", type: "date", value: here.day, onchange: (event) => chooseDay(event.currentTarget.value) });
    const wordings = [["", "printed where it is known"], ["restated", "restated"], ["both", "both"]];
    openPanel(
        opener,
        "What you are reading",
        [
            book.rulesets.length > 1 && option("Rules", rulesets),
            el("div", { role: "group", "aria-label": "Edition" }, [...summary.editions].reverse().map(edition)),
            summary.profiles.length > 1 && option("Rulings", profiles),
            option("As known on", day),
            PAGE.printed && option("Wording", select({ id: "wording" }, wordings, memory().wording || "", setting("wording"))),
            option("Light or dark", select({ id: "theme" }, [["", "as the device"], ["light", "light"], ["dark", "dark"]], memory().theme || "", setting("theme"))),
            option("Size of text", select({ id: "size" }, [["", "normal"], ["large", "large"], ["larger", "larger"]], memory().size || "", setting("size"))),
            el("p", { class: "quiet keys" }, "Keys: ", KEYS_HELP.map(([key, words], at) => [at ? ", " : "", el("kbd", {}, key), ` ${words}`])),
        ],
        true,
    );
}

function chooseEdition(edition) {
    closePanel();
    // an edition that is chosen takes the place of one that was typed
    const q = here.q && typedConditions(here.asked).reduce((q, words) => q.replace(words, ""), here.q).trim();
    navigate({ ...here, q: here.q == null ? null : q, edition, from: here.from === edition ? "" : here.from });
}

// Keeps the edition if it was in force on the day, else leads to the one that was.
async function chooseDay(day) {
    if (!isDay(day)) return;
    const { error } = await contentsOf({ ...here, day });
    navigate({ ...here, day, edition: error ? null : here.edition });
}

// Steps to an earlier or later edition.
function stepEdition(step) {
    const all = editionsOf(here.ruleset);
    const next = all[all.findIndex(({ id }) => id === here.edition) + step];
    if (next) chooseEdition(next.id);
    announce(next ? `Edition ${next.id}` : step < 0 ? "There is no earlier edition" : "There is no later edition", true);
}

// Says when the page was made, and who answers.
function drawAge() {
    const sends = isServed ? "Asks the server of this page, and no other." : "Works offline; sends no data.";
    document.getElementById("age").textContent = `Made by ${PAGE.by} on ${dayInWords(PAGE.made)}. ${sends}`;
}

function applySettings() {
    const { theme, size } = memory();
    for (const [name, value] of Object.entries({ theme, size })) {
        if (value) document.documentElement.dataset[name] = value;
        else delete document.documentElement.dataset[name];
    }
}

// ---- The panel: a sheet from below on a phone, a note next to its word on a laptop

function openPanel(opener, title, children, isMenu = false) {
    const close = button({ class: "close", "aria-label": "Close", onclick: closePanel }, icon("close"));
    PANEL.replaceChildren();
    fill(PANEL, [el("div", { class: "panel-head" }, el("strong", { id: "panel-title" }, title), close), children]);
    PANEL.dataset.kind = isMenu ? "menu" : "note";
    const { top, bottom } = opener.getBoundingClientRect();
    PANEL.hidden = false;
    if (PANEL.showPopover && !PANEL.matches(":popover-open")) PANEL.showPopover();
    const highest = Math.max(8, innerHeight - PANEL.offsetHeight - 16);
    PANEL.style.top = WIDE.matches ? `${Math.min(Math.max(isMenu ? bottom + 8 : top - 16, 8), highest)}px` : "";
    close.focus({ preventScroll: true });
}

function closePanel() {
    if (PANEL.hidden) return;
    if (PANEL.hidePopover && PANEL.matches(":popover-open")) PANEL.hidePopover();
    PANEL.hidden = true;
}

PANEL.addEventListener("toggle", (event) => {
    if (event.newState === "closed") PANEL.hidden = true;
});
// a link in the panel leads on
PANEL.addEventListener("click", (event) => event.target.closest("a") && closePanel());

// Announces words to screen readers, and on request to all.
let toastTimer = null;
function announce(words, visibly = false) {
    STATUS.textContent = clean(words);
    STATUS.classList.toggle("toast", visibly);
    clearTimeout(toastTimer);
    if (visibly) toastTimer = setTimeout(() => STATUS.classList.remove("toast"), 2500);
}
