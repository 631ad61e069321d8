-- Messages to the user, each with the prefix `rulebook: `.

local M = {}
local shown = {}

local function notify(text, level)
  vim.notify("rulebook: " .. text, level)
end

function M.info(text)
  notify(text, vim.log.levels.INFO)
end

function M.warn(text)
  notify(text, vim.log.levels.WARN)
end

function M.error(text)
  notify(text, vim.log.levels.ERROR)
end

-- Shows a warning once per session.
function M.once(text)
  if not shown[text] then
    shown[text] = true
    M.warn(text)
  end
end

return M
