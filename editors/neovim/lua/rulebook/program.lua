-- Where the program is, and whether it is one that this plugin can use.

local M = {}

-- No older program says what is asked here.
M.oldest = "0.1.0"

local INSTALL = "Install it (`cargo install --path .` in a clone of rulebook), or say where it is: vim.g.rulebook = { program = \"/path/to/rulebook\" }"

local known = {}

local function candidates()
  local own = require("rulebook").setting("program")
  if own then
    return { vim.fn.expand(own) }
  end
  return { "rulebook", vim.fn.expand("~/.cargo/bin/rulebook") }
end

-- The version that a program says it is.
local function version(path)
  local started, job = pcall(vim.system, { path, "--version" }, { text = true, timeout = 5000 })
  if not started then
    return nil, "can't be started: " .. tostring(job):gsub("\n.*", "")
  end
  local out = job:wait()
  local said = out.code == 0 and (out.stdout or ""):match("^rulebook%s+(%d+%.%d+%.%d+)")
  if not said then
    return nil, "does not say that it is rulebook (it was asked with --version)"
  end
  return said
end

local function find()
  local tried = candidates()
  for _, name in ipairs(tried) do
    local path = vim.fn.exepath(name)
    if path ~= "" then
      local said, fault = version(path)
      if not said then
        return nil, ("%s %s. %s"):format(path, fault, INSTALL)
      end
      if vim.version.lt(said, M.oldest) then
        return nil, ("%s is version %s, and %s or newer is needed. %s"):format(path, said, M.oldest, INSTALL)
      end
      return { path = path, version = said }
    end
  end
  if #tried == 1 then
    return nil, ("there is no program %s, as the setting `program` names it. %s"):format(tried[1], INSTALL)
  end
  return nil, "the program `rulebook` is not on the PATH. " .. INSTALL
end

-- The program with its version; else nothing, and why, in words for people. Asked anew until one is found.
function M.find()
  local key = table.concat(candidates(), "\n") .. "\n" .. (vim.env.PATH or "")
  if known.key == key and known.found and vim.fn.executable(known.found.path) == 1 then
    return known.found
  end
  local found, fault = find()
  known = { key = key, found = found }
  return found, fault
end

return M
