; inherits: markdown

; what is quoted below an instruction
(section
  (block_quote) @fold
  (#trim! @fold))
