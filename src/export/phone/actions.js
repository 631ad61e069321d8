// ---- Actions on a clause: copy, pin, share, print --------------------------------------------------------------------

// Returns a citation: name, edition, page, id, whose words these are, and the address.
function citationOf(here, clause, title) {
    const wording = wordingOf(here, clause.blocks);
    const { title: book } = bookOf(here.ruleset);
    const path = clause.path.length > 1 ? `${clause.path[0]}, ${title}` : title;
    const what = [path, `${book} ${here.edition}`, clause.page && `p. ${clause.page}`, clause.id, `as known on ${dayInWords(here.day)}`];
    const words = clause.blocks
        .filter((block) => block.kind === "sentence" && block.wording !== "none")
        .map((block) => block.text)
        .join(" ");
    return [`${what.filter(Boolean).join(", ")}.`, words, wording && wording.long, location.href.split("#")[0] + hashOf(here)]
        .filter(Boolean)
        .join("\n");
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
        const address = location.href.split("#")[0] + place.hash;
        if (!navigator.share) return copyAndTell(address, "Address");
        try {
            await navigator.share({ title, text: citation(), url: address });
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
