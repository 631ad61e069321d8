-- The defaults of a command: the clause under the cursor, and the ruleset, edition and profile of the file.

local M = {}

-- Parses the address of a text into ruleset, edition and clause.
local function parse_address(name)
  local whole, clause = name:match("^rulebook:/text/([^/]+)/(.+)%.md")
  if not whole then
    whole = name:match("^rulebook:/text/([^/]+)%.md")
  end
  if not whole then
    return nil
  end
  local ruleset, edition = whole:match("^([^@]*)@(.+)$")
  return { ruleset = ruleset or whole, edition = edition, clause = clause }
end

-- Returns a value of the front matter.
local function front_matter(key)
  for at, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, 20, false)) do
    if at > 1 and line:match("^%-%-%-") then
      return nil
    end
    local value = line:match("^" .. key .. "%s*:%s*(.-)%s*$")
    if value then
      return (value:gsub("[\"']", ""))
    end
  end
end

-- Returns the reading of the current buffer: the ruleset of the file, and in a scenario also its edition and profile.
function M.reading()
  local text = parse_address(vim.api.nvim_buf_get_name(0))
  if text then
    return { ruleset = text.ruleset, edition = text.edition }
  end
  if not vim.bo.filetype:find("rulebook", 1, true) then
    return vim.empty_dict()
  end
  local reading = { ruleset = front_matter("ruleset") }
  if vim.bo.filetype:find("scenario", 1, true) then
    reading.edition, reading.profile = front_matter("edition"), front_matter("profile")
  end
  return next(reading) and reading or vim.empty_dict()
end

-- Returns the name of a clause on a line, at a column counted from 1, or anywhere if there is no column.
local function name_on_line(line, column)
  local from = 1
  while true do
    local start, stop, name = line:find("#([%w][%w%._/:-]*)", from)
    if not start then
      return nil
    end
    if not column or (start <= column and column <= stop) then
      return (name:gsub("[%.:]+$", ""))
    end
    from = stop + 1
  end
end

-- Returns the clause under the cursor, or else that of the heading above it.
function M.clause()
  local text = parse_address(vim.api.nvim_buf_get_name(0))
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local under_cursor = name_on_line(vim.api.nvim_get_current_line(), column + 1)
  if under_cursor then
    return under_cursor
  end
  if text then
    return text.clause
  end
  if not vim.bo.filetype:find("rulebook", 1, true) then
    return nil
  end
  for at = row, 1, -1 do
    local line = vim.api.nvim_buf_get_lines(0, at - 1, at, false)[1]
    local braces = line:match("^#+%s.*{(.-)}")
    local name = braces and name_on_line(braces) or (line:match("^##%s") and name_on_line(line))
    if name then
      return name
    end
  end
end

return M
