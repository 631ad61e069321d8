// ---- Footnotes: letters for the origins of the text -----------------------------------------------------------------

const letterOf = (at) => (at < 26 ? "" : letterOf(Math.floor(at / 26) - 1)) + String.fromCharCode(97 + (at % 26));

class Footnotes {
    constructor(here) {
        this.here = here;
        this.notes = [];
    }

    // Returns the number of an origin. The values of a table that one document sets share a letter.
    numberOf(origin, shared) {
        const alike = (other) =>
            other.document === origin.document && other.address === origin.address && other.page === origin.page;
        let at = this.notes.findIndex(
            ({ origin: other }) =>
                other.quoted === origin.quoted &&
                ((other.patch === origin.patch && other.address === origin.address) || (shared && alike(other))),
        );
        if (at < 0) at = this.notes.push({ origin, numbers: [] }) - 1;
        const { numbers } = this.notes[at];
        if (origin.n && !numbers.includes(origin.n)) numbers.push(origin.n);
        return at;
    }

    // Returns the numbers of the origins of a block. Text that is not included gets no letter for the booklet.
    numbersOf(block) {
        const held = /[\p{Alphabetic}\p{N}]/u.test(block.text);
        const written = block.provenance.filter((origin) => held || origin.address);
        const label = block.label_by ? [block.label_by] : [];
        const all = [...written, ...(block.pending || []), ...(block.cut || []), ...label];
        return [...new Set(all.map((origin) => this.numberOf(origin, block.kind === "cell")))].sort((a, b) => a - b);
    }

    // Draws the letters of origins. Each opens its note.
    letters(numbers) {
        return numbers.map((at) =>
            button(
                {
                    class: "letter",
                    "aria-label": `Source ${letterOf(at)}: ${originText(this.notes[at].origin)}`,
                    onclick: (event) => this.open(event.currentTarget, at),
                },
                letterOf(at),
            ),
        );
    }

    of(block) {
        return this.letters(this.numbersOf(block));
    }

    open(opener, at) {
        const { here } = this;
        const { origin } = this.notes[at];
        const book = bookOf(here.ruleset);
        const edition = origin.address && book.editions.find(({ id }) => id === origin.edition);
        const before = edition && editionBefore(book, edition.id);
        const compared = before && here.what && placeAt(here, { what: here.what, edition: edition.id, from: before });
        openPanel(opener, [origin.short, origin.n && `no. ${this.allNumbers(at)}`].filter(Boolean).join(", "), [
            el("p", {}, originWithInstruction(this.numbered(at))),
            compared && el("p", {}, link(compared, `Compare ${before} with ${edition.id}`)),
        ]);
    }

    allNumbers(at) {
        const sorted = [...this.notes[at].numbers].sort((a, b) => (parseInt(a, 10) || 1e9) - (parseInt(b, 10) || 1e9));
        return sorted.join(", ");
    }

    numbered(at) {
        return { ...this.notes[at].origin, n: this.allNumbers(at) || null };
    }

    // Draws all notes, for those who read on or print.
    draw() {
        if (!this.notes.length) return null;
        const one = (note, at) => el("li", {}, el("b", {}, `${letterOf(at)} `), originWithInstruction(this.numbered(at)));
        return el(
            "details",
            { class: "notes" },
            el("summary", {}, this.notes.length === 1 ? "Source" : "Sources"),
            el("ul", {}, this.notes.map(one)),
        );
    }
}
