-- Runs when Neovim starts: registers the file types, the command, and the addresses of texts that are not files. Everything else is loaded
-- on first use.

if vim.g.loaded_rulebook then
  return
end
vim.g.loaded_rulebook = true

if vim.fn.has("nvim-0.11") == 0 then
  vim.notify("rulebook: the plugin is disabled because it needs Neovim 0.11 or newer", vim.log.levels.WARN)
  return
end

require("rulebook.filetype").add()

vim.api.nvim_create_user_command("Rulebook", function(call)
  require("rulebook.command").run(call)
end, {
  nargs = "*",
  desc = "Query the rules: search, show, diff, history …",
  complete = function(lead, line)
    return require("rulebook.command").complete(lead, line)
  end,
})

local group = vim.api.nvim_create_augroup("rulebook", {})
vim.api.nvim_create_autocmd("BufReadCmd", {
  group = group,
  pattern = "rulebook:/*",
  desc = "A text of the rules, at any edition",
  -- lets a file that is opened while this waits for the text get its file type, and so the server
  nested = true,
  callback = function(event)
    require("rulebook.text").read(event.buf)
  end,
})
vim.api.nvim_create_autocmd("BufWriteCmd", {
  group = group,
  pattern = "rulebook:/*",
  desc = "Texts of the rules are read-only",
  callback = function()
    require("rulebook.notify").warn("this text is generated from the rules and is read-only; change the sheet that it comes from")
  end,
})

-- the server starts with the first rules file, and never for other Markdown
vim.lsp.enable("rulebook")
