-- Parses all rules and examples whole, as an editor does: Markdown, and inside it our instruction lines, troop lines and rules of play.
-- No tree of ours holds an error. Run by tests/editors/run.

package.path = vim.fs.dirname(debug.getinfo(1, "S").source:sub(2)) .. "/?.lua;" .. package.path
local driver = require("driver")

driver.run(function()
  local nvim = driver.start({ cwd = os.getenv("RULEBOOK_ROOT"), env = { PATH = os.getenv("RULEBOOK_SYSTEM") } })
  local files = vim.fs.find(function(name)
    return name:match("%.%a+%.md$") ~= nil
  end, { path = os.getenv("RULEBOOK_ROOT") .. "/rules", type = "file", limit = math.huge })
  local counts, wrong = {}, {}
  for _, file in ipairs(files) do
    local found = nvim:lua(
      [[local path = ...
      vim.cmd.edit(vim.fn.fnameescape(path))
      local parser = vim.treesitter.get_parser(0, require("rulebook.parser").language(vim.bo.filetype))
      parser:parse(true)
      local out = { counts = {}, wrong = {} }
      parser:for_each_tree(function(tree, part)
        local own = part:lang()
        if vim.startswith(own, "rulebook") then
          out.counts[own] = (out.counts[own] or 0) + 1
          if own:find("_instruction") or own:find("_troop") or own:find("_rule") then
            local root = tree:root()
            if root:has_error() then
              out.wrong[#out.wrong + 1] = ("%s:%d: %s: %s"):format(path, root:start() + 1, own, vim.treesitter.get_node_text(root, 0))
            end
          end
        end
      end)
      vim.cmd.bwipeout()
      return out]],
      file
    )
    vim.list_extend(wrong, found.wrong)
    for language, count in pairs(found.counts) do
      counts[language] = (counts[language] or 0) + count
    end
  end
  driver.expect(#wrong == 0, "trees with errors:\n" .. table.concat(wrong, "\n"))
  -- where nothing is injected, nothing can be wrong
  for _, language in ipairs({ "rulebook_instruction", "rulebook_troop", "rulebook_rule" }) do
    driver.expect((counts[language] or 0) > 20, language .. " is found in " .. tostring(counts[language] or 0) .. " places only")
  end
  driver.say(("%d files parsed without an error: %d instructions, %d lines of scenarios, %d rules of play"):format(#files, counts.rulebook_instruction, counts.rulebook_troop, counts.rulebook_rule))
end)
