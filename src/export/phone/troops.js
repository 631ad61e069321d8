// ---- Troop types: everything about one, and the list of all ---------------------------------------------------------------
//
// The program's answers, for each edition as known on the last day of the page, at the profile that is shown first.

const troopsOf = (place) => bookOf(place.ruleset).troops;
const hasTroops = (place) => Boolean(troopsOf(place));

// Returns the place at which the page has the views of troops.
const troopPlace = (place, kind) => ({
    ...placeAt(place, { view: "troop", kind }),
    profile: bookOf(place.ruleset).view.profile,
    day: DATA.made.until,
});

// Returns the answer about a troop type: `Kn`, `Kn(F)`; null if the page has none.
function troopOf(place, name) {
    const book = bookOf(place.ruleset);
    const row = hasTroops(place) && book.troops.views.find(([own]) => own === name);
    const number = row && row[1][editionAt(book, place.edition)];
    return number ? { ...valueOf(number, place.day), query: queryOf(place) } : null;
}

// Returns the name of the troop type that a person types: `Kn(F)`, `kn f`, `fast knights`, `Ritter`; null if there is none.
function troopNamed(place, typed) {
    if (!hasTroops(place)) return null;
    const { types, grades, views } = troopsOf(place);
    const words = typed.toLowerCase().match(/[\p{Alphabetic}]+/gu) || [];
    const gradeOf = (word) => Object.keys(grades).find((grade) => grade.toLowerCase() === word || grades[grade].includes(word));
    const named = (words) => {
        const text = singular(words.join(" "));
        return types.find(({ letters, title, also }) => [letters, title, ...also].some((name) => singular(name) === text));
    };
    for (const [rest, grade] of [
        [words, null],
        [words.slice(0, -1), gradeOf(words[words.length - 1])],
        [words.slice(1), gradeOf(words[0])],
    ]) {
        const type = rest.length && (grade || rest === words) && named(rest);
        const name = type && (grade ? `${type.letters}(${grade})` : type.letters);
        if (name && views.some(([own]) => own === name)) return name;
    }
    return null;
}

function troopAnswer(place, typed) {
    const name = troopNamed(place, typed);
    const answer = name && troopOf(troopPlace(place, name), name);
    return answer ? { place: troopPlace(place, name), title: troopTitle(answer.troop), note: "troop type" } : null;
}

const troopTitle = ({ title, grade }) => (grade ? `${title} (${grade})` : title);

function drawTroops(here) {
    const row = ({ letters, title, classes }) =>
        el(
            "li",
            {},
            link(troopPlace(here, letters), el("span", {}, title), el("small", {}, [letters, ...classes].join(" · "))),
        );
    return [
        el("h1", { tabindex: -1 }, "Troops"),
        el("p", { class: "quiet" }, viewSentence(here)),
        el("ul", { class: "rows" }, troopsOf(here).types.map(row)),
    ];
}

function drawTroop(here) {
    const answer = troopOf(here, here.kind);
    const own = troopPlace(here, here.kind);
    if (!answer || hashOf(own) !== hashOf(here)) {
        return [
            el("h1", { tabindex: -1 }, here.kind),
            el("p", {}, `Troop types are included at each edition, with the rulings of ${own.profile}, as known on ${own.day}.`),
            troopOf(own, here.kind) && el("p", {}, el("a", { class: "btn", href: hashOf(own) }, `Show ${here.kind} there`)),
        ];
    }
    const { troop, clauses, notices } = answer;
    const notes = new Footnotes(own);
    const chip = (grade) => {
        const name = grade ? `${troop.letters}(${grade})` : troop.letters;
        return el(
            "a",
            { class: troop.grade === grade ? "chip on" : "chip", href: hashOf(troopPlace(here, name)), "aria-current": troop.grade === grade ? "true" : null },
            grade || "all",
        );
    };
    return el(
        "article",
        { class: "troop" },
        el("nav", { class: "crumb", "aria-label": "All troop types" }, link(placeAt(here, { view: "troops" }), "Troops")),
        el("h1", { tabindex: -1 }, troopTitle(troop)),
        el("div", { class: "meta" }, el("code", { class: "id" }, troop.name), troop.classes.length > 0 && el("small", {}, troop.classes.join(", "))),
        troop.grades.length > 0 && el("div", { class: "chips", role: "group", "aria-label": "Grades" }, [null, ...troop.grades].map(chip)),
        noticeLines(notices),
        troop.tables.map((table) => drawTroopTable(own, table, notes)),
        troop.groups.map((group) => drawTroopGroup(own, group, notes)),
        troop.by_class.length > 0 &&
            el(
                "details",
                {},
                el("summary", {}, `Rules about ${troop.classes.join(" or ")} troops: ${troop.by_class.length}`),
                troop.by_class.map((clause) => drawTroopClause(own, clause, notes)),
            ),
        troop.open.length > 0 &&
            el(
                "section",
                {},
                el("h2", {}, "Open instructions"),
                el("ul", {}, troop.open.map((one) => el("li", {}, `${originWithInstruction(one)}; it changes no text`))),
            ),
        el("section", { class: "rulings" }, el("h2", {}, "Rulings"), drawTroopRulings(own, troop)),
        troop.changes.length > 0 &&
            el(
                "section",
                {},
                el("h2", {}, "Changes, newest first"),
                troop.changes.map((change) =>
                    el(
                        "div",
                        { class: "pair-line" },
                        el("p", { class: "where" }, [change.edition, change.heading, change.page && `p. ${change.page}`].filter(Boolean).join(" · ")),
                        el("p", {}, change.label && el("b", {}, `${change.label} `), inlineDiff(change.before, change.after), " ", el("small", {}, clauseLink(own, change.id))),
                    ),
                ),
            ),
        clauses.map((clause) => el("section", {}, el("h2", {}, "Glossary"), drawBlocks(own, clause.blocks, notes), wordingLine(own, clause.blocks))),
        notes.draw(),
    );
}

