// ---- Ranking: which documents come first ----------------------------------------------------------------------------
//
// Mirrors src/search/reranker.rs: scores a document word by word, zone by zone.

const WORD_NUMBERS = new Map();
TABLES.words.forEach((word, at) => WORD_NUMBERS.set(word, [...(WORD_NUMBERS.get(word) || []), at]));
const kindOfWord = (number) => TABLES.kinds.charCodeAt(number) - 48;

// Numbers the words of a query.
function termsOf(concepts) {
    const words = [...new Set(concepts.flatMap((concept) => concept.ways).flatMap((way) => way.words))];
    const places = new Map(words.map((word, at) => [word, at]));
    const byNumber = new Int32Array(TABLES.words.length).fill(-1);
    words.forEach((word, at) => (WORD_NUMBERS.get(word) || []).forEach((number) => (byNumber[number] = at)));
    const own = concepts.map((concept) => ({
        worth: concept.worth,
        ways: concept.ways.map((way) => ({
            words: way.words.map((word) => places.get(word)),
            weight: way.weight,
        })),
    }));
    return {
        words,
        byNumber,
        concepts: own,
        worth: own.reduce((sum, concept) => sum + concept.worth, 0),
    };
}

// Returns the query words in a text.
function matchesIn(text, terms) {
    const tokens = text == null ? [] : DATA.tokens[text];
    return tokens.map((token) => terms.byNumber[token]).filter((word) => word >= 0);
}

// Counts the words of a text that are no stop words; cached.
const LENGTHS = new Map();
function lengthOf(text) {
    if (text == null) return 0;
    if (!LENGTHS.has(text)) {
        const isCounted = (token) => kindOfWord(token) !== KIND.stop;
        LENGTHS.set(text, DATA.tokens[text].filter(isCounted).length);
    }
    return LENGTHS.get(text);
}

// Returns the score of a document for a query.
function scoreOf(doc, terms) {
    const counts = new Float32Array(terms.words.length);
    const zones = [[doc.text, doc.restated, doc.before], doc.labels, doc.path, [doc.lead], doc.asked, doc.around];
    zones.forEach((texts, zone) => {
        for (const text of texts) for (const word of matchesIn(text, terms)) counts[word] += TABLES.zones[zone];
    });
    const usual =
        1 - PARAMETERS.b + (PARAMETERS.b * Math.max(lengthOf(doc.text), PARAMETERS.shortest)) / PARAMETERS.usual;
    const wayScore = (way) => {
        const there = way.words.map((word) => counts[word]).filter((count) => count > 0);
        if (!there.length) return 0;
        const part = there.length / way.words.length;
        const least = Math.min(...there);
        return (way.weight * part * part * least * (PARAMETERS.k1 + 1)) / (least + PARAMETERS.k1 * usual);
    };
    let sum = Math.max(0, ...doc.asked.map((phrase) => indexPhraseScore(terms, phrase))) * PARAMETERS.said;
    for (const concept of terms.concepts) sum += concept.worth * Math.max(...concept.ways.map(wayScore));
    const title = isTitle(terms, doc.labels);
    return sum * (title ? PARAMETERS.title : 1) * TABLES.kind_weights[doc.kind] * (doc.aside && !title ? PARAMETERS.aside : 1);
}

// Returns whether the label contains all that the query asks for, and nothing else.
function isTitle(terms, labels) {
    const own = new Set(labels.flatMap((label) => matchesIn(label, terms)));
    let words = 0;
    for (const concept of terms.concepts) {
        const ways = concept.ways.filter(
            (way) => way.weight > PARAMETERS.sure && way.words.every((word) => own.has(word)),
        );
        if (!ways.length) return false;
        words += Math.max(...ways.map((way) => way.words.length));
    }
    return words > 0 && words >= labels.reduce((sum, label) => sum + lengthOf(label), 0);
}

// Returns how well a phrase of the subject index matches the query.
function indexPhraseScore(terms, phrase) {
    const words = matchesIn(phrase, terms);
    let [sum, matched] = [0, 0];
    for (const concept of terms.concepts) {
        let best = [0, 0];
        for (const way of concept.ways) {
            if (way.words.every((word) => words.includes(word)) && way.weight > best[0])
                best = [way.weight, way.words.length];
        }
        sum += concept.worth * best[0];
        matched += best[1];
    }
    return sum * (sum / Math.max(terms.worth, 1e-7)) * Math.min(matched / Math.max(lengthOf(phrase), 1), 1);
}

const byScore = (a, b) => b.score - a.score || a.doc.place - b.doc.place;

// Returns the best documents, at most `most`: { doc, score }, best first.
function rankDocuments(docs, terms, most) {
    const found = docs.map((doc) => ({ doc, score: scoreOf(doc, terms) })).filter((hit) => hit.score > 0);
    const out = found.sort(byScore).slice(0, most);
    // a clause that a hit cites gains score
    const gains = new Map();
    for (const { doc, score } of out.filter((hit) => hit.doc.kind === "clause")) {
        for (const cited of doc.cites)
            gains.set(
                `${doc.book.key}/${cited}`,
                Math.max(gains.get(`${doc.book.key}/${cited}`) || 0, score * PARAMETERS.referred),
            );
    }
    for (const hit of out) hit.score += gains.get(`${hit.doc.book.key}/${hit.doc.id}`) || 0;
    return out.sort(byScore);
}
