-- Settings. They may stand in `vim.g.rulebook` before or after the plugin is loaded, or be given to `setup`; neither is needed.

local M = {}

-- What may be set, with what counts where nothing is.
local usual = {
  -- the program; looked for on the PATH and where cargo puts it, where none is named
  program = nil,
  -- how the rules are read where nothing else is asked
  ruleset = nil,
  edition = nil,
  profile = nil,
  asOf = nil,
  -- more folders of rules, and the library of printed wording
  rules = nil,
  library = nil,
  -- severities of findings by their codes
  lints = nil,
  -- who amended it, above each heading
  lenses = true,
  -- what an ordinal reaches, behind it
  hints = true,
}

-- The settings that the server takes.
local served = { "ruleset", "edition", "profile", "asOf", "rules", "library", "lints" }

function M.setup(settings)
  vim.g.rulebook = vim.tbl_extend("force", vim.g.rulebook or {}, settings or {})
end

-- One setting.
function M.setting(name)
  local own = vim.g.rulebook or {}
  if own[name] ~= nil then
    return own[name]
  end
  return usual[name]
end

-- What the server is told of the settings.
function M.served()
  local out = vim.empty_dict()
  for _, name in ipairs(served) do
    out[name] = M.setting(name)
  end
  return out
end

return M
