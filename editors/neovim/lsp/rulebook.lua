-- The language server, as Neovim starts it. `vim.lsp.config("rulebook", { … })` changes any of it.

return require("rulebook.server").config
