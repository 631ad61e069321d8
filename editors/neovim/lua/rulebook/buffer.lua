-- Buffer-local setup of rules files.

local settings = require("rulebook")

local M = {}

-- Enables highlighting and folds: with the project's parsers if they are installed, or else those of plain Markdown.
function M.highlight(buffer)
  local language = require("rulebook.parser").language(vim.bo[buffer].filetype)
  if language then
    pcall(vim.treesitter.start, buffer, language)
  elseif vim.bo[buffer].filetype:find("^markdown") and vim.bo[buffer].syntax == "" then
    vim.bo[buffer].syntax = "markdown"
  end
end

local watched = {}

-- Neovim (at least 0.12.4) stops tracking a buffer that changes while no server runs, and does not resume with the next server. In that case,
-- this sends the whole text to the server after each change.
function M.watch(buffer)
  if watched[buffer] then
    return
  end
  watched[buffer] = true
  local pending = false
  local function send()
    pending = false
    if not vim.api.nvim_buf_is_loaded(buffer) then
      return
    end
    local tick = vim.api.nvim_buf_get_changedtick(buffer)
    local known = vim.lsp.util.buf_versions
    if not known or known[buffer] == tick then
      return
    end
    for _, client in ipairs(vim.lsp.get_clients({ bufnr = buffer, name = "rulebook" })) do
      known[buffer] = tick
      local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
      client:notify("textDocument/didChange", {
        textDocument = { uri = vim.uri_from_bufnr(buffer), version = tick },
        contentChanges = { { text = table.concat(lines, "\n") .. "\n" } },
      })
    end
  end
  vim.api.nvim_buf_attach(buffer, false, {
    on_lines = function()
      if not pending then
        pending = true
        vim.schedule(send)
      end
    end,
    on_detach = function()
      watched[buffer] = nil
    end,
  })
end

-- Enables the server features that Neovim does not enable by default.
function M.on_attach(client, buffer)
  M.watch(buffer)
  if settings.setting("hints") and client:supports_method("textDocument/inlayHint") then
    vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
  end
  if settings.setting("lenses") and client:supports_method("textDocument/codeLens") then
    M.enable_lenses(buffer)
  end
end

function M.enable_lenses(buffer)
  -- Neovim 0.12 updates lenses itself; 0.11 needs explicit refreshes
  if vim.lsp.codelens.enable then
    return vim.lsp.codelens.enable(true, { bufnr = buffer })
  end
  local refresh = function()
    if vim.api.nvim_buf_is_loaded(buffer) and #vim.lsp.get_clients({ bufnr = buffer, name = "rulebook" }) > 0 then
      vim.lsp.codelens.refresh({ bufnr = buffer })
    end
  end
  local group = vim.api.nvim_create_augroup("rulebook.lenses." .. buffer, {})
  vim.api.nvim_create_autocmd({ "BufEnter", "InsertLeave", "BufWritePost" }, { group = group, buffer = buffer, callback = refresh })
  refresh()
end

return M
