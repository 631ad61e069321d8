-- The steps of the tutorial (docs/src/first-ruleset.md) in Neovim: from an empty folder to a ruleset that checks clean, with a sheet,
-- clarifications, a check and a scenario more. Run by tests/editors/run.

package.path = vim.fs.dirname(debug.getinfo(1, "S").source:sub(2)) .. "/?.lua;" .. package.path
local driver = require("driver")
local say, expect = driver.say, driver.expect

local desk = vim.uv.fs_realpath(os.getenv("RULEBOOK_WORK")) .. "/Leerer Ordner – Süd"
vim.fn.mkdir(desk, "p")

-- The file that was created is shown, the server checks it, and there are no problems, in no file.
local function opened(nvim, name, words)
  nvim:wait(name, "return vim.endswith(vim.api.nvim_buf_get_name(0), ...)", "/" .. name)
  nvim:notified(words)
  nvim:attached()
  nvim:command("Rulebook check")
  nvim:notified("no problems in ")
end

driver.run(function()
  local nvim = driver.start({ cwd = desk })

  -- completion offers what can be created
  local kinds = nvim:lua("return vim.fn.getcompletion('Rulebook new ', 'cmdline')")
  expect(vim.deep_equal(kinds, { "ruleset", "sheet", "clarification", "check", "scenario" }), "`new` is completed to " .. vim.inspect(kinds))

  nvim:type(':Rulebook new ruleset skiffs --title "Skiffs and Shoals" --edition 1 --next 2<CR>')
  opened(nvim, "rules/skiffs/base.rules.md", "wrote rules/skiffs/ruleset.toml")
  nvim:command("Rulebook show army-size")
  nvim:wait("the text of the second edition", "return vim.fn.search('at most 14 units', 'nw') > 0 and vim.api.nvim_buf_get_name(0) == 'rulebook:/text/skiffs@2/army-size.md'")
  nvim:command("silent only")

  -- a buffer with `ruleset.toml` follows
  nvim:edit(desk .. "/rules/skiffs/ruleset.toml")
  nvim:attached()
  nvim:type(":Rulebook new sheet 3 --published 2024-05-01<CR>")
  opened(nvim, "rules/skiffs/3.amend.md", "updated rules/skiffs/ruleset.toml")

  -- what is not said is asked
  nvim:lua("_G.choose = 'clarification'")
  nvim:type(":Rulebook new<CR>")
  nvim:wait("the question for a name", "return vim.fn.getcmdprompt() == 'Name: '")
  nvim:type("answers-2024<CR>")
  opened(nvim, "rules/skiffs/answers-2024.clarify.md", "wrote rules/skiffs/answers-2024.clarify.md")

  nvim:type(":Rulebook new check too-few-horse<CR>")
  opened(nvim, "rules/skiffs/checks/too-few-horse.check.md", "wrote rules/skiffs/checks/too-few-horse.check.md")
  nvim:type(":Rulebook new scenario lists/blues<CR>")
  opened(nvim, "lists/blues.scenario.md", "wrote lists/blues.scenario.md")
  say("five files were created, and none has a problem")

  -- a sheet is written, with a mistake, which goes by its fix
  nvim:command("Rulebook open skiffs-3")
  nvim:wait("the new sheet", "return vim.fn.expand('%:t') == '3.amend.md'")
  nvim:type('Go# Army size {#army-size page=1}<CR><CR>## Replace "14" with "16" in paragraph 1, sentence 3 {n=1}<Esc>')
  nvim:sees({ "dangling-address: 3" })
  say("a mistake appeared: " .. nvim:lua("return (vim.diagnostic.get(0)[1].message:gsub('\\n.*', ''))"))
  nvim:type("[d")
  nvim:noticed()
  nvim:lua([[vim.lsp.buf.code_action({ apply = true, filter = function(action) return action.title:find("write `sentence 1`", 1, true) ~= nil end })]])
  nvim:sees({})
  say("mended to " .. nvim:line())

  nvim:go_to("## Replace", 4)
  nvim:type("K")
  local shown = table.concat(nvim:float("the hover"), "\n")
  expect(shown:find("~~14~~ **16** units", 1, true), "the hover shows " .. shown)
  say("hover shows the new wording")
  nvim:type("<Esc>jk")
  nvim:command("silent write")
  nvim:command("Rulebook check")
  nvim:notified("no problems in ")

  -- an error of the program is shown as it is
  nvim:type(":Rulebook new sheet 3<CR>")
  nvim:notified("lists a document `skiffs-3` already")
  nvim:quiet()
  nvim:stop()
  say("passed")
end)
