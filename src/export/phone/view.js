// ---- Views: from an address to the answer of the program, with what belongs around it ---------------------------------------------------

// The views and their conditions, tried in order.
const VIEWS = [
    { name: "search", fits: ({ q }) => q != null, draw: drawSearch },
    { name: "booklet", fits: ({ view }) => view === "booklet", draw: drawBooklet },
    { name: "rulings", fits: ({ view }) => view === "rulings", draw: drawRegister },
    { name: "troops", fits: ({ view }) => view === "troops", draw: drawTroops },
    { name: "troop", fits: ({ view, kind }) => view === "troop" && kind, draw: drawTroop },
    { name: "list", fits: ({ view }) => view === "list", draw: drawList },
    { name: "pages", fits: ({ what }) => what === "pages", draw: drawPages },
    { name: "compare", fits: ({ from, since }) => from != null || since, draw: drawComparison },
    { name: "clause", fits: ({ what }) => what, draw: drawClause },
    { name: "home", fits: () => true, draw: drawHome },
];

// Shows a place. What was asked for another place in the meantime is dropped.
let turn = 0;
// The place that was asked for last, which is shown soon.
let wanted = null;
async function show(place, { keepFocus = false, scroll = null } = {}) {
    turn += 1;
    const own = turn;
    wanted = place;
    MAIN.setAttribute("aria-busy", "true");
    const [known, readable, notice] = await nearestContents(place);
    if (own !== turn) return;
    if (known.error) {
        MAIN.replaceChildren();
        return fill(MAIN, [drawFailure(place, known)]);
    }
    book = known.data;
    const { ruleset, edition, as_of: day, profile } = book.overview.query;
    here = { ...readable, ruleset, edition, day, profile };
    // what was typed in the meantime is searched next
    if (wanted === place) wanted = here;
    const view = VIEWS.find(({ fits }) => fits(here));
    const drawn = await view.draw(here);
    if (own !== turn) return;
    MAIN.removeAttribute("aria-busy");
    MAIN.dataset.view = view.name;
    MAIN.replaceChildren();
    fill(MAIN, [notice && el("p", { class: "notice" }, notice), drawn]);
    sayWhoseWords();
    drawFrame();
    const heading = MAIN.querySelector("h1");
    document.title = clean(heading ? heading.textContent : book.overview.title);
    rememberVisit(heading);
    // what was typed before the first answer is searched next
    const isTyped = document.activeElement === QUERY && (here.q != null || own === 1);
    if (!isTyped) QUERY.value = here.q ?? "";
    performance.mark("shown");
    MAIN.dispatchEvent(new CustomEvent("shown"));
    if (keepFocus) return;
    const meant = here.view === "booklet" && here.what && document.getElementById(`${ruleset}/${here.what}`);
    if (scroll != null) scrollTo(0, scroll);
    else if (meant) meant.scrollIntoView({ block: "start" });
    else scrollTo(0, 0);
    if (heading && document.activeElement !== QUERY) heading.focus({ preventScroll: true });
}

// Says in each view that the rules are restated, unless its answer does, or may have printed words.
function sayWhoseWords() {
    const about = MAIN.querySelector(".about");
    if (!book.restated || PAGE.printed || !about || MAIN.querySelector(".wording")) return;
    const words = el("span", { class: "quiet wording" }, "restated, not official");
    if (about.matches(".quiet")) about.append(" · ", words);
    else about.after(el("p", { class: "remark" }, words));
}

// Returns the contents at a place: if it names an edition, day, profile or ruleset that cannot be read, at the nearest place that can, with the
// message of the program.
async function nearestContents(place) {
    const [edition, view] = [{ edition: null, from: null }, { day: null, profile: null }];
    const first = await contentsOf(place);
    if (!first.error) return [first, place, null];
    for (const other of [edition, { ...edition, ...view }, { ...edition, ...view, ruleset: null }]) {
        const readable = { ...place, ...other };
        const known = await contentsOf(readable);
        if (!known.error) return [known, readable, first.error.error];
    }
    return [first, place, null];
}

