// ---- The frame: navigation, contents, the choice of what is read, settings ------------------------------------------------

// The views of a ruleset: name, icon, place, and whether it is among the tabs of a phone.
const PARTS = [
    { name: "Find", sign: "find", tab: true, place: () => ({}), has: () => true, on: (here) => !here.view && !here.from && !here.since },
    { name: "Booklet", sign: "booklet", tab: true, place: (here) => ({ view: "booklet", what: sectionOf(here) }), has: () => true },
    {
        name: "Compare",
        sign: "compare",
        tab: true,
        place: (here) => ({ what: clauseOf(here), from: editionBefore(bookOf(here.ruleset), here.edition) }),
        has: (here) => {
            const before = editionBefore(bookOf(here.ruleset), here.edition);
            return before && isPublished(bookOf(here.ruleset), before, here.day);
        },
        on: (here) => Boolean(here.from || here.since),
    },
    { name: "Rulings", sign: "rulings", tab: true, place: () => ({ view: "rulings" }), has: (here) => bookOf(here.ruleset).documents.some(({ kind }) => kind === "clarification" || kind === "guideline") },
    { name: "Troops", sign: "troop", tab: false, place: () => ({ view: "troops" }), has: (here) => hasTroops(here), on: (here) => here.view === "troops" || here.view === "troop" },
    { name: "Lists", sign: "list", tab: true, place: () => ({ view: "list" }), has: () => true },
];

// Returns the id of the clause, or of its section, that a place shows.
const clauseOf = (here) => (here.what && !pageOf(here.what) && here.what !== "pages" && !here.view && locate(here, here.what) ? here.what : null);
const sectionOf = (here) => {
    const found = clauseOf(here) && locate(here, here.what);
    return found ? found.section.id : null;
};

function drawFrame() {
    const parts = PARTS.filter(({ has }) => has(here));
    const view = (part) => part.place(here).view;
    const isOn = (part) => (part.on ? part.on(here) : here.view === view(part));
    const ways = (list) =>
        list.map((part) =>
            el("a", { href: hashOf(placeAt(here, part.place(here))), "aria-current": isOn(part) ? "page" : null }, icon(part.sign), el("span", {}, part.name)),
        );
    const tabs = document.getElementById("tabs");
    tabs.replaceChildren(...ways(parts.filter(({ tab }) => tab)));
    drawSide(parts, ways);
    const book = bookOf(here.ruleset);
    const { layers } = book.profiles[profileAt(book, here.profile)];
    document.getElementById("where").replaceChildren(
        el("span", { class: "said" }, "You are reading "),
        el("b", {}, BOOKS.length > 1 ? el("span", { class: "key" }, `${here.ruleset.toUpperCase()} `) : "", here.edition),
        el("em", {}, here.day !== DATA.made.until ? `on ${dayInWords(here.day)}` : layers.length ? "with rulings" : "without rulings"),
        icon("down"),
    );
}

// Draws the column on the left of a laptop. The contents stay where they are scrolled.
function drawSide(parts, ways) {
    const side = document.getElementById("side");
    if (!WIDE.matches) {
        side.replaceChildren();
        return;
    }
    const { title, sections } = overviewOf(here);
    const book = bookOf(here.ruleset);
    const more = [
        ...tablesOf(here).slice(0, 1).map(({ id, heading }) => ({ what: bareId(id), heading, sign: "table" })),
        book.slips.size > 0 && { what: "pages", heading: "Pages", sign: "page" },
    ].filter(Boolean);
    const current = sectionOf(here) || (here.view === "booklet" ? here.what : null);
    const before = side.querySelector(".entries");
    const scrolled = before ? before.scrollTop : 0;
    side.replaceChildren();
    fill(side, [
        el(
            "a",
            { class: "brand", href: "./", onclick: (event) => (event.preventDefault(), navigate(placeAt(here, {}))) },
            el("span", {}, el("b", {}, "rulebook"), el("small", {}, `${title} ${here.edition}`)),
        ),
        ways(parts),
        more.map(({ what, heading, sign }) =>
            el("a", { href: hashOf(placeAt(here, { what })), "aria-current": here.what === what ? "page" : null }, icon(sign), el("span", {}, heading)),
        ),
        el("h2", {}, "Contents"),
        el(
            "div",
            { class: "entries" },
            sections.filter(({ within, state }) => !within && state !== "not-yet").map(({ id, heading, page }) =>
                el(
                    "a",
                    {
                        class: "entry",
                        href: hashOf(placeAt(here, { what: bareId(id), view: here.view === "booklet" ? "booklet" : null })),
                        "aria-current": bareId(id) === current ? "true" : null,
                    },
                    el("span", {}, heading),
                    page && el("small", {}, page),
                ),
            ),
        ),
    ]);
    requestAnimationFrame(() => keepInSight(side, scrolled));
}

