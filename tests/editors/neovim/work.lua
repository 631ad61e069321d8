-- A day's work in Neovim with the plugin: nothing starts for a README; a fault appears and is mended; hover, clause, ordinals, names, search,
-- comparison, history; a scenario is checked and moved. Run by tests/editors/run, in a folder with blanks and letters beyond ASCII.

package.path = vim.fs.dirname(debug.getinfo(1, "S").source:sub(2)) .. "/?.lua;" .. package.path
local driver = require("driver")
local say, expect = driver.say, driver.expect

local desk = vim.uv.fs_realpath(os.getenv("RULEBOOK_DESK"))
local sheet = desk .. "/rules/dbm/3.4.amend.md"

driver.run(function()
  local nvim = driver.start({ cwd = desk })

  -- an ordinary file starts nothing
  nvim:edit(desk .. "/README.md")
  vim.wait(500)
  expect(nvim:lua("return #vim.lsp.get_clients()") == 0, "a README starts a server")
  expect(nvim:lua("return vim.bo.filetype") == "markdown", "a README is no Markdown")
  say("a README starts nothing")
  nvim:quiet()

  -- but the rules can be queried from there, too; then one server runs, and it serves the sheets that are opened later
  -- even if they are opened while a text is still waited for (as by another plugin, from a timer)
  nvim:lua([[local server = require("rulebook.server")
    local request_sync = server.request_sync
    server.request_sync = function(...)
      server.request_sync = request_sync
      vim.wait(1000)
      return request_sync(...)
    end]])
  nvim:command("Rulebook show pip 3.3")
  nvim:wait("a clause", "return vim.api.nvim_buf_get_name(0) == 'rulebook:/text/dbm@3.3/pip.md'")
  nvim:command("silent only")

  -- rules
  nvim:edit(sheet)
  nvim:attached()
  expect(nvim:lua("return #vim.lsp.get_clients()") == 1, "a second server is started")
  -- what is set for Markdown holds
  expect(nvim:lua("return vim.bo.commentstring") == "<!-- %s -->", "comments are " .. nvim:lua("return vim.bo.commentstring"))
  expect(nvim:lua("return vim.bo.filetype") == "markdown.rulebook", "the file type is " .. nvim:lua("return vim.bo.filetype"))
  say(nvim:lua("return tostring(vim.version())") .. ", the server is attached to " .. nvim:lua("return vim.fn.expand('%:t')"))
  nvim:sees({})
  local coloured = nvim:lua([[
    local parser = vim.treesitter.get_parser(0)
    parser:parse(true)
    local row = vim.fn.search("^## ", "nw") - 1
    local out = {}
    for _, capture in ipairs(vim.treesitter.get_captures_at_pos(0, row, 3)) do out[#out + 1] = capture.lang .. " @" .. capture.capture end
    return out]])
  expect(vim.tbl_contains(coloured, "rulebook_instruction @keyword"), "the verb of an instruction is coloured as " .. vim.inspect(coloured))

  -- a fault appears on exactly the number that is wrong, and goes by its fix
  nvim:go_to("bullet 1", #"bullet 1" - 1)
  nvim:type("a1<Esc>")
  nvim:sees({ "dangling-address: 11" })
  say("a fault appeared: " .. nvim:lua("return (vim.diagnostic.get(0)[1].message:gsub('\\n.*', ''))"))
  nvim:lua([[vim.lsp.buf.code_action({ apply = true, filter = function(action) return action.title:find("write `bullet 1`", 1, true) ~= nil end })]])
  nvim:sees({})
  say("mended to " .. nvim:line())
  nvim:command("silent edit!")
  nvim:sees({})

  -- hover: the float that a person sees
  nvim:go_to("## Replace", 4)
  nvim:type("K")
  local shown = nvim:float("the hover")
  expect(table.concat(shown, "\n"):find("3.4", 1, true), "the hover shows " .. vim.inspect(shown))
  say("hover shows " .. #shown .. " lines: " .. shown[1])
  nvim:type("<Esc>jk")

  -- a link leads to the clause
  nvim:go_to("](#", 4)
  nvim:lua("_G.before = vim.fn.bufname() .. vim.fn.line('.')")
  nvim:type("<C-]>")
  nvim:wait("the clause", "return vim.fn.bufname() .. vim.fn.line('.') ~= _G.before")
  say("a link leads to " .. nvim:lua("return vim.fn.expand('%:t') .. ':' .. vim.fn.line('.')"))
  nvim:edit(sheet)

  -- ordinals are offered out of the text they count in
  nvim:go_to("bullet 1", #"bullet ")
  nvim:type("C<C-x><C-o>")
  local offered = nvim:wait("ordinals", "local items = vim.fn.complete_info({ 'items' }).items return #items > 0 and vim.tbl_map(function(item) return item.word end, items)")
  expect(vim.tbl_contains(offered, "1") and vim.tbl_contains(offered, "2"), "behind `bullet` is offered " .. vim.inspect(offered))
  say("behind `bullet` is offered " .. table.concat(vim.list_slice(offered, 1, 5), ", "))
  nvim:type("<C-e><Esc>")
  nvim:wait("normal mode", "return vim.fn.mode() == 'n'")
  nvim:command("silent edit!")
  nvim:sees({})

  -- a name is changed everywhere
  nvim:go_to("](fact:", #"](fact:")
  local old = nvim:lua("return vim.fn.expand('<cWORD>'):match('fact:([%w.-]+)')")
  nvim:lua("vim.lsp.buf.rename('renamed.fact')")
  nvim:wait("the new name", [[return vim.fn.search("\\Vfact:renamed.fact", "nw") > 0]])
  expect(nvim:lua([[return vim.fn.search("\\Vfact:" .. ... .. ")", "nw")]], old) == 0, "the old name is still there")
  say("fact " .. old .. " is renamed")
  nvim:command("silent bufdo! edit!")
  nvim:edit(sheet)
  nvim:messages()

  -- search, and what is chosen is opened
  nvim:command("Rulebook search rear support of spears")
  local found = nvim:wait("what is found", "return _G.offered")
  say(("%s: %d hits, the first: %s"):format(found.prompt, #found.items, found.items[1]))
  nvim:lua("_G.choose = ... _G.offered = nil", found.items[1])
  nvim:command("Rulebook search rear support of spears")
  nvim:wait("the text of the hit", "return vim.startswith(vim.api.nvim_buf_get_name(0), 'rulebook:/text/dbm@3.4/') and vim.api.nvim_buf_line_count(0) > 1")
  expect(nvim:lua("return not vim.bo.modifiable and vim.bo.buftype == 'nofile'"), "a text of the rules can be changed")
  say("opened " .. nvim:lua("return vim.api.nvim_buf_get_name(0)"))
  nvim:command("silent only")

  -- a clause at an edition, and what completion offers
  local completed = nvim:lua("return vim.fn.getcompletion('Rulebook show rear-s', 'cmdline')")
  expect(vim.tbl_contains(completed, "rear-support"), "completed to " .. vim.inspect(completed))
  completed = nvim:lua("return vim.fn.getcompletion('Rulebook show rear-support ', 'cmdline')")
  expect(vim.deep_equal(completed, { "3.0", "3.1", "3.2", "3.3", "3.4" }), "editions are " .. vim.inspect(completed))
  nvim:command("Rulebook show rear-support 3.1")
  nvim:wait("the text of 3.1", "return vim.api.nvim_buf_get_name(0) == 'rulebook:/text/dbm@3.1/rear-support.md'")
  nvim:command("silent only")

  -- two editions in diff mode
  nvim:edit(sheet)
  nvim:command("Rulebook diff element-cost 3.3 3.4")
  nvim:wait("the comparison", [[
    local left, right = unpack(vim.api.nvim_tabpage_list_wins(0))
    return right and vim.wo[left].diff and vim.wo[right].diff]])
  local names = nvim:lua("return vim.tbl_map(function(w) return vim.api.nvim_buf_get_name(vim.api.nvim_win_get_buf(w)) end, vim.api.nvim_tabpage_list_wins(0))")
  expect(names[1] == "rulebook:/text/dbm@3.3/element-cost.md" and names[2] == "rulebook:/text/dbm@3.4/element-cost.md", "compared are " .. vim.inspect(names))
  local differing = nvim:lua([[
    local out = {}
    for line = 1, vim.fn.line("$") do
      if vim.fn.diff_hlID(line, 1) > 0 then out[#out + 1] = vim.fn.getline(line) end
    end
    return out]])
  expect(#differing > 2, "3.3 and 3.4 do not differ")
  say(("3.3 and 3.4 differ in %d lines, as in %s"):format(#differing, differing[1]))
  nvim:command("tabclose")
  nvim:messages()

  -- history
  nvim:lua("_G.offered = nil _G.choose = nil")
  nvim:command("Rulebook history rear-support.spears")
  local history = nvim:wait("the history", "return _G.offered")
  expect(history.items[1]:find("Replace bullet 3", 1, true), "the history is " .. vim.inspect(history))
  say("history: " .. history.items[1])

  -- what changed between two editions
  nvim:lua("_G.offered = nil")
  nvim:command("Rulebook changes 3.3 3.4")
  local changes = nvim:wait("the changes", "return _G.offered")
  expect(#changes.items > 2 and changes.items[1]:find(" p. %d+: %d+ changed"), "the changes are " .. vim.inspect(changes))
  say("changes: " .. changes.items[1])

  -- what an instruction leads to
  nvim:edit(desk .. "/rules/dbm/3.1.amend.md")
  nvim:attached()
  nvim:go_to("## Replace paragraph 3 {n=11}", 5)
  nvim:command("Rulebook impact")
  local impact = nvim:float("the impact")
  expect(table.concat(impact, "\n"):find("IWF 1.2, 9 Mar 2006, no. C5.6", 1, true), "the impact is " .. vim.inspect(impact))
  say("impact: " .. impact[3] .. "; " .. impact[5])
  nvim:type("<Esc>jk")

  -- a problem explained, and all problems
  nvim:command("Rulebook explain stale-value")
  nvim:wait("the explanation", "return vim.fn.getline(1):find('stale', 1, true)")
  nvim:command("silent only")
  nvim:command("Rulebook check")
  nvim:wait("all problems", "return #vim.fn.getqflist() > 0 and vim.bo.buftype == 'quickfix'")
  say("check: " .. nvim:lua("return #vim.fn.getqflist()") .. " problems in the quickfix list")
  nvim:command("cclose")

  -- a document by its name
  nvim:command("Rulebook open dbm-3.2")
  nvim:wait("the sheet of 3.2", "return vim.fn.expand('%:t') == '3.2.amend.md'")
  nvim:edit(sheet)

  -- a text next to the sheet follows what is typed
  nvim:command("Rulebook show element-cost")
  nvim:wait("the text", "return vim.api.nvim_buf_get_name(0) == 'rulebook:/text/dbm@3.4/element-cost.md'")
  nvim:lua("_G.text = vim.api.nvim_get_current_buf()")
  nvim:command("wincmd p")
  nvim:go_to("~~11~~ 10", #"~~11~~ ")
  nvim:type("ciw12<Esc>")
  nvim:wait("the text to follow", "return table.concat(vim.api.nvim_buf_get_lines(_G.text, 0, -1, false), '\\n'):find('| 12 |', 1, true) ~= nil")
  say("a text next to the sheet follows what is typed")
  nvim:command("silent only | silent edit!")

  -- an unknown edition
  nvim:messages()
  nvim:command("Rulebook edition 9.9")
  nvim:notified("no edition 9.9 in dbm; editions: 3.0, 3.1, 3.2, 3.3, 3.4")
  nvim:command("Rulebook nonsense")
  nvim:notified("unknown command :Rulebook nonsense")
  nvim:command("Rulebook show zzqqzz")
  nvim:notified('no clause matches "zzqqzz')
  nvim:command("Rulebook migrate")
  nvim:notified("not a scenario")
  nvim:command("edit rulebook:/text/dbm@3.4/nonsense.md")
  nvim:notified("no clause nonsense")
  nvim:quiet()

  -- a scenario: checked, mended, moved
  nvim:edit(desk .. "/rules/dbm/examples/beginner.scenario.md")
  nvim:attached()
  local wrong = nvim:wait("problems", "local found = vim.diagnostic.get(0) return #found > 0 and vim.tbl_map(function(one) return one.code end, found)")
  say(("the scenario has %d problems, such as %s"):format(#wrong, wrong[1]))
  nvim:edit(desk .. "/rules/dbm/examples/longbows.scenario.md")
  nvim:attached()
  nvim:command("Rulebook migrate 3.4")
  nvim:notified("migrated to 3.4")
  expect(nvim:lua([[return vim.fn.search('^edition: "3.4"', "nw")]]) > 0, "the scenario was not moved")
  local moved = nvim:lua([[return vim.fn.getline(vim.fn.search("<!-- migrate", "nw"))]])
  say("migrated to 3.4, with " .. (moved ~= "" and moved or "nothing left to decide"))
  nvim:command("silent edit!")

  -- all is well, and the program goes with Neovim
  nvim:command("checkhealth rulebook")
  local health = table.concat(nvim:lua("return vim.api.nvim_buf_get_lines(0, 0, -1, false)"), "\n")
  expect(not health:find("ERROR", 1, true) and not health:find("WARN", 1, true), "checkhealth says\n" .. health)
  nvim:quiet()
  local pid = nvim:lua("return vim.fn.getpid()")
  nvim:stop()
  local left = vim.fn.systemlist({ "pgrep", "-P", tostring(pid) })
  expect(#left == 0, "the server outlives Neovim")
  say("passed")
end)
