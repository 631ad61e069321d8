// ---- Analysis: from text to index terms -----------------------------------------------------------------------------
//
// Mirrors src/search/tokenizer. All tables come from there.

const TABLES = DATA.search;
const PARAMETERS = TABLES.figures;
const STOP = new Set(TABLES.stop);
const [UNIT_WORDS, SPELLINGS, IRREGULAR, NUMBER_WORDS] = [TABLES.units, TABLES.spellings, TABLES.irregular, TABLES.numbers].map((rows) => Object.fromEntries(rows));
const KIND = { word: 0, stop: 1, number: 2 };

const SYNONYMS = new Map(Object.entries(TABLES.synonyms));
const LONGEST_PHRASE = Math.max(0, ...[...SYNONYMS.keys()].map((phrase) => phrase.split(" ").length));

const isLetter = (c) => c !== undefined && /^\p{Alphabetic}$/u.test(c);
const isLetterOrNumber = (c) => c !== undefined && /^[\p{Alphabetic}\p{N}]$/u.test(c);
const isDigit = (c) => c !== undefined && c >= "0" && c <= "9";
const isUpper = (c) => c !== undefined && /^\p{Uppercase}$/u.test(c);
const FRACTIONS = { "½": ".5", "¼": ".25", "¾": ".75", "⅓": ".33", "⅔": ".67" };
const SIGNS = { "+": "+", "-": "-", "–": "-", "−": "-" };
const charAt = (text, at) => (at < text.length ? String.fromCodePoint(text.codePointAt(at)) : undefined);

