/// <reference types="tree-sitter-cli/dsl" />
// One line of a scenario: an item of an army list or battle plan. What its words mean is said by the ruleset's scenario.toml, so that
// this grammar tells counts, troops with their grades, prices, measures and names apart, and nothing more. It takes any text.

const FRACTION = '½¼¾⅓⅔';

module.exports = grammar({
  name: 'rulebook_troop',
  extras: (_) => [/\s/],
  rules: {
    line: ($) => seq(optional($.count), repeat($._part)),

    count: ($) => prec(2, seq($.number, optional(token.immediate(prec(2, /[x×]/))))),

    _part: ($) =>
      choice($.troop, $.cost, $.measure, $.number, $.word, $.grade, $.quoted, $.named, $.comment, $.sign, ','),

    // Wb(S), Kn (O)
    troop: ($) => prec(1, seq(alias($.word, $.type), $.grade)),
    grade: (_) => token(/\([\p{L}\p{N}][\p{L}\p{N}\/-]*\)/),

    cost: ($) => prec.right(1, seq('@', $.number, optional($._unit))),
    measure: ($) => prec(1, seq($.number, $._unit)),
    _unit: ($) =>
      choice(alias(token.immediate(prec(1, /[\p{L}%°"″]+/)), $.unit), alias(token(prec(1, /[A-Z]{2,3}|cm|mm|pts|paces|%|°/)), $.unit)),

    // what stands behind a colon
    named: ($) => prec.right(seq(':', optional($.name))),
    name: (_) => token(prec(1, /[^\s\p{N}<:][^\n<]*/)),

    number: (_) => token(new RegExp(`[0-9]+([.\\/][0-9]+)?[${FRACTION}]?|[${FRACTION}]`)),
    word: (_) => token(/[\p{L}][\p{L}\p{N}'’-]*/),
    quoted: (_) => token(/["“”][^"“”\n]*["“”]/),
    comment: (_) => token(/<!--([^-]|-[^-]|--[^>])*-->/),
    sign: (_) => token(prec(-1, /[^\s]/)),
  },
});
