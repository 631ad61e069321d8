-- Drives a Neovim as a person would: a child process with the plugin installed, keys typed into it, and its state read back.

local M = {}

-- milliseconds; a debug build next to other work is slow
local patience = 60000

function M.say(text)
  io.stdout:write("neovim: " .. text .. "\n")
end

function M.fail(text)
  M.say("FAILED: " .. text)
  os.exit(1)
end

function M.expect(holds, text)
  if not holds then
    M.fail(text)
  end
end

-- Messages are kept where they can be counted; choices are made by what a test says.
local KEEP = [[lua
_G.notifications = {}
vim.notify = function(text, level) table.insert(_G.notifications, { text = text, level = level }) end
_G.offered = nil
_G.choose = nil
vim.ui.select = function(items, opts, chosen)
  _G.offered = { prompt = opts.prompt, items = vim.tbl_map(opts.format_item or tostring, items) }
  local choose, at = _G.choose, nil
  for i, words in ipairs(_G.offered.items) do
    if choose and not at and words:find(choose, 1, true) then at = i end
  end
  chosen(at and items[at], at)
end]]

local Child = {}
Child.__index = Child

-- Starts a Neovim. `options`: `env`, `cwd`, `as` (a command to start it with).
function M.start(options)
  options = options or {}
  local command = vim.list_extend(vim.deepcopy(options.as or {}), { os.getenv("RULEBOOK_NVIM"), "--embed", "--headless", "-n", "--cmd", KEEP:gsub("\n", " ") })
  local job = vim.fn.jobstart(command, { rpc = true, env = options.env, cwd = options.cwd })
  M.expect(job > 0, "Neovim does not start")
  local child = setmetatable({ job = job }, Child)
  child:lua("vim.o.hidden = true vim.o.swapfile = false")
  return child
end

function Child:lua(code, ...)
  return vim.rpcrequest(self.job, "nvim_exec_lua", code, { ... })
end

function Child:command(text)
  return vim.rpcrequest(self.job, "nvim_command", text)
end

-- Types keys.
function Child:type(keys)
  vim.rpcrequest(self.job, "nvim_input", keys)
end

function Child:edit(path)
  self:lua("vim.cmd.edit(vim.fn.fnameescape(...))", path)
end

-- Waits until Lua code in the child gives something, and gives that.
function Child:wait(what, code, ...)
  local out
  local arguments = { ... }
  local held = vim.wait(patience, function()
    out = self:lua(code, unpack(arguments))
    return out ~= nil and out ~= vim.NIL and out ~= false
  end, 40)
  if not held then
    M.fail("waited in vain for " .. what .. "; messages: " .. vim.inspect(self:messages()))
  end
  return out
end

-- The notifications since the last call.
function Child:messages()
  local notifications = self:lua("local out = _G.notifications _G.notifications = {} return out")
  return vim.tbl_map(function(one)
    return one.text
  end, notifications)
end

-- There is exactly one notification, and it contains these words.
function Child:notified(words)
  local messages
  vim.wait(patience, function()
    messages = messages or {}
    vim.list_extend(messages, self:messages())
    return #messages > 0
  end, 40)
  vim.wait(300)
  vim.list_extend(messages, self:messages())
  M.expect(#messages == 1 and messages[1]:find(words, 1, true), ("expected one notification with `%s`, found %s"):format(words, vim.inspect(messages)))
  M.say("notified: " .. messages[1])
end

-- The lines of the float that a person sees.
function Child:float(what)
  return self:wait(what, [[
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= "" then
        return vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
      end
    end]])
end

-- The server is attached to the current buffer.
function Child:attached()
  self:wait("the server", "local c = vim.lsp.get_clients({ bufnr = 0, name = 'rulebook' })[1] return c and c.initialized and not c:is_stopped()")
end

-- Lets Neovim notice what was done to it over RPC, as it does after each key that is typed: a moved cursor closes floats, also those that
-- were opened since.
function Child:noticed()
  local before = self:lua("_G.keys = _G.keys or 0 return _G.keys")
  self:type("<Cmd>lua _G.keys = _G.keys + 1<CR>")
  self:wait("a key", "return _G.keys > ...", before)
end

-- Puts the cursor on words, or so many bytes behind their start.
function Child:go_to(words, inside)
  local row = self:lua(
    [[local words, inside = ...
    vim.api.nvim_win_set_cursor(0, { 1, 0 })
    local row = vim.fn.search("\\V" .. vim.fn.escape(words, "\\"), "cW")
    if row > 0 then
      local at = vim.api.nvim_win_get_cursor(0)
      vim.api.nvim_win_set_cursor(0, { at[1], at[2] + inside })
    end
    return row]],
    words,
    inside or 0
  )
  M.expect(row > 0, "there are no words " .. words)
  self:noticed()
  return row
end

function Child:line()
  return self:lua("return vim.api.nvim_get_current_line()")
end

-- The errors that are shown in the current buffer, each as `code: the words it lies on`.
function Child:errors()
  return self:lua([[return vim.tbl_map(function(one)
    local line = vim.api.nvim_buf_get_lines(0, one.lnum, one.lnum + 1, false)[1]
    return one.code .. ": " .. line:sub(one.col + 1, one.end_col)
  end, vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR }))]])
end

-- Waits until exactly these errors are shown.
function Child:sees(errors)
  local seen
  local held = vim.wait(patience, function()
    seen = self:errors()
    return vim.deep_equal(seen, errors)
  end, 40)
  M.expect(held, ("errors are %s, and should be %s"):format(vim.inspect(seen), vim.inspect(errors)))
end

-- Nothing went wrong that Neovim itself would show in red.
function Child:quiet()
  local shown = self:lua("local out = vim.fn.execute('messages') vim.cmd('messages clear') return out")
  for line in vim.gsplit(shown, "\n") do
    M.expect(not line:find("^E%d+:") and not line:find("^Error") and not line:find("stack traceback", 1, true), "an error was shown: " .. shown)
  end
end

function Child:stop()
  pcall(vim.rpcrequest, self.job, "nvim_command", "qall!")
  vim.fn.jobwait({ self.job }, 5000)
end

-- Runs the steps of a test.
function M.run(steps)
  local fine, why = xpcall(steps, debug.traceback)
  if not fine then
    M.fail(why)
  end
  os.exit(0)
end

return M
