-- The actions of `:Rulebook`, one function each. The user chooses from results with `vim.ui.select`.

local context = require("rulebook.context")
local server = require("rulebook.server")
local settings = require("rulebook")
local notify = require("rulebook.notify")
local text = require("rulebook.text")

local M = {}

-- Returns the parameters of a request with the reading of the current buffer added.
local function with_reading(params)
  local out = vim.tbl_extend("force", context.reading(), params)
  return next(out) and out or vim.empty_dict()
end

-- Parses a clause with an optional edition: `dbm/rear-support@3.3`.
local function parse_clause(clause, edition)
  local name, at = clause:match("^(.-)@(.+)$")
  return { clause = name or clause, edition = at or edition }
end

-- Returns the given clause, or else the one at the cursor.
local function clause_or_cursor(clause, subcommand)
  clause = clause or context.clause()
  if not clause then
    notify.warn(("no clause at the cursor: put the cursor on a name or below a heading, or write `:Rulebook %s CLAUSE`"):format(subcommand))
  end
  return clause
end

-- Splits an id into the name without its ruleset, and the ruleset.
local function split_id(id)
  local ruleset, name = id:match("^([^/]+)/(.+)$")
  return name or id, ruleset
end

local function truncate(words, width)
  words = words:gsub("%s+", " ")
  if vim.fn.strdisplaywidth(words) <= width then
    return words
  end
  return vim.fn.strcharpart(words, 0, width - 1) .. "…"
end

local function page_suffix(item)
  return item.page and item.page ~= vim.NIL and (" p. " .. item.page) or ""
end

local function pick(items, prompt, format, on_choice)
  if #items == 0 then
    return notify.info("no matches")
  end
  vim.ui.select(items, { prompt = prompt, kind = "rulebook", format_item = format }, function(item)
    if item then
      on_choice(item)
    end
  end)
end

-- Lists the hits of an answer; choosing one shows it.
local function pick_hit(answer, query)
  local format = function(hit)
    local words = hit.snippet and hit.snippet.text or hit.text or ""
    return ("%s%s: %s"):format(hit.heading, page_suffix(hit), truncate(words, 90))
  end
  pick(answer.hits, ("Rules with `%s`"):format(query), format, function(hit)
    local name, ruleset = split_id(hit.id)
    text.open(text.address(ruleset, answer.query.edition ~= vim.NIL and answer.query.edition or nil, name), "split")
  end)
end

-- Searches the rules in the user's own words.
function M.search(query)
  if not query or query == "" then
    return vim.ui.input({ prompt = "Search the rules: " }, function(input)
      if input and input ~= "" then
        M.search(input)
      end
    end)
  end
  local params = with_reading({ query = query, limit = 50 })
  server.request("rulebook/search", params, function(answer)
    for _, problem in ipairs(answer.faults or {}) do
      notify.warn(type(problem) == "table" and problem.message or tostring(problem))
    end
    pick_hit(answer, query)
  end)
end

-- Shows a clause at an edition. The default is the clause at the cursor.
function M.show(clause, edition)
  clause = clause_or_cursor(clause, "show")
  if not clause then
    return
  end
  server.request("rulebook/show", with_reading(parse_clause(clause, edition)), function(answer)
    if answer.hits then
      return pick_hit(answer, clause)
    end
    if not answer.query then
      return notify.warn("to compare editions, use `:Rulebook diff`")
    end
    local ruleset, at = answer.query.ruleset, answer.query.edition
    if answer.clauses and answer.clauses[1] then
      local first = answer.clauses[1]
      local name, own = split_id(first.id)
      return text.open(text.address(own or ruleset, at, name), "split")
    end
    if answer.sections and answer.page then
      return pick(answer.sections, "Page " .. answer.page, function(section)
        return section.heading
      end, function(section)
        local name, own = split_id(section.id)
        text.open(text.address(own or ruleset, at, name), "split")
      end)
    end
    text.open(text.address(ruleset, at), "split")
  end)
end

-- Compares a clause in two editions, in diff mode. `to` defaults to the current edition, `from` to the one before it.
function M.diff(clause, from, to)
  clause = clause_or_cursor(clause, "diff")
  if clause then
    require("rulebook.compare").between(with_reading({ clause = clause, from = from, to = to }))
  end
end

-- Lists the instructions that changed a clause; choosing one compares its edition with the previous one.
function M.history(clause)
  clause = clause_or_cursor(clause, "history")
  if not clause then
    return
  end
  server.request("rulebook/history", with_reading(parse_clause(clause)), function(answer)
    if #answer.entries == 0 then
      return notify.info(("no changes of %s since %s"):format(answer.id, answer.base and answer.base.document or "its first edition"))
    end
    local format = function(entry)
      return ("%s  %s, %s no. %s: %s"):format(entry.edition, entry.date_text, entry.short, entry.n, entry.address)
    end
    local name, ruleset = split_id(answer.id)
    pick(answer.entries, ("%s (%s)"):format(answer.heading, name), format, function(entry)
      require("rulebook.compare").between({ ruleset = ruleset, clause = name, to = entry.edition })
    end)
  end)
