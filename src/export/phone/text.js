// ---- The text of a clause: paragraphs, lists, lines with a number, tables, holes ----------------------------------------
//
// A hole is a place whose words are not included. It is named and never filled in.

// Returns whether a block has no known text and no instruction changed it.
function isHidden(block) {
    const bare = block.wording === "none" || !/[\p{Alphabetic}\p{N}]/u.test(block.text);
    const untouched = !block.pending && !block.cut && !block.label_by;
    return bare && untouched && block.provenance.every(({ address }) => !address);
}

// Groups blocks into units: a paragraph, a bullet, a labelled line, or a table.
function unitsOf(blocks) {
    const units = [];
    for (const block of blocks) {
        if (block.kind === "heading") continue;
        const last = units[units.length - 1];
        const table = block.kind === "cell";
        const goesOn = last && (table ? last.table : !last.table && !block.first && last.inside === block.inside);
        if (goesOn) last.blocks.push(block);
        else units.push({ table, inside: block.inside, depth: block.depth, label: block.label, blocks: [block] });
    }
    return units;
}

// Returns whether an instruction of an edition after `since` wrote a part of a block.
function isChangedSince(here, block, since) {
    const book = bookOf(here.ruleset);
    const line = book.editions[editionAt(book, here.edition)].line.map((at) => book.editions[at].id);
    const later = line.slice(line.indexOf(since) + 1);
    const origins = [...block.provenance, ...(block.pending || []), ...(block.cut || []), ...(block.label_by ? [block.label_by] : [])];
    return origins.some(({ address, edition }) => address && later.includes(edition));
}

// Returns the newest edition that wrote a part of the blocks after `since`; null if there is none.
function barOf(here, blocks, since) {
    if (!since) return null;
    const book = bookOf(here.ruleset);
    const changed = blocks.filter((block) => isChangedSince(here, block, since));
    if (!changed.length) return null;
    const editions = changed.flatMap(({ provenance, pending, cut }) =>
        [...provenance, ...(pending || []), ...(cut || [])].filter(({ address }) => address).map(({ edition }) => editionAt(book, edition)),
    );
    return book.editions[Math.max(...editions)]?.id || here.edition;
}

// Draws the text. `since` is the edition after which changes have a bar; `title` is a label that need not be repeated.
function drawBlocks(here, blocks, notes, { since = null, title = null } = {}) {
    const text = el("div", { class: "text" });
    const units = unitsOf(blocks);
    const outermost = Math.min(...units.map(({ depth }) => depth));
    const any = (kind) => blocks.some((block) => block.kind !== "heading" && block.wording === kind);
    const context = { here, notes, since, title, mixed: any("printed") && (any("restated") || any("original")) };
    // the open lists, outermost first
    let lists = [];
    let hidden = [];
    const flush = () => {
        if (hidden.length) text.append(drawHole(hidden));
        hidden = [];
    };
    for (const unit of units) {
        if (unit.table) {
            [flush(), (lists = [])];
            fill(text, drawTable(here, unit.blocks, notes, since));
            continue;
        }
        if (unit.blocks.every(isHidden) && !unit.label) {
            hidden.push(unit);
            lists = [];
            continue;
        }
        flush();
        if (unit.inside === "bullet") {
            const depth = Math.max(1, unit.depth - outermost + (units[0].inside === "bullet" ? 1 : 0));
            lists = openLists(text, lists, depth);
            lists[depth - 1].append(drawUnit("li", unit, context));
        } else {
            lists = [];
            const value = unit.label && /^[+−–-]?\d+[½¼¾]?:?$/.test(unit.label.trim());
            text.append(value ? drawFactor(unit, context) : drawUnit("p", unit, context));
        }
    }
    flush();
    return text;
}

// Opens lists down to a depth, each in the last item of the one around it.
function openLists(text, open, depth) {
    const lists = open.slice(0, depth);
    while (lists.length < depth) {
        const list = el("ul", {});
        const parent = lists[lists.length - 1];
        if (parent) (parent.lastElementChild || parent.appendChild(el("li", {}))).append(list);
        else text.append(list);
        lists.push(list);
    }
    return lists;
}

