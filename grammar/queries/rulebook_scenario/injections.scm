; Scenarios: items and headings are lines of the vocabulary; other paragraphs are prose.

(list_item
  (paragraph
    (inline) @injection.content)
  (#set! injection.language "rulebook_troop"))

(atx_heading
  heading_content: (inline) @injection.content
  (#set! injection.language "rulebook_troop"))

(section
  (paragraph
    (inline) @injection.content)
  (#set! injection.language "markdown_inline"))

(block_quote
  (paragraph
    (inline) @injection.content)
  (#set! injection.language "markdown_inline"))

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
