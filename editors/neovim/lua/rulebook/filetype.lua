-- Which files are rules. They stay Markdown and get a second name, so that whatever is set up for Markdown goes on working.

local M = {}

local RULES, SCENARIO, CHECK, SETTINGS = "markdown.rulebook", "markdown.rulebook-scenario", "markdown.rulebook-check", "toml.rulebook"

-- The file types that the server is started for.
M.all = { RULES, SCENARIO, CHECK, SETTINGS }

-- The tree-sitter language of each.
M.languages = { [RULES] = "rulebook", [SCENARIO] = "rulebook_scenario", [CHECK] = "rulebook_check" }

-- Whether the front matter names a ruleset, or the folder is one of a ruleset: a `chess.rules.md` of somebody else is none of ours.
local function is_ours(path, buffer)
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer or 0, 0, 20, false)) do
    if line:match("^%s*ruleset%s*:") then
      return true
    end
  end
  return vim.fs.root(path, "ruleset.toml") ~= nil
end

local function named(filetype, other)
  return function(path, buffer)
    return is_ours(path, buffer) and filetype or other
  end
end

local function beside_ruleset(path)
  return vim.uv.fs_stat(vim.fs.joinpath(vim.fs.dirname(path), "ruleset.toml")) and SETTINGS or "toml"
end

function M.add()
  local rules = { named(RULES, "markdown"), { priority = 10 } }
  vim.filetype.add({
    filename = {
      ["ruleset.toml"] = SETTINGS,
      ["rulebook.toml"] = SETTINGS,
      ["scenario.toml"] = beside_ruleset,
      ["thesaurus.toml"] = beside_ruleset,
    },
    pattern = {
      [".*%.rules%.md"] = rules,
      [".*%.amend%.md"] = rules,
      [".*%.clarify%.md"] = rules,
      [".*%.book%.md"] = rules,
      [".*%.index%.md"] = rules,
      [".*%.check%.md"] = { named(CHECK, "markdown"), { priority = 10 } },
      [".*%.scenario%.md"] = { named(SCENARIO, "markdown"), { priority = 10 } },
    },
  })
end

return M
