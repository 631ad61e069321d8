; Rules files: a level-2 heading is an instruction.

(atx_heading
  (atx_h2_marker)
  heading_content: (inline) @injection.content
  (#set! injection.language "rulebook_instruction"))

(atx_heading
  [
    (atx_h1_marker)
    (atx_h3_marker)
    (atx_h4_marker)
    (atx_h5_marker)
    (atx_h6_marker)
  ]
  heading_content: (inline) @injection.content
  (#set! injection.language "markdown_inline"))

(paragraph
  (inline) @injection.content
  (#set! injection.language "markdown_inline"))

(fenced_code_block
  (info_string
    (language) @injection.language)
  (code_fence_content) @injection.content)

; what is written in Markdown stays Markdown
((pipe_table_cell) @injection.content
  (#set! injection.language "markdown_inline"))

((minus_metadata) @injection.content
  (#set! injection.language "yaml")
  (#offset! @injection.content 1 0 -1 0)
  (#set! injection.include-children))

((html_block) @injection.content
  (#set! injection.language "html")
  (#set! injection.combined)
  (#set! injection.include-children))
