// ---- The box: what people type --------------------------------------------------------------------------------------------
//
// Mirrors src/analysis/question.rs: `p.22`, `recoiling@3.3`, `recoiling 3.1..3.4`, `3.2 changes`, `can pikes recoil from elephants at 3.3?` as
// { text, ruleset, edition, since, day, profile, changes }.

const EDITION_PREPOSITIONS = ["at", "in", "by", "under", "edition", "version"];
const PROFILE_PREPOSITIONS = ["profile", "for", "in", "the", "under", "by"];
const CHANGE_WORDS = ["change", "changes", "changed", "diff", "differences"];
const CHANGE_FILLERS = ["what", "in", "from", "to", "the", "between", "and", "all"];
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

// Whether a text is written like an edition: digits with a dot.
const isEditionShaped = (text) => /^\d[\d.]*\d$/.test(text) && text.includes(".");

// Returns the id of the edition that a text names in any ruleset: `3.3`, `v3.3`.
function editionId(typed) {
    const lower = typed.trim().toLowerCase();
    for (const book of BOOKS) {
        const name = lower.startsWith(book.key) ? lower.slice(book.key.length).trimStart() : lower;
        const bare = name.replace(/^(edition|version|v)\.*\s*/, "");
        const found = book.editions.find(({ id }) => id === typed || id.toLowerCase() === bare);
        if (found) return found.id;
    }
    return null;
}

// Splits `3.1..3.4`, `3.1-3.4` or `3.1..`.
function editionRange(word) {
    const [, from, to] = /^(.*?)\.\.(.*)$/.exec(word) || /^(.+?)[-–…](.+)$/.exec(word) || [];
    if (from === undefined) return null;
    if (!word.includes("..") && !(editionId(from) && editionId(to))) return null;
    const shaped = (text) => editionId(text) != null || isEditionShaped(text);
    const given = (text) => (text ? editionId(text) || text : null);
    return shaped(from) || shaped(to) ? [given(from), given(to)] : null;
}

// Parses `2020-11-01`, `2020-11`, `1 Nov 2020`, `March 2023`; a month or year counts from its last day.
function dayOf(text) {
    const words = text.replace(/[?.,]+$/, "").toLowerCase().split(/[\s-]+/);
    const iso = /^\d{4}(-\d\d){0,2}$/.test(text.replace(/[?.,]+$/, ""));
    const year = words.find((word) => /^\d{4}$/.test(word));
    if (!year || words.length > 3) return null;
    const named = words.findIndex((word) => /^[a-z]{3,}$/.test(word) && MONTHS.includes(word.slice(0, 3)));
    if (!iso && named < 0) return null;
    const month = iso ? Number(words[1] || 12) : MONTHS.indexOf(words[named].slice(0, 3)) + 1;
    const day = iso ? words[2] : words.find((word) => /^\d{1,2}$/.test(word));
    if (!iso && words.length !== (day ? 3 : 2)) return null;
    const last = new Date(Date.UTC(Number(year), month, 0)).getUTCDate();
    const number = day ? Number(day) : last;
    if (month < 1 || month > 12 || number < 1 || number > last) return null;
    return `${year}-${String(month).padStart(2, "0")}-${String(number).padStart(2, "0")}`;
}

// Removes `as of 1 Nov 2020` from words and returns the day.
function takeDay(words) {
    for (let at = 0; at < words.length; at += 1) {
        const word = words[at].toLowerCase();
        const start = word === "as-of" ? at + 1 : word === "as" && (words[at + 1] || "").toLowerCase() === "of" ? at + 2 : null;
        if (start == null) continue;
        for (const length of [3, 2, 1]) {
            const day = words.length >= start + length && dayOf(words.slice(start, start + length).join(" "));
            if (!day) continue;
            words.splice(at, start + length - at);
            return day;
        }
    }
    return null;
}

function dropPrepositions(words, list) {
    while (words.length && list.includes(words[words.length - 1].toLowerCase())) words.pop();
}

// Returns the edition that a word of a question names. `IWF 3.1` is a ruling if there is one of that number; a plain number needs a word such
// as `edition` before it.
function editionIn(word, before, follows, next) {
    const previous = before.length ? before[before.length - 1].toLowerCase() : null;
    if (follows && isEditionShaped(word)) return editionId(word) || word;
    const edition = editionId(word);
    if (!edition) return null;
    if (follows || (next != null && editionId(next))) return edition;
    if (previous == null) return isEditionShaped(word.replace(/^[vV]+/, "")) ? edition : null;
    if (bookOf(previous)) return edition;
    const ruling = BOOKS.some(({ key }) => NAMES.get(key).has(`${previous}.${word}`));
    return !ruling && (EDITION_PREPOSITIONS.includes(previous) || word.includes(".")) ? edition : null;
}

