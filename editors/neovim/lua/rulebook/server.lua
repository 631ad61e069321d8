-- The language server: how it starts, ends, and is asked.

local settings = require("rulebook")
local tell = require("rulebook.tell")

local M = {}

-- A server that ends by itself so often within so many milliseconds is not started again.
local MOST_ENDS, WITHIN = 2, 180000
-- How long a question that has to be answered at once may take.
local PATIENCE = 10000

local ends = {}
-- When a server is stopped on purpose, its end is nothing to tell.
local stopping = false

vim.api.nvim_create_autocmd("VimLeavePre", {
  group = vim.api.nvim_create_augroup("rulebook.server", {}),
  callback = function()
    stopping = true
  end,
})

-- Whether a folder holds rules of its own: `rulebook.toml`, a ruleset, or a folder `rules` with one.
local function holds_rules(folder)
  if vim.uv.fs_stat(vim.fs.joinpath(folder, "rulebook.toml")) or vim.uv.fs_stat(vim.fs.joinpath(folder, "ruleset.toml")) then
    return true
  end
  for name, kind in vim.fs.dir(vim.fs.joinpath(folder, "rules")) do
    if kind ~= "file" and vim.uv.fs_stat(vim.fs.joinpath(folder, "rules", name, "ruleset.toml")) then
      return true
    end
  end
  return false
end

-- The folder of the workspace around a path, and whether it holds rules.
function M.root(path)
  for folder in vim.fs.parents(vim.fs.joinpath(path, "x")) do
    -- a ruleset's own folder is a part of the workspace, not all of it
    local inside = vim.uv.fs_stat(vim.fs.joinpath(folder, "ruleset.toml")) and vim.fs.basename(vim.fs.dirname(folder)) == "rules"
    if not inside and holds_rules(folder) then
      return folder, true
    end
  end
  return vim.fs.root(path, ".git") or path, false
end

local function ended(code, signal)
  if stopping or vim.v.exiting ~= vim.NIL or (code == 0 and (signal == 0 or signal == 15)) then
    return
  end
  local now = vim.uv.now()
  ends = vim.tbl_filter(function(at)
    return now - at < WITHIN
  end, ends)
  ends[#ends + 1] = now
  local how = signal ~= 0 and ("signal " .. signal) or ("exit status " .. code)
  if #ends < MOST_ENDS then
    tell.warn(("the server ended by itself (%s); it is started again"):format(how))
    vim.defer_fn(M.attach, 100)
  else
    tell.error(("the server ended by itself again (%s), so it stays off; `:Rulebook restart` starts it, its log is %s"):format(how, vim.lsp.log.get_filename()))
  end
end

-- Starts the server for all files of rules that are open.
function M.attach()
  vim.lsp.enable("rulebook")
end

-- Whether the server may be started: not after it ended too often.
local function is_off()
  return #ends >= MOST_ENDS
end

function M.restart()
  ends = {}
  stopping = true
  local clients = vim.lsp.get_clients({ name = "rulebook" })
  for _, client in ipairs(clients) do
    client:stop()
  end
  local gone = vim.wait(5000, function()
    return vim.iter(clients):all(function(client)
      return client:is_stopped()
    end)
  end, 20)
  if not gone then
    for _, client in ipairs(clients) do
      client:stop(true)
    end
    vim.wait(2000, function()
      return #vim.lsp.get_clients({ name = "rulebook" }) == 0
    end, 20)
  end
  stopping = false
  M.attach()
end

M.config = {
  -- the program is looked for when the first file is opened, not when Neovim starts
  cmd = function(dispatchers, config)
    local program, fault = require("rulebook.program").find()
    assert(program, fault)
    local on_exit = dispatchers.on_exit
    dispatchers.on_exit = function(code, signal)
      vim.schedule(function()
        ended(code, signal)
      end)
      -- told by us, in one message
      return on_exit(0, 0)
    end
    local root = config and config.root_dir
    local cwd = type(root) == "string" and vim.uv.fs_stat(root) and root or nil
    return vim.lsp.rpc.start({ program.path, "lsp" }, dispatchers, { cwd = cwd })
  end,
  filetypes = require("rulebook.filetype").all,
  root_dir = function(buffer, on_dir)
    local program, fault = require("rulebook.program").find()
    if not program then
      return tell.once(fault)
    end
    if is_off() then
      return
    end
    local path = vim.fs.dirname(vim.api.nvim_buf_get_name(buffer))
    local root, held = M.root(path)
    if not held then
      tell.once(("there is no folder of rules around %s; the rules inside the program are read"):format(vim.fn.fnamemodify(path, ":~")))
    end
    on_dir(root)
  end,
  get_language_id = function(_, filetype)
    return vim.startswith(filetype, "toml") and "toml" or "markdown"
  end,
  before_init = function(params)
    params.initializationOptions = vim.tbl_extend("force", settings.served(), {
      virtualDocuments = true,
      commands = { "rulebook.showClause", "rulebook.compare" },
    })
  end,
  on_attach = function(client, buffer)
    require("rulebook.buffer").attached(client, buffer)
  end,
  handlers = {
    ["rulebook/textChanged"] = function(_, params)
      require("rulebook.text").changed(params.uris)
    end,
  },
  commands = {
    ["rulebook.showClause"] = function(command)
      require("rulebook.text").open(command.arguments[1], "split")
    end,
    ["rulebook.compare"] = function(command)
      require("rulebook.compare").open({ left = command.arguments[1], right = command.arguments[2], title = command.arguments[3] })
    end,
  },
}

local function running(buffer)
  local filter = { name = "rulebook", bufnr = buffer }
  return vim.iter(vim.lsp.get_clients(filter)):find(function(client)
    return not client:is_stopped()
  end)
end

-- A server that can be asked: that of the buffer, any other, or one started for the folder worked in. Nothing, and why, where there is none.
function M.client()
  local client = running(0) or running()
  if not client then
    if is_off() then
      return nil, "the server ended by itself too often and stays off; `:Rulebook restart` starts it"
    end
    local program, fault = require("rulebook.program").find()
    if not program then
      return nil, fault
    end
    local config = vim.deepcopy(vim.lsp.config.rulebook)
    config.root_dir = M.root(vim.fn.getcwd())
    local id = vim.lsp.start(config, { attach = false })
    client = id and vim.lsp.get_client_by_id(id)
  end
  local ready = client and vim.wait(PATIENCE, function()
    return client.initialized or client:is_stopped()
  end, 10)
  if not ready or client:is_stopped() then
    return nil, "the server does not start; its log is " .. vim.lsp.log.get_filename()
  end
  return client
end

-- Asks the server and calls `answered` with the answer. What goes wrong is told.
function M.ask(method, params, answered)
  local client, fault = M.client()
  if not client then
    return tell.error(fault)
  end
  client:request(method, params, function(error, answer)
    if error then
      tell.error(error.message)
    elseif answer ~= nil and answer ~= vim.NIL then
      answered(answer, client)
    else
      tell.info("nothing is known of this here")
    end
  end, 0)
end

-- Asks the server and waits. Gives nothing, and why, where there is no answer.
function M.answer(method, params, patience)
  local client, fault = M.client()
  if not client then
    return nil, fault
  end
  local out, why = client:request_sync(method, params, patience or PATIENCE, 0)
  if not out then
    return nil, "the server does not answer: " .. tostring(why)
  end
  if out.err then
    return nil, out.err.message
  end
  return out.result
end

return M