// Scrolls the contents to where they were, or to the section that is read.
function keepInSight(side, scrolled) {
    const list = side.querySelector(".entries");
    if (!list || !side.offsetHeight) return;
    list.scrollTop = scrolled;
    const own = side.querySelector(".entry[aria-current]");
    if (!own) return;
    const [{ top, bottom }, around] = [own, list].map((element) => element.getBoundingClientRect());
    if (top < around.top || bottom > around.bottom) list.scrollTop += top - around.top - around.height / 2;
}

// ---- What is read: ruleset, edition, rulings, date; and settings

function openChoices(opener) {
    const book = bookOf(here.ruleset);
    const edition = (edition) => {
        const published = isPublished(book, edition.id, here.day);
        const chosen = edition.id === here.edition;
        return button(
            { class: "option", disabled: !published, "aria-pressed": String(chosen), "data-edition": edition.id, onclick: () => chooseEdition(edition.id) },
            el("b", {}, edition.id),
            chosen && icon("check"),
            el("small", {}, edition.from),
        );
    };
    const label = (words, control) => el("label", { class: "option" }, el("span", {}, words), control);
    const select = (id, options, chosen, change) =>
        el(
            "select",
            { id, onchange: (event) => change(event.currentTarget.value) },
            options.map(([value, words]) => el("option", { value, selected: value === chosen }, words)),
        );
    const rulesets = select("ruleset", BOOKS.map(({ key, title }) => [key, title]), here.ruleset, (key) => {
        closePanel();
        navigate({ ...atView(here, key), q: here.q });
    });
    const profiles = select("profile", book.profiles.map(({ id, layers }) => [id, layers.length ? id : `${id}, without rulings`]), here.profile, (profile) =>
        navigate({ ...here, profile }),
    );
    const day = el("input", {
        id: "day",
        type: "date",
        value: here.day,
        max: DATA.made.until,
        onchange: (event) => chooseDay(event.currentTarget.value),
    });
    const theme = select("theme", [["", "as the device"], ["light", "light"], ["dark", "dark"]], memory().theme || "", (theme) => {
        remember({ theme });
        applySettings();
    });
    const size = select("size", [["", "normal"], ["large", "large"], ["larger", "larger"]], memory().size || "", (size) => {
        remember({ size });
        applySettings();
    });
    openPanel(
        opener,
        "What you are reading",
        [
            BOOKS.length > 1 && label("Rules", rulesets),
            el("div", { role: "group", "aria-label": "Edition" }, [...book.editions].reverse().map(edition)),
            label("Rulings", profiles),
            label("As known on", day),
            label("Light or dark", theme),
            label("Size of text", size),
            el("p", { class: "quiet" }, ageLine()),
            el("p", { class: "quiet keys" }, "Keys: ", el("kbd", {}, "/"), " search, ", el("kbd", {}, "j"), " ", el("kbd", {}, "k"), " next and previous, ", el("kbd", {}, "["), " ", el("kbd", {}, "]"), " earlier and later edition"),
        ],
        { menu: true },
    );
}

function chooseEdition(edition) {
    const found = here.what && here.what.includes("/") && locate(here, here.what);
    closePanel();
    const from = here.from === edition ? null : here.from;
    navigate({ ...here, q: withoutEdition(here.q), edition, from, what: found ? sameUnit({ ...here, edition }, found) : here.what });
}

// An edition that is chosen takes the place of one that was typed.
const withoutEdition = (q) => (q == null ? null : searchQuestion(q, here.ruleset).edition ? searchQuestion(q, here.ruleset).text : q);

function chooseDay(day) {
    if (!isDay(day)) return;
    const book = bookOf(here.ruleset);
    const edition = isPublished(book, here.edition, day) ? here.edition : newestEditionOn(book, day);
    navigate({ ...here, day, edition: edition || here.edition });
}

// Steps to an earlier or later published edition.
function stepEdition(step) {
    const published = bookOf(here.ruleset).editions.filter(({ id }) => isPublished(bookOf(here.ruleset), id, here.day));
    const next = published[published.findIndex(({ id }) => id === here.edition) + step];
    if (next) chooseEdition(next.id);
    announce(next ? `Edition ${next.id}` : step < 0 ? "There is no earlier edition" : "There is no later edition", true);
}

function applySettings() {
    const { theme, size } = memory();
    for (const [name, value] of Object.entries({ theme, size })) {
        if (value) document.documentElement.dataset[name] = value;
        else delete document.documentElement.dataset[name];
    }
}

// Says how old the data are.
function ageLine() {
    const days = Math.floor((Date.now() - Date.parse(DATA.made.until)) / 86400000);
    const age = days > 1 ? `, ${days} days ago` : "";
    const sends = isServed() ? "Sends a list to be checked to the server of this page, and nothing else." : "Works offline; sends no data.";
    return `What was published up to ${dayInWords(DATA.made.until)}${age}. Made by ${DATA.made.by}. ${sends}`;
}
