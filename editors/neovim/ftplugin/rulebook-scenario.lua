require("rulebook.buffer").colour(vim.api.nvim_get_current_buf())
