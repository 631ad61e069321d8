(verb) @keyword
(keyword) @keyword.operator
(unit) @type
[
  (number)
  (nth)
] @number
(quoted) @string
(label) @string
(description) @comment
(id) @label
(name) @module

(attributes
  [
    "{"
    "}"
  ] @punctuation.bracket)
(key) @attribute
(class) @attribute
(value) @string.special
"=" @operator
[
  ","
  "."
  ":"
  ";"
] @punctuation.delimiter
[
  "("
  ")"
] @punctuation.bracket
