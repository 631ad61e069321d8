(name) @variable
(keyword) @keyword
(operator) @keyword.operator
(sign) @operator
(number) @number
(boolean) @boolean
(text) @string
(interpolation
  [
    "{"
    "}"
  ] @punctuation.special)
(call
  function: (name) @function)
(remark) @comment
"," @punctuation.delimiter
[
  "("
  ")"
] @punctuation.bracket
