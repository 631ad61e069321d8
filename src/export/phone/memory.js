// ---- Memory: what this browser remembers: pins, recent places, the last place, the list, settings --------------------------------------

const MEMORY_KEY = "rulebook";
const MOST_RECENT = 8;

// Reads it each time, because another tab may have written it. Without storage, nothing is remembered beyond this visit.
let visit = {};
function memory() {
    try {
        return JSON.parse(localStorage.getItem(MEMORY_KEY)) || visit;
    } catch {
        return visit;
    }
}

function remember(changes) {
    visit = { ...memory(), ...changes };
    try {
        localStorage.setItem(MEMORY_KEY, JSON.stringify(visit));
    } catch {
        // remembered for this visit
    }
}

// Puts a place first among the recent ones: { hash, title, note }.
function rememberRecent(place) {
    const others = (memory().recent || []).filter(({ title, note }) => title !== place.title || note !== place.note);
    remember({ recent: [place, ...others].slice(0, MOST_RECENT) });
}

const isPinned = (hash) => (memory().pins || []).some((pin) => pin.hash === hash);

function togglePin(place) {
    const pins = memory().pins || [];
    remember({ pins: isPinned(place.hash) ? pins.filter(({ hash }) => hash !== place.hash) : [...pins, place] });
}