end

-- Lists everything that changed between two editions, by section.
function M.changes(from, to)
  server.request("rulebook/changes", with_reading({ from = from, to = to }), function(answer)
    local format = function(section)
      return ("%s%s: %d changed"):format(section.heading, page_suffix(section), #section.changes)
    end
    local before, after = answer.from, answer.to
    pick(answer.sections, ("%s %s → %s"):format(after.ruleset, before.edition, after.edition), format, function(section)
      local name, ruleset = split_id(section.id)
      require("rulebook.compare").between({ ruleset = ruleset, clause = name, from = before.edition, to = after.edition })
    end)
  end)
end

-- Shows the effects of the instruction under the cursor.
function M.impact()
  local client = server.client()
  local params = vim.lsp.util.make_position_params(0, client and client.offset_encoding or "utf-16")
  server.request("rulebook/impact", params, function(answer)
    local texts = vim.tbl_map(function(section)
      return ("# %s\n\n%s"):format(split_id(section.section), section.markdown)
    end, answer.sections)
    local lines = vim.split(table.concat(texts, "\n"), "\n", { trimempty = true })
    vim.lsp.util.open_floating_preview(lines, "markdown", { border = "single", focus_id = "rulebook.impact" })
  end)
end

-- Explains a diagnostic: the one with the given code, or else the one under the cursor.
function M.explain(code)
  if not code then
    local row, column = unpack(vim.api.nvim_win_get_cursor(0))
    for _, diagnostic in ipairs(vim.diagnostic.get(0, { lnum = row - 1 })) do
      if not code or (diagnostic.col <= column and column < diagnostic.end_col) then
        code = diagnostic.code
      end
    end
  end
  if not code then
    return notify.warn("no problem at the cursor: put the cursor on one, or write `:Rulebook explain CODE`")
  end
  text.open("rulebook:/lint/" .. code .. ".md", "split")
end

-- Puts all diagnostics of the workspace into the quickfix list.
function M.check()
  server.request("rulebook/diagnostics", {}, function(answer, client)
    local items = {}
    for _, report in ipairs(answer.documents) do
      local buffer = vim.uri_to_bufnr(report.uri)
      for _, diagnostic in ipairs(report.items) do
        local start = diagnostic.range.start
        items[#items + 1] = {
          bufnr = buffer,
          lnum = start.line + 1,
          col = start.character + 1,
          text = ("%s [%s]"):format(diagnostic.message:gsub("\n.*", ""), diagnostic.code or ""),
          type = ({ "E", "W", "I", "N" })[diagnostic.severity or 1],
        }
      end
    end
    vim.fn.setqflist({}, " ", { title = "Problems in the rules", items = items })
    if #items == 0 then
      return notify.info("no problems in " .. vim.fn.fnamemodify(client.root_dir or ".", ":~"))
    end
    vim.cmd("botright copen")
  end)
end

-- Runs the program with arguments in a folder, and calls `on_output` with what it prints. Shows errors to the user.
local function run_program(arguments, folder, on_output)
  local program, error = require("rulebook.program").find()
  if not program then
    return notify.error(error)
  end
  local command = vim.list_extend({ program.path }, arguments)
  vim.system(command, { text = true, cwd = folder }, vim.schedule_wrap(function(job)
    if job.code ~= 0 then
      return notify.error(vim.trim((job.stderr or ""):gsub("^error: ", "")))
    end
    on_output(job.stdout)
  end))
end

-- What `rulebook new` creates.
M.creatable = { "ruleset", "sheet", "clarification", "check", "scenario" }

-- What is asked for a kind: the name, and the options of a ruleset, as `rulebook new` asks for them on a terminal.
local questions = {
  ruleset = {
    { prompt = "Name of its folder: " },
    {
      prompt = "Title of the game: ",
      option = "--title",
      default = function(name)
        return (name:gsub("-", " "):gsub("^%l", string.upper))
      end,
    },
    { prompt = "First edition: ", option = "--edition", default = "1.0" },
    { prompt = "Edition that the first sheet makes: ", option = "--next", default = "1.1" },
  },
  sheet = { { prompt = "Edition that the sheet makes: " } },
  scenario = { { prompt = "File: " } },
}
local ASK_NAME = { { prompt = "Name: " } }

-- Asks the questions from `at` on, and appends the answers to the words. Nothing is created if the user cancels one.
local function ask(words, at)
  local question = (questions[words[1]] or ASK_NAME)[at]
  if not question then
    return M.create(words)
  end
  local default = type(question.default) == "function" and question.default(words[2]) or question.default
  vim.ui.input({ prompt = question.prompt, default = default }, function(answer)
    answer = vim.trim(answer or "")
    if answer ~= "" then
      ask(vim.list_extend(vim.deepcopy(words), { question.option or answer, question.option and answer }), at + 1)
    end
  end)
end

-- Creates a ruleset or a file of one in the folder of the workspace, and opens the text of the ruleset or the file. Asks for what is missing.
function M.create(words)
  if not words[1] then
    return vim.ui.select(M.creatable, { prompt = "Create:" }, function(choice)
      if choice then
        ask({ choice }, 1)
      end
    end)
  end
  if not words[2] then
    return ask(words, 1)
  end
  local folder = server.root(vim.fn.getcwd())
  run_program(vim.list_extend({ "new" }, words), folder, function(output)
    local written = {}
    for done, file in output:gmatch("(%l+) ([^\n]+)") do
      local path = vim.fs.joinpath(folder, file)
      if done == "wrote" then
        written[#written + 1] = path
      elseif vim.fn.bufloaded(path) == 1 then
        -- `ruleset.toml` lists a new document; Neovim itself checks only buffers in windows
        vim.cmd("checktime " .. vim.fn.bufnr(path))
      end
    end
    notify.info(vim.trim(output))
    local text = vim.iter(written):find(function(file)
      return vim.endswith(file, ".rules.md")
    end)
    vim.cmd.edit(vim.fn.fnameescape(text or written[1]))
  end)
end

-- Shows what the changes of the current file that are not committed do to the rules, as Markdown in a split.
function M.review()
  local file = vim.api.nvim_buf_get_name(0)
  if vim.bo.buftype ~= "" or vim.fn.filereadable(file) == 0 then
    return notify.warn("not a file: only the changes of saved files can be reviewed")
  end
  if vim.bo.modified then
    vim.cmd.write()
  end
  run_program({ "review", "HEAD", "--path", file, "--format", "markdown", "--exit-zero" }, vim.fs.dirname(file), function(output)
    text.show(output, "split")
  end)
end

-- Moves the scenario to another edition; if none is given, the user chooses.
function M.migrate(edition)
  if not vim.bo.filetype:find("scenario", 1, true) then
    return notify.warn("not a scenario (NAME.scenario.md): only scenarios can be migrated to another edition")
  end
  local buffer = vim.api.nvim_get_current_buf()
  local start = { line = 0, character = 0 }
  local params = {
    textDocument = vim.lsp.util.make_text_document_params(buffer),
    range = { start = start, ["end"] = start },
    context = { diagnostics = {}, only = { "refactor.rewrite" } },
  }
  server.request("textDocument/codeAction", params, function(answer, client)
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
          return notify.error(error.message)
        end
        local edit = action and action.edit
        if not edit or edit == vim.NIL then
          return notify.warn(("cannot migrate this scenario to %s"):format(offer.to))
        end
        vim.lsp.util.apply_workspace_edit(edit, client.offset_encoding)
        notify.info(("migrated to %s; comments above the lines say what is left to decide"):format(offer.to))
      end, buffer)
    end
    if #offers == 0 then
      return notify.warn(edition and ("cannot migrate this scenario to %s"):format(edition) or "there is no other edition to migrate this scenario to")
    end
    if edition then
      return apply(offers[1])
    end
    pick(offers, "Migrate the scenario to", function(offer)
      return offer.to
    end, apply)
  end)
end

-- Changes a default reading and notifies the server.
local function set_default(name, value)
  settings.setup({ [name] = value })
  for _, client in ipairs(vim.lsp.get_clients({ name = "rulebook" })) do
    client:notify("workspace/didChangeConfiguration", { settings = { rulebook = settings.server_settings() } })
  end
  notify.info(("%s %s"):format(name, value))
end

-- Returns the current ruleset, as the server lists it.
local function current_ruleset(answer)
  local id = context.reading().ruleset or answer.default
  return vim.iter(answer.rulesets):find(function(ruleset)
    return ruleset.id == id
  end) or answer.rulesets[1]
end

-- Sets the default edition, profile or ruleset for all later requests.
function M.set(name, value)
  server.request("rulebook/editions", vim.empty_dict(), function(answer)
    local current = current_ruleset(answer)
    local rows = name == "ruleset" and answer.rulesets or current[name .. "s"]
    local known = vim.iter(rows):any(function(row)
      return row.id == value
    end)
    if value and not known then
      local all = vim.iter(rows):map(function(row)
        return row.id
      end):join(", ")
      return notify.warn(("no %s %s in %s; %ss: %s"):format(name, value, name == "ruleset" and "the rules" or current.id, name, all))
    end
    if value then
      return set_default(name, value)
    end
    pick(rows, ("Which %s? Now %s"):format(name, current.view and current.view[name] or "none"), function(row)
      return row.title and ("%s  %s"):format(row.id, row.title) or row.id
    end, function(row)
      set_default(name, row.id)
    end)
  end)
end

-- Opens a sheet or another document of the ruleset.
function M.open(document)
  server.request("rulebook/outline", with_reading({ document = document, patches = false }), function(answer)
    local files = {}
    for _, ruleset in ipairs(answer.rulesets) do
      for _, edition in ipairs(ruleset.editions) do
        for _, own in ipairs(edition.documents) do
          for _, file in ipairs(own.files) do
            files[#files + 1] = { name = ("%s  %s"):format(own.id, file.name), uri = file.location.uri }
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