function navigate(place) {
    if (hashOf(place) !== location.hash) location.hash = hashOf(place);
    else show(place);
}

// Remembers the place, so that the page opens there again, and clauses and searches that were read.
let visitTimer = null;
function rememberVisit(heading) {
    const place = here;
    clearTimeout(visitTimer);
    visitTimer = setTimeout(() => {
        if (place !== here) return;
        const hash = hashOf(place);
        remember({ last: hash });
        if (place.q != null) {
            const found = MAIN.querySelectorAll(".hits > li").length;
            if (found) rememberRecent({ hash, title: place.q, note: "search" });
        } else if (place.what && MAIN.querySelector(".card")) {
            rememberRecent({ hash, title: heading?.textContent || place.what, note: MAIN.querySelector(".about a")?.textContent });
        }
    }, 400);
}

// Returns what the program says instead of an answer, without what only helps at a terminal.
function drawFailure(place, { error: { error, help = [], candidates = [] } }) {
    const isForAll = (line) => !/`|--\w/.test(line);
    return [
        el("h1", { tabindex: -1 }, error.charAt(0).toUpperCase() + error.slice(1)),
        help.filter(isForAll).map((line) => el("p", { class: "notice" }, line)),
        candidates.length > 0 && el("ul", { class: "rows" }, candidates.map((one) => el("li", {}, candidateLink(place, one)))),
        el("p", {}, el("a", { href: hashOf({ ruleset: place.ruleset }) }, "Start page")),
    ];
}

const candidateLink = (place, { id, words, page }) => link({ ...placeAt(place), ruleset: id.split("/")[0], what: bareId(id) }, el("span", {}, words || id), page && el("small", {}, `p. ${page}`));

// Draws the answer to a command; `around` adds what belongs to it. The first title is the heading of the page, with the view below it.
async function drawAnswer(here, [name, ...flags], words, around = () => {}) {
    const reply = await ask(commandAt(here, [name, ...flags], words));
    if (reply.error) return drawFailure(here, reply);
    const { data, html } = reply;
    const [first] = [data].flat();
    const article = answerPart(html, first.query || first.to || (first.view && first.view.query) || queryOf(here));
    around(article, data);
    return article;
}

const queryOf = ({ ruleset, edition, day, profile }) => ({ ruleset, edition, as_of: day, profile });

// Makes the first title of an answer the heading of the page: what contains it is above, the view below.
function headline(article, words) {
    const title = words ? null : article.querySelector(".title");
    const above = title?.querySelector(".above");
    above?.remove();
    const heading = el("h1", { tabindex: -1 }, words || title?.textContent || book.overview.title);
    const editions = article.querySelector(".about b")?.textContent.split(" ").slice(1).join(" ");
    if (editions?.includes("→")) heading.append(el("span", { class: "said" }, `: ${editions}`));
    title?.remove();
    const about = article.querySelector(".about");
    const wording = about?.nextElementSibling?.matches(".remark") && about.nextElementSibling;
    article.prepend(...[above && el("nav", { class: "crumb", "aria-label": "Enclosing clauses" }, above.textContent), heading, el("div", { class: "meta" }, about, wording)].filter(Boolean));
    return heading;
}

// ---- Search ---------------------------------------------------------------------------------------------------------------------------

// The most hits that are shown first, and after "Show more".
const [HITS, MORE_HITS] = [10, 100];

// The kinds of hits to which a search can be limited, as conditions.
const KINDS = { rulings: "kind:clarification", tables: "kind:table" };

async function drawSearch(here) {
    const at = chosenView(here, (await contentsOf({})).data?.overview.query.ruleset);
    const [found, direct] = await Promise.all([
        ask(commandAt(at, ["search", "-n", here.count || String(HITS)], [here.q])),
        ask(commandAt(at, ["show"], [here.q])),
    ]);
    if (found.error) return drawFailure(here, found);
    const { data, html } = found;
    here.asked = data;
    const typed = typedConditions(data);
    const places = directAnswers(here, direct);
    const count = data.hits.length === data.matches ? data.matches : `${data.hits.length} of ${data.has_more ? "more than " : ""}${data.matches}`;
    const off = (words) => el("a", { class: "chip on", href: hashOf({ ...here, q: here.q.replace(words, "").trim() }), "aria-label": `${words}: take off` }, words, icon("close"));
    const kind = ([name, condition]) => {
        const on = here.q.includes(condition);
        const q = on ? here.q.replace(condition, "").trim() : `${here.q} ${condition}`;
        return el("a", { class: on ? "chip on" : "chip", href: hashOf({ ...here, q }), "aria-current": on ? "true" : null }, name);
    };
    const answer = answerPart(html, data.query);
    announce(data.hits.length ? `${count} found` : "Nothing found");
    const more = data.hits.length < data.matches && !here.count && link({ ...here, count: MORE_HITS }, "Show more");
    return [
        el("h1", { class: "quiet", tabindex: -1 }, data.hits.length ? `${count} found for “${data.query.text || here.q}”` : `Nothing found for “${here.q}”`),
        el("div", { class: "chips", role: "group", "aria-label": "Filters" }, typed.map(off), Object.entries(KINDS).filter(([, condition]) => data.hits.length || here.q.includes(condition)).map(kind)),
        places.length > 0 && el("ul", { class: "direct" }, places.map(({ place, title, note }) => el("li", {}, link(place, el("span", {}, title), note && el("small", {}, note))))),
        answer,
        more && el("p", { class: "more" }, more),
    ];
}

// Returns a view without what is the default: a question may name another ruleset, or a day with its own edition.
function chosenView(here, first) {
    const { view } = summaryOf(here.ruleset);
    const chosen = Object.fromEntries(["edition", "profile"].map((name) => [name, here[name] === view[name] ? null : here[name]]));
    const isFirst = here.ruleset === first && !chosen.edition && !chosen.profile;
    return { ...chosen, ruleset: isFirst ? null : here.ruleset, day: here.day === book.today ? null : here.day };
}

// Returns the words of a question that were read as its edition, day, profile or ruleset.
const typedConditions = (data) => [...(data?.read_as || "").matchAll(/\(from "([^"]+)"\)/g)].map(([, words]) => words);

// Returns the places that a question names: [{ place, title, note }].
function directAnswers(here, { data, error }) {
    const at = (query, place) => ({ ruleset: query.ruleset, edition: query.edition, day: query.as_of, profile: query.profile, ...place });
    if (error) return (error.candidates || []).slice(0, 5).map(({ id, words, page }) => ({ place: { ...placeAt(here), ruleset: id.split("/")[0], what: bareId(id) }, title: words || id, note: page && `p. ${page}` }));
    const pageAnswer = ({ query, page }) => ({ place: at(query, { what: `p.${page}` }), title: `Page ${page} of the booklet`, note: "what was changed on it" });
    if (Array.isArray(data)) return data.filter(({ page }) => page).map(pageAnswer);
    if (data.hits) return [];
    if (data.from && data.to) {
        const since = data.from.edition === data.to.edition ? data.from.as_of : null;
        const place = at(data.to, { what: data.id ? bareId(data.id) : null, from: since ? null : data.from.edition, since });
        return [{ place, title: `${data.heading || "What changed"}: ${data.from.edition} → ${data.to.edition}`, note: "compared" }];
    }
    if (data.troop) return [{ place: at(data.query, { view: "troop", kind: data.troop.name }), title: data.troop.title + (data.troop.grade ? ` (${data.troop.grade})` : ""), note: data.troop.name }];
    if (data.rulings) return data.rulings.map(({ id, n, state }) => ({ place: at(data.query, { what: id }), title: `Ruling ${n || id}`, note: state }));
    if (data.clauses) return data.clauses.map(({ id, path, page }) => ({ place: at(data.query, { what: bareId(id) }), title: path[path.length - 1], note: page && `p. ${page}` }));
    if (data.page) return [pageAnswer(data)];
    return data.title ? [{ place: at(data.query), title: data.title }] : [];
}

// ---- The start page and lists of what there is -----------------------------------------------------------------------------------------

const SECTION_STATES = { "not-held": "not included", deleted: "deleted", moved: "moved", unknown: "not known whether it is part of it" };

function drawHome(here) {
    const { overview, troops, rulesets } = book;
    const before = editionBefore(here);
    const chip = (place, sign, words) => el("a", { class: "chip", href: hashOf(placeAt(here, place)) }, icon(sign), words);
    const row = ({ hash, title, note }) => el("li", {}, el("a", { href: hash }, el("span", {}, title), note && el("small", {}, note)));
    const list = (title, name, places = []) => places.length > 0 && el("section", { class: name }, el("h2", {}, title), el("ul", { class: "rows" }, places.map(row)));
    const table = overview.sections.find(({ id }) => id.endsWith("/element-cost"));
    return [
        el("h1", { tabindex: -1 }, overview.title),
        el("p", { class: "quiet about" }, viewSentence(here)),
        overview.notices.map((notice) => el("p", { class: "notice" }, notice)),
        !memory().visited && drawWelcome(overview),
        el(
            "nav",
            { class: "chips", "aria-label": "Shortcuts" },
            table && chip({ what: bareId(table.id) }, "table", table.heading),
            troops.types.length > 0 && chip({ view: "troops" }, "troop", "Troops"),
            before && chip({ from: before }, "compare", `New in ${here.edition}`),
            chip({ what: "pages" }, "page", "Pages"),
            chip({ view: "list" }, "list", "Check a list"),
        ),
        list("Pinned", "pinned", memory().pins),
        list("Recent", "recent", memory().recent),
        el("nav", { class: "contents", "aria-label": "Sections" }, el("h2", {}, "Contents"), drawContents(here)),
        overview.notes.length > 0 && el("section", {}, el("h2", {}, "Notes on the whole ruleset"), overview.notes.map(({ text, short }) => el("p", {}, text, " ", el("small", {}, `(${short})`)))),
        drawSources(here, overview),
        rulesets.length > 1 &&
            el("section", {}, el("h2", {}, "Other games"), el("ul", { class: "rows" }, rulesets.filter(({ id }) => id !== here.ruleset).map(({ id, title }) => el("li", {}, link({ ruleset: id }, el("span", {}, title)))))),
    ];
}

// Describes what is read: edition, rulings, date.
function viewSentence(here) {
    const { layers, scopes } = summaryOf(here.ruleset).profiles.find(({ id }) => id === here.profile) || { layers: [], scopes: [] };
    const rulings = layers.length ? `, with the rulings of ${here.profile.toUpperCase()}` : "";
    const scope = scopes.length ? `, for ${scopes.join(", ").toUpperCase()} competitions` : "";
    return `Edition ${here.edition}${rulings}${scope}, as known on ${dayInWords(here.day)}.`;
}

// What this is, for a first visit, in three lines.
function drawWelcome({ coverage, coverage_help: help }) {
    const part = el(
        "section",
        { class: "welcome" },
        el("p", {}, "The rules with their amendments and rulings at any edition, and a checker for army lists."),
        el("p", {}, `${coverage}; the rest is shown as a gap.`),
        help && el("p", {}, help),
        button({ class: "btn", onclick: () => (remember({ visited: true }), part.remove()) }, "Understood"),
    );
    return part;
}

// Draws the sections by chapters; a ruleset without chapters has one list.
function drawContents(here, view = null) {
    const row = ({ id, heading, page, within, state }) =>
        el(
            "li",
            { class: within ? "within" : "" },
            link(placeAt(here, { what: bareId(id), view }), el("span", {}, heading), el("small", {}, [SECTION_STATES[state], page && `p. ${page}`].filter(Boolean).join(" · "))),
        );
    const chapters = new Map();
    for (const section of book.overview.sections.filter(isRead)) {
        const { chapter = null } = section;
        chapters.set(chapter, [...(chapters.get(chapter) || []), section]);
    }
    const rows = (sections) => el("ul", { class: "rows" }, sections.map(row));
    return [...chapters].map(([name, sections]) => (name ? el("details", { class: "chapter" }, el("summary", {}, el("span", {}, name), el("small", {}, sections.length)), rows(sections)) : rows(sections)));
}

// Draws editions and documents.
function drawSources(here, { editions, documents }) {
    const edition = ({ id, from, status }) => el("li", {}, link({ ...placeAt(here), edition: id }, id), el("small", {}, from && ` since ${from}`, status && `; ${status}`));
    const document = ({ title, kind, edition, published }) => el("li", {}, title, el("small", {}, ` · ${[kind, `of ${edition}`, published].filter(Boolean).join(" · ")}`));
    return el(
        "details",
        { class: "sources" },
        el("summary", {}, "Editions and documents"),
        el("h3", {}, "Editions"),
        el("ul", {}, editions.map(edition)),
        el("h3", {}, "Documents"),
        el("ul", {}, documents.map(document)),
    );
}

function drawPages(here) {
    const pages = [...new Set(book.overview.sections.map(({ page }) => page).filter(Boolean))];
    pages.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    return [
        el("h1", { tabindex: -1 }, "Pages of the booklet"),
        el("p", { class: "quiet about" }, viewSentence(here)),
        el("ul", { class: "pages" }, pages.map((page) => el("li", {}, link(placeAt(here, { what: `p.${page}` }), page)))),
    ];
}

function drawTroops(here) {
    return [
        el("h1", { tabindex: -1 }, "Troops"),
        el("p", { class: "quiet about" }, viewSentence(here)),
        el(
            "ul",
            { class: "rows" },
            book.troops.types.map(({ letters, title, also }) =>
                el("li", {}, link(placeAt(here, { view: "troop", kind: letters }), el("span", {}, title, also.length > 0 && el("span", { class: "said" }, ` (${also.join(", ")})`)), el("small", {}, letters))),
            ),
        ),
    ];
}

function drawTroop(here) {
    return drawAnswer(here, ["troop", "--notes"], [here.kind], (article, { troop }) => {
        headline(article);
        article.classList.add("card");
        const bare = here.kind.replace(/\(.*$/, "");
        const grade = (own) => {
            const kind = own ? `${bare}(${own})` : bare;
            const on = kind === here.kind;
            return el("a", { class: on ? "chip on" : "chip", href: hashOf(placeAt(here, { view: "troop", kind })), "aria-current": on ? "true" : null }, own || "all");
        };
        const all = troop.grades.length > 0 && el("div", { class: "chips", role: "group", "aria-label": "Grades" }, [null, ...troop.grades].map(grade));
        if (all) article.querySelector(".meta").after(all);
        // the newest edition is in view
        MAIN.addEventListener("shown", () => article.querySelectorAll(".wide").forEach((wide) => (wide.scrollLeft = wide.scrollWidth)), { once: true });
    });
}

// ---- The booklet, the register of rulings, comparisons ---------------------------------------------------------------------------------

function drawBooklet(here) {
    const earlier = editionsOf(here.ruleset).map(({ id }) => id);
    earlier.splice(earlier.indexOf(here.edition));
    const since = earlier.includes(here.bars) ? here.bars : null;
    return drawAnswer(here, ["show", "--full", ...(since ? ["--since", since] : [])], [here.ruleset], (article) => {
        // the title of the ruleset
        article.querySelector(".about + .remark")?.remove();
        headline(article, book.overview.title);
        article.classList.add("booklet");
        const bars = select({ class: "btn", "aria-label": "Bars in the margin" }, [["", "No change bars"], ...earlier.map((id) => [id, `Bars: since ${id}`])], since || "", (value) =>
            navigate({ ...here, bars: value || null }),
        );
        const contents = article.querySelector("ul.contents");
        if (contents?.previousElementSibling?.matches("h3")) contents.previousElementSibling.remove();
        contents?.replaceWith(el("details", { class: "contents-fold" }, el("summary", {}, "Contents"), drawContents(here, "booklet")));
        if (earlier.length) article.querySelector(".meta").append(bars);
    });
}

// The states whose words differ from their names.
const STATE_LABELS = { touched: "changed since" };

function drawRegister(here) {
    const flags = [here.state && ["--state", here.state], here.section && ["--clause", `${here.ruleset}/${here.section}`]].filter(Boolean).flat();
    return drawAnswer(here, ["rulings", ...flags], [here.ruleset], (article, { counts }) => {
        headline(article, "Rulings");
        article.classList.add("register");
        const state = ({ state, count }) => {
            const on = here.state === state;
            return el("a", { class: on ? "chip on" : "chip", href: hashOf({ ...here, state: on ? null : state }), "aria-current": on ? "true" : null }, `${STATE_LABELS[state] || state} `, el("small", {}, count));
        };
        const sections = [["", "All sections"], ...book.overview.sections.filter(isRead).map(({ id, heading }) => [bareId(id), heading])];
        article.querySelector(".meta").after(
            el("div", { class: "chips", role: "group", "aria-label": "States" }, counts.filter(({ count, state }) => count || state === here.state).map(state)),
            select({ class: "btn", "aria-label": "Section" }, sections, here.section || "", (section) => navigate({ ...here, section: section || null })),
        );
    });
}

function drawComparison(here) {
    // what is new since a day compares with the day before
    const dayAfter = (day) => new Date(Date.parse(day) + 86400000).toISOString().slice(0, 10);
    const editions = isDay(here.since) ? [`since ${dayAfter(here.since)}`] : here.from ? [`${here.from}..${here.edition}`] : [];
    const command = here.what ? ["diff", "--all"] : ["changes"];
    const subject = here.what ? `${here.ruleset}/${here.what}` : here.ruleset;
    return drawAnswer(here, command, [subject, ...editions], (article, data) => {
        headline(article, here.what ? null : "What changed");
        article.classList.add("compare");
        const all = editionsOf(here.ruleset).map(({ id }) => [id, id]);
        const [earlier, later] = [data.from.edition, data.to.edition];
        const picks = [
            select({ class: "btn", "aria-label": "Earlier" }, all, earlier, (value) => navigate({ ...here, from: value, since: null })),
            el("a", { class: "btn", href: hashOf({ ...here, from: later, edition: earlier, since: null }), "aria-label": "Exchange the two" }, icon("compare")),
            select({ class: "btn", "aria-label": "Later" }, all, later, (value) => navigate({ ...here, from: earlier, edition: value, since: null })),
        ];
        article.querySelector(".meta").after(el("div", { class: "picks", role: "group", "aria-label": "Compare" }, picks));
        if (here.what) article.prepend(el("nav", { class: "crumb", "aria-label": "Back" }, link(placeAt(here, { what: here.what }), "Back to the clause")));
        foldSame(article);
    });
}

// Folds away the parts that read the same.
function foldSame(article) {
    for (const pairs of article.querySelectorAll(".pairs")) {
        let fold = null;
        for (const pair of [...pairs.children]) {
            if (!pair.matches(".same")) {
                fold = null;
                continue;
            }
            if (!fold) {
                fold = el("ul", {});
                pair.before(el("li", { class: "same" }, el("details", {}, el("summary", {}, ""), fold)));
            }
            fold.append(pair);
            const count = fold.children.length;
            fold.previousSibling.textContent = `${plural(count, "part")} ${count === 1 ? "reads" : "read"} the same`;
        }
    }
}
