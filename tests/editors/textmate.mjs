// The TextMate grammars, run by the very engine of VS Code over its grammar of Markdown: what the words of rules files are taken for, in all
// shipped files and in a few lines where it is easy to be wrong. Run by tests/editors/run with the folder of the packages.

import { createRequire } from 'node:module';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const [packages, root] = process.argv.slice(2);
const require = createRequire(path.join(packages, 'x.js'));
const { Registry, parseRawGrammar, INITIAL } = require('vscode-textmate');
const oniguruma = require('vscode-oniguruma');

const own = path.join(root, 'grammar/textmate');
const files = {
  'text.html.markdown': path.join(packages, 'node_modules/tm-grammars/grammars/markdown.json'),
  'source.yaml': path.join(packages, 'node_modules/tm-grammars/grammars/yaml.json'),
};
for (const name of readdirSync(own)) {
  files[JSON.parse(readFileSync(path.join(own, name), 'utf8')).scopeName] = path.join(own, name);
}

await oniguruma.loadWASM(readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')));
const registry = new Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async (scope) => {
    if (!files[scope]) return null;
    const grammar = JSON.parse(readFileSync(files[scope], 'utf8'));
    // some packages name Markdown otherwise than VS Code does
    grammar.scopeName = scope;
    return parseRawGrammar(JSON.stringify(grammar), 'x.json');
  },
});

// The tokens of a text, line by line: the words, and their own scopes.
const tokens = async (scope, text) => {
  const grammar = await registry.loadGrammar(scope);
  let state = INITIAL;
  return text.split('\n').map((line) => {
    const result = grammar.tokenizeLine(line, state);
    state = result.ruleStack;
    return result.tokens.map((token) => [line.slice(token.startIndex, token.endIndex), token.scopes.join(' ')]);
  });
};

let wrong = 0;
const expect = (holds, what) => {
  if (!holds) {
    wrong += 1;
    console.log(`textmate: FAILED: ${what}`);
  }
};

// word and scope, in a line or lines of a file
const check = async (scope, text, expected) => {
  const found = (await tokens(scope, text)).flat();
  for (const [word, name] of expected) {
    const at = found.filter(([text]) => text.trim() === word);
    expect(at.some(([, scopes]) => scopes.includes(name)), `\`${word}\` of \`${text}\` is ${at.map(([, scopes]) => scopes).join(' / ') || 'in no token'}, not ${name}`);
  }
};

const RULES = 'text.html.markdown.rulebook';
const SCENARIO = 'text.html.markdown.rulebook-scenario';

await check(RULES, '## Replace paragraph 2, last 2 bullets in "all of it" (3.1 numbering) {#a.b n=6 .cont}', [
  ['##', 'punctuation.definition.heading'],
  ['Replace', 'keyword.control.verb'],
  ['paragraph', 'support.type.unit'],
  ['last', 'keyword.operator.word'],
  ['2', 'constant.numeric'],
  ['"all of it"'.slice(1, -1), 'string.quoted.double'],
  ['a.b', 'entity.name.tag.id'],
  ['n', 'entity.other.attribute-name'],
  ['6', 'string.unquoted.attribute-value'],
  ['.cont', 'entity.other.attribute-name.class'],
]);
await check(RULES, '## Withdraw dbm-3.4 on #terrain.defender.ww', [
  ['dbm-3.4', 'entity.name.type.document'],
  ['terrain.defender.ww', 'variable.other.reference'],
]);
await check(RULES, '> - Pikes add [+1](fact:support.pikes), … in all. {#support.pikes}', [
  ['+1', 'constant.numeric.fact'],
  ['support.pikes', 'variable.other.fact'],
  ['…', 'constant.language.hole'],
  ['support.pikes', 'entity.name.tag.id'],
]);
await check(RULES, '```rule\neach side\nlet due = fact(army-size.limit) where count > 2 -- x\nsay "has {due}"\n```\n\ntext', [
  ['each', 'keyword.control.line'],
  ['let', 'keyword.control.line'],
  ['fact', 'support.function'],
  ['army-size.limit', 'variable.other.reference'],
  ['where', 'keyword.operator.word'],
  ['2', 'constant.numeric'],
  ['due', 'meta.interpolation'],
]);
await check(SCENARIO, '---\nruleset: dbm\n---\n\n- 20 Irr Wb(S) @5½, 17 AP: Arverni', [
  ['20', 'constant.numeric'],
  ['Wb', 'support.type.troop'],
  ['(S)', 'constant.language.grade'],
  ['5½', 'constant.numeric.cost'],
  ['AP', 'keyword.other.unit'],
  ['Arverni', 'entity.name.tag.name'],
]);
await check(SCENARIO, 'aggression: 3', [
  ['aggression', 'entity.other.attribute-name'],
  ['3', 'constant.numeric'],
]);

// every instruction and every item of all shipped files
const below = (folder) => readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
let instructions = 0;
let items = 0;
for (const file of below(path.join(root, 'rules'))) {
  const text = readFileSync(file, 'utf8');
  if (/\.(amend|clarify)\.md$/.test(file)) {
    const lines = await tokens(RULES, text);
    text.split('\n').forEach((line, at) => {
      if (line.startsWith('## ')) {
        instructions += 1;
        expect(lines[at].some(([, scopes]) => scopes.includes('keyword.control.verb')), `${file}:${at + 1}: no verb in \`${line}\``);
      }
    });
  } else if (file.endsWith('.scenario.md')) {
    const lines = await tokens(SCENARIO, text);
    text.split('\n').forEach((line, at) => {
      if (line.startsWith('- ')) {
        items += 1;
        expect(lines[at].some(([, scopes]) => scopes.includes('meta.troop')), `${file}:${at + 1}: \`${line}\` is no line of a scenario`);
      }
    });
  }
}
expect(instructions > 100 && items > 20, `only ${instructions} instructions and ${items} lines were looked at`);
if (wrong === 0) console.log(`textmate: ${instructions} instructions and ${items} lines of scenarios have their scopes`);
process.exit(wrong === 0 ? 0 : 1);
