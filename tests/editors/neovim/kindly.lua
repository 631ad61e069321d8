-- Each problem is reported in one clear message, and Neovim stays usable: no program, one too old, a server killed twice, a workspace without
-- rules, a folder that can't be written. Run by tests/editors/run.

package.path = vim.fs.dirname(debug.getinfo(1, "S").source:sub(2)) .. "/?.lua;" .. package.path
local driver = require("driver")
local say, expect = driver.say, driver.expect

local desk = vim.uv.fs_realpath(os.getenv("RULEBOOK_DESK"))
local sheet = desk .. "/rules/dbm/3.4.amend.md"
local work = vim.uv.fs_realpath(os.getenv("RULEBOOK_WORK"))

-- A person can go on writing.
local function usable(nvim)
  nvim:type("ggOa line<Esc>")
  nvim:wait("a line that is typed", "return vim.fn.getline(1) == 'a line'")
  nvim:type("u")
  nvim:quiet()
end

local function write(path, text)
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
end

driver.run(function()
  -- no program
  local nvim = driver.start({ cwd = desk, env = { PATH = os.getenv("RULEBOOK_SYSTEM") } })
  nvim:edit(sheet)
  nvim:notified("the program `rulebook` is not on the PATH. Install it")
  nvim:edit(desk .. "/rules/dbm/3.3.amend.md")
  vim.wait(300)
  expect(#nvim:messages() == 0, "it is reported again with every file")
  nvim:command("Rulebook search spears")
  nvim:notified("the program `rulebook` is not on the PATH")
  usable(nvim)
  nvim:stop()

  -- one too old, and one that is something else
  for text, words in pairs({
    ["#!/bin/sh\necho rulebook 0.0.9\n"] = "is version 0.0.9, but 0.1.0 or newer is required",
    ["#!/bin/sh\necho something else 7\n"] = "is not rulebook (according to --version)",
  }) do
    local fake = work .. "/an other program"
    write(fake, text)
    vim.uv.fs_chmod(fake, 493)
    nvim = driver.start({ cwd = desk })
    nvim:lua("vim.g.rulebook = { program = ... }", fake)
    nvim:edit(sheet)
    nvim:notified(words)
    usable(nvim)
    nvim:stop()
  end

  -- killed twice
  nvim = driver.start({ cwd = desk })
  nvim:edit(sheet)
  nvim:attached()
  nvim:sees({})
  nvim:messages()
  local function kill()
    local pid = nvim:lua("return vim.fn.getpid()")
    local servers = vim.fn.systemlist({ "pgrep", "-P", tostring(pid), "rulebook" })
    expect(#servers == 1, "there are " .. #servers .. " servers")
    vim.uv.kill(tonumber(servers[1]), "sigkill")
  end
  kill()
  nvim:notified("the server ended unexpectedly (signal 9) and is restarted")
  nvim:attached()
  nvim:sees({})
  kill()
  nvim:notified("the server ended unexpectedly again (signal 9) and is not restarted")
  usable(nvim)
  nvim:command("Rulebook show pip")
  nvim:notified("start it with `:Rulebook restart`")
  nvim:command("Rulebook restart")
  nvim:attached()
  nvim:go_to("bullet 1", #"bullet 1" - 1)
  nvim:type("a1<Esc>")
  nvim:sees({ "dangling-address: 11" })
  say("started again by hand")
  nvim:stop()

  -- a workspace without rules
  local bare = work .. "/Ohne Regeln – Süd"
  vim.fn.mkdir(bare, "p")
  write(bare .. "/gauls.scenario.md", '---\nruleset: dbm\nedition: "3.4"\npoints: 400\n---\n\n# Defender: Gauls\n\n- 5 baggage\n\n## Command 1: A\n\n- 1 Irr Cv(O) C-in-C, 16 AP\n')
  nvim = driver.start({ cwd = bare })
  nvim:edit(bare .. "/gauls.scenario.md")
  nvim:notified("no folder of rules contains")
  nvim:attached()
  nvim:wait("findings by the rules of the program", "return #vim.diagnostic.get(0) > 0")
  -- other Markdown with such a name
  write(bare .. "/chess.rules.md", "# Chess\n\nA pawn moves forward.\n")
  nvim:edit(bare .. "/chess.rules.md")
  expect(nvim:lua("return vim.bo.filetype") == "markdown", "other Markdown is treated as rules")
  usable(nvim)
  nvim:stop()

  -- a folder that can't be written; for root every folder can, so it becomes another user
  local closed = work .. "/Nur lesen"
  vim.fn.mkdir(closed, "p")
  vim.fn.system({ "cp", "-r", desk .. "/rules", closed .. "/rules" })
  vim.fn.system({ "chmod", "-R", "a-w,a+rX", closed })
  local root = vim.uv.getuid() == 0
  if root and vim.fn.executable("setpriv") == 0 then
    say("skipped: a folder that can't be written (root, and no setpriv)")
  else
    local home = work .. "/home of nobody"
    vim.fn.mkdir(home, "p")
    -- with the plugin as it was installed, in a home of its own
    vim.fn.mkdir(home .. "/.local/share", "p")
    vim.fn.system({ "cp", "-r", vim.fn.stdpath("data"), home .. "/.local/share" })
    vim.fn.system({ "chmod", "-R", "a+rwX", home })
    vim.uv.fs_chmod(work, 493)
    local env = { HOME = home, NVIM_LOG_FILE = home .. "/log" }
    nvim = driver.start({ cwd = closed, env = env, as = root and { "setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups" } or nil })
    nvim:edit(closed .. "/rules/dbm/3.4.amend.md")
    nvim:attached()
    nvim:go_to("bullet 1", #"bullet 1" - 1)
    nvim:type("a1<Esc>")
    nvim:sees({ "dangling-address: 11" })
    local written, why = pcall(nvim.command, nvim, "write")
    expect(not written and why:find("E45", 1, true), "a file that can't be written: " .. tostring(why))
    nvim:command("silent edit!")
    nvim:lua("_G.choose = nil _G.offered = nil")
    nvim:command("Rulebook search spears")
    nvim:wait("what is found", "return _G.offered")
    expect(#nvim:messages() == 0, "a folder that can't be written is complained of")
    say("in a folder that can't be written, all but writing works")
    nvim:stop()
  end
  vim.fn.system({ "chmod", "-R", "u+w", closed })
  say("passed")
end)
