// ---- Addresses: `#dbm/recoiling@3.4`, `#dbm/recoiling@3.1..3.4`, `#dbm/p.22@3.4`, `#dbm@3.3..3.4`, `#dbm@3.4?q=recoil

const FIRST = BOOKS.find((book) => book.default) || BOOKS[0];

// Members of a place that only one view uses: which view of the ruleset it is, and what is selected in it.
const OPTIONS = ["view", "kind", "state", "section", "bars", "count"];

// Returns the address of a place: { ruleset, what, edition, from, since, day, profile, q } and options. Omits defaults.
function hashOf(place) {
    const { ruleset, what, edition, from, since, day, profile, q } = place;
    const book = bookOf(ruleset);
    const parameters = new URLSearchParams();
    if (q != null) parameters.set("q", q);
    for (const name of OPTIONS) if (place[name] != null) parameters.set(name, place[name]);
    if (day && day !== DATA.made.until) parameters.set("as-of", day);
    if (since) parameters.set("since", since);
    if (profile && profile !== book.view.profile) parameters.set("profile", profile);
    const tail = parameters.toString();
    const own = what ? `/${what.split("/").map(encodeURIComponent).join("/").replaceAll("%3A", ":")}` : "";
    return `#${ruleset}${own}@${from ? `${from}..` : ""}${edition}${tail ? `?${tail}` : ""}`;
}

// Parses an address into a place; missing parts are those with which the page was made. `faults` lists errors in the address, `refused` says
// why the program gives no answer.
function placeOf(hash) {
    const [path, tail] = hash.replace(/^#/, "").split(/\?(.*)/s);
    const parameters = new URLSearchParams(tail || "");
    const [, key, what, editions] = /^([^/@]*)(?:\/(.*?))?(?:@([^@]*))?$/.exec(path) || [];
    const book = bookOf(key) || FIRST;
    const faults = [];
    if (key && !bookOf(key)) faults.push(`no ruleset \`${key}\` in this page; showing ${book.key}`);
    const day = dateParameter(parameters, "as-of", faults) || DATA.made.until;
    const since = dateParameter(parameters, "since", faults);
    const [first, second] = (editions || "").split("..");
    const ids = book.editions.map(({ id }) => id).join(", ");
    const known = (id) => {
        if (id && editionAt(book, id) < 0) faults.push(`no edition ${id} of ${book.key}; editions: ${ids}`);
        return editionAt(book, id) >= 0;
    };
    const newest = newestEditionOn(book, day);
    const view = day === DATA.made.until ? book.view.edition : newest;
    let edition = known(second || first) ? second || first : view || book.editions[0].id;
    let refused = null;
    if (!isPublished(book, edition, day)) {
        const fault = notPublishedMessage(book, edition, day);
        if (newest) faults.push(fault);
        else refused = fault;
        edition = newest || edition;
    }
    let from = second && known(first) ? first : null;
    if ((from || since) && !isPublished(book, from || edition, since || day)) {
        faults.push(notPublishedMessage(book, from || edition, since || day));
        from = null;
    }
    const requestedProfile = parameters.get("profile");
    const profiles = book.profiles.map(({ id }) => id);
    if (requestedProfile && !profiles.includes(requestedProfile))
        faults.push(`no profile \`${requestedProfile}\` of ${book.key}; profiles: ${profiles.join(", ")}`);
    let decoded = what || null;
    try {
        decoded = what ? what.split("/").map(decodeURIComponent).join("/") : null;
    } catch {
        // uses an address that cannot be decoded without change
    }
    return {
        ruleset: book.key,
        what: decoded,
        edition,
        day,
        profile: profiles.includes(requestedProfile) ? requestedProfile : book.view.profile,
        faults,
        refused,
        from,
        since: since && isPublished(book, from || edition, since) ? since : null,
        q: parameters.get("q"),
        ...Object.fromEntries(OPTIONS.map((name) => [name, parameters.get(name)])),
    };
}

// Returns another place at the same view. Only what is named differs from the start of the ruleset.
const placeAt = ({ ruleset, edition, day, profile }, place) => ({ ruleset, edition, day, profile, ...place });

// Returns a date of an address; null if it has none that can be shown.
function dateParameter(parameters, name, faults) {
    const day = parameters.get(name);
    if (day == null) return null;
    if (!isDay(day)) {
        faults.push(`\`${day}\` is not a date: write it as 2020-11-01`);
        return null;
    }
    if (day <= DATA.made.until) return day;
    faults.push(`this page ends on ${dayInWords(DATA.made.until)}: later publications are not included`);
    return DATA.made.until;
}

// The program's message that an edition was not published.
function notPublishedMessage(book, id, day) {
    const newest = newestEditionOn(book, day);
    const { from, status } = book.editions[editionAt(book, id)];
    const use = status ? ` (${status})` : "";
    const on = dayInWords(day);
    const instead = newest ? `; in force on ${on}: ${newest}` : "";
    const year = day.slice(0, 4);
    if ([`${monthName(day)} ${year}`, year].includes(from))
        return `${book.key} ${id} was published in ${from}, on a day that is not known, and counts from the last; on ${on} it may not have been in force${use}${instead}`;
    const state = from === "proposed" ? "is only proposed" : `was not published until ${from}`;
    return `${book.key} ${id} ${state}${use}${instead || `; on ${on} no edition was in force`}`;
}
