// ---- A clause: its text, and around it the editions, actions, history, the reader's own rulings -----------------------------------------

function drawClause(here) {
    const page = pageOf(here.what);
    return drawAnswer(here, ["show", "--notes"], [`${here.ruleset}/${here.what}`], (article, data) => {
        if (page) return decoratePage(article, here, page);
        if (data.hits) return article.prepend(el("h1", { tabindex: -1 }, `No clause matches “${here.what}”`));
        article.classList.add("card");
        const [clause] = data.clauses || [];
        if (data.rulings) return decorateRulings(article, here, data, clause);
        headline(article);
        if (clause) decorateClause(article, here, clause);
    });
}

function decoratePage(article, here, page) {
    headline(article, `Page ${page} of the booklet`);
    article.classList.add("slip");
    const pages = [...new Set(book.overview.sections.map((section) => section.page).filter(Boolean))];
    pages.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    const at = pages.indexOf(page);
    article.append(drawNeighbours(pages[at - 1], pages[at + 1], (page) => [{ what: `p.${page}` }, `Page ${page}`]));
}

// The title of a ruling leads to the clause that it interprets.
function decorateRulings(article, here, { rulings }, clause) {
    headline(article, plural(rulings.length, "Ruling").replace(/^1 Ruling$/, `Ruling ${rulings[0].n || rulings[0].id}`));
    const where = hashOf(placeAt(here, { what: bareId(clause.id) }));
    article.querySelectorAll(".title > a").forEach((title) => (title.href = where));
}

// Draws the ways to what is before and after; `way` returns the place and the name of each.
function drawNeighbours(before, after, way, inside = null) {
    const one = (other, rel) => {
        if (!other) return null;
        const [place, name] = way(other);
        return el("a", { href: hashOf(placeAt(here, place)), rel }, rel === "prev" && icon("left"), el("span", {}, name), rel === "next" && icon("right"));
    };
    return el("nav", { class: "neighbours", "aria-label": "In the order of the booklet" }, one(before, "prev"), inside && el("a", { href: hashOf(placeAt(here, inside)), class: "inside" }, "In the booklet"), one(after, "next"));
}

function decorateClause(article, here, clause) {
    const own = placeAt(here, { what: bareId(clause.id) });
    const meta = article.querySelector(".meta");
    const strip = el("div", { class: "editions" }, drawStrip(own, new Map()));
    const lede = drawLede(own, clause);
    meta.after(strip, ...[lede].filter(Boolean));
    article.append(drawActions(own, clause), drawOwnRulings(own, clause));
    const history = el("details", { class: "log" }, el("summary", {}, "History"));
    article.append(history);
    const sections = book.overview.sections.filter(isRead);
    const at = sections.findIndex(({ id }) => bareId(id) === sectionOf(own));
    article.append(drawNeighbours(sections[at - 1], sections[at + 1], ({ id, heading }) => [{ what: bareId(id) }, heading], { view: "booklet", what: sectionOf(own) }));
    article.classList.toggle("numbered", Boolean(memory().numbers));
    // the history at the newest edition tells which editions changed the clause
    const newest = editionsOf(here.ruleset).at(-1).id;
    ask(commandAt({ ...own, edition: newest }, ["log"], [clause.id])).then((reply) => {
        if (reply.error) return history.remove();
        const changed = new Map();
        for (const { edition, changes, withdrawn_by: withdrawn, pending } of reply.data.entries) {
            if (!withdrawn && (changes.length || pending)) changed.set(edition, (changed.get(edition) || 0) + changes.length);
        }
        strip.replaceChildren(drawStrip(own, changed));
        lede?.prepend(changeSentence(own, changed));
        history.append(answerPart(reply.html, reply.data.query));
        history.querySelector(".title")?.remove();
        history.querySelector(".about")?.remove();
    });
}

// ---- The strip of editions, and the answer in one line

const yearOf = ({ from }) => (/\d{4}/.exec(from || "") || [""])[0];

// Draws the strip: a large dot for an edition that changed the clause, a small one for the others.
function drawStrip(own, changed) {
    const editions = editionsOf(own.ruleset);
    if (editions.length < 2) return el("span", {});
    const one = (edition) => {
        const now = edition.id === own.edition;
        const words = changed.has(edition.id) ? "changed here" : "no change known";
        return el(
            "li",
            { class: [changed.has(edition.id) && "changed", now && "now"].filter(Boolean).join(" ") },
            el(
                "a",
                { href: hashOf({ ...own, edition: edition.id }), "aria-current": now ? "true" : null, title: words },
                el("i", { class: "dot" }),
                el("span", {}, edition.id, el("span", { class: "said" }, `: ${words}`)),
                el("small", {}, yearOf(edition)),
            ),
        );
    };
    return el("ol", { class: "strip", "aria-label": "Editions" }, editions.map(one));
}

// What the signs of a clause mean, for the panel.
const LEGEND = [
    ["Large dot", "an edition that changed the clause"],
    ["Small dot", "no change known"],
    ["Ring", "the edition that you are reading"],
    ["Letter", "the source of the sentences before it"],
    ["Dotted line", "text that is not included; see your booklet"],
];

const openLegend = (opener) => openPanel(opener, "What the signs mean", el("dl", {}, LEGEND.map(([sign, words]) => [el("dt", {}, sign), el("dd", {}, words)])));

