// ---- The panel: a sheet from below on a phone, a note next to its word on a laptop -------------------------------------

const PANEL = document.getElementById("panel");
const WIDE = matchMedia("(min-width: 60rem)");

// Opens the panel. `opener` is the button that opens it; a note stands level with it, a menu below it.
function openPanel(opener, title, children, { menu = false } = {}) {
    const close = button({ class: "close", "aria-label": "Close", onclick: closePanel }, icon("close"));
    PANEL.replaceChildren();
    fill(PANEL, [el("div", { class: "panel-head" }, el("strong", { id: "panel-title" }, title), close), children]);
    PANEL.dataset.kind = menu ? "menu" : "note";
    const { top, bottom } = opener.getBoundingClientRect();
    PANEL.hidden = false;
    if (PANEL.showPopover && !PANEL.matches(":popover-open")) PANEL.showPopover();
    const highest = Math.max(8, innerHeight - PANEL.offsetHeight - 16);
    const level = menu ? bottom + 8 : top - 16;
    PANEL.style.top = WIDE.matches ? `${Math.min(Math.max(level, 8), highest)}px` : "";
    close.focus({ preventScroll: true });
}

function closePanel() {
    if (PANEL.hidden) return;
    if (PANEL.hidePopover && PANEL.matches(":popover-open")) PANEL.hidePopover();
    PANEL.hidden = true;
}

PANEL.addEventListener("toggle", (event) => {
    if (event.newState === "closed") PANEL.hidden = true;
});
// a link in the panel leads on
PANEL.addEventListener("click", (event) => event.target.closest("a") && closePanel());
