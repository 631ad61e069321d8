-- What can be asked of the rules, each as one function. What is found is chosen from through `vim.ui.select`.

local place = require("rulebook.place")
local server = require("rulebook.server")
local settings = require("rulebook")
local tell = require("rulebook.tell")
local text = require("rulebook.text")

local M = {}

-- Parameters of a question, with how the rules are read at this place.
local function asked(params)
  local out = vim.tbl_extend("force", place.reading(), params)
  return next(out) and out or vim.empty_dict()
end

-- A clause as it may be written: `dbm/rear-support@3.3`.
local function named(clause, edition)
  local name, at = clause:match("^(.-)@(.+)$")
  return { clause = name or clause, edition = at or edition }
end

-- The clause that is meant: the one named, else the one at the cursor.
local function meant(clause, what)
  clause = clause or place.clause()
  if not clause then
    tell.warn(("which clause? Put the cursor on a name or below a heading, or write `:Rulebook %s CLAUSE`"):format(what))
  end
  return clause
end

-- A name without its ruleset, and the ruleset.
local function parted(id)
  local ruleset, name = id:match("^([^/]+)/(.+)$")
  return name or id, ruleset
end

local function shortened(words, width)
  words = words:gsub("%s+", " ")
  if vim.fn.strdisplaywidth(words) <= width then
    return words
  end
  return vim.fn.strcharpart(words, 0, width - 1) .. "…"
end

local function page(of)
  return of.page and of.page ~= vim.NIL and (" p. " .. of.page) or ""
end

local function pick(items, prompt, format, chosen)
  if #items == 0 then
    return tell.info("nothing was found")
  end
  vim.ui.select(items, { prompt = prompt, kind = "rulebook", format_item = format }, function(item)
    if item then
      chosen(item)
    end
  end)
end

-- Search in a player's own words.
function M.search(query)
  if not query or query == "" then
    return vim.ui.input({ prompt = "Search the rules: " }, function(said)
      if said and said ~= "" then
        M.search(said)
      end
    end)
  end
  local params = asked({ query = query, limit = 50 })
  server.ask("rulebook/search", params, function(answer)
    for _, fault in ipairs(answer.faults or {}) do
      tell.warn(type(fault) == "table" and fault.message or tostring(fault))
    end
    local format = function(hit)
      local words = hit.snippet and hit.snippet.text or hit.text or ""
      return ("%s%s: %s"):format(hit.heading, page(hit), shortened(words, 90))
    end
    pick(answer.hits, ("Rules with `%s`"):format(query), format, function(hit)
      local name, ruleset = parted(hit.id)
      text.open(text.address(ruleset, answer.query.edition ~= vim.NIL and answer.query.edition or nil, name), "split")
    end)
  end)
end

-- A clause, or where none is named that at the cursor, at an edition.
function M.show(clause, edition)
  clause = meant(clause, "show")
  if not clause then
    return
  end
  server.ask("rulebook/show", asked(named(clause, edition)), function(answer)
    local ruleset, at = answer.query.ruleset, answer.query.edition
    if answer.clauses then
      local one = answer.clauses[1]
      local name, own = parted(one.id)
      return text.open(text.address(own or ruleset, at, name), "split")
    end
    if answer.sections and answer.page then
      return pick(answer.sections, "Page " .. answer.page, function(section)
        return section.heading
      end, function(section)
        local name, own = parted(section.id)
        text.open(text.address(own or ruleset, at, name), "split")
      end)
    end
    text.open(text.address(ruleset, at), "split")
  end)
end

-- A clause in two editions, in diff mode. Without `to` the edition that is read, without `from` the one before it.
function M.diff(clause, from, to)
  clause = meant(clause, "diff")
  if clause then
    require("rulebook.compare").between(asked({ clause = clause, from = from, to = to }))
  end
end

