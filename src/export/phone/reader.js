// ---- The reader of questions ----------------------------------------------------------------------------------------
//
// Mirrors src/analysis/question with the tables of the program: `recoiling before May 2012 for uk` as { text, cited, ruleset, edition, since,
// sinceDay, day, profile, changes, fault, readAs, notUsed }. A date is { first, last }, two days.

const GRAMMAR = DATA.questions;
const NO_QUESTION = {
    text: "", cited: null, ruleset: null, edition: null, since: null, sinceDay: null, day: null, profile: null, otherGame: null, changes: false,
    fault: null, readAs: [], notUsed: [],
};
const isComparison = ({ since, sinceDay, changes }) => since != null || sinceDay != null || changes;

// ---- Words ----

const WORD_END = /[?!,;.:)]+$/;

// Splits at spaces, before `@` and at the dots of `3.1..3.4`: [{ typed, bare }].
function questionWords(typed) {
    const plain = typed.replace(/[“”„‟«»″〝〞〟＂「」『』⹂]/g, '"').replace(/[‘’‚‹›′＇]/g, "'");
    let open = false;
    return plain.split(/\s+/).filter(Boolean).flatMap((word) => {
        const was = open;
        if ((word.match(/"/g) || []).length % 2) open = !open;
        if (was || word.includes('"')) return [{ typed: word, bare: "" }];
        return splitOperators(word).map((part) => ({
            typed: part,
            bare: part === ".." ? part : part.replace(/^\(+/, "").replace(WORD_END, "").toLowerCase(),
        }));
    });
}

function splitOperators(word) {
    if (["→", "->", "..", "…"].includes(word)) return [".."];
    const place = word.lastIndexOf("@");
    if (place >= 0 && place < word.length - 1)
        return [...(place ? [word.slice(0, place)] : []), "@", ...splitOperators(word.slice(place + 1))];
    // `mid-2015`
    const [, part, year] = /^([^-]+)-(\d.*)$/.exec(word) || [];
    if (part && GRAMMAR.period_parts.some(([name]) => name === part.toLowerCase())) return [part, year];
    const isPoint = (text) => /^[0-9v]/.test(text);
    for (const [operator, shown] of [["..", ".."], ["…", ".."], ["→", ".."], ["-", "-"], ["–", "–"]]) {
        const at = word.indexOf(operator);
        if (at < 0) continue;
        const [from, to] = [word.slice(0, at), word.slice(at + operator.length).replace(/^\.+/, "")];
        const both = isPoint(from) && isPoint(to);
        const one = shown === ".." && ((isPoint(from) && !to) || (!from && isPoint(to)));
        const dotted = (text) => text.includes(".") || (text.length === 4 && shown !== "..");
        const isName = (text) => /^[\p{Alphabetic}\p{N}]+$/u.test(text);
        if ((operator === ".." && isName(from) && isName(to)) || one || (both && (shown === ".." || (dotted(from) && dotted(to.replace(/,+$/, ""))))))
            return [from, shown, to].filter(Boolean);
    }
    return [word];
}

// ---- Dates ----

const pad = (number) => String(number).padStart(2, "0");
const dayNumber = (word) => (/^\d{1,2}$/.test(word.replace(/(st|nd|rd|th)$/, "").replace(/\.+$/, "")) ? parseInt(word, 10) : null);
const isYear = (word) => /^[12]\d{3}$/.test(word);
const monthOf = (word) => (word.length >= 3 ? GRAMMAR.months.findIndex((name) => name.startsWith(word)) + 1 : 0);

// Returns { first, last } of `2012`, `2012-05` or `2012-05-01`; null if there is no such day.
function dateOf(year, month, day) {
    const last = month ? new Date(Date.UTC(Number(year), month, 0)).getUTCDate() : 31;
    if (month > 12 || month === 0 || day === 0 || day > last) return null;
    return { first: `${year}-${pad(month || 1)}-${pad(day || 1)}`, last: `${year}-${pad(month || 12)}-${pad(day || last)}` };
}

// Reads the date at the start of words: { date, length, isYear, isAmbiguous, typed }.
function dateAt(words) {
    const word = (at) => (words[at] ? words[at].bare : "");
    const written = (length, ...parts) => ({ date: dateOf(...parts), length, typed: parts.map((part) => pad(part)).join("-") });
    const first = word(0);
    const part = GRAMMAR.period_parts.find(([name]) => name === first);
    if (part) {
        const of = word(1) === "of" ? 1 : 0;
        const period = words[1 + of] && dateAt(words.slice(1 + of));
        return period && { ...period, date: period.date && oneDay(dayIn(period.date, part)), length: 1 + of + period.length, isYear: false };
    }
    if (isYear(first)) return { ...written(1, first), isYear: true };
    const parts = first.split(/[-/.]/);
    if ((parts.length === 2 || parts.length === 3) && parts.every((part) => /^\d+$/.test(part))) {
        const short = (list) => list.every((part) => part.length <= 2);
        const numbers = parts.map(Number);
        const invalid = (found) => ({ ...found, typed: first, isNumeric: true });
        if (isYear(parts[0]) && short(parts.slice(1))) return invalid(written(1, parts[0], ...numbers.slice(1)));
        const year = parts[parts.length - 1];
        if (!isYear(year) || !short(parts.slice(0, -1))) return null;
        if (parts.length === 2) return invalid(written(1, year, numbers[0]));
        const [day, month] = numbers;
        const found = month > 12 ? written(1, year, day, month) : written(1, year, month, day);
        return { ...invalid(found), isAmbiguous: day <= 12 && month <= 12 && day !== month };
    }
    const month = monthOf(first);
    if (month) {
        const day = dayNumber(word(1));
        if (day != null && isYear(word(2))) return written(3, word(2), month, day);
        return isYear(word(1)) ? written(2, word(1), month) : null;
    }
    const day = dayNumber(first);
    const of = word(1) === "of" ? 1 : 0;
    const named = monthOf(word(1 + of));
    return day != null && named && isYear(word(2 + of)) ? written(3 + of, word(2 + of), named, day) : null;
}

// Returns the day at which a share of the days of a period ends; its first day for the share 0.
function dayIn({ first, last }, [, numerator, denominator]) {
    const start = Date.parse(first);
    const days = Math.round((Date.parse(last) - start) / 86400000) + 1;
    const day = Math.max(1, Math.floor((days * numerator) / denominator));
    return new Date(start + (day - 1) * 86400000).toISOString().slice(0, 10);
}
const dayBefore = (day) => new Date(Date.parse(day) - 86400000).toISOString().slice(0, 10);
const oneDay = (day) => ({ first: day, last: day });
const dayText = ({ last }) => dayInWords(last);

// ---- Citations and places ----

const barePage = (text) => /^p(?:age)?\.*\s*(\d+[a-z]?)$/.exec(text)?.[1];

function pageAt(words) {
    if (!words.length) return null;
    const alone = barePage(words[0].bare);
    if (alone) return { page: `p.${alone}`, length: 1 };
    const second = words[1] && ["p", "page", "pg"].includes(words[0].bare) && barePage(`p${words[1].bare}`);
    return second ? { page: `p.${second}`, length: 2 } : null;
}

function numberAt(words, needsMarker) {
    if (!words.length) return null;
    const marked = GRAMMAR.number_words.includes(words[0].bare) ? 1 : 0;
    const word = words[marked];
    if (!word) return null;
    const [number] = word.bare.replace(/^#/, "").split(",");
    const digits = number.slice(number.lastIndexOf(":") + 1).replace(/^[a-z]/, "");
    const isMarked = marked || word.bare.startsWith("#");
    const fits = /^\d+(\.\d+)*$/.test(digits) && number.length < 32 && (isMarked || (!needsMarker && digits.includes(".")));
    return fits ? { number, length: 1 + marked } : null;
}

// Returns what words cite: { cited: "dbm-3.4:8", length }.
function citationAt(names, words) {
    const start = words.length && GRAMMAR.ruling_words.includes(words[0].bare) ? 1 : 0;
    const fits = (name, at) => name.words.every((word, place) => words[at + place]?.bare === word);
    const canonical = (key, number) => (number.includes(":") ? number : `${key}:${number}`);
    const named = (start ? [1, 0] : [0]).flatMap((from) => names.filter((name) => fits(name, from)).map((name) => [name, from]));
    for (const [name, from] of named) {
        let at = from + name.words.length;
        at += dateAt(words.slice(at))?.length || 0;
        if (words[at] && GRAMMAR.ruling_words.includes(words[at].bare)) at += 1;
        const found = numberAt(words.slice(at), name.needs_marker);
        if (!found) continue;
        at += found.length;
        const page = pageAt(words.slice(at));
        at += page ? page.length + (words[at + page.length]?.bare === "inferred" ? 1 : 0) : 0;
        return { cited: canonical(name.key, found.number), length: at };
    }
    const found = start && numberAt(words.slice(start), false);
    if (!found) return null;
    const end = start + found.length;
    const name = words[end]?.bare === "of" && names.find((name) => fits(name, end + 1));
    return name ? { cited: canonical(name.key, found.number), length: end + 1 + name.words.length } : { cited: found.number, length: end };
}

function unitStepAt([first, second]) {
    if (!second) return null;
    const letter = (word) => GRAMMAR.unit_nouns.find(([noun]) => noun === word.bare)?.[1];
    if (letter(first)) return /^\d+$/.test(second.bare) ? letter(first) + second.bare : null;
    const ordinal = GRAMMAR.ordinals.find(([name]) => name === first.bare)?.[1] || /^(\d+)(?:st|nd|rd|th)$/.exec(first.bare)?.[1];
    return letter(second) && ordinal ? letter(second) + ordinal : null;
}

// Returns the id of a unit that words name by a page or clause and ordinals: `p.24/p3/b2`.
function placeNamed(words) {
    let page = null;
    const [steps, others] = [[], []];
    for (let at = 0; at < words.length; ) {
        const found = !page && pageAt(words.slice(at));
        const step = !found && unitStepAt(words.slice(at));
        if (found) page = found.page;
        else if (step) steps.push(step);
        else if (!["of", "on", "in", "the", ""].includes(words[at].bare)) others.push(words[at].typed.replace(/[,?;]+$/, ""));
        at += found ? found.length : step ? 2 : 1;
    }
    const level = (step) => GRAMMAR.unit_nouns.findIndex(([, letter]) => step.startsWith(letter));
    steps.sort((a, b) => level(a) - level(b));
    const clause = others.length ? others.join(" ") : page;
    return clause && steps.length ? `${clause}/${steps.join("/")}` : null;
}

// ---- Editions, days, profiles ----

const RANK = { none: 0, weak: 1, strong: 2, explicit: 3 };
const isFiller = (word) => GRAMMAR.change_fillers.includes(word.bare);
const isChangeWord = (word) => GRAMMAR.change_words.includes(word.bare);

// Returns whether a word may be part of an edition or date after a preposition: `in`, `the`, `May`, `3.4`.
function isOfPoint({ bare }) {
    const isOf = (words) => words.includes(bare);
    const { edition_words, prepositions, joiners, months } = GRAMMAR;
    return /^v*\d/.test(bare) || bare === "the" || isOf(edition_words) || prepositions.some(([words]) => isOf(words)) || joiners.some(([words]) => isOf(words)) || (bare.length > 2 && months.some((month) => month.startsWith(bare)));
}

// Returns the id of the edition that a text names: `3.3`, `v3.3`.
function editionId(book, typed) {
    const name = typed.startsWith(book.key) ? typed.slice(book.key.length).trimStart() : typed;
    const bare = name.replace(/^(edition|version|v)\.*\s*/, "");
    return book.editions.find(({ id }) => id === typed || id.toLowerCase() === bare)?.id;
}

// Returns the words with one for a change in place of `do to`: `what did 3.2 do to warband`.
function withChangeWord(words) {
    const at = words.findIndex(({ bare }, place) => bare === "do" && words[place + 1]?.bare === "to");
    if (at < 0 || words[0].bare !== "what") return words;
    return [...words.slice(0, at), { typed: "do to", bare: GRAMMAR.change_words[0] }, ...words.slice(at + 2)];
}

class QuestionReader {
    constructor(typed, ruleset) {
        this.words = withChangeWord(questionWords(typed));
        this.book = bookOf(ruleset) || FIRST;
        this.names = this.book.cited;
        this.question = { ...NO_QUESTION, readAs: [], notUsed: [] };
        [this.editions, this.days, this.rest] = [[], [], []];
        const first = this.words[0];
        const last = this.words.findLast((word) => !isOfPoint(word));
        const leads = first && (isChangeWord(first) || ["what", "what's", "whats"].includes(first.bare));
        const others = this.words.filter((word) => !isChangeWord(word) && !isFiller(word));
        this.asksChanges = this.words.some(isChangeWord) && (leads || (last && isChangeWord(last)) || !others.length);
    }

    read() {
        for (let at = 0; at < this.words.length; ) {
            const word = this.words[at];
            const length = word.bare && (this.readCitation(at) || this.readPoints(at) || this.readProfile(at) || this.readOtherGame(at) || this.readRuleset(at) || this.noSuchDay(at) || this.isNow(word) || this.author(at));
            const graded = !length && this.gradedTroop(at);
            const troop = graded || (!length && this.shortenedTroop(word));
            if (troop) {
                this.note(troop, this.typed(at, graded ? 2 : 1));
                this.rest.push({ ...questionWords(troop)[0], isCited: false });
                at += graded ? 1 : 0;
            } else if (!length) {
                const own = word.bare.includes("/") && bookOf(word.bare.split("/")[0]);
                if (own) [this.book, this.names] = [own, own.cited];
                this.rest.push({ ...word, isCited: false });
            }
            at += length || 1;
        }
        return this.finish();
    }

    isNow = ({ bare }) => (GRAMMAR.now_words.includes(bare) && this.words.length > 1 ? 1 : 0);

    // Returns the number of words that name an author of the documents of the ruleset; these are not used.
    author(at) {
        const own = this.book.authors.filter((name) => this.has(at, name));
        const length = Math.max(0, ...own.map((name) => name.length));
        if (length) this.question.notUsed.push(this.typed(at, length));
        return length;
    }

    // Returns the troop type that a word with a grade is the beginning of, if only one begins so: `WWg(I)` for `ww(I)`.
    shortenedTroop({ typed }) {
        const [, start, letter] = /^([^(]{2,})\(([^(]*)\)$/.exec(typed.replace(/[?!,;.]+$/, "").toLowerCase()) || [];
        if (!start || !this.book.troops) return null;
        const { types, grades } = this.book.troops;
        const grade = Object.keys(grades).find((own) => own.toLowerCase() === letter);
        const isName = ({ letters, title, also }) => [letters, title, ...also].some((name) => name.toLowerCase() === start);
        const begins = types.filter(({ letters }) => letters.toLowerCase().startsWith(start));
        return grade && begins.length === 1 && !types.some(isName) ? `${begins[0].letters}(${grade})` : null;
    }

    // Returns the troops that a name with the capital letter of a grade behind it means: `camels X`. An `I` may be a person.
    gradedTroop(at) {
        const letter = this.words[at + 1]?.typed.replace(/[?!,;.]+$/, "");
        if (!letter || letter === "I" || !this.book.troops?.grades[letter]) return null;
        const singular = (name) => name.toLowerCase().replace(/s$/, "");
        const isName = ({ letters, title, also }) => [letters, title, ...also].some((name) => singular(name) === singular(this.words[at].bare));
        const type = this.book.troops.types.find(isName);
        return type ? `${type.letters}(${letter})` : null;
    }

    noSuchDay(at) {
        const found = dateAt(this.words.slice(at));
        if (!found || found.date) return 0;
        this.question.fault = noSuchDay(found);
        return found.length;
    }

    has = (at, words) => words.every((word, place) => this.words[at + place]?.bare === word);
    typed = (at, length) => this.words.slice(at, at + length).map(({ typed }) => typed).join(" ").replace(/[?!,;.]+$/, "");

    note(meaning, words, date) {
        const future = date && date.last > DATA.made.until ? ", which is in the future" : "";
        this.question.readAs.push([meaning, `(from "${words}"${future})`]);
    }

    readCitation(at) {
        const found = citationAt(this.names, this.words.slice(at));
        if (!found) return 0;
        const { cited, length } = found;
        const typed = this.typed(at, length);
        this.rest.push(...this.words.slice(at, at + length).map((word) => ({ ...word, isCited: true })));
        if (this.question.cited || typed.toLowerCase() === cited.toLowerCase()) return length;
        const [document, number] = cited.split(":");
        const counted = this.book.counted.includes(document) ? GRAMMAR.counted : "";
        this.note(number ? `no. ${number.toUpperCase()} of ${document}${counted}` : cited.toUpperCase(), typed);
        this.question.cited = `${this.book.key}/${cited}`;
        return length;
    }

    readPoints(at) {
        const row = GRAMMAR.prepositions.find(([words]) => this.has(at, words));
        const [relation, start] = row ? [row[1], row[0].length] : ["At", 0];
        if (this.has(at, [".."])) {
            const to = this.point(at + 1, RANK.explicit);
            if (to) this.put("At", to, at, 1 + to.length, true);
            return to && 1 + to.length;
        }
        const isOperator = this.has(at, ["@"]);
        const rank = isOperator || this.has(at + start + 1, [".."]) ? RANK.explicit : row ? (row[2] ? RANK.strong : RANK.weak) : RANK.none;
        const first = this.point(at + start, rank);
        if (!first) return 0;
        const length = start + first.length;
        const second = this.second(at + length, first);
        if (second) {
            const isBare = this.has(at + length, [".."]) || second.end === at + length + second.length;
            this.compare(first, second, at, second.end - at, isOperator || (!start && isBare));
            return second.end - at;
        }
        if (this.has(at + length, [".."])) {
            this.put("Between", first, at, length + 1, true);
            return length + 1;
        }
        if (relation === "Between") return 0;
        this.put(relation, first, at, length, isOperator || (relation === "At" && first.isExplicit));
        return length;
    }

    second(at, first) {
        const row = GRAMMAR.joiners.find(([words]) => this.has(at, words));
        if (!row) {
            const next = this.point(at, RANK.strong);
            return next && first.edition && next.edition ? { ...next, end: at + next.length, isOrdered: true } : null;
        }
        let start = at + row[0].length;
        const again = GRAMMAR.prepositions.find(([words, relation]) => relation === "At" && this.has(start, words));
        start += again ? again[0].length : 0;
        const next = this.point(start, this.has(at, [".."]) ? RANK.explicit : RANK.strong);
        return next && { ...next, end: start + next.length, isOrdered: row[1] };
    }

    point(at, rank) {
        let start = at;
        if (rank > RANK.none && ["the", "a", "an"].some((own) => this.has(start, [own]))) start += 1;
        const named = this.words[start] && bookOf(this.words[start].bare);
        if (named) start += 1;
        const isNoun = (word) => word && GRAMMAR.edition_words.includes(word.bare);
        const isNamed = isNoun(this.words[start]);
        if (isNamed) start += 1;
        const own = named || isNamed ? RANK.explicit : rank;
        const words = this.words.slice(start);
        if (!words.length) return null;
        const date = this.date(words, own);
        if (!date && citationAt(this.names, words)) return null;
        const joins = GRAMMAR.joiners.some(([joiner]) => this.has(start + 1, joiner));
        const isPair = words[1] && BOOKS.some((book) => editionId(book, words[1].bare));
        const edition = date ? null : this.edition(words[0].bare, own, words.length === 1 || start === 0 || joins, isPair);
        const length = date ? date.length : isNoun(words[1]) ? 2 : 1;
        // `3.3 vs 3.4 points` compares editions
        const isCompared = own >= RANK.strong && this.book.editions.some(({ id }) => id === edition);
        const isMeasured = words[length] && GRAMMAR.measures.includes(words[length].bare);
        if ((!date && !edition) || (isMeasured && !isCompared)) return null;
        return {
            edition,
            date: date && date.date,
            isAmbiguous: date && date.isAmbiguous,
            length: start - at + length,
            ruleset: named && named.key,
            isExplicit: own === RANK.explicit,
        };
    }

    date(words, rank) {
        const found = dateAt(words);
        if (!found || !found.date) return null;
        const isLast = words.length === 1 && (this.rest.length > 0 || this.words.length === 1);
        const year = Number(found.date.last.slice(0, 4));
        const { first_year: first } = this.book;
        const isPlausible = () => first != null && first <= year && year < 2100;
        return !found.isYear || rank > RANK.none || (isLast && isPlausible()) ? found : null;
    }

    edition(word, rank, isEnd, isPair) {
        const bare = word.replace(/^v+/, "");
        const isNumeric = /^\d+\.\d+$/.test(bare);
        const found = [this.book, ...BOOKS].map((book) => editionId(book, word)).find(Boolean);
        if (rank === RANK.explicit) return found || (/^\d+(\.\d+)?$/.test(bare) ? bare : null);
        if (/^\d+$/.test(bare)) return rank > RANK.none || this.asksChanges || isPair ? found || null : null;
        if (!isNumeric) return rank === RANK.strong || isPair ? editionId(this.book, word) || null : null;
        if (rank === RANK.strong) return found || bare;
        const major = `${bare.split(".")[0]}.`;
        const isLike = BOOKS.some(({ editions }) => editions.some(({ id }) => id.startsWith(major)));
        return found || ((rank === RANK.weak || (isEnd && !this.editions.length)) && isLike ? bare : null);
    }

    readProfile(at) {
        const isIntroduced = this.words[at] && GRAMMAR.profile_prepositions.includes(this.words[at].bare);
        let end = at + (isIntroduced ? 1 : 0);
        if (isIntroduced && this.has(end, ["the"])) end += 1;
        const profile = this.words[end] && BOOKS.flatMap(({ profiles }) => profiles).find(({ id, also = [] }) => [id, ...also].some((name) => name.toLowerCase() === this.words[end].bare));
        if (!profile) return 0;
        end += 1;
        const isFollowed = this.words[end] && GRAMMAR.profile_nouns.includes(this.words[end].bare);
        if (isFollowed) end += 1;
        if (!isIntroduced && !isFollowed) return 0;
        this.note(`profile ${profile.id}`, this.typed(at, end - at));
        this.question.profile = profile.id;
        return end - at;
    }

    readOtherGame(at) {
        const found = this.otherGameAt(at);
        if (!found) return 0;
        const { book, game, titles, isWord, words } = found;
        const next = this.words[at + words.length]?.bare;
        // `fog` is weather, `FoG` and `impetus 2` are games
        const isNumbered = next != null && /^\d+(\.\d+)*$/.test(next.replace(/^v+/, ""));
        if (isWord && !isNumbered && !/\p{Lu}/u.test(this.typed(at, words.length))) return 0;
        const isTitle = next != null && titles.some((word) => word.startsWith(next));
        const length = words.length + (!isTitle && isNumbered ? 1 : 0);
        this.rest.push(...this.words.slice(at, at + length).map((word) => ({ ...word, isCited: false })));
        if (!this.book.other_games.some(([own]) => own === game)) this.nameRuleset({ ruleset: book.key });
        if (!isTitle) this.question.otherGame = game;
        return length;
    }

    otherGameAt(at) {
        const games = BOOKS.flatMap((book) => book.other_games.map(([game, titles, isWord]) => ({ book, game, titles, isWord, words: questionWords(game).map(({ bare }) => bare) })));
        return games.find(({ words }) => this.has(at, words));
    }

    readRuleset(at) {
        const isOneOf = (at, words) => (this.words[at] && words.includes(this.words[at].bare) ? 1 : 0);
        const prepositions = isOneOf(at, GRAMMAR.ruleset_prepositions);
        const start = at + prepositions + isOneOf(at + prepositions, ["the"]);
        if (this.otherGameAt(start)) return 0;
        const isAddressed = this.words[start]?.typed.endsWith(":");
        const canBeShort = isAddressed || start === 0 || (start === at + 1 && prepositions === 1);
        const name = DATA.named.find(({ key, words, is_short }) => bookOf(key) && this.has(start, words) && (canBeShort || !is_short));
        if (!name || (this.question.ruleset && this.question.ruleset !== name.key)) return 0;
        let end = start + name.words.length;
        end += isOneOf(end, GRAMMAR.ruleset_nouns);
        if (name.is_short) this.note(name.key.toUpperCase(), this.typed(at, end - at));
        this.nameRuleset({ ruleset: name.key });
        return end - at;
    }

    nameRuleset({ ruleset }) {
        if (!ruleset) return;
        this.question.ruleset = ruleset;
        this.book = bookOf(ruleset);
        this.names = this.book.cited;
    }

    compare(first, second, at, length, isExact) {
        this.nameRuleset(first);
        this.nameRuleset(second);
        const place = (id) => editionAt(this.book, id);
        const isLater = first.edition && second.edition ? place(first.edition) > place(second.edition) : first.date && second.date && first.date.last > second.date.last;
        const [from, to] = isLater && !second.isOrdered ? [second, first] : [first, second];
        if (!isExact) this.note(`from ${pointText(from)} to ${pointText(to)}`, this.typed(at, length));
        this.keep(to, from);
    }

    keep(to, from) {
        if (to?.edition) this.editions.push(to.edition);
        else if (to?.date) this.days.push(to.date);
        if (from?.edition) this.question.since = from.edition;
        else if (from?.date) this.question.sinceDay = from.date.last;
    }

    put(relation, typed, at, length, exact) {
        this.nameRuleset(typed);
        const [to, from] = typed.edition ? this.editionPoint(relation, typed.edition) : this.dayPoint(relation, typed.date);
        if (!to && !from) return;
        const meaning = !from
            ? to.edition ? (this.question.since ? `from {} ${this.question.since} to ${pointText(to)}` : pointText(to)) : `as of ${pointText(to)}`
            : to ? `changes from ${pointText(from)} to ${pointText(to)}` : `changes since ${pointText(from)}`;
        if (!exact) this.note(meaning + (typed.isAmbiguous ? ", day before month" : ""), this.typed(at, length), to?.date);
        this.keep(to, from);
    }

    // Returns the edition to read, and the earlier one of a comparison.
    editionPoint(relation, id) {
        const ids = this.book.editions.map(({ id }) => id);
        const isKnown = ids.includes(id);
        const previous = isKnown && editionBefore(this.book, id);
        const whole = (to) => [{ edition: to }, ids[0] === to ? null : { edition: ids[0] }];
        const own = { edition: id };
        if (relation === "Across") return [own, previous ? { edition: previous } : null];
        if (relation === "At") return [own, null];
        if (relation === "Before") {
            if (previous) return this.asksChanges ? whole(previous) : [{ edition: previous }, null];
            if (!isKnown) return [own, null];
            this.question.fault = `there is no edition before ${id}; editions: ${ids.join(", ")}`;
            return [null, null];
        }
        if (relation === "Until") return this.asksChanges && !isComparison(this.question) && isKnown ? whole(id) : [own, null];
        if (id !== ids[ids.length - 1]) return [null, own];
        const out = this.book.editions[ids.length - 1].from_day;
        return [own, this.asksChanges && out ? { date: oneDay(out) } : null];
    }

    dayPoint(relation, date) {
        const before = { date: oneDay(dayBefore(date.first)) };
        const first = { edition: this.book.editions[0].id };
        const own = { date };
        if (relation === "Across" || (relation === "At" && this.asksChanges)) return [own, before];
        if (relation === "At") return [own, null];
        if (relation === "Before") return [before, this.asksChanges ? first : null];
        if (relation === "Until") return [own, this.asksChanges && !isComparison(this.question) ? first : null];
        return [null, relation === "Since" ? before : own];
    }

    finish() {
        this.takeChangeWords();
        this.takePublicationWords();
        this.takeWhenLead();
        const { question, editions, days, rest } = this;
        question.edition = editions.pop() || null;
        question.since ||= editions.pop() || null;
        question.day = days.pop()?.last || null;
        question.sinceDay ||= days.pop()?.last || null;
        question.notUsed.push(...editions, ...days.map(dayText));
        if (question.cited) question.notUsed.push(...rest.filter((word) => !word.isCited && !isFiller(word)).map(({ typed }) => typed));
        else question.cited = placeNamed(rest);
        if (question.cited && !question.cited.includes(":") && placeNamed(rest)) this.note(question.cited, rest.map(({ typed }) => typed).join(" "));
        const ruleset = question.ruleset || (question.notUsed.length ? this.book.key : "");
        question.text = rest.map(({ typed }) => typed).join(" ") || ruleset;
        const key = this.book.key.toUpperCase();
        question.readAs = question.readAs.map(([meaning, from]) => `${meaning.replaceAll("{}", key)} ${from}`);
        return question;
    }

    takePublicationWords() {
        const asks = ({ bare }) => GRAMMAR.publication_words.includes(bare);
        const isNamed = ({ bare }) => this.names.some(({ words }) => words.includes(bare));
        const fits = (word) => asks(word) || GRAMMAR.publication_fillers.includes(word.bare) || isNamed(word);
        if (!this.rest.some(asks) || !this.rest.every(fits)) return;
        this.rest = [];
        this.question.ruleset ||= this.book.key;
    }

    takeWhenLead() {
        const { question, rest } = this;
        const lead = GRAMMAR.when_leads.find((words) => words.every((word, place) => rest[place]?.bare === word));
        if (!lead || rest.slice(lead.length).every(isFiller) || isComparison({ ...question, changes: false }) || this.editions.length || this.days.length) return;
        question.since = this.book.editions[0].id;
        this.asksChanges = true;
        this.rest = rest.slice(lead.length);
    }

    takeChangeWords() {
        const { question, rest } = this;
        const ranges = question.since != null || question.sinceDay != null;
        const others = rest.filter((word) => !isChangeWord(word) && !isFiller(word));
        const namesRuleset = !others.length || (others.length === 1 && bookOf(others[0].bare));
        if (namesRuleset && (rest.some(isChangeWord) || (ranges && !others.length))) {
            question.changes = true;
            this.rest = others;
        } else if (rest.some(isChangeWord) && this.asksChanges) {
            const id = this.editions[this.editions.length - 1];
            if (!ranges && id && editionAt(this.book, id) >= 0) question.since = editionBefore(this.book, id);
            if (question.since == null && !ranges) return;
            this.rest = rest.filter((word) => !isChangeWord(word));
            while (this.rest.length && isFiller(this.rest[0])) this.rest.shift();
            while (this.rest.length && isFiller(this.rest[this.rest.length - 1])) this.rest.pop();
        }
    }
}

const pointText = ({ edition, date }) => (edition ? `{} ${edition}` : dayText(date));
const noSuchDay = ({ typed, isNumeric }) =>
    isNumeric ? `\`${typed}\` is not a date: there is no such day` : `\`${typed}\` is not a date: write it as 2020-11-01, 2020-11 or 2020`;
const questionOf = (typed, ruleset) => new QuestionReader(typed, ruleset).read();
