-- `:checkhealth rulebook`

local M = {}

function M.check()
  local health = vim.health
  health.start("rulebook: Neovim")
  if vim.fn.has("nvim-0.11") == 0 then
    return health.error("Neovim 0.11 or newer is required")
  end
  health.ok("Neovim " .. tostring(vim.version()))

  health.start("rulebook: program")
  local program, error = require("rulebook.program").find()
  if not program then
    health.error(error)
  else
    health.ok(("%s, version %s"):format(program.path, program.version))
  end

  health.start("rulebook: server")
  if not vim.lsp.is_enabled or vim.lsp.is_enabled("rulebook") then
    health.ok("it starts with the first rules file")
  else
    health.warn('it is disabled: enable it with vim.lsp.enable("rulebook")')
  end
  if program then
    local answer, error = require("rulebook.server").request_sync("rulebook/editions", vim.empty_dict())
    if not answer then
      health.error(error)
    else
      for _, ruleset in ipairs(answer.rulesets) do
        local view = ruleset.view or {}
        health.ok(("%s: %s, edition %s, profile %s"):format(ruleset.id, ruleset.title, view.edition, view.profile))
      end
    end
    -- the file from which the report was opened, not the report
    local alternate = vim.fn.expand("#:p")
    local place = alternate ~= "" and vim.fs.dirname(alternate) or vim.fn.getcwd()
    local root, has_rules = require("rulebook.server").root(place)
    if has_rules then
      health.ok("rules of the workspace: " .. root)
    else
      health.info("no folder of rules contains " .. place .. "; using the rules inside the program")
    end
  end

  health.start("rulebook: colours")
  if require("rulebook.parser").language("markdown.rulebook") then
    health.ok("Markdown's parser is installed")
  else
    health.warn("Markdown's tree-sitter parser is missing, so plain colours are used", { "install it as for any Markdown" })
  end
  for _, parser in ipairs(require("rulebook.parser").own()) do
    if parser.loaded then
      health.ok("parser " .. parser.language)
    else
      health.warn("the parser " .. parser.language .. " is missing, so that part has plain colours", { "install a C compiler and run editors/neovim/install.lua again" })
    end
  end
end

return M
