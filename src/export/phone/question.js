// ---- The query language: parser -------------------------------------------------------------------------------------
//
// Mirrors src/search/query: nodes are { kind: "words" | "phrase" | "prefix" | "condition" | "all" | "and" | "or" | "not" }.

const MOST_WORDS = 100;
const DEEPEST = 32;

// Returns whether a bracket opens a grade, as in `Kn(X)`.
function opensGrade(rest) {
    const end = rest.indexOf(")");
    const inside = rest.slice(1, end);
    const parts = inside.split(/[/, ]/).filter((part) => part && part !== "or" && part !== "and");
    return end > 0 && inside.length <= 8 && /^[A-Za-z]/.test(inside) && parts.every((part) => part.length === 1);
}

function queryTokens(query, faults) {
    const out = [];
    let at = 0;
    while (at < query.length) {
        const start = at;
        const c = charAt(query, at);
        const before = query[start - 1];
        const free = before === undefined || /\s/.test(before) || before === "(";
        const put = (kind, value) => out.push({ kind, value, start, end: at });
        if (/\s/.test(c)) {
            at += c.length;
        } else if (/["“”]/.test(c)) {
            const end = query.slice(start + 1).search(/["“”]/);
            if (end < 0) faults.push("this quote is not closed; the phrase goes to the end");
            at = end < 0 ? query.length : start + end + 2;
            put("phrase", query.slice(start + 1, end < 0 ? at : at - 1));
        } else if (c === "(" && !opensGrade(query.slice(start))) {
            at += 1;
            put("open");
        } else if (c === ")") {
            at += 1;
            put("close");
        } else if ((c === "-" || c === "!") && free && /^[\p{Alphabetic}"“(]/u.test(query.slice(start + 1))) {
            at += 1;
            put("not");
        } else {
            at = wordEnd(query, start);
            const word = query.slice(start, at);
            const field = /^([A-Za-z_-]+):/.exec(word);
            if (word === "AND" || word === "&&") put("and");
            else if (word === "OR" || word === "||") put("or");
            else if (word === "NOT") put("not");
            else if (field) {
                at = start + field[0].length;
                put("field", field[1].toLowerCase());
            } else put("word", word);
        }
    }
    return out;
}

function wordEnd(query, start) {
    let at = start;
    while (at < query.length) {
        const c = charAt(query, at);
        if (/[\s"“”)]/.test(c)) break;
        if (c === "(" && opensGrade(query.slice(at))) {
            at += query.slice(at).indexOf(")") + 1;
        } else if (c === "(" && at > start) {
            break;
        } else {
            at += c.length;
        }
    }
    return at === start ? start + charAt(query, start).length : at;
}

const isEmpty = (node) => node.kind === "all" && node.nodes.length === 0;

function join(nodes, kind) {
    const full = nodes.filter((node) => !isEmpty(node));
    if (full.length === 1) return full[0];
    return full.length ? { kind, nodes: full } : { kind: "all", nodes: [] };
}

// Parses a query. Any input is a query; `faults` lists the parts that make no sense.
function parse(query) {
    const faults = [];
    const most = [...query.matchAll(/[\p{Alphabetic}\p{N}]+/gu)][MOST_WORDS];
    const text = most ? query.slice(0, most.index) : query.slice(0, 4096);
    if (text.length < query.length) faults.push("the query is too long; its end is not used");
    const tokens = queryTokens(text, faults);
    let [at, depth] = [0, 0];

    const nothing = { kind: "all", nodes: [] };
    const alternatives = () => separated("or", conjunction, "`OR` needs a word or condition on each side");
    const conjunction = () => separated("and", sequence, "`AND` needs a word or condition on each side");
    const separated = (kind, part, fault) => {
        const parts = [part()];
        while (at < tokens.length && tokens[at].kind === kind) {
            at += 1;
            const next = part();
            if (isEmpty(next) || isEmpty(parts[parts.length - 1])) faults.push(fault);
            parts.push(next);
        }
        return join(parts, kind);
    };
    // adjacent words are one text, so that terms of several words are recognised
    const sequence = () => {
        const parts = [];
        for (let node = one(); node; node = one()) {
            const last = parts[parts.length - 1];
            if (last && last.kind === "words" && node.kind === "words") last.text += ` ${node.text}`;
            else parts.push(node);
        }
        return join(parts, "all");
    };
    const one = () => {
        const token = tokens[at];
        if (!token || ["and", "or", "close"].includes(token.kind)) return null;
        at += 1;
        if (token.kind === "word") {
            const start = token.value.endsWith("*") ? token.value.slice(0, -1) : null;
            return start && /[\p{Alphabetic}\p{N}]/u.test(start)
                ? { kind: "prefix", text: start }
                : { kind: "words", text: token.value };
        }
        if (token.kind === "phrase")
            return /[\p{Alphabetic}\p{N}]/u.test(token.value) ? { kind: "phrase", text: token.value } : nothing;
        if (token.kind === "field") return condition(token);
        depth += 1;
        const inner = depth > DEEPEST ? nothing : token.kind === "not" ? one() || nothing : alternatives();
        depth -= 1;
        if (token.kind === "not") {
            if (!isEmpty(inner)) return { kind: "not", node: inner };
            faults.push("nothing to exclude");
            return nothing;
        }
        if (tokens[at] && tokens[at].kind === "close") at += 1;
        else faults.push("this bracket is not closed");
        return inner;
    };
    const condition = (token) => {
        const next = tokens[at];
        const value =
            next && (next.kind === "word" || next.kind === "phrase") && next.start === token.end ? next.value : null;
        if (value !== null) at += 1;
        const row = filterNamed(token.value);
        if (!row) {
            if (value === null) return { kind: "words", text: token.value };
            faults.push(`unknown condition \`${token.value}:\`; it is searched as words`);
            return { kind: "words", text: `${token.value} ${value}` };
        }
        if (value === null) {
            faults.push(`\`${row[0][0]}:\` has no value; it is ignored`);
            return nothing;
        }
        const range = /^(.*?)\.\.+(.*)$/.exec(value) || (row[2] === "Pages" && /^(.*?)–(.*)$/.exec(value));
        const end = (text) => text.trim() || null;
        return {
            kind: "condition",
            field: row[0][0],
            value: range ? { from: end(range[1]), to: end(range[2]) } : { one: value.trim() },
        };
    };

    const parts = [];
    while (at < tokens.length) {
        parts.push(alternatives());
        if (at < tokens.length && tokens[at].kind === "close") {
            faults.push("this bracket has no opening bracket");
            at += 1;
        }
    }
    return { node: join(parts, "all"), faults };
}

// Returns the row of a filter: its names, an example, how values are matched.
const filterNamed = (name) => TABLES.filters.find(([names]) => names.includes(name));

// Returns the conditions on a field, outside NOT.
function conditionsOn(node, field) {
    if (node.nodes) return node.nodes.flatMap((inner) => conditionsOn(inner, field));
    return node.kind === "condition" && node.field === field ? [node.value] : [];
}

// ---- Concepts: the meanings of a query's free text, each with all its synonyms --------------------------------------
//
// Mirrors src/search/concept.rs: a concept is { ways: [{ words, weight }], worth }.

const wayOf = (words, weight) => ({ words, weight });

// Returns the concepts of a text in an index. Adds the words that no document contains to `unmatched`.
function conceptsOf(index, text, unmatched) {
    let words = tokensOf(text);
    const onlyStops = words.every((word) => word.kind === KIND.stop);
    if (onlyStops) words = words.filter((word, at) => at === 0 || words[at - 1].text !== word.text);
    const typedAs = (word) => text.slice(word.start, word.end).toLowerCase();
    const other = otherLanguage(words.filter((word) => word.kind === KIND.word && !index.frequency(word.text)).map(typedAs));
    if (other) {
        unmatched.language = other[0];
        words = words.filter((word) => !other[1].includes(typedAs(word)));
    }
    const stems = words.map((word) => word.text);
    const out = [];
    for (let at = 0, length = 1; at < words.length; at += length) {
        const word = words[at];
        const synonyms = synonymsAt(stems, at);
        length = synonyms.length;
        const counting = words.slice(at, at + length).filter((word) => onlyStops || word.kind !== KIND.stop);
        const ways = [wayOf(counting.map((word) => word.text), 1)].filter((way) => way.words.length);
        for (const { stems, weight } of synonyms.found) ways.push(wayOf(stems, weight));
        if (ways.length) {
            completeWord(index, ways, word.text, text.slice(word.start, word.end), unmatched);
            const concept = weightedConcept(index, ways);
            if (!out.some((known) => sameWays(known, concept))) out.push(concept);
        }
    }
    return out;
}

const sameWays = (a, b) => JSON.stringify(a.ways) === JSON.stringify(b.ways);

// Returns the concept of all words with a prefix.
function prefixConcept(index, start) {
    const small = start.toLowerCase();
    const words = new Set(index.beginning(small, PARAMETERS.guesses * 4));
    for (const form of formsFrom(small)) words.add(stemOf(form));
    const ways = [...words]
        .filter((word) => !word.includes("("))
        .sort()
        .map((word) => wayOf([word], 1));
    return ways.length ? weightedConcept(index, ways) : null;
}

const formsFrom = (start) => TABLES.forms.filter((form) => form.startsWith(start)).slice(0, PARAMETERS.guesses * 4);
const stemOf = (word) => stemsOf(word).pop() || "";

// Returns the language other than English that most of the words belong to, with its function words.
function otherLanguage(unknown) {
    const count = (words) => unknown.filter((word) => words.includes(word)).length;
    const [best] = [...TABLES.languages].sort((a, b) => count(b[1]) - count(a[1]) || (a[0] < b[0] ? -1 : 1));
    const isEnough = unknown.length > 1 || unknown.some((word) => [...word].length >= PARAMETERS.function_word);
    return isEnough && count(best[1]) > 0 ? best : null;
}

// Returns the stems of the two words that an unknown word joins: `flankmarch`.
function splitWord(index, typed) {
    let [best, most] = [null, 0];
    for (let at = 3; at < typed.length - 2; at += 1) {
        const parts = [typed.slice(0, at), typed.slice(at)];
        if (!parts.every((part) => TABLES.forms.includes(part))) continue;
        const stems = parts.map(stemOf);
        const rarer = Math.min(...stems.map((stem) => index.frequency(stem)));
        if (rarer > most) [best, most] = [stems, rarer];
    }
    return best;
}

// A word that is not in the index may be two words joined, the beginning of one, or mistyped.
function completeWord(index, ways, stem, typed, unmatched) {
    if (ways.some((way) => way.words.some((word) => index.frequency(word) > 0))) return;
    const letters = [...typed].filter(isLetter).length;
    const addUnknown = () => unmatched.unknown.includes(typed) || unmatched.unknown.push(typed);
    if (letters < (unmatched.language ? PARAMETERS.cognate : 3) || [...typed].length !== letters) return addUnknown();
    const small = typed.toLowerCase();
    const parts = unmatched.language ? null : splitWord(index, small);
    if (parts) return ways.push(wayOf(parts, 1));
    let meant = unmatched.language ? [] : formsFrom(small);
    const mistyped = !meant.length;
    if (mistyped) meant = similarWords(small);
    const stems = [...new Set(meant.map(stemOf))].slice(0, PARAMETERS.guesses).filter((found) => found !== stem);
    if (!stems.length) return addUnknown();
    ways.push(...stems.map((stem) => wayOf([stem], 1)));
    if (mistyped) unmatched.corrections.push({ typed, meant: meant.slice(0, 3) });
}

let plainForms = null;

// Returns the words that are most similar to the typed one; none if it is plain English.
function similarWords(typed) {
    if (TABLES.english.includes(typed)) return [];
    plainForms ||= TABLES.forms
        .filter((form) => form.length > 2 && [...form].every(isLetter))
        .map((word) => ({ word, sound: phoneticKey(word) }));
    const length = [...typed].length;
    const allowed = length < 5 ? 0 : length < 9 ? 1 : 2;
    const sound = phoneticKey(typed);
    const found = [];
    for (const form of plainForms) {
        const apart = Math.abs(form.word.length - length);
        if (apart > 2) continue;
        const sounds = length > 3 && form.sound === sound;
        if (!sounds && (apart > allowed || editDistance(typed, form.word) > allowed)) continue;
        const beginning = form.word[0] === typed[0] ? 0 : 1;
        found.push({
            word: form.word,
            far: (editDistance(typed, form.word) + editDistance(sound, form.sound)) * 2 + beginning,
        });
    }
    const best = Math.min(...found.map((one) => one.far));
    return found
        .filter((one) => one.far === best)
        .map((one) => one.word)
        .sort()
        .slice(0, 3);
}

// Returns an approximate phonetic form of a word.
function phoneticKey(word) {
    const plain = word
        .replaceAll("ph", "f")
        .replaceAll("ck", "k")
        .replaceAll("y", "i")
        .replaceAll("z", "s")
        .replaceAll("c", "k");
    return plain.replace(/(.)\1+/gu, "$1");
}

// Returns the Damerau-Levenshtein distance of two words: insertions, deletions, substitutions and transpositions.
function editDistance(a, b) {
    const [one, two] = [[...a], [...b]];
    const most = one.length + two.length;
    const width = two.length + 2;
    const table = new Int32Array((one.length + 2) * width);
    const at = (i, j) => (i + 1) * width + j + 1;
    table[0] = most;
    for (let i = 0; i <= one.length; i += 1) [table[at(i, -1)], table[at(i, 0)]] = [most, i];
    for (let j = 0; j <= two.length; j += 1) [table[at(-1, j)], table[at(0, j)]] = [most, j];
    const rows = new Map();
    for (let i = 1; i <= one.length; i += 1) {
        let column = 0;
        for (let j = 1; j <= two.length; j += 1) {
            const [row, before] = [rows.get(two[j - 1]) || 0, column];
            const same = one[i - 1] === two[j - 1];
            if (same) column = j;
            table[at(i, j)] = Math.min(
                table[at(i - 1, j - 1)] + (same ? 0 : 1),
                table[at(i, j - 1)] + 1,
                table[at(i - 1, j)] + 1,
                table[at(row - 1, before - 1)] + (i - row - 1) + 1 + (j - before - 1),
            );
        }
        rows.set(one[i - 1], i);
    }
    return table[at(one.length, two.length)];
}

// Returns a concept with its worth: the rarer, the higher.
function weightedConcept(index, ways) {
    let often = 0;
    for (const way of ways) {
        for (const word of way.words)
            often = Math.max(often, index.frequency(word) * (way.words.length === 1 ? 1 : PARAMETERS.together));
    }
    return { ways, worth: Math.log(1 + Math.max(index.docs.length - often + 0.5, 0.5) / (often + 0.5)) };
}
