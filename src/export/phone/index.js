// ---- The index: documents as known on a day, for some scopes --------------------------------------------------------

const docOf = cachedReader(
    DATA.docs,
    [
        "id",
        "section",
        "kind",
        "page",
        "path",
        "labels",
        "lead",
        "text",
        "wording",
        "document",
        "source",
        "n",
        "by",
        "asked",
        "around",
        "cites",
        "term",
        "fact",
        "changed",
        "before",
        "restated",
        "interprets",
        "aside",
        "unit",
        "moved_to",
    ],
    (doc) => {
        for (const list of ["path", "labels", "n", "by", "asked", "around", "cites", "term", "fact", "interprets"])
            doc[list] ||= [];
        return doc;
    },
);

const STANDING = ["editions", "gone", "states", "reads", "repeated", "contradicted"];

const standingOf = cachedReader(DATA.standings, STANDING, (standing) => ({
    editions: standing.editions || [],
    gone: standing.gone || [],
    states: Object.fromEntries(standing.states || []),
    reads: standing.reads?.length ? standing.reads : standing.editions || [],
    repeated: standing.repeated || [],
    contradicted: standing.contradicted || [],
}));

// Returns all documents of a ruleset, from its list for a date and a profile.
function docsOf(book, day, profile) {
    const [bodies, standings] = book.search.lists[listAt(book, day, profile)] || [[], []];
    const numbers = [];
    for (let at = 0; at < bodies.length; at += 2)
        for (let next = 0; next < bodies[at + 1]; next += 1) numbers.push(bodies[at] + next);
    const numbersOfStandings = expandRuns(standings);
    return numbers.map((number, at) => ({ ...docOf(number), book, ruleset: book.key, standing: standingOf(numbersOfStandings[at]) }));
}

const listAt = (book, day, profile) => (book.search.at[dayAt(book, day)] || [])[profile];

class Index {
    constructor(docs) {
        this.docs = docs;
        // word → its documents, ascending
        this.postings = new Map();
        docs.forEach((doc, place) => {
            doc.place = place;
            const zones = [
                doc.text,
                doc.restated,
                doc.before,
                doc.lead,
                ...doc.labels,
                ...doc.path,
                ...doc.asked,
                ...doc.around,
            ];
            const words = new Set();
            for (const zone of zones) {
                for (const token of zone == null ? [] : DATA.tokens[zone]) {
                    if (kindOfWord(token) !== KIND.stop) words.add(token);
                }
            }
            for (const number of words) {
                if (!this.postings.has(number)) this.postings.set(number, []);
                this.postings.get(number).push(place);
            }
        });
        this.sorted = null;
    }

    // Returns the positions of the documents that contain a word.
    documentsWith(word) {
        const lists = (WORD_NUMBERS.get(word) || []).map((number) => this.postings.get(number) || []);
        return lists.length === 1 ? lists[0] : [...new Set(lists.flat())];
    }

    frequency(word) {
        return this.documentsWith(word).length;
    }

    // Returns the first words with a prefix, in order.
    beginning(start, most) {
        this.sorted ||= [...new Set([...this.postings.keys()].map((number) => TABLES.words[number]))].sort();
        return this.sorted.filter((word) => word.startsWith(start)).slice(0, most);
    }

    // Returns the documents whose text contains the words as a phrase.
    documentsWithPhrase(words) {
        const fits = (text) => {
            const plain =
                text == null
                    ? []
                    : DATA.tokens[text].map((token) => TABLES.words[token]);
            return plain.some((_, at) => words.every((word, next) => plain[at + next] === word));
        };
        const zones = (doc) => [doc.text, doc.restated, doc.before, ...doc.labels, ...doc.path];
        return words.length ? this.docs.filter((doc) => zones(doc).some(fits)).map((doc) => doc.place) : [];
    }
}

const INDEXES = new Map();

// Returns the index for a date and the scopes of a profile. It covers all rulesets, because the rarity of a word depends on all of them.
function indexFor(view) {
    const scopes = JSON.stringify(scopesOf(bookOf(view.ruleset), view.profile));
    const profiles = BOOKS.map((book) =>
        Math.max(
            0,
            book.profiles.findIndex((profile) => JSON.stringify(scopesOf(book, profile.id)) === scopes),
        ),
    );
    const key = BOOKS.map((book, at) => listAt(book, view.day, profiles[at])).join();
    if (!INDEXES.has(key))
        INDEXES.set(key, new Index(BOOKS.flatMap((book, at) => docsOf(book, view.day, profiles[at]))));
    return INDEXES.get(key);
}

const scopesOf = (book, profile) => [...book.profiles[profileAt(book, profile)].scopes].sort();
