// ---- Ranking: which documents come first ----------------------------------------------------------------------------
//
// Mirrors src/search/features.rs: scores a document word by word, zone by zone.

const WORD_NUMBERS = new Map();
TABLES.words.forEach((word, at) => WORD_NUMBERS.set(word, [...(WORD_NUMBERS.get(word) || []), at]));
const kindOfWord = (number) => TABLES.kinds.charCodeAt(number) - 48;

// Numbers the words of a query.
function termsOf(concepts) {
    const words = [...new Set(concepts.flatMap((concept) => concept.ways).flatMap((way) => way.words))];
    const places = new Map(words.map((word, at) => [word, at]));
    const byNumber = new Int32Array(TABLES.words.length).fill(-1);
    words.forEach((word, at) => (WORD_NUMBERS.get(word) || []).forEach((number) => (byNumber[number] = at)));
    const conceptBits = words.map(() => [0, 0]);
    const own = concepts.map((concept) => ({
        worth: concept.worth,
        ways: concept.ways.map((way) => ({ words: way.words.map((word) => places.get(word)), weight: way.weight })),
    }));
    own.slice(0, 30).forEach((concept, at) => {
        for (const way of concept.ways) {
            for (const word of way.words) {
                if (way.weight > PARAMETERS.near) conceptBits[word][0] |= 1 << at;
                if (way.weight > PARAMETERS.same) conceptBits[word][1] |= 1 << at;
            }
        }
    });
    return {
        words,
        byNumber,
        conceptBits,
        concepts: own,
        lengths: words.map((word) => word.split("_").length),
        worth: own.reduce((sum, concept) => sum + concept.worth, 0),
    };
}

// Returns the query words in a text, with their positions.
function matchesIn(text, terms) {
    const out = [];
    let place = -1;
    for (const token of text == null ? [] : DATA.tokens[text]) {
        if (token > 0) place += 1;
        const word = terms.byNumber[Math.abs(token) - 1];
        if (word >= 0) out.push([word, place]);
    }
    return out;
}

function distinct(text, terms) {
    const found = matchesIn(text, terms);
    return found.length ? [...new Set(found.map(([word]) => word))] : [];
}

// Counts the words of a text by kind; cached.
function lengths(kinds) {
    const known = new Map();
    return (text) => {
        if (text == null) return 0;
        if (!known.has(text))
            known.set(
                text,
                DATA.tokens[text].filter((token) => kinds.includes(kindOfWord(Math.abs(token) - 1))).length,
            );
        return known.get(text);
    };
}
const wordsIn = lengths([KIND.word]);
const labelWordsIn = lengths([KIND.word, KIND.grade]);
const phraseWordsIn = lengths([KIND.word, KIND.number, KIND.grade]);

