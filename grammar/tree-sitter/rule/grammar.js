/// <reference types="tree-sitter-cli/dsl" />
// The block `rule` of a check file: lines that begin with a word, and expressions. Lines that are indented go on with the one above.

const { words, word, any } = require('../words.js');

const operators = ['and', 'or', 'not', 'in', 'if', 'then', 'else', 'has', 'where'];

module.exports = grammar({
  name: 'rulebook_rule',
  extras: ($) => [/[ \t\r]/, $._continued, $.remark],
  word: ($) => $._word,
  rules: {
    rule: ($) => seq(repeat(seq(optional($.statement), '\n')), optional($.statement)),

    statement: ($) => seq(alias(any(words.rule.lines), $.keyword), repeat($._part)),

    _part: ($) =>
      choice($.call, $.group, $.text, $.number, $.boolean, $.name, alias(choice(...operators), $.operator), $.sign, ','),

    call: ($) => prec(1, seq(field('function', $.name), token.immediate('('), repeat($._part), ')', optional(seq(token.immediate('.'), $.name)))),
    group: ($) => seq('(', repeat($._part), ')'),

    text: ($) => seq('"', repeat(choice($.words, $.interpolation)), token.immediate('"')),
    words: (_) => token.immediate(prec(1, /[^"{]+/)),
    interpolation: ($) => seq(token.immediate('{'), repeat($._part), '}'),

    boolean: (_) => choice('true', 'false'),
    number: (_) => token(prec(1, /[0-9]+(\.[0-9]+)?/)),
    // properties, words of the vocabulary; in calls also clauses and instructions: element-cost.table/r3, dbm-3.3:21
    name: ($) => choice($._word, /[#\p{N}][\p{L}\p{N}_-]*([.\/:][\p{L}\p{N}_-]+)+/),
    sign: (_) => choice('=', '!=', '<', '<=', '>', '>=', '+', '-', '*', '/'),
    _word: (_) => /[\p{L}][\p{L}\p{N}_-]*([.\/:][\p{L}\p{N}_-]+)*/,
    _continued: (_) => token(prec(1, /\r?\n[ \t]+/)),
    remark: (_) => token(prec(1, /--[^\n]*/)),
  },
});
