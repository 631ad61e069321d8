-- What a start of Neovim costs: file types, one command, and the addresses of texts that lie in no file. All else is loaded when it is used.

if vim.g.loaded_rulebook then
  return
end
vim.g.loaded_rulebook = true

if vim.fn.has("nvim-0.11") == 0 then
  vim.notify("rulebook: Neovim 0.11 or newer is needed; this is an older one, so the plugin does nothing", vim.log.levels.WARN)
  return
end

require("rulebook.filetype").add()

vim.api.nvim_create_user_command("Rulebook", function(call)
  require("rulebook.command").run(call)
end, {
  nargs = "*",
  desc = "Ask the rules: search, show, diff, history …",
  complete = function(lead, line)
    return require("rulebook.command").complete(lead, line)
  end,
})

local group = vim.api.nvim_create_augroup("rulebook", {})
vim.api.nvim_create_autocmd("BufReadCmd", {
  group = group,
  pattern = "rulebook:/*",
  desc = "A text of the rules, at any edition",
  -- a file that is opened while the text is waited for gets its type, and with it the server
  nested = true,
  callback = function(event)
    require("rulebook.text").read(event.buf)
  end,
})
vim.api.nvim_create_autocmd("BufWriteCmd", {
  group = group,
  pattern = "rulebook:/*",
  desc = "Texts of the rules cannot be written",
  callback = function()
    require("rulebook.tell").warn("this text is made from the rules and can't be written; change the sheet that it comes from")
  end,
})

-- the server starts with the first file of rules, and never for other Markdown
vim.lsp.enable("rulebook")
