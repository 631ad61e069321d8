(number) @number
(count) @number
(type) @type
(grade) @constant
(unit) @type.builtin
(name) @string
(quoted) @string
(comment) @comment
"@" @operator
[
  ","
  ":"
] @punctuation.delimiter
