// ---- Rulings of the reader's own: kept in this browser, and exported as a file for the library -----------------------------------------

const ownRulings = () => memory().rulings || [];

// Draws the reader's own rulings on a clause, a box for another one, and the button that exports all of the edition.
function drawOwnRulings(here, clause) {
    // a section or a part with a name
    const on = bareId(clause.id).split("/")[0];
    const isHere = (one) => one.ruleset === here.ruleset && one.clause === on;
    const details = el("details", { class: "remark own", open: ownRulings().some(isHere) });
    const keep = (event) => {
        event.preventDefault();
        const [question, answer] = ["question", "answer"].map((name) => event.target.elements[name].value);
        const { ruleset, edition, day } = here;
        remember({ rulings: [...ownRulings(), { ruleset, edition, day, clause: on, question, answer }] });
        draw();
    };
    const drop = (ruling) => {
        const same = JSON.stringify(ruling);
        remember({ rulings: ownRulings().filter((other) => JSON.stringify(other) !== same) });
        draw();
    };
    const box = (name, label) => el("textarea", { name, rows: 2, required: true, placeholder: label, "aria-label": label });
    const one = (ruling) => {
        const { question, answer, edition, day } = ruling;
        return el("li", {}, `${question} ${answer} `, el("small", {}, `your own, at ${edition}, ${dayInWords(day)} `), button({ class: "inline", onclick: () => drop(ruling) }, "Remove"));
    };
    const draw = () => {
        const kept = ownRulings().filter(isHere);
        const any = ownRulings().some(({ ruleset, edition }) => ruleset === here.ruleset && edition === here.edition);
        details.replaceChildren(
            el("summary", {}, kept.length ? `Rulings of your own: ${kept.length}` : "Add a ruling of your own"),
            el("ul", {}, kept.map(one)),
            el("form", { class: "paste", onsubmit: keep }, box("question", "Question"), box("answer", "Your ruling"), el("button", { class: "btn" }, "Keep on this device")),
            any ? button({ class: "btn", onclick: () => exportRulings(here) }, `Export your rulings on ${here.edition}`) : "",
        );
    };
    draw();
    return details;
}

// Saves the reader's own rulings on an edition as a file of clarifications, as `rulebook new ruling` writes it.
function exportRulings({ ruleset, edition }) {
    const short = edition.toLowerCase().replace(/[^a-z0-9]+/g, "-");
    // no word is a mark, and no line begins a list
    const quoted = (text) => {
        const line = text.trim().replace(/\s+/g, " ").replace(/[\\*_`[\]<>|~{}]|&(?=[A-Za-z0-9#])/g, "\\$&");
        return `> ${line.replace(/^(\d+)(?=[.)] )/, "$1\\").replace(/^(?=[-+#=])/, "\\")}\n`;
    };
    const own = ownRulings().filter((one) => one.ruleset === ruleset && one.edition === edition);
    const entries = own.map(
        ({ clause, day, question, answer }, at) =>
            `\n## Clarify #${clause} {#mine.page-${short}-${at + 1} n=page-${short}-${at + 1} relation=interprets known=${day}}\n\n${quoted(question)}${quoted(answer)}`,
    );
    const head = `---\nruleset: ${ruleset}\ndocument: mine\nedition: "${edition}"\n---\n\n# Rulings of my own on ${edition} {#mine.page-on-${short}}\n`;
    const url = URL.createObjectURL(new Blob([head, ...entries], { type: "text/markdown" }));
    el("a", { href: url, download: `mine-page-${short}.clarify.md` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
}
