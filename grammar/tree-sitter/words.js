// The words of the instruction language and of rules of play, as the program's own tables have them. `cargo test grammar::` holds
// keywords.json to these tables.

const words = require('../keywords.json');

// A word in any case.
const word = (text) => (/^\w+$/.test(text) ? new RegExp(text, 'i') : text);

const noise = words.noise.map((text) => text.toLowerCase());

// `moved to` as its words; those that are read over everywhere are left out.
const phrase = (name) => {
  const parts = name.split(' ').filter((text) => !noise.includes(text.toLowerCase())).map(word);
  return parts.length === 1 ? parts[0] : seq(...parts);
};

const any = (rules) => (rules.length === 1 ? rules[0] : choice(...rules));

const used = new Set();

const row = (list, name) => {
  const found = words[list].find((row) => row.name === name || row.one === name);
  if (!found) throw new Error(`keywords.json has no ${name} among its ${list}`);
  used.add(found);
  return found;
};

module.exports = {
  words,
  word,
  any,
  // A keyword with all words that are understood for it.
  keyword: (name) => {
    const { also } = row('keywords', name);
    return any([name, ...also].map(phrase));
  },
  // A verb with all words that are understood for it.
  verb: (name) => {
    const { also } = row('verbs', name);
    return any([name, ...also].map(word));
  },
  // The words of all units, or of one.
  units: (which) => {
    const rows = words.units.filter((unit) => which(unit.one));
    rows.forEach((unit) => used.add(unit));
    return any([...new Set(rows.flatMap((unit) => [unit.one, unit.many, ...unit.also]))].map(word));
  },
  // Fails where the program knows a word that the grammar has no place for.
  all_used: () => {
    const rest = [...words.verbs, ...words.units, ...words.keywords].filter((row) => !used.has(row));
    if (rest.length > 0) throw new Error(`the grammar has no place for ${rest.map((row) => row.name ?? row.one).join(', ')}`);
  },
};
