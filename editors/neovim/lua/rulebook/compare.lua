-- Comparison of two editions of a clause, in Neovim's diff mode.

local server = require("rulebook.server")
local notify = require("rulebook.notify")
local text = require("rulebook.text")

local M = {}

-- Shows two texts side by side in a new tab.
function M.open(pair)
  vim.cmd.tabnew()
  local empty = vim.api.nvim_get_current_buf()
  text.open(pair.left)
  vim.cmd.diffthis()
  text.open(pair.right, "rightbelow vsplit")
  vim.cmd.diffthis()
  if vim.api.nvim_buf_is_valid(empty) and vim.api.nvim_buf_get_name(empty) == "" then
    vim.api.nvim_buf_delete(empty, {})
  end
  if pair.title then
    notify.info(pair.title)
  end
end

-- Compares a clause, or a whole ruleset, between two editions.
function M.between(params)
  server.request("rulebook/compare", params, M.open)
end

return M
