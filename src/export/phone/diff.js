// ---- Word differences ---------------------------------------------------------------------------------------------------

// Returns the differences of two texts as [kept, removed, added] triples, each of which may be empty. A mark never begins with a punctuation
// mark: it includes the word before.
function changedWords(before, after) {
    const runs = DIFFERENCES.get(`${before}\n${after}`);
    if (!runs) return [["", before, after]];
    const out = [["", "", ""]];
    let [old, fresh] = [0, 0];
    for (const [gone, come] of runs) {
        const [was, is] = [before.slice(old, old + gone), after.slice(fresh, fresh + come)];
        [old, fresh] = [old + gone, fresh + come];
        const last = out[out.length - 1];
        if (!gone || !come) out[out.length - 1] = [last[0], last[1] + was, last[2] + is];
        else if (last[1] || last[2]) out.push([is, "", ""]);
        else last[0] += is;
    }
    for (const change of out) {
        const [kept, removed, added] = change;
        const word = /\S+$/.exec(kept);
        if (!word || ![removed, added].some((text) => /^[,.;:!?)\]’]/.test(text))) continue;
        change[0] = kept.slice(0, word.index);
        change[1] = word[0] + removed;
        change[2] = word[0] + added;
    }
    return out;
}

// Draws old and new words in one text: deleted words struck out, new words underlined. Spaces are outside the marks.
function inlineDiff(before, after) {
    const hole = (text) => (text === "…" ? el("i", { class: "hole" }, "[text not included]") : text);
    if ([before, after].includes("…") && before !== after) return [hole(before), " → ", hole(after)];
    if (before == null) return [added(after)];
    if (after == null) return [removed(before)];
    if (before === after) return [after];
    return changedWords(before, after).flatMap(([kept, gone, come]) => {
        const starts = [gone, come].some((text) => /^\s/.test(text)) && !/\s$/.test(kept);
        const ends = [gone, come].some((text) => /\s$/.test(text));
        const between = gone.trim() && come.trim() ? " " : "";
        return [
            kept,
            starts ? " " : "",
            gone.trim() && removed(gone.trim()),
            between,
            come.trim() && added(come.trim()),
            ends ? " " : "",
        ];
    });
}

// Marks a changed text. Screen readers hear whether it is new or gone.
function changedText(name, caption, text) {
    if (!text) return null;
    const words = text.trimEnd();
    const said = (text) => el("span", { class: "said" }, text);
    return [el(name, {}, said(`[${caption}: `), words, said("]")), text.slice(words.length)];
}
const added = (text) => changedText("ins", "new", text);
const removed = (text) => changedText("del", "gone", text);

// Draws a snippet with its matches marked.
function markedSnippet({ text, marks }) {
    const out = [];
    let at = 0;
    for (const [start, end] of marks) {
        out.push(text.slice(at, start), el("mark", {}, text.slice(start, end)));
        at = end;
    }
    return [...out, text.slice(at)];
}