// Draws the values of a table by edition.
function drawTroopTable(here, { id, heading, page, rows }, notes) {
    const editions = rows.length ? rows[0].values.map(({ edition }) => edition) : [];
    const cell = (row, edition) => {
        const value = row.values.find((one) => one.edition === edition);
        if (!value || value.value == null) return el("td", {}, el("i", { class: "hole", title: NOT_INCLUDED }, "…"));
        const before = row.values[row.values.indexOf(value) - 1];
        const fresh = before && before.value != null && before.value !== value.value;
        if (!value.origin) return el("td", {}, value.value);
        const at = notes.numberOf(value.origin, true);
        return el(
            "td",
            {},
            button(
                {
                    class: fresh ? "value fresh" : "value",
                    "aria-label": `${value.value}, source: ${originText(value.origin)}`,
                    onclick: (event) => notes.open(event.currentTarget, at),
                },
                value.value,
            ),
        );
    };
    const label = (row) => [row.label, row.column && `(${row.column})`].filter(Boolean).join(" ");
    return el(
        "section",
        {},
        el("h2", {}, clauseLink(here, id, heading)),
        el(
            "div",
            { class: "wide", tabindex: 0, role: "group", "aria-label": heading },
            el(
                "table",
                {},
                el("thead", {}, el("tr", {}, el("td", {}), editions.map((edition) => el("th", { scope: "col" }, edition)))),
                el("tbody", {}, rows.map((row) => el("tr", {}, el("th", { scope: "row" }, label(row)), editions.map((edition) => cell(row, edition))))),
            ),
        ),
        page && el("p", { class: "quiet" }, pageLink(here, page)),
    );
}

function drawTroopGroup(here, { title, incomplete, clauses }, notes) {
    if (!clauses.length && !incomplete.length) return null;
    return el(
        "section",
        {},
        el("h2", {}, title || "Elsewhere"),
        incomplete.length > 0 && el("div", { class: "hole", title: NOT_INCLUDED }, `further text not included, p. ${incomplete.join(", ")}`),
        clauses.map((clause) => drawTroopClause(here, clause, notes)),
    );
}

const drawTroopClause = (here, { id, path, page, blocks }, notes) =>
    el(
        "div",
        { class: "troop-clause" },
        el("p", { class: "where" }, clauseLink(here, id, shortPath(path).join(" › ")), page && [" · ", pageLink(here, page)]),
        drawBlocks(placeAt(here, { what: bareId(id) }), blocks, notes),
    );

function drawTroopRulings(here, { rulings, name }) {
    if (!rulings.length) return el("p", {}, `None names ${name}.`);
    const list = (rulings) =>
        el("ul", { class: "plain" }, rulings.map((ruling) => el("li", {}, drawRuling(here, { ...ruling, id: bareId(ruling.id), document: ruling.short, relation: "interprets" }))));
    const [naming, others] = [rulings.filter(({ named }) => named), rulings.filter(({ named }) => !named)];
    return [
        naming.length > 0 ? list(naming) : el("p", {}, `None names ${name}.`),
        others.length > 0 && el("details", {}, el("summary", {}, `On clauses about them: ${others.length}`), list(others)),
    ];
}
