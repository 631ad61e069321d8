-- Finds the program and checks that its version is supported.

local M = {}

-- The oldest version that supports the requests of this plugin.
M.oldest = "0.1.0"

local INSTALL = "Install it (`cargo install --path .` in a clone of rulebook), or set its path: vim.g.rulebook = { program = \"/path/to/rulebook\" }"

local cache = {}

local function candidates()
  local own = require("rulebook").setting("program")
  if own then
    return { vim.fn.expand(own) }
  end
  return { "rulebook", vim.fn.expand("~/.cargo/bin/rulebook") }
end

-- Returns the version that a program prints; else nil and the reason.
local function read_version(path)
  local started, job = pcall(vim.system, { path, "--version" }, { text = true, timeout = 5000 })
  if not started then
    return nil, "cannot be started: " .. tostring(job):gsub("\n.*", "")
  end
  local out = job:wait()
  local version = out.code == 0 and (out.stdout or ""):match("^rulebook%s+(%d+%.%d+%.%d+)")
  if not version then
    return nil, "is not rulebook (according to --version)"
  end
  return version
end

local function find()
  local tried = candidates()
  for _, name in ipairs(tried) do
    local path = vim.fn.exepath(name)
    if path ~= "" then
      local version, error = read_version(path)
      if not version then
        return nil, ("%s %s. %s"):format(path, error, INSTALL)
      end
      if vim.version.lt(version, M.oldest) then
        return nil, ("%s is version %s, but %s or newer is required. %s"):format(path, version, M.oldest, INSTALL)
      end
      return { path = path, version = version }
    end
  end
  if #tried == 1 then
    return nil, ("program not found: %s (set in `program`). %s"):format(tried[1], INSTALL)
  end
  return nil, "the program `rulebook` is not on the PATH. " .. INSTALL
end

-- Returns the program with its version; else nil and a message for the user. Only success is cached.
function M.find()
  local key = table.concat(candidates(), "\n") .. "\n" .. (vim.env.PATH or "")
  if cache.key == key and cache.found and vim.fn.executable(cache.found.path) == 1 then
    return cache.found
  end
  local found, error = find()
  cache = { key = key, found = found }
  return found, error
end

return M