function profileIn(word, before) {
    const previous = before.length ? before[before.length - 1].toLowerCase() : null;
    if (!PROFILE_PREPOSITIONS.includes(previous)) return null;
    const found = BOOKS.flatMap(({ profiles }) => profiles).find(({ id }) => id.toLowerCase() === word.toLowerCase());
    return found ? found.id : null;
}

function questionOf(typed) {
    const question = { text: "", ruleset: null, edition: null, since: null, day: null, profile: null, changes: false };
    const plain = typed.replace(/[“”„‟«»″]/g, '"').replace(/[‘’‚‹›′]/g, "'").replaceAll(" .. ", "..");
    const words = plain.split(/\s+/).filter(Boolean);
    question.day = takeDay(words);
    let rest = [];
    const editions = [];
    let follows = false;
    words.forEach((word, place) => {
        const count = editions.length;
        const quoted = word.includes('"') || (rest.join(" ").match(/"/g) || []).length % 2 === 1;
        const bare = word.replace(/[?!,;.]+$/, "");
        const range = !quoted && editionRange(bare);
        const [, target, at] = (!quoted && !range && /^(.*)@([^@]+)$/.exec(bare)) || [];
        const edition = quoted || range || at ? null : editionIn(bare, rest, follows, words[place + 1]);
        const profile = quoted || range || at || edition ? null : profileIn(bare, rest);
        if (range) {
            question.since = range[0];
            if (range[1]) editions.push(range[1]);
            question.changes ||= rest.length === 0;
        } else if (at) {
            if (target) rest.push(target);
            editions.push(editionId(at) || at);
        } else if (edition) {
            const key = rest.length ? rest[rest.length - 1].toLowerCase() : null;
            if (key && bookOf(key)) {
                question.ruleset = key;
                rest.pop();
            }
            dropPrepositions(rest, EDITION_PREPOSITIONS);
            editions.push(edition);
        } else if (profile) {
            dropPrepositions(rest, PROFILE_PREPOSITIONS);
            question.profile = profile;
        } else {
            rest.push(word);
        }
        follows = !quoted && editions.length > count;
    });
    const isOf = (word, list) => list.includes(word.replace(/[?.]+$/, "").toLowerCase());
    if (rest.some((word) => isOf(word, CHANGE_WORDS))) {
        const others = rest.filter((word) => !isOf(word, CHANGE_WORDS) && !isOf(word, CHANGE_FILLERS));
        if (!others.length || bookOf(others.join(" ").toLowerCase())) {
            question.changes = true;
            rest = others;
        }
    }
    question.edition = editions.pop() || null;
    question.since ||= editions.pop() || null;
    question.text = rest.join(" ") || question.ruleset || "";
    return question;
}

// Splits a query. Only words that search can use stay; a query that has nothing else, or that compares editions, stays as typed.
function searchQuestion(typed) {
    const question = questionOf(typed);
    if (!question.since && !question.changes && question.text) return question;
    return { text: typed, ruleset: null, edition: null, since: null, day: null, profile: null, changes: false };
}

// ---- Direct answers: places that the question names, above the hits -------------------------------------------------------

// Returns [{ place, title, note }], best first.
function directAnswers(place, { text }) {
    const question = questionOf(place.q);
    const [first, ...words] = text.replace(/^"|"$/g, "").trim().split(/[\s/]+/);
    const named = bookOf(question.ruleset) || bookOf(first.toLowerCase());
    const book = named || bookOf(place.ruleset);
    const own = book.key === place.ruleset ? placeAt(place, {}) : atView(place, book.key);
    if (question.since || question.changes) return comparisonAnswer(own, book, question);
    const bare = bookOf(first.toLowerCase()) ? words.join(" ") : text.replace(/^"|"$/g, "").trim();
    if (!bare) return [{ place: own, title: book.title }];
    const page = pageOf(bare);
    if (page && book.slips.has(page)) return [{ place: { ...own, what: `p.${page}` }, title: `Page ${page} of the booklet`, note: "what was changed on it" }];
    const [, from, to] = /^pp?(?:ages?)?\.*\s*(\d+)\s*[-–]\s*(\d+)$/i.exec(bare) || [];
    if (from) {
        const pages = [...book.slips.keys()].filter((page) => parseInt(page, 10) >= Number(from) && parseInt(page, 10) <= Number(to));
        return pages.slice(0, 8).map((page) => ({ place: { ...own, what: `p.${page}` }, title: `Page ${page} of the booklet` }));
    }
    const troop = troopAnswer(own, bare);
    const name = clauseNamed(own, bare);
    const found = name && locate(own, name);
    const [clause] = found && versionOf(found.section, own).clauses[found.unit] > 0 ? cardOf(own, found).clauses : [];
    const ruling = clause && (clause.clarifications.find(({ id }) => id === name) || null);
    const title = ruling ? `Ruling ${ruling.n || ruling.id}` : clause && clause.path[clause.path.length - 1];
    const note = ruling ? [stateLabel(ruling.state), clause.page && `p. ${clause.page}`] : [clause && clause.page && `p. ${clause.page}`];
    return [
        troop,
        clause && { place: { ...own, what: name }, title, note: note.filter(Boolean).join(" · ") },
    ].filter(Boolean);
}

// Returns the answer to a question that compares editions.
function comparisonAnswer(own, book, { text, edition, since, changes }) {
    const known = (id) => id && isPublished(book, id, own.day);
    const to = known(edition) ? edition : newestEditionOn(book, own.day);
    const from = known(since) ? since : editionBefore(book, to);
    if (!from) return [];
    const whole = !text || bookOf(text.toLowerCase());
    const what = whole ? null : clauseNamed({ ...own, edition: to }, text);
    if (!whole && !what) return [];
    const place = { ...own, edition: to, from, what };
    const found = what && locate(place, what);
    const title = found ? `${comparisonOf(place, found).heading}: ${from} → ${to}` : changes || whole ? `What changed: ${from} → ${to}` : null;
    return title ? [{ place, title, note: found ? "compared" : book.title }] : [];
}

// Returns the id that a text names: an id, the number of a ruling (`C22.2`, `IWF 22.2`), or a heading.
function clauseNamed(place, text) {
    const names = NAMES.get(place.ruleset);
    const id = text.toLowerCase().replace(new RegExp(`^${place.ruleset}[/ ]`), "");
    if (!id) return null;
    if ((names.has(id.split("/")[0]) || id.includes("/")) && locate(place, id)) return id;
    const ruling = /^(?:([a-z]+)[\s.]*)?(\d+(?:\.\d+)+)$/.exec(id);
    if (ruling) {
        const named = [...names.keys()].filter((name) => name.endsWith(`.${ruling[2]}`));
        return named.find((name) => name === `${ruling[1]}.${ruling[2]}`) || (named.length === 1 && ruling[1] !== undefined && ruling[1].length < 2 ? named[0] : null);
    }
    const typed = singular(id);
    const wordsOf = (text) => text.toLowerCase().split(/[^\p{Alphabetic}\p{N}]+/u).filter(Boolean);
    const begins = ({ heading }) => wordsOf(id).every((word) => wordsOf(heading).some((own) => own.startsWith(word)));
    const headings = overviewOf(place).sections.filter(begins);
    const heading = headings.find((section) => singular(section.heading) === typed) || (headings.length === 1 && headings[0]);
    if (heading) return bareId(heading.id);
    return headings.length ? null : (glossaryOf(place).find(({ forms }) => forms.includes(typed)) || { name: null }).name;
}

// Returns the words of a text in the singular, for comparison.
const singular = (text) => text.toLowerCase().split(/[^\p{Alphabetic}\p{N}]+/u).filter(Boolean).map((word) => word.replace(/s$/, "")).join(" ");

// Returns the entries of the glossary: { name, forms }. The entry `WW Waterway: …` has both the abbreviation and the word.
function glossaryOf(place) {
    const read = () =>
        [...NAMES.get(place.ruleset)].flatMap(([name, { section, unit }]) => {
            const version = name.startsWith("term:") && versionOf(section, place);
            if (!version || version.clauses[unit] <= 0) return [];
            const [block] = valueOf(version.blocks[unit], place.day);
            const head = block && /^[^:.,;]+(?=:)/.exec(block.text);
            const label = block && block.label && block.label.replace(/:$/, "");
            return [{ name, forms: [name.slice(5), label, head && head[0]].filter(Boolean).map(singular) }];
        });
    return cached(place, "glossary", read);
}
