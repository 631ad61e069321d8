// ---- Actions on a clause: copy, pin, share, print --------------------------------------------------------------------

// The address of this page for other people: the one it was exported for, or the one it was read from over https; else null.
const publicAddress = () => DATA.made.address || (location.protocol === "https:" ? location.href.split("#")[0] : null);

// The sentence that the reader picked: the last one that was tapped, or in which a selection began.
let pickedSentence = null;

function pickSentence() {
    const { anchorNode } = document.getSelection();
    const sentence = anchorNode && (anchorNode.nodeType === Node.TEXT_NODE ? anchorNode.parentElement : anchorNode).closest(".s");
    if (!sentence || sentence === pickedSentence) return;
    pickedSentence?.classList.remove("picked");
    sentence.classList.add("picked");
    pickedSentence = sentence;
}

// Returns a citation in two lines: name, edition, page, document and number, id, and address; the sentence that was picked (else the first
// one), and whose words these are.
function citationOf(here, clause, title) {
    const { title: book } = bookOf(here.ruleset);
    const path = clause.path.length > 1 ? `${clause.path[0]}, ${title}` : title;
    const sentences = clause.blocks.filter((block) => block.kind === "sentence" && block.wording !== "none");
    const block = sentences.find((block) => block === pickedSentence?.block) || sentences[0];
    const origins = (block || clause.blocks[0])?.provenance.filter(({ address }) => address) || [];
    const sources = origins.map(({ short, n }) => [short, n && `no. ${n}`].filter(Boolean).join(", "));
    const what = [
        `${path}, ${book} ${here.edition}`,
        here.day !== DATA.made.until && `as known on ${dayInWords(here.day)}`,
        clause.page && `p. ${clause.page}`,
        [...new Set(sources)].join("; "),
        clause.id,
        publicAddress() && publicAddress() + hashOf(here),
    ];
    const wording = block && wordingOf(here, [block]);
    const words = block && `${block.text}${wording ? ` (${wording.short.toLowerCase()})` : ""}`;
    return [what.filter(Boolean).join(", "), words].filter(Boolean).join("\n");
}

// Copies a text; says whether it worked.
async function copyText(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        const area = el("textarea", { "aria-hidden": "true", class: "said" });
        document.body.append(area);
        area.value = text;
        area.select();
        const done = document.execCommand("copy");
        area.remove();
        return done;
    }
}

async function copyAndTell(text, what) {
    announce((await copyText(text)) ? `${what} copied` : "The browser does not allow copying; select the text instead", true);
}

function drawActions(here, { clause, title, compared }) {
    const own = placeAt(here, { what: bareId(clause.id) });
    const place = { hash: hashOf(own), title, note: clause.page ? `p. ${clause.page}` : "" };
    const citation = () => citationOf(own, clause, title);
    const pin = button(
        {
            class: "btn",
            "aria-pressed": String(isPinned(place.hash)),
            onclick: () => {
                togglePin(place);
                pin.setAttribute("aria-pressed", String(isPinned(place.hash)));
                announce(isPinned(place.hash) ? "Pinned to the start page" : "No longer pinned", true);
            },
        },
        icon("pin"),
        el("span", { class: "name" }, "Pin"),
    );
    const share = async () => {
        if (!navigator.share) return copyAndTell(citation(), "Citation");
        try {
            await navigator.share({ title, text: citation() });
        } catch {
            // the person closed the dialog
        }
    };
    const numbers = button(
        {
            class: "btn",
            "aria-pressed": String(Boolean(memory().numbers)),
            onclick: () => {
                remember({ numbers: !memory().numbers });
                numbers.setAttribute("aria-pressed", String(memory().numbers));
                MAIN.querySelector("article").classList.toggle("numbered", memory().numbers);
            },
        },
        icon("number"),
        el("span", { class: "name" }, "Sentence numbers"),
    );
    return el(
        "div",
        { class: "actions", role: "group", "aria-label": "Actions" },
        button({ class: "btn wide-btn", onclick: () => copyAndTell(citation(), "Citation") }, icon("copy"), el("span", { class: "name" }, "Copy citation")),
        compared && el("a", { class: "btn compared", href: hashOf(compared) }, icon("compare"), el("span", { class: "name" }, `Compare with ${compared.from}`)),
        pin,
        button({ class: "btn", onclick: share }, icon("share"), el("span", { class: "name" }, "Share")),
        numbers,
        button({ class: "btn", onclick: () => print() }, icon("print"), el("span", { class: "name" }, "Print")),
    );
}
