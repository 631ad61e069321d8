// ---- Filters: which documents a query admits ------------------------------------------------------------------------
//
// Mirrors src/search/filter.rs: a set is a list of booleans, one per document; null is no condition.

class Filter {
    constructor(index, editions, layersOf, faults) {
        Object.assign(this, { index, editions, layersOf, faults });
    }

    where(test) {
        return this.index.docs.map(test);
    }

    at(places) {
        const set = new Array(this.index.docs.length).fill(false);
        for (const place of places) set[place] = true;
        return set;
    }

    // Returns the number of the requested edition in a document's ruleset.
    editionOf(doc) {
        return this.editions.has(doc.book.key) ? editionAt(doc.book, this.editions.get(doc.book.key)) : -1;
    }

    // Returns whether the sources of a document contradict each other, including the clarifications and guidelines of the profile.
    isContradicted(doc) {
        const layers = this.layersOf(doc.book);
        const here = this.editionOf(doc);
        return doc.standing.contradicted.some(
            ([edition, needed]) => edition === here && needed.every((layer) => layers.includes(layer)),
        );
    }

    holds(doc) {
        return doc.standing.editions.includes(this.editionOf(doc));
    }

    // Returns the documents that meet the conditions of a node.
    required(node) {
        switch (node.kind) {
            case "words":
                return null;
            case "phrase":
            case "prefix":
                return this.exact(node);
            case "condition":
                return this.condition(node.field, node.value);
            case "all":
                return node.nodes
                    .map((inner) => this.required(inner))
                    .filter(Boolean)
                    .reduce((a, b) => (a ? intersect(a, b) : b), null);
            case "and":
                return node.nodes.map((inner) => this.exact(inner)).reduce(intersect);
            case "or":
                return node.nodes.map((inner) => this.required(inner)).some(Boolean)
                    ? this.withoutNewFaults(() => this.exact(node))
                    : null;
            case "not": {
                if (node.node.kind === "condition" && !this.condition(node.node.field, node.node.value)) return null;
                return this.withoutNewFaults(() => this.exact(node.node)).map((has) => !has);
            }
        }
    }

    // Evaluates `act` without recording its faults, which have been recorded before.
    withoutNewFaults(act) {
        const before = this.faults.length;
        const out = act();
        this.faults.length = before;
        return out;
    }

    // Returns the documents that match a node.
    exact(node) {
        const all = () => this.where(() => true);
        switch (node.kind) {
            case "words":
                return conceptsOf(this.index, node.text, { corrections: [], unknown: [] })
                    .map((concept) => this.concept(concept))
                    .reduce(intersect, all());
            case "phrase":
                return this.at(this.index.documentsWithPhrase(stemsOf(node.text)));
            case "prefix": {
                const concept = prefixConcept(this.index, node.text);
                return concept ? this.concept(concept) : this.at([]);
            }
            case "condition":
                return this.condition(node.field, node.value) || all();
            case "all":
            case "and":
                return node.nodes.map((inner) => this.exact(inner)).reduce(intersect, all());
            case "or":
                return node.nodes.map((inner) => this.exact(inner)).reduce(union);
            case "not":
                return this.exact(node.node).map((has) => !has);
        }
    }

    concept({ ways }) {
        return ways.map((way) => way.words.map((word) => this.at(this.index.documentsWith(word))).reduce(intersect)).reduce(union);
    }

    addFault(message) {
        if (!this.faults.includes(message)) this.faults.push(message);
        return null;
    }

    condition(field, value) {
        const below = (own, target) =>
            own === target || (own.startsWith(target) && /^[./]/.test(own.slice(target.length)));
        const one = () => {
            const target = value.one.replace(/^#/, "");
            const bare = target.slice(target.indexOf("/") + 1);
            const set = this.where((doc) => [doc[field]].flat().some((own) => own === target || below(own, bare)));
            return set.some(Boolean) ? set : this.addFault(`no text has ${field}:${target}`);
        };
        const ordered = (order, noun) => {
            const place = (end) => Math.max(order.indexOf(end), order.indexOf(end.replace(/^[pP. ]+/, "")));
            const [from, to] = value.one !== undefined ? [value.one, value.one] : [value.from, value.to];
            for (const end of [from, to]) if (end && place(end) < 0) return this.addFault(`no ${noun} ${end}`);
            const ends = [from ? place(from) : 0, to ? place(to) : order.length - 1].sort((a, b) => a - b);
            const isWithin = (at) => at >= 0 && at >= ends[0] && at <= ends[1];
            return this.where((doc) => isWithin(order.indexOf(doc[field])));
        };
        const [, , matching] = filterNamed(field);
        if (matching === "View") return null;
        if (matching === "Editions")
            return ordered([...new Set(BOOKS.flatMap((book) => book.editions.map((edition) => edition.id)))], "edition");
        if (matching === "Pages") {
            const pages = [...new Set(BOOKS.flatMap((book) => [...book.slips.keys()]))].sort(
                (a, b) => parseInt(a, 10) - parseInt(b, 10) || (a < b ? -1 : 1),
            );
            return ordered(pages, "page");
        }
        if (value.one === undefined) return this.addFault(`\`${field}:\` does not support ranges`);
        return matching === "Section" ? this.section(value.one) : matching === "State" ? this.state(value.one) : one();
    }

    // Finds sections by id, by the beginning of an id, or by words of the heading.
    section(name) {
        const bare = name.slice(name.indexOf("/") + 1).replace(/^#/, "");
        const all = BOOKS.flatMap((book) => book.sections);
        let found = all.filter((section) => section.id === bare || section.id.startsWith(`${bare}.`));
        if (!found.length) {
            const target = stemsOf(name);
            const fits = (heading) =>
                target.length && target.every((word) => stemsOf(heading).some((own) => own.startsWith(word)));
            found = all.filter((section) => fits(section.heading));
        }
        const ids = new Set(found.map((section) => section.id));
        return ids.size ? this.where((doc) => ids.has(doc.section)) : this.addFault(`no section \`${name}\``);
    }

    state(typed) {
        const state = { included: "held", "changed-since": "touched" }[typed] || typed;
        if (state === typed && ![...TABLES.states, "held", "touched"].includes(state)) return this.addFault(`unknown state \`${state}\``);
        if (state === "held") return this.where((doc) => doc.text != null);
        if (state === "deleted") return this.where((doc) => doc.standing.gone.includes(this.editionOf(doc)));
        return this.where(
            (doc) =>
                doc.standing.states[this.editions.get(doc.book.key)] === state ||
                (state === "contradicted" && this.isContradicted(doc)),
        );
    }
}

const intersect = (a, b) => a.map((has, at) => has && b[at]);
const union = (a, b) => a.map((has, at) => has || b[at]);