// Splits a text into words: { shape, text, start, end }.
function scan(text) {
    const words = [];
    let at = 0;
    const push = (shape, word, start) => words.push({ shape, text: word, start, end: at });
    const number = (start, sign) => {
        const rest = text.slice(at, at + 64);
        const whole = /^[0-9]*/.exec(rest)[0];
        const tail = rest.slice(whole.length);
        let [value, taken, found] = [whole, whole.length, null];
        if (FRACTIONS[tail[0]]) {
            value = (value || "0") + FRACTIONS[tail[0]];
            taken += 1;
        } else if (value === "1" && (found = /^\/([234])(?![0-9])/.exec(tail))) {
            value = { 2: "0.5", 3: "0.33", 4: "0.25" }[found[1]];
            taken += 2;
        } else if ((found = /^\.[0-9]+/.exec(tail))) {
            value = (whole + found[0]).replace(/0+$/, "").replace(/\.$/, "");
            taken += found[0].length;
        } else if ((found = /^(st|nd|rd|th)(?![\p{Alphabetic}\p{N}])/iu.exec(tail))) {
            value += found[1].toLowerCase();
            taken += 2;
        }
        at += taken;
        push(sign ? "factor" : "number", sign + value, start);
    };
    const signStandsFree = () => {
        const next = text[at + 1];
        const before = at > 0 ? text[at - 1] : undefined;
        return (
            (isDigit(next) || next in FRACTIONS) &&
            !(before !== undefined && (isLetterOrNumber(before) || before === ")"))
        );
    };
    // `(S)`, `(S/O)`, `(O, I)`: one word per letter
    const grades = () => {
        const end = text.slice(at, at + 16).indexOf(")");
        if (end < 0) return false;
        const parts = text
            .slice(at + 1, at + end)
            .split(/[/, ]/)
            .filter((part) => part && part !== "or" && part !== "and");
        if (!parts.every((part) => /^[A-Za-z]$/.test(part))) return false;
        const start = at;
        at += parts.length ? end + 1 : 1;
        for (const part of parts) push("grade", `(${part.toLowerCase()})`, start);
        return true;
    };
    while (at < text.length) {
        const start = at;
        const c = charAt(text, at);
        if (isLetter(c)) {
            for (;;) {
                const here = charAt(text, at);
                const next = here === undefined ? undefined : charAt(text, at + here.length);
                if (!(isLetterOrNumber(here) || ((here === "'" || here === "’") && isLetter(next)))) break;
                at += here.length;
            }
            push(
                "word",
                text
                    .slice(start, at)
                    .replace(/['’]s$/, "")
                    .replace(/['’]/g, ""),
                start,
            );
        } else if (isDigit(c) || c in FRACTIONS) {
            number(start, "");
        } else if (c in SIGNS && signStandsFree()) {
            at += c.length;
            number(start, SIGNS[c]);
        } else if (!(c === "(" && grades())) {
            at += c.length;
        }
    }
    return words;
}

// Returns the tokens of a text: { text, start, end, kind }.
function tokensOf(text) {
    const raw = scan(text);
    const out = [];
    for (let at = 0; at < raw.length; at += 1) {
        const { shape, text, start, end } = raw[at];
        const small = text.toLowerCase();
        const push = (text, kind, until = end) => out.push({ text, start, end: until, kind });
        const next = raw[at + 1];
        // `plus 1`
        const sign = { plus: "+", minus: "-" }[small];
        const last = out[out.length - 1];
        if (shape === "number" || shape === "factor") push(small, KIND.number);
        else if (shape === "grade") push(text, KIND.word);
        else if (sign && next && next.shape === "number") {
            push(sign + next.text, KIND.number, next.end);
            at += 1;
        } else if (last && last.kind === KIND.number && own(UNIT_WORDS, small)) push(UNIT_WORDS[small], KIND.word);
        else push(stem(text), STOP.has(small) ? KIND.stop : KIND.word);
    }
    return out;
}

// Returns the synonyms of the longest phrase that the stems begin with at a position, and its length.
function synonymsAt(stems, at) {
    for (let length = Math.min(LONGEST_PHRASE, stems.length - at); length > 0; length -= 1) {
        const found = SYNONYMS.get(stems.slice(at, at + length).join(" "));
        if (found) return { length, found };
    }
    return { length: 1, found: [] };
}

// Returns the stems of a phrase.
const stemsOf = (text) => tokensOf(text).map((token) => token.text);

// ---- Stems: one form for all inflections of a word ------------------------------------------------------------------

const STEMS = new Map();
const own = (table, key) => (Object.hasOwn(table, key) ? table[key] : undefined);

function stem(word) {
    let found = STEMS.get(word);
    if (found === undefined) {
        found = computeStem(word);
        STEMS.set(word, found);
    }
    return found;
}

function computeStem(word) {
    const one =
        word.length > 2 && word.endsWith("s") && [...word.slice(0, -1)].every(isUpper) ? word.slice(0, -1) : word;
    let small = one.toLowerCase();
    small = own(SPELLINGS, small) ?? small;
    const digits = own(NUMBER_WORDS, small);
    if (digits !== undefined) return digits;
    const base = own(IRREGULAR, small) ?? small;
    if (base.length <= 2 || /[^\x00-\x7f]/.test(base)) return base;
    const british = base.length > 5 ? base.replace("iz", "is") : base;
    return snowball(/(ise|ised|ising|isation)$/.test(british) ? british : base);
}

// The English stemmer of the Snowball project, implemented from its description.
const EXCEPTIONS = {
    skis: "ski",
    skies: "sky",
    dying: "die",
    lying: "lie",
    tying: "tie",
    idly: "idl",
    gently: "gentl",
    ugly: "ugli",
    early: "earli",
    only: "onli",
    singly: "singl",
    sky: "sky",
    news: "news",
    howe: "howe",
    atlas: "atlas",
    cosmos: "cosmos",
    bias: "bias",
    andes: "andes",
};
const UNCHANGED = new Set(["inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed"]);

function snowball(word) {
    if (Object.hasOwn(EXCEPTIONS, word)) return EXCEPTIONS[word];
    let w = word.replace(/^'/, "");
    if (w.length < 3) return w;
    // a consonant y becomes upper case
    w = w.replace(/^y/, "Y").replace(/([aeiouy])y/g, "$1Y");
    const begins = /^(gener|commun|arsen)/.exec(w);
    const region = (from) => {
        const found = /[aeiouy][^aeiouy]/.exec(w.slice(from));
        return found ? from + found.index + 2 : w.length;
    };
    const r1 = begins ? begins[0].length : region(0);
    const r2 = region(r1);
    const ends = (ending) => w.endsWith(ending);
    const cut = (ending, put = "") => (w = w.slice(0, w.length - ending.length) + put);
    const within = (ending, from) => w.length - ending.length >= from;
    const hasVowel = (text) => /[aeiouy]/.test(text);
    const isShort = (text) => /^[aeiouy][^aeiouy]$/.test(text) || /[^aeiouy][aeiouy][^aeiouywxY]$/.test(text);
    const first = (endings) => endings.find(ends);

    const step0 = first(["'s'", "'s", "'"]);
    if (step0) cut(step0);
    // plurals
    if (ends("sses")) cut("sses", "ss");
    else if (ends("ied") || ends("ies")) cut("ies", w.length > 4 ? "i" : "ie");
    else if (ends("us") || ends("ss")) w = w;
    else if (ends("s") && hasVowel(w.slice(0, -2))) cut("s");
    if (UNCHANGED.has(w)) return w;
    // -ed, -ing
    const eed = first(["eedly", "eed"]);
    if (eed) {
        if (within(eed, r1)) cut(eed, "ee");
    } else {
        const ed = first(["ingly", "edly", "ing", "ed"]);
        if (ed && hasVowel(w.slice(0, w.length - ed.length))) {
            cut(ed);
            if (/(at|bl|iz)$/.test(w)) w += "e";
            else if (/(bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(w)) w = w.slice(0, -1);
            else if (r1 >= w.length && isShort(w)) w += "e";
        }
    }
    if (/[^aeiouy][yY]$/.test(w) && w.length > 2) w = w.slice(0, -1) + "i";
    // long endings
    const STEP2 = [
        ["ization", "ize"],
        ["ational", "ate"],
        ["fulness", "ful"],
        ["ousness", "ous"],
        ["iveness", "ive"],
        ["tional", "tion"],
        ["biliti", "ble"],
        ["lessli", "less"],
        ["entli", "ent"],
        ["ation", "ate"],
        ["alism", "al"],
        ["aliti", "al"],
        ["ousli", "ous"],
        ["iviti", "ive"],
        ["fulli", "ful"],
        ["enci", "ence"],
        ["anci", "ance"],
        ["abli", "able"],
        ["izer", "ize"],
        ["ator", "ate"],
        ["alli", "al"],
        ["bli", "ble"],
        ["ogi", "og"],
        ["li", ""],
    ];
    const two = STEP2.find(([ending]) => ends(ending));
    if (two && within(two[0], r1)) {
        const before = w[w.length - two[0].length - 1] || "";
        if (two[0] === "ogi") {
            if (before === "l") cut("ogi", "og");
        } else if (two[0] === "li") {
            if (/[cdeghkmnrt]/.test(before)) cut("li");
        } else cut(...two);
    }
    const STEP3 = [
        ["ational", "ate"],
        ["tional", "tion"],
        ["alize", "al"],
        ["icate", "ic"],
        ["iciti", "ic"],
        ["ative", ""],
        ["ical", "ic"],
        ["ness", ""],
        ["ful", ""],
    ];
    const three = STEP3.find(([ending]) => ends(ending));
    if (three && within(three[0], r1) && (three[0] !== "ative" || within("ative", r2))) cut(...three);
    const four = first([
        "ement",
        "ance",
        "ence",
        "able",
        "ible",
        "ment",
        "ant",
        "ent",
        "ism",
        "ate",
        "iti",
        "ous",
        "ive",
        "ize",
        "ion",
        "al",
        "er",
        "ic",
    ]);
    if (four && within(four, r2) && (four !== "ion" || /[st]ion$/.test(w))) cut(four);
    // a last e or l
    if (ends("e") && (within("e", r2) || (within("e", r1) && !isShort(w.slice(0, -1))))) w = w.slice(0, -1);
    else if (ends("ll") && within("l", r2)) w = w.slice(0, -1);
    return w.replaceAll("Y", "y");
}
