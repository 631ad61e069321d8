// ---- Addresses: `#dbm/recoiling@3.4`, `#dbm/recoiling@3.1..3.4`, `#dbm/p.22@3.4`, `#dbm@3.3..3.4`, `#dbm@3.4?q=recoil` ------------------
//
// A place has the members { ruleset, what, edition, from, since, day, profile, q } and those of OPTIONS; what an address leaves out is null, and
// the program has a default for it. An empty `from` is the edition that `edition` amends.

// Members of a place that only one view uses: which view of the ruleset it is, and what is selected in it.
const OPTIONS = ["view", "kind", "state", "section", "bars", "count"];

// Returns the address of a place, without what is the default.
function hashOf(place) {
    const { ruleset, what, edition, from, since, day, profile, q } = place;
    const parameters = new URLSearchParams();
    if (q != null) parameters.set("q", q);
    for (const name of OPTIONS) if (place[name] != null) parameters.set(name, place[name]);
    if (day && day !== book?.today) parameters.set("as-of", day);
    if (since) parameters.set("since", since);
    if (profile && profile !== summaryOf(ruleset)?.view.profile) parameters.set("profile", profile);
    const tail = parameters.toString();
    const own = what ? `/${what.split("/").map(encodeURIComponent).join("/").replaceAll("%3A", ":")}` : "";
    const editions = from != null ? `@${from}..${edition}` : edition ? `@${edition}` : "";
    return `#${ruleset || ""}${own}${editions}${tail ? `?${tail}` : ""}`;
}

// Reads an address.
function placeOf(hash) {
    const [path, tail] = hash.replace(/^#/, "").split(/\?(.*)/s);
    const parameters = new URLSearchParams(tail || "");
    const [, key, what, editions] = /^([^/@]*)(?:\/(.*?))?(?:@([^@]*))?$/.exec(path) || [];
    const [first, second] = (editions || "").split("..");
    const decoded = (part) => {
        try {
            return decodeURIComponent(part);
        } catch {
            return part;
        }
    };
    return {
        ruleset: key ? decoded(key) : null,
        what: what ? what.split("/").map(decoded).join("/") : null,
        edition: second || first || null,
        from: second ? first : null,
        since: parameters.get("since"),
        day: parameters.get("as-of"),
        profile: parameters.get("profile"),
        q: parameters.get("q"),
        ...Object.fromEntries(OPTIONS.map((name) => [name, parameters.get(name)])),
    };
}

// Returns another place at the same view.
const placeAt = ({ ruleset, edition, day, profile }, place = {}) => ({ ruleset, edition, day, profile, ...place });

// Returns a command of the program at the view of a place: its name and flags, and the words that it is about.
function commandAt({ ruleset, edition, day, profile }, [name, ...flags], words = []) {
    const { wording } = memory();
    const options = { "--ruleset": ruleset, "--at": edition, "--as-of": day, "--profile": profile, "--wording": wording };
    const named = Object.entries(options).flatMap(([option, value]) => (value ? [option, value] : []));
    return { command: [name, ...flags.filter(Boolean), ...named, "--", ...words] };
}

const pageOf = (what) => /^p\.(.+)$/.exec(what || "")?.[1];
const bareId = (id) => id.slice(id.indexOf("/") + 1);
