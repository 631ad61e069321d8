-- The language server: start, exit, and requests.

local settings = require("rulebook")
local notify = require("rulebook.notify")

local M = {}

-- The server is not restarted after this many crashes within this many milliseconds.
local MAX_CRASHES, CRASH_WINDOW = 2, 180000
-- How long a synchronous request may take, in milliseconds.
local TIMEOUT = 10000

local crashes = {}
-- whether the plugin stops the server itself; then its exit is not reported
local stopping = false

vim.api.nvim_create_autocmd("VimLeavePre", {
  group = vim.api.nvim_create_augroup("rulebook.server", {}),
  callback = function()
    stopping = true
  end,
})

-- Returns whether a folder contains rules: `rulebook.toml`, a ruleset, or a folder `rules` with one.
local function has_rules(folder)
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

-- Returns the workspace folder that contains a path, and whether it has rules.
function M.root(path)
  for folder in vim.fs.parents(vim.fs.joinpath(path, "x")) do
    -- a ruleset's own folder is only a part of the workspace
    local inside = vim.uv.fs_stat(vim.fs.joinpath(folder, "ruleset.toml")) and vim.fs.basename(vim.fs.dirname(folder)) == "rules"
    if not inside and has_rules(folder) then
      return folder, true
    end
  end
  return vim.fs.root(path, ".git") or path, false
end

local function on_server_exit(code, signal)
  if stopping or vim.v.exiting ~= vim.NIL or (code == 0 and (signal == 0 or signal == 15)) then
    return
  end
  local now = vim.uv.now()
  crashes = vim.tbl_filter(function(at)
    return now - at < CRASH_WINDOW
  end, crashes)
  crashes[#crashes + 1] = now
  local reason = signal ~= 0 and ("signal " .. signal) or ("exit status " .. code)
  if #crashes < MAX_CRASHES then
    notify.warn(("the server ended unexpectedly (%s) and is restarted"):format(reason))
    vim.defer_fn(M.attach, 100)
  else
    notify.error(("the server ended unexpectedly again (%s) and is not restarted; start it with `:Rulebook restart`; its log is %s"):format(reason, vim.lsp.log.get_filename()))
  end
end

-- Starts the server for all open rules files.
function M.attach()
  vim.lsp.enable("rulebook")
end

-- Returns whether the server stays off because it crashed too often.
local function is_off()
  return #crashes >= MAX_CRASHES
end

function M.restart()
  crashes = {}
  stopping = true
  local clients = vim.lsp.get_clients({ name = "rulebook" })
  for _, client in ipairs(clients) do
    client:stop()
  end
  local stopped = vim.wait(5000, function()
    return vim.iter(clients):all(function(client)
      return client:is_stopped()
    end)
  end, 20)
  if not stopped then
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
  -- finds the program when the first file is opened, not when Neovim starts
  cmd = function(dispatchers, config)
    local program, error = require("rulebook.program").find()
    assert(program, error)
    local on_exit = dispatchers.on_exit
    dispatchers.on_exit = function(code, signal)
      vim.schedule(function()
        on_server_exit(code, signal)
      end)
      -- suppresses Neovim's own message: `on_server_exit` reports the exit
      return on_exit(0, 0)
    end
    local root = config and config.root_dir
    local cwd = type(root) == "string" and vim.uv.fs_stat(root) and root or nil
    return vim.lsp.rpc.start({ program.path, "lsp" }, dispatchers, { cwd = cwd })
  end,
  filetypes = require("rulebook.filetype").all,
  root_dir = function(buffer, on_dir)
    local program, error = require("rulebook.program").find()
    if not program then
      return notify.once(error)
    end
    if is_off() then
      return
    end
    local path = vim.fs.dirname(vim.api.nvim_buf_get_name(buffer))
    local root, found = M.root(path)
    if not found then
      notify.once(("no folder of rules contains %s; using the rules inside the program"):format(vim.fn.fnamemodify(path, ":~")))
    end
    on_dir(root)
  end,
  get_language_id = function(_, filetype)
    return vim.startswith(filetype, "toml") and "toml" or "markdown"
  end,
  before_init = function(params)
    params.initializationOptions = vim.tbl_extend("force", settings.server_settings(), {
      virtualDocuments = true,
      commands = { "rulebook.showClause", "rulebook.compare" },
    })
  end,
  on_attach = function(client, buffer)
    require("rulebook.buffer").on_attach(client, buffer)
  end,
  handlers = {
    ["rulebook/textChanged"] = function(_, params)
      require("rulebook.text").reload(params.uris)
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

-- Returns a running server: that of the buffer, any other, or a new one for the current folder. Else returns nil and the reason.
function M.client()
  local client = running(0) or running()
  if not client then
    if is_off() then
      return nil, "the server ended unexpectedly too often and is not restarted; start it with `:Rulebook restart`"
    end
    local program, error = require("rulebook.program").find()
    if not program then
      return nil, error
    end
    local config = vim.deepcopy(vim.lsp.config.rulebook)
    config.root_dir = M.root(vim.fn.getcwd())
    local id = vim.lsp.start(config, { attach = false })
    client = id and vim.lsp.get_client_by_id(id)
  end
  local ready = client and vim.wait(TIMEOUT, function()
    return client.initialized or client:is_stopped()
  end, 10)
  if not ready or client:is_stopped() then
    return nil, "the server does not start; its log is " .. vim.lsp.log.get_filename()
  end
  return client
end

-- Sends a request and calls `on_answer` with the answer. Shows errors to the user.
function M.request(method, params, on_answer)
  local client, reason = M.client()
  if not client then
    return notify.error(reason)
  end
  client:request(method, params, function(error, answer)
    if error then
      notify.error(error.message)
    elseif answer ~= nil and answer ~= vim.NIL then
      on_answer(answer, client)
    else
      notify.info("there is no information about this here")
    end
  end, 0)
end

-- Sends a request and waits for the answer. Returns nil and the reason if there is none.
function M.request_sync(method, params, timeout)
  local client, error = M.client()
  if not client then
    return nil, error
  end
  local response, reason = client:request_sync(method, params, timeout or TIMEOUT, 0)
  if not response then
    return nil, "the server does not answer: " .. tostring(reason)
  end
  if response.err then
    return nil, response.err.message
  end
  return response.result
end

return M
