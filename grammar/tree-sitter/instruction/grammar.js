/// <reference types="tree-sitter-cli/dsl" />
// One instruction: the text of a level-2 heading in an amendment or clarification sheet, with its attributes.
// `grammar/README.md` part 4 documents the language; sloppy forms, which the formatter rewrites, are understood too.

const { words, word, any, keyword, verb, units, all_used } = require('../words.js');

const key = ($, name) => alias(keyword(name), $.keyword);
const does = ($, name) => alias(verb(name), $.verb);
const separated = (rule, by) => seq(rule, repeat(seq(by, rule)));

// every word of the tables has a place
// further steps, outermost first
const inwards = ($, first) => seq(first, repeat(seq($._comma, $.step)), optional(seq($._comma, $.range)));

// an address, with what surrounds it behind `of`, its numbering and its printed line
const address = ($, first) =>
  seq(
    first,
    repeat(seq(choice(key($, 'of'), key($, 'in')), choice(inwards($, choice($.id, $.step)), $.range))),
    repeat(choice($.frame, $.printed_line)),
  );

const rules = {
  instruction: ($) => seq($._order, optional('.'), optional($.attributes)),

  _order: ($) =>
    choice(
      $.replace,
      $.delete,
      $.insert,
      $.set,
      $.substitute,
      $.move,
      $.swap,
      $.rename,
      $.withdraw,
      $.note,
      $.clarify,
    ),

  replace: ($) =>
    seq(
      does($, 'Replace'),
      choice(
        seq($.phrase, key($, 'with'), $.quoted, optional($._within)),
        seq(
          $._targets,
          repeat(seq(optional($._comma), choice(seq(key($, 'with'), $.count), seq(key($, 'except'), $.name)))),
        ),
      ),
    ),

  delete: ($) =>
    seq(
      does($, 'Delete'),
      choice($.description, seq($.phrase, optional($._within)), $._targets),
      optional($.moved),
    ),

  moved: ($) => seq(optional($._comma), key($, 'moved to'), $.id),

  // `Insert` and `Add`; either is understood for the other
  insert: ($) =>
    seq(
      choice(does($, 'Insert'), does($, 'Add')),
      choice($.quoted, $.count),
      optional($._comma),
      choice(
        seq(choice(key($, 'before'), key($, 'after')), choice(seq($.phrase, optional($._within)), $.target)),
        seq(
          key($, 'at the'),
          choice(key($, 'start'), key($, 'end')),
          optional(seq(choice(key($, 'of'), key($, 'in')), $.target)),
        ),
      ),
    ),

  set: ($) => seq(does($, 'Set'), choice(key($, 'values'), key($, 'entries'))),

  substitute: ($) => seq(does($, 'Substitute'), $._within),

  move: ($) =>
    seq(
      does($, 'Move'),
      $._targets,
      optional($._comma),
      optional(key($, 'to')),
      choice(key($, 'before'), key($, 'after')),
      $.target,
    ),

  swap: ($) => seq(does($, 'Swap'), $._targets, optional(seq(key($, 'with'), $.target))),

  rename: ($) => seq(does($, 'Rename'), $.target, key($, 'to'), $.quoted),

  withdraw: ($) => seq(does($, 'Withdraw'), field('document', $.name), key($, 'on'), $.id),

  note: ($) => seq(does($, 'Note'), key($, 'on'), choice(key($, 'ruleset'), $._targets)),

  clarify: ($) => seq(does($, 'Clarify'), $._targets),

  _within: ($) => seq(choice(key($, 'in'), key($, 'of')), $._targets),

  // a bare comma leads to another address only before an id; else to the next step
  _targets: ($) =>
    seq(
      $.target,
      repeat(
        choice(
          seq(optional($._comma), key($, 'and'), $.target),
          seq($._comma, alias($._named_target, $.target)),
        ),
      ),
    ),

  target: ($) => address($, choice(inwards($, choice($.id, $.step)), $.range)),
  _named_target: ($) => address($, inwards($, $.id)),

  range: ($) => seq(key($, 'from'), $._edge, key($, 'to'), choice($._edge, prec.dynamic(1, $.ending))),
  _edge: ($) => choice($.phrase, separated($.step, $._comma)),
  ending: ($) => prec.dynamic(1, seq(key($, 'end'), optional(seq(key($, 'of'), separated($.step, $._comma))))),

  frame: ($) => seq('(', optional(key($, 'in')), field('edition', choice($.name, $.number)), key($, 'numbering'), ')'),
  printed_line: ($) => seq('(', key($, 'printed line'), $.number, ')'),

  step: ($) =>
    choice(
      key($, 'heading'),
      key($, 'text'),
      seq(key($, 'all'), optional($.number), $._unit),
      seq(key($, 'last'), optional($.number), $._unit, optional($.labels)),
      seq(alias($.nths, $.ordinals), $._unit, optional(choice($.labels, key($, 'from the end')))),
      seq($.nth, $.number, $._unit),
      seq($._other, optional('.'), $.ordinals, optional(key($, 'from the end'))),
      seq($._other, $.labels, optional($.ordinals)),
      seq($._section, optional(choice($._ids, seq($.ordinals, optional(key($, 'from the end'))), seq($.labels, optional($.ordinals))))),
    ),

  _unit: ($) => choice($._other, $._section),
  _other: ($) => alias(units((unit) => unit !== 'section'), $.unit),
  // a section alone is the one of the heading above
  _section: ($) => alias(units((unit) => unit === 'section'), $.unit),
  _ids: ($) => separated($.id, $._join),

  labels: ($) => separated($._label, $._join),
  _label: ($) => choice($.quoted, alias($._bare, $.label), seq('(', alias($.name, $.label), ')')),

  ordinals: ($) => separated($._span, $._join),
  _span: ($) => seq($.number, optional(seq($._dash, $.number))),
  nths: ($) => separated(seq($.nth, optional(seq($._dash, $.nth))), $._join),

  _join: ($) => choice($._comma, key($, 'and'), seq($._comma, key($, 'and'))),
  _comma: ($) => choice(',', '.', ':', ';'),
  _dash: ($) => choice('-', '–', '—', alias(word('to'), $.keyword)),

  // words that stand in the text
  phrase: ($) =>
    choice(
      seq(optional(choice($.nth, key($, 'last'), key($, 'every'))), $.quoted),
      seq($.quoted, choice(seq($.number, key($, 'times')), alias(choice(word('once'), word('twice')), $.keyword))),
    ),

  count: ($) =>
    seq(optional(choice(word('a'), word('an'), $.number)), $._unit, optional(choice($.number, $._label))),

  number: ($) => choice(/[0-9]+/, ...words.numbers.map(word)),
  nth: ($) => choice(/[0-9]+(st|nd|rd|th)/i, ...words.ordinals.map(word)),
  _bare: (_) => token(choice(/[0-9]+[a-z]/, /[+\-−±][0-9]+/)),
  quoted: (_) => token(choice(/"[^"\n]*"/, /[“”„][^”“"\n]*[”"“]/, /`[^`\n]*`/)),
  description: (_) => token(/\[[^\[\]\n]*(\[[^\[\]\n]*\][^\[\]\n]*)*\]/),
  id: (_) => token(/#[\p{L}\p{N}_][\p{L}\p{N}_\/-]*([.:][\p{L}\p{N}_\/-]+)*/),
  // a document, an edition, what stays
  name: ($) => choice($._word, /[0-9]+([._-][\p{L}\p{N}]+)+/),

  attributes: ($) => seq('{', repeat(choice($.id, $.class, $.attribute)), '}'),
  class: (_) => token(/\.[\p{L}][\p{L}\p{N}_-]*/),
  attribute: ($) => seq(alias($._word, $.key), token.immediate('='), $.value),
  value: (_) => token.immediate(/[^\s}]+/),

  noise: (_) => choice(...words.noise.map(word)),
  _word: (_) => /[\p{L}][\p{L}\p{N}_'’-]*([.\/+][\p{L}\p{N}_'’-]+)*/,
};

module.exports = grammar({
  name: 'rulebook_instruction',
  extras: ($) => [/\s/, $.noise],
  word: ($) => $._word,
  // a comma, a stop or `and` may lead on at several levels; the word behind it tells which
  conflicts: ($) => [
    [$.target],
    [$.replace],
    [$._targets],
    [$.step],
    [$.delete],
    [$.labels],
    [$.ordinals],
    [$._ids],
    [$._span],
    [$._named_target],
    [$.ending],
    [$._edge],
  ],
  rules,
});

all_used();
