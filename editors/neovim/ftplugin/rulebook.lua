require("rulebook.buffer").highlight(vim.api.nvim_get_current_buf())