// Says when the text changed last, up to the edition that is read.
function changeSentence(own, changed) {
    const ids = editionsOf(own.ruleset).map(({ id }) => id);
    const last = ids.slice(0, ids.indexOf(own.edition) + 1).findLast((id) => changed.has(id));
    if (!last) return "";
    const words = last === own.edition ? `Changed in ${last}` : `The same since ${last}`;
    return el("span", {}, link({ ...own, edition: last, from: "" }, words), ". ");
}

const CAREFUL = ["contradicted", "undecided", "touched", "narrowed"];
const STATE_WORDS = { touched: "on text that changed since" };

// Says in one line in which states the rulings are, those that need care first.
function drawLede(own, { clarifications, conflicts, withdrawn }) {
    const count = (state) => clarifications.filter((ruling) => ruling.state === state).length;
    const careful = CAREFUL.filter(count).map((state) => `${count(state)} ${STATE_WORDS[state] || state}`);
    const all = plural(clarifications.length, "ruling");
    const rulings = clarifications.length > 0 && (careful.length ? `${all}: ${careful.join(", ")}` : all);
    const toRulings = (event) => {
        event.preventDefault();
        const remarks = MAIN.querySelector(".remarks");
        if (!remarks) return;
        remarks.open = true;
        remarks.scrollIntoView({ block: "start" });
    };
    return el(
        "p",
        { class: "lede" },
        conflicts.length > 0 && "Two instructions disagree; neither is applied. ",
        withdrawn.length > 0 && "A change was withdrawn. ",
        rulings && [el("a", { href: hashOf(own), onclick: toRulings }, rulings), "."],
    );
}

// ---- Actions: copy, pin, share, print

// The address of this page for other people: the one it was exported for, or the one it was read from over https; else null.
const publicAddress = () => PAGE.address || (location.protocol === "https:" ? location.href.split("#")[0] : null);

// The sentence that the reader picked: the last one that was tapped, or in which a selection began.
function pickSentence() {
    const { anchorNode } = document.getSelection();
    const sentence = anchorNode && (anchorNode.nodeType === Node.TEXT_NODE ? anchorNode.parentElement : anchorNode).closest(".s");
    if (!sentence || sentence.matches(".picked")) return;
    MAIN.querySelector(".s.picked")?.classList.remove("picked");
    sentence.classList.add("picked");
}

// Returns a citation in two lines: name, edition, page, id, source and address; the sentence that was picked (else the first one), and whose
// words these are.
function citationOf(own, clause) {
    const sentence = MAIN.querySelector(".s.picked") || MAIN.querySelector(".text .s");
    const copy = sentence?.cloneNode(true);
    const letters = [...(copy?.querySelectorAll(".letter") || [])].map((letter) => (letter.remove(), letter.dataset.letter));
    const sources = letters.map((letter) => noteText(letter)?.split(":")[0]);
    const what = [
        `${clause.path.join(", ")}, ${book.overview.title} ${own.edition}`,
        own.day !== book.today && `as known on ${dayInWords(own.day)}`,
        clause.page && `p. ${clause.page}`,
        ...sources,
        clause.id,
        publicAddress() && publicAddress() + hashOf(own),
    ];
    const wording = MAIN.querySelector(".meta .wording")?.textContent;
    const words = copy && `${copy.textContent.trim()}${wording ? ` (${wording})` : ""}`;
    return [what.filter(Boolean).join(", "), words].filter(Boolean).join("\n");
}

const noteText = (letter) => MAIN.querySelector(`.notes li[data-letter="${CSS.escape(letter)}"]`)?.textContent.slice(letter.length).trim();

// Copies a text, and says whether it worked.
async function copyAndTell(text, what) {
    const old = () => {
        const area = el("textarea", { "aria-hidden": "true", class: "said" });
        document.body.append(area);
        area.value = text;
        area.select();
        const done = document.execCommand("copy");
        area.remove();
        return done;
    };
    const done = await navigator.clipboard?.writeText(text).then(() => true, old);
    announce((done ?? old()) ? `${what} copied` : "The browser does not allow copying; select the text instead", true);
}

function drawActions(own, clause) {
    const title = clause.path[clause.path.length - 1];
    const place = { hash: hashOf(own), title, note: clause.page ? `p. ${clause.page}` : "" };
    const action = (sign, name, act, pressed = null) => button({ class: "btn", "aria-pressed": pressed, onclick: (event) => act(event.currentTarget) }, icon(sign), el("span", { class: "name" }, name));
    const pin = (button) => {
        togglePin(place);
        button.setAttribute("aria-pressed", String(isPinned(place.hash)));
        announce(isPinned(place.hash) ? "Pinned to the start page" : "No longer pinned", true);
    };
    const share = () => (navigator.share ? navigator.share({ title, text: citationOf(own, clause) }).catch(() => {}) : copyAndTell(citationOf(own, clause), "Citation"));
    const number = (button) => {
        remember({ numbers: !memory().numbers });
        button.setAttribute("aria-pressed", String(memory().numbers));
        MAIN.querySelector(".card").classList.toggle("numbered", memory().numbers);
    };
    return el(
        "div",
        { class: "actions", role: "group", "aria-label": "Actions" },
        action("copy", "Copy citation", () => copyAndTell(citationOf(own, clause), "Citation")),
        action("pin", "Pin", pin, String(isPinned(place.hash))),
        action("share", "Share", share),
        action("number", "Sentence numbers", number, String(Boolean(memory().numbers))),
        action("print", "Print", () => print()),
        action("page", "What the signs mean", openLegend),
    );
}
