-- File type detection. Rules files stay Markdown and get a second file type, so that everything set up for Markdown keeps working.

local M = {}

local RULES, SCENARIO, CHECK, SETTINGS = "markdown.rulebook", "markdown.rulebook-scenario", "markdown.rulebook-check", "toml.rulebook"

-- The file types for which the server starts.
M.all = { RULES, SCENARIO, CHECK, SETTINGS }

-- The tree-sitter language of each file type.
M.languages = { [RULES] = "rulebook", [SCENARIO] = "rulebook_scenario", [CHECK] = "rulebook_check" }

-- Returns whether the front matter names a ruleset, or the folder is that of a ruleset. An unrelated `chess.rules.md` does not qualify.
local function is_rulebook_file(path, buffer)
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer or 0, 0, 20, false)) do
    if line:match("^%s*ruleset%s*:") then
      return true
    end
  end
  return vim.fs.root(path, "ruleset.toml") ~= nil
end

local function detect(filetype, fallback)
  return function(path, buffer)
    return is_rulebook_file(path, buffer) and filetype or fallback
  end
end

local function settings_filetype(path)
  return vim.uv.fs_stat(vim.fs.joinpath(vim.fs.dirname(path), "ruleset.toml")) and SETTINGS or "toml"
end

function M.add()
  local rules = { detect(RULES, "markdown"), { priority = 10 } }
  vim.filetype.add({
    filename = {
      ["ruleset.toml"] = SETTINGS,
      ["rulebook.toml"] = SETTINGS,
      ["scenario.toml"] = settings_filetype,
      ["thesaurus.toml"] = settings_filetype,
    },
    pattern = {
      [".*%.rules%.md"] = rules,
      [".*%.amend%.md"] = rules,
      [".*%.clarify%.md"] = rules,
      [".*%.book%.md"] = rules,
      [".*%.index%.md"] = rules,
      [".*%.check%.md"] = { detect(CHECK, "markdown"), { priority = 10 } },
      [".*%.scenario%.md"] = { detect(SCENARIO, "markdown"), { priority = 10 } },
    },
  })
end

return M