function drawUnit(name, unit, context) {
    const { here, since, title } = context;
    const plain = (label) => (label || "").replace(/[\s.:]+$/, "");
    const repeated = title && unit.label && plain(unit.label) === plain(title);
    return el(
        name,
        { "data-bar": barOf(here, unit.blocks, since) },
        unit.label && !repeated && el("b", {}, `${unit.label} `),
        drawSentences(unit.blocks, context),
    );
}

// Draws a line that begins with a number, such as a factor: the number in a column of its own.
const drawFactor = (unit, context) =>
    el(
        "div",
        { class: "factor", "data-bar": barOf(context.here, unit.blocks, context.since) },
        el("b", {}, unit.label),
        el("p", {}, drawSentences(unit.blocks, context)),
    );

// Draws sentences. Letters stand once, after the last sentence of a run with the same sources.
function drawSentences(blocks, context) {
    const { here, notes, mixed } = context;
    const out = [];
    for (let at = 0; at < blocks.length; at += 1) {
        const block = blocks[at];
        if (isHidden(block)) {
            let count = 1;
            while (blocks[at + count] && isHidden(blocks[at + count])) count += 1;
            out.push(el("i", { class: "hole" }, missingText(block, count)), " ");
            at += count - 1;
            continue;
        }
        const numbers = notes.numbersOf(block);
        const next = blocks[at + 1];
        const goesOn = next && !isHidden(next) && notes.numbersOf(next).join() === numbers.join();
        const sentence = el(
            "span",
            { class: "s", "data-n": block.ordinal },
            wordsOfBlock(here, block),
            block.wording === "printed" && mixed && el("small", {}, " (printed)"),
            block.cut && !block.held && el("small", {}, " (words were deleted from it)"),
            block.pending && el("small", {}, " (an instruction changes words of it that are not included)"),
            !goesOn && notes.letters(numbers),
            block.restated && el("small", { class: "restated" }, `restated: ${block.restated}`),
        );
        sentence.block = block;
        out.push(sentence, " ");
    }
    return out;
}

const NOT_INCLUDED = "Text not included; see your booklet";
const KINDS = { paragraph: "paragraph", bullet: "bullet", row: "row", line: "line", entry: "entry", item: "item" };
const plural = (word, count) => (count === 1 ? word : /y$/.test(word) ? word.replace(/y$/, "ies") : `${word}s`);

// Returns words for `count` blocks whose text is not included.
function missingText(block, count) {
    const open = { "p+": "further paragraphs", "b+": "further bullets", "s+": "further text" }[block.id.slice(-2)];
    if (open && block.at_least === 0) return `[${open} of ${block.book || "the booklet"} may follow]`;
    if (open) return `[${open} not included]`;
    const kind = block.first && KINDS[block.inside] ? KINDS[block.inside] : "sentence";
    return `[${count} ${plural(kind, count)} not included${block.floating ? ", at an unknown place" : ""}]`;
}

// Draws a hole between units: `2 paragraphs, 4 bullets not included`.
function drawHole(units) {
    const counts = new Map();
    let [more, perhaps, unplaced] = [false, false, false];
    for (const { inside, blocks } of units) {
        const [block] = blocks;
        const open = /[pbs]\+$/.test(block.id);
        if (open && block.at_least === 0) perhaps = true;
        else if (open) more = true;
        else counts.set(KINDS[inside] || "part", (counts.get(KINDS[inside] || "part") || 0) + 1);
        unplaced ||= block.floating;
    }
    const known = [...counts].map(([kind, count]) => `${count} ${plural(kind, count)}`).join(", ");
    const words = [
        (known || more) && `${[known, more && "further text"].filter(Boolean).join(" and ")} not included${unplaced ? ", at an unknown place" : ""}`,
        perhaps && "further text of the booklet may follow",
    ];
    return el("div", { class: "hole", title: NOT_INCLUDED }, words.filter(Boolean).join("; "));
}
