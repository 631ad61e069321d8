-- Messages: all begin with the plugin's name.

local M = {}
local told = {}

local function tell(text, level)
  vim.notify("rulebook: " .. text, level)
end

function M.info(text)
  tell(text, vim.log.levels.INFO)
end

function M.warn(text)
  tell(text, vim.log.levels.WARN)
end

function M.error(text)
  tell(text, vim.log.levels.ERROR)
end

-- Says something once in a session.
function M.once(text)
  if not told[text] then
    told[text] = true
    M.warn(text)
  end
end

return M