-- Which instructions changed a clause; the one chosen is compared with the edition before it.
function M.history(clause)
  clause = meant(clause, "history")
  if not clause then
    return
  end
  server.ask("rulebook/history", asked(named(clause)), function(answer)
    if #answer.entries == 0 then
      return tell.info(("nothing has changed %s since %s"):format(answer.id, answer.base and answer.base.document or "its first edition"))
    end
    local format = function(entry)
      return ("%s  %s, %s no. %s: %s"):format(entry.edition, entry.date_text, entry.short, entry.n, entry.address)
    end
    local name, ruleset = parted(answer.id)
    pick(answer.entries, ("%s (%s)"):format(answer.heading, name), format, function(entry)
      require("rulebook.compare").between({ ruleset = ruleset, clause = name, to = entry.edition })
    end)
  end)
end

-- All that changed between two editions, section by section.
function M.changes(from, to)
  server.ask("rulebook/changes", asked({ from = from, to = to }), function(answer)
    local format = function(section)
      return ("%s%s: %d changed"):format(section.heading, page(section), #section.changes)
    end
    local before, after = answer.from, answer.to
    pick(answer.sections, ("%s %s → %s"):format(after.ruleset, before.edition, after.edition), format, function(section)
      local name, ruleset = parted(section.id)
      require("rulebook.compare").between({ ruleset = ruleset, clause = name, from = before.edition, to = after.edition })
    end)
  end)
end

-- What the instruction under the cursor leads to.
function M.impact()
  local client = server.client()
  local params = vim.lsp.util.make_position_params(0, client and client.offset_encoding or "utf-16")
  server.ask("rulebook/impact", params, function(answer)
    local lines = {}
    local add = function(format, ...)
      lines[#lines + 1] = format:format(...)
    end
    local values = function(list)
      return #list > 0 and table.concat(list, ", ") or "none"
    end
    for _, section in ipairs(answer.sections) do
      add("# %s", (parted(section.section)))
      add("%d units %s by %s", #section.changes, section.origin.verb, section.origin.short)
      if section.withdrawn_by ~= vim.NIL then
        add("- withdrawn by %s", section.withdrawn_by.short)
      end
      for _, fact in ipairs(section.facts) do
        add("- `%s`: %s → %s", fact.id, values(fact.before), values(fact.after))
      end
      for _, ruling in ipairs(section.overtakes) do
        add("- bears on %s %s, which is %s", ruling.document, ruling.n, ruling.state)
      end
      for _, later in ipairs(section.later) do
        add("- %s by %s no. %s: %s", later.verb, later.short, later.n, later.address)
      end
    end
    vim.lsp.util.open_floating_preview(lines, "markdown", { border = "single", focus_id = "rulebook.impact" })
  end)
end

-- What a finding means: the one named, else that under the cursor.
function M.explain(code)
  if not code then
    local row, column = unpack(vim.api.nvim_win_get_cursor(0))
    for _, finding in ipairs(vim.diagnostic.get(0, { lnum = row - 1 })) do
      if not code or (finding.col <= column and column < finding.end_col) then
        code = finding.code
      end
    end
  end
  if not code then
    return tell.warn("which finding? Put the cursor on one, or write `:Rulebook explain CODE`")
  end
  text.open("rulebook:/lint/" .. code .. ".md", "split")
end

-- All findings of the workspace, in the quickfix list.
function M.check()
  server.ask("workspace/diagnostic", { previousResultIds = {} }, function(answer, client)
    local items = {}
    for _, report in ipairs(answer.items) do
      local buffer = vim.uri_to_bufnr(report.uri)
      for _, finding in ipairs(report.items or {}) do
        local start = finding.range.start
        items[#items + 1] = {
          bufnr = buffer,
          lnum = start.line + 1,
          col = start.character + 1,
          text = ("%s [%s]"):format(finding.message:gsub("\n.*", ""), finding.code or ""),
          type = ({ "E", "W", "I", "N" })[finding.severity or 1],
        }
      end
    end
    vim.fn.setqflist({}, " ", { title = "Findings in the rules", items = items })
    if #items == 0 then
      return tell.info("nothing is found in " .. vim.fn.fnamemodify(client.root_dir or ".", ":~"))
    end
    vim.cmd("botright copen")
  end)
end

-- Moves the scenario to another edition; without one it asks to which.
function M.migrate(edition)
  if not vim.bo.filetype:find("scenario", 1, true) then
    return tell.warn("this file is no scenario (NAME.scenario.md), and only those are moved to another edition")
  end
  local buffer = vim.api.nvim_get_current_buf()
  local start = { line = 0, character = 0 }
  local params = {
    textDocument = vim.lsp.util.make_text_document_params(buffer),
    range = { start = start, ["end"] = start },
    context = { diagnostics = {}, only = { "refactor.rewrite" } },
  }
  server.ask("textDocument/codeAction", params, function(answer, client)
    local offers = {}
    for _, action in ipairs(answer) do
      local to = action.title:match("^migrate to (.+)$")
      if to and (not edition or to == edition) then
        offers[#offers + 1] = { to = to, action = action }
      end
    end
    local apply = function(offer)
      client:request("codeAction/resolve", offer.action, function(error, action)
        if error then
          return tell.error(error.message)
        end
        local edit = action and action.edit
        if not edit or edit == vim.NIL then
          return tell.warn(("this scenario can't be moved to %s"):format(offer.to))
        end
        vim.lsp.util.apply_workspace_edit(edit, client.offset_encoding)
        tell.info(("moved to %s; what a person has to settle stands in comments above the lines"):format(offer.to))
      end, buffer)
    end
    if #offers == 0 then
      return tell.warn(edition and ("this scenario can't be moved to %s"):format(edition) or "there is no other edition to move this scenario to")
    end
    if edition then
      return apply(offers[1])
    end
    pick(offers, "Move the scenario to", function(offer)
      return offer.to
    end, apply)
  end)
end

-- Sets what counts where nothing is asked, and tells the server.
local function set(name, value)
  settings.setup({ [name] = value })
  for _, client in ipairs(vim.lsp.get_clients({ name = "rulebook" })) do
    client:notify("workspace/didChangeConfiguration", { settings = { rulebook = settings.served() } })
  end
  tell.info(("%s %s"):format(name, value))
end

-- The ruleset at this place, as the server lists it.
local function ruleset_here(answer)
  local wanted = place.reading().ruleset or answer.default
  return vim.iter(answer.rulesets):find(function(ruleset)
    return ruleset.id == wanted
  end) or answer.rulesets[1]
end

-- Chooses an edition, a profile or a ruleset for all that is asked from now on.
function M.set(name, value)
  server.ask("rulebook/editions", vim.empty_dict(), function(answer)
    local here = ruleset_here(answer)
    local rows = name == "ruleset" and answer.rulesets or here[name .. "s"]
    local known = vim.iter(rows):any(function(row)
      return row.id == value
    end)
    if value and not known then
      local all = vim.iter(rows):map(function(row)
        return row.id
      end):join(", ")
      return tell.warn(("there is no %s %s in %s; there are %s"):format(name, value, name == "ruleset" and "the rules" or here.id, all))
    end
    if value then
      return set(name, value)
    end
    pick(rows, ("Which %s? Now %s"):format(name, here.view and here.view[name] or "none"), function(row)
      return row.title and ("%s  %s"):format(row.id, row.title) or row.id
    end, function(row)
      set(name, row.id)
    end)
  end)
end

-- Opens a sheet or another document of the ruleset.
function M.open(document)
  server.ask("rulebook/outline", asked({ document = document, patches = false }), function(answer)
    local files = {}
    for _, ruleset in ipairs(answer.rulesets) do
      for _, edition in ipairs(ruleset.editions) do
        for _, one in ipairs(edition.documents) do
          for _, file in ipairs(one.files) do
            files[#files + 1] = { name = ("%s  %s"):format(one.id, file.name), uri = file.location.uri }
          end
        end
      end
    end
    local open = function(file)
      vim.cmd.edit(vim.fn.fnameescape(vim.uri_to_fname(file.uri)))
    end
    if document and #files == 1 then
      return open(files[1])
    end
    pick(files, "Documents", function(file)
      return file.name
    end, open)
  end)
end

return M
