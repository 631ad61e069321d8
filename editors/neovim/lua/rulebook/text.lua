-- Texts that are not files: clauses and rulesets at any edition, the files inside the program, explanations of diagnostics.

local server = require("rulebook.server")
local notify = require("rulebook.notify")

local M = {}

local function write(buffer, text)
  local lines = vim.split(text, "\n", { plain = true })
  if lines[#lines] == "" then
    lines[#lines] = nil
  end
  vim.bo[buffer].modifiable = true
  vim.bo[buffer].readonly = false
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modified = false
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].readonly = true
end

-- Fills a buffer with the text of its address.
function M.read(buffer)
  local uri = vim.api.nvim_buf_get_name(buffer)
  vim.bo[buffer].buftype = "nofile"
  vim.bo[buffer].swapfile = false
  vim.bo[buffer].undolevels = -1
  local answer, error = server.request_sync("rulebook/text", { uri = uri })
  if not answer then
    write(buffer, "")
    return notify.error(error)
  end
  write(buffer, answer.text)
  local shipped = vim.startswith(uri, "rulebook:/shipped/")
  local filetype = shipped and vim.filetype.match({ buf = buffer, filename = uri:gsub("^rulebook:", "") }) or nil
  vim.bo[buffer].filetype = filetype or answer.languageId or "markdown"
  local client = server.client()
  if client then
    vim.lsp.buf_attach_client(buffer, client.id)
  end
end

-- Shows Markdown that has no address in a new window; it is gone once it is hidden.
function M.show(markdown, how)
  vim.cmd(how .. " | enew")
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].buftype = "nofile"
  vim.bo[buffer].bufhidden = "wipe"
  vim.bo[buffer].swapfile = false
  write(buffer, markdown)
  vim.bo[buffer].filetype = "markdown"
end

-- Reloads the texts that changed; the cursor stays on its line.
function M.reload(uris)
  for _, uri in ipairs(uris) do
    local buffer = vim.fn.bufnr("^" .. vim.fn.escape(uri, "\\*?[]{}~.$") .. "$")
    if buffer > 0 and vim.api.nvim_buf_is_loaded(buffer) then
      server.request("rulebook/text", { uri = uri }, function(answer)
        if not vim.api.nvim_buf_is_valid(buffer) then
          return
        end
        local views = {}
        for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
          views[window] = vim.api.nvim_win_call(window, vim.fn.winsaveview)
        end
        write(buffer, answer.text)
        for window, view in pairs(views) do
          vim.api.nvim_win_call(window, function()
            vim.fn.winrestview(view)
            vim.cmd("silent! diffupdate")
          end)
        end
      end)
    end
  end
end

-- Opens a text. `how` is a command that creates a window: "split", "vsplit", "tabnew"; nil uses the current window.
function M.open(uri, how)
  if how then
    vim.cmd(how)
  end
  vim.cmd.edit(vim.fn.fnameescape(uri))
end

-- Returns the address of a clause at an edition; both are optional.
function M.address(ruleset, edition, clause)
  local whole = ruleset .. (edition and ("@" .. edition) or "")
  return "rulebook:/text/" .. whole .. (clause and ("/" .. clause) or "") .. ".md"
end

return M
