-- The tree-sitter languages. Files of rules are parsed by Markdown's own parser, under names of ours that have queries of ours, so that
-- ordinary Markdown keeps its look.

local M = {}

local state

local function load()
  local markdown = vim.api.nvim_get_runtime_file("parser/markdown.*", false)[1]
  if not markdown then
    return false
  end
  for filetype, language in pairs(require("rulebook.filetype").languages) do
    local fine = pcall(vim.treesitter.language.add, language, { path = markdown, symbol_name = "markdown" })
    if not fine then
      return false
    end
    vim.treesitter.language.register(language, filetype)
  end
  return true
end

-- The language of a file type; none where Markdown's parser is missing.
function M.language(filetype)
  if state == nil then
    state = load()
  end
  return state and require("rulebook.filetype").languages[filetype] or nil
end

-- The parsers of ours, with whether each can be loaded.
function M.own()
  local out = {}
  for _, language in ipairs({ "rulebook_instruction", "rulebook_troop", "rulebook_rule" }) do
    local fine, loaded = pcall(vim.treesitter.language.add, language)
    out[#out + 1] = { language = language, loaded = fine and loaded == true }
  end
  return out
end

return M
