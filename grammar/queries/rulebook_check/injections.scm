; Rules of play: a block `rule`, and blocks `scenario` as examples.

(fenced_code_block
  (info_string
    (language) @_language)
  (code_fence_content) @injection.content
  (#eq? @_language "rule")
  (#set! injection.language "rulebook_rule"))

(fenced_code_block
  (info_string
    (language) @_language)
  (code_fence_content) @injection.content
  (#eq? @_language "scenario")
  (#set! injection.language "rulebook_scenario"))

((inline) @injection.content
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
