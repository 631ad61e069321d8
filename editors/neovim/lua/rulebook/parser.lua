-- The tree-sitter languages. Markdown's parser parses rules files, but is registered under other names with their own queries, so that
-- ordinary Markdown is highlighted as before.

local M = {}

-- whether the languages are registered; nil before the first attempt
local registered

local function register()
  local markdown = vim.api.nvim_get_runtime_file("parser/markdown.*", false)[1]
  if not markdown then
    return false
  end
  for filetype, language in pairs(require("rulebook.filetype").languages) do
    local ok = pcall(vim.treesitter.language.add, language, { path = markdown, symbol_name = "markdown" })
    if not ok then
      return false
    end
    vim.treesitter.language.register(language, filetype)
  end
  return true
end

-- Returns the language of a file type; nil if Markdown's parser is missing.
function M.language(filetype)
  if registered == nil then
    registered = register()
  end
  return registered and require("rulebook.filetype").languages[filetype] or nil
end

-- Lists the project's own parsers and whether each can be loaded.
function M.own()
  local out = {}
  for _, language in ipairs({ "rulebook_instruction", "rulebook_troop", "rulebook_rule" }) do
    local ok, loaded = pcall(vim.treesitter.language.add, language)
    out[#out + 1] = { language = language, loaded = ok and loaded == true }
  end
  return out
end

return M
