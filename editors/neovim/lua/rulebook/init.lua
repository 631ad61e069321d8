-- Settings. All are optional. Set them in `vim.g.rulebook`, before or after the plugin is loaded, or pass them to `setup`.

local M = {}

-- The settings and their defaults.
local defaults = {
  -- the program; if none is given, it is searched for on the PATH and in cargo's folder
  program = nil,
  -- the default ruleset, edition, profile and date
  ruleset = nil,
  edition = nil,
  profile = nil,
  asOf = nil,
  -- more folders of rules, and the library of printed wording
  rules = nil,
  library = nil,
  -- severities of diagnostics by code
  lints = nil,
  -- code lenses above each heading: who amended it
  lenses = true,
  -- inlay hints after ordinals: the unit that each selects
  hints = true,
}

-- The settings that are sent to the server.
local server_names = { "ruleset", "edition", "profile", "asOf", "rules", "library", "lints" }

function M.setup(settings)
  vim.g.rulebook = vim.tbl_extend("force", vim.g.rulebook or {}, settings or {})
end

-- Returns the value of a setting.
function M.setting(name)
  local own = vim.g.rulebook or {}
  if own[name] ~= nil then
    return own[name]
  end
  return defaults[name]
end

-- Returns the settings to send to the server.
function M.server_settings()
  local out = vim.empty_dict()
  for _, name in ipairs(server_names) do
    out[name] = M.setting(name)
  end
  return out
end

return M
