-- The server in Neovim: attach, see a fault appear while typing, hover, go to a definition, let a fault be mended, rename.
-- Run by tests/editors/run.

local desk = vim.uv.fs_realpath(os.getenv("RULEBOOK_DESK"))
local sheet = desk .. "/rules/dbm/3.4.amend.md"
local patience = 20000

-- colours need parsers that a bare Neovim has not
vim.treesitter.start = function() end

local function say(text)
  io.stdout:write("neovim: " .. text .. "\n")
end

local function fail(text)
  say("FAILED: " .. text)
  os.exit(1)
end

local function wait(what, holds)
  if not vim.wait(patience, holds, 20) then
    fail("waited in vain for " .. what)
  end
end

local function run()
  vim.cmd("filetype on")
  vim.o.hidden = true
  vim.lsp.config("rulebook", {
    cmd = { os.getenv("RULEBOOK_EXE"), "lsp", "--stdio" },
    filetypes = { "markdown" },
    root_markers = { ".git" },
  })
  vim.lsp.enable("rulebook")
  vim.cmd.edit(vim.fn.fnameescape(sheet))
  local buffer = vim.api.nvim_get_current_buf()
  wait("the server", function()
    local clients = vim.lsp.get_clients({ bufnr = buffer, name = "rulebook" })
    return #clients == 1 and clients[1].initialized
  end)
  local client = vim.lsp.get_clients({ bufnr = buffer })[1]
  say(string.format("%s attached, columns in %s", tostring(vim.version()), client.offset_encoding))

  local function errors()
    return vim.diagnostic.get(buffer, { severity = vim.diagnostic.severity.ERROR })
  end

  local function go_to(words, inside)
    vim.api.nvim_win_set_cursor(0, { 1, 0 })
    local row = vim.fn.search("\\V" .. vim.fn.escape(words, "\\"), "cW")
    if row == 0 then
      fail("the sheet has no " .. words)
    end
    local at = vim.api.nvim_win_get_cursor(0)
    vim.api.nvim_win_set_cursor(0, { at[1], at[2] + (inside or 0) })
    return at[1]
  end

  -- a fault appears on exactly the number that is wrong, and goes
  local row = go_to("bullet 1", #"bullet 1")
  vim.api.nvim_buf_set_text(buffer, row - 1, vim.api.nvim_win_get_cursor(0)[2], row - 1, vim.api.nvim_win_get_cursor(0)[2], { "1" })
  wait("the fault", function()
    return #errors() == 1
  end)
  local fault = errors()[1]
  local line = vim.api.nvim_buf_get_lines(buffer, fault.lnum, fault.lnum + 1, false)[1]
  local words = line:sub(fault.col + 1, fault.end_col)
  if fault.lnum ~= row - 1 or words ~= "11" or fault.code ~= "dangling-address" then
    fail("the fault is " .. vim.inspect(fault))
  end
  say("a fault appeared on `" .. words .. "`: " .. fault.message:gsub("\n.*", ""))

  -- the fix
  vim.api.nvim_win_set_cursor(0, { fault.lnum + 1, fault.col })
  vim.lsp.buf.code_action({
    apply = true,
    filter = function(action)
      return action.kind == "quickfix" and action.isPreferred
    end,
  })
  wait("the fault to go", function()
    return #errors() == 0
  end)
  say("mended to " .. vim.api.nvim_buf_get_lines(buffer, fault.lnum, fault.lnum + 1, false)[1])
  vim.cmd("silent! edit!")
  wait("a clean sheet", function()
    return #errors() == 0
  end)

  -- hover: the float that a person sees
  go_to("## Replace", 4)
  vim.lsp.buf.hover()
  local float
  wait("the hover", function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= "" then
        float = window
        return true
      end
    end
  end)
  local shown = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(float), 0, -1, false)
  if not table.concat(shown, "\n"):find("3.4", 1, true) then
    fail("the hover shows " .. vim.inspect(shown))
  end
  say("hover shows " .. #shown .. " lines: " .. shown[1])
  vim.api.nvim_win_close(float, true)

  -- definition
  row = go_to("](#", 4)
  vim.lsp.buf.definition()
  wait("the definition", function()
    return vim.fn.line(".") ~= row or vim.api.nvim_get_current_buf() ~= buffer or #vim.fn.getqflist() > 0
  end)
  say("definition went to " .. vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ":t") .. ":" .. vim.fn.line("."))
  vim.cmd("silent! cclose")
  vim.api.nvim_set_current_buf(buffer)

  -- rename
  go_to("](fact:", #"](fact:")
  local old = vim.fn.expand("<cWORD>"):match("fact:([%w.-]+)")
  vim.lsp.buf.rename("renamed.fact")
  wait("the new name", function()
    return vim.fn.search("\\Vfact:renamed.fact", "nw") > 0
  end)
  if vim.fn.search("\\Vfact:" .. old .. ")", "nw") > 0 then
    fail("the old name " .. old .. " is still there")
  end
  say("fact " .. old .. " renamed")

  -- the end: the process goes by itself
  client:stop()
  wait("the end of the server", function()
    return client:is_stopped()
  end)
  say("passed")
end

local fine, why = xpcall(run, debug.traceback)
if not fine then
  fail(why)
end
os.exit(0)