// Returns the score of a document for a query.
function scoreOf(doc, terms) {
    const [text, others] = [matchesIn(doc.text, terms), [doc.restated, doc.before].filter((at) => at != null)];
    const counts = new Float32Array(terms.words.length);
    const [labels, headings] = [new Set(), new Set()];
    // counts each word once, and by half if it has been counted already
    const addNew = (words, weight) => words.forEach((word) => (counts[word] += counts[word] > 0 ? weight / 2 : weight));
    text.forEach(([word]) => (counts[word] += TABLES.zones[0]));
    others.forEach((other) => addNew(distinct(other, terms), TABLES.zones[0]));
    for (const [word] of doc.labels.flatMap((label) => matchesIn(label, terms))) {
        counts[word] += TABLES.zones[1];
        labels.add(word);
    }
    for (const words of doc.path.map((heading) => distinct(heading, terms))) {
        addNew(words, TABLES.zones[2]);
        words.forEach((word) => headings.add(word));
    }
    addNew(distinct(doc.lead, terms), TABLES.zones[3]);
    const phrases = [doc.asked, doc.around].map((list) =>
        list.map((phrase) => ({ words: distinct(phrase, terms), length: phraseWordsIn(phrase) })),
    );
    phrases.forEach((list, at) => list.forEach(({ words }) => addNew(words, TABLES.zones[4 + at])));

    const usual = 1 - PARAMETERS.b + (PARAMETERS.b * Math.max(wordsIn(doc.text), 8)) / PARAMETERS.usual;
    let [sum, covered] = [0, 0];
    for (const concept of terms.concepts) {
        let best = [0, 0];
        for (const way of concept.ways) {
            const there = way.words.map((word) => counts[word]).filter((count) => count > 0);
            if (!there.length) continue;
            const part = there.length / way.words.length;
            const least = Math.min(...there);
            const value = (way.weight * part * part * least * (PARAMETERS.k1 + 1)) / (least + PARAMETERS.k1 * usual);
            if (value > best[0]) best = [value, way.weight * part * part * Math.min(least, 1)];
        }
        const heads = (set) =>
            concept.ways.some((way) => way.weight > PARAMETERS.sure && way.words.every((word) => set.has(word)));
        sum += concept.worth * best[0] * (heads(labels) ? TABLES.topic[0] : heads(headings) ? TABLES.topic[1] : 1);
        covered += concept.worth * best[1];
    }
    covered = Math.min(covered / Math.max(terms.worth, 1e-7), 1);
    const bestPhrase = (list) => Math.max(0, ...list.map((phrase) => indexPhraseScore(terms, phrase)));
    sum += Math.max(bestPhrase(phrases[0]), bestPhrase(phrases[1]) * PARAMETERS.around) * PARAMETERS.said;
    const labelWords = doc.labels.reduce((sum, label) => sum + labelWordsIn(label), 0);
    const title = isTitle(terms, labels, labelWords) ? PARAMETERS.title : 1;
    const held = doc.text != null ? 1 : PARAMETERS.not_held;
    const close = 1 + PARAMETERS.close * proximity(terms, text) + PARAMETERS.side_by_side * adjacency(terms, text);
    const aside = doc.aside ? PARAMETERS.aside : 1;
    return (
        sum *
        (PARAMETERS.uncovered + (1 - PARAMETERS.uncovered) * covered) *
        close *
        title *
        TABLES.kind_weights[doc.kind] *
        held *
        aside
    );
}

// Returns whether the label contains all that the query asks for, and nothing else.
function isTitle(terms, labels, labelWords) {
    let words = 0;
    for (const concept of terms.concepts) {
        const ways = concept.ways.filter(
            (way) => way.weight > PARAMETERS.sure && way.words.every((word) => labels.has(word)),
        );
        if (!ways.length) return false;
        words += Math.max(...ways.map((way) => way.words.reduce((sum, word) => sum + terms.lengths[word], 0)));
    }
    return words > 0 && words >= labelWords;
}

const countBits = (bits) => {
    let count = 0;
    for (let left = bits; left; left &= left - 1) count += 1;
    return count;
};

// Returns how close together the concepts are in the text, from 0 to 1.
function proximity(terms, text) {
    const found = [];
    let all = 0;
    for (const [word, place] of text) {
        const concepts = terms.conceptBits[word][0];
        all |= concepts;
        for (let at = 0; at < 30; at += 1) if ((concepts >> at) & 1) found.push([place, at]);
    }
    const different = countBits(all);
    if (different < 2) return 0;
    found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    // finds the shortest window that contains all concepts of the text
    const counts = new Array(30).fill(0);
    let [have, first, shortest] = [0, 0, Infinity];
    for (const [place, which] of found) {
        counts[which] += 1;
        if (counts[which] === 1) have += 1;
        while (have === different) {
            shortest = Math.min(shortest, place - found[first][0] + 1);
            counts[found[first][1]] -= 1;
            if (counts[found[first][1]] === 0) have -= 1;
            first += 1;
        }
    }
    return (different / terms.concepts.length) * Math.sqrt(different / Math.max(shortest, different));
}

// Returns the share of adjacent pairs of the query that are adjacent in the text, from 0 to 1.
function adjacency(terms, text) {
    let pairs = 0;
    text.forEach(([word, place], at) => {
        let next = 0;
        for (let other = at + 1; other < text.length && text[other][1] <= place + 1; other += 1) {
            if (text[other][1] === place + 1) next |= terms.conceptBits[text[other][0]][1];
        }
        pairs |= terms.conceptBits[word][1] & (next >> 1);
    });
    return countBits(pairs) / Math.max(terms.concepts.length - 1, 1);
}

// Returns how well a phrase of the subject index matches the query.
function indexPhraseScore(terms, { words, length }) {
    if (!words.length) return 0;
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
    return sum * (sum / Math.max(terms.worth, 1e-7)) * Math.min(matched / Math.max(length, 1), 1);
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
