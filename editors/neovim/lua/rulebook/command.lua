-- The command `:Rulebook`: one table row per subcommand.

local context = require("rulebook.context")
local notify = require("rulebook.notify")

local M = {}

local function actions()
  return require("rulebook.actions")
end

-- How long completion may block, in milliseconds.
local TIMEOUT = 1500

-- Requests candidates for completion from the server. Reports no errors; returns nil if there is neither a server nor a program.
local function query_silently(method, params)
  if #vim.lsp.get_clients({ name = "rulebook" }) == 0 and not require("rulebook.program").find() then
    return nil
  end
  return (require("rulebook.server").request_sync(method, params, TIMEOUT))
end

local function without_ruleset(id)
  return id:match("^[^/]+/(.+)$") or id
end

-- Returns the names of sections; after a dot, of the clauses in the section.
local function clauses(lead)
  local reading = context.reading()
  local editions = query_silently("rulebook/editions", vim.empty_dict())
  local ruleset = reading.ruleset or (editions and editions.default)
  if not ruleset then
    return {}
  end
  local section = lead:match("^([^.@/]+)[.]")
  local answer = query_silently("rulebook/show", vim.tbl_extend("force", reading, { clause = section or ruleset }))
  local rows = {}
  if section and answer and answer.clauses then
    vim.list_extend(rows, answer.clauses[1].children or {})
  elseif answer then
    rows = answer.sections or {}
  end
  return vim.iter(rows):map(function(row)
    return without_ruleset(type(row) == "table" and row.id or row)
  end):totable()
end

-- Returns a function that lists the editions, profiles, documents or rulesets.
local function lister(name)
  return function()
    local answer = query_silently("rulebook/editions", vim.empty_dict())
    if not answer then
      return {}
    end
    local rows = answer.rulesets
    if name ~= "rulesets" then
      local id = context.reading().ruleset or answer.default
      local current = vim.iter(rows):find(function(ruleset)
        return ruleset.id == id
      end)
      rows = current and current[name] or {}
    end
    return vim.iter(rows):map(function(row)
      return row.id
    end):totable()
  end
end

local editions, profiles, rulesets, documents = lister("editions"), lister("profiles"), lister("rulesets"), lister("documents")

-- Joins the words between quotes into one, without the quotes: `"Skiffs`, `and`, `Shoals"`.
local function unquote(words)
  local out, quote = {}, nil
  for _, word in ipairs(words) do
    if quote then
      out[#out] = out[#out] .. " " .. word
    else
      local option, rest = word:match("^(%-%-[%w-]+=)(.*)$")
      rest = rest or word
      quote = rest:match("^[\"']")
      out[#out + 1] = (option or "") .. (quote and rest:sub(2) or rest)
    end
    if quote and vim.endswith(out[#out], quote) then
      out[#out] = out[#out]:sub(1, -2)
      quote = nil
    end
  end
  return out
end

-- The fields of search conditions.
local FIELDS = { "at:", "changed:", "section:", "page:", "kind:", "document:", "by:", "cites:", "interprets:", "term:", "fact:", "is:" }

local function fields()
  return FIELDS
end

local function codes()
  return vim.iter(vim.diagnostic.get(0)):map(function(diagnostic)
    return tostring(diagnostic.code)
  end):totable()
end

local function kinds()
  return actions().creatable
end

local function nothing()
  return {}
end

-- Returns a subcommand: `form` is the usage text, `complete` has a completion function per argument. It runs `run` with its arguments, or
-- else the action of its name.
local function row(form, complete, run)
  return { form = form, complete = complete, run = run }
end

-- Returns a subcommand that takes any number of arguments.
local function long_row(form, complete, run)
  return { form = form, complete = complete, run = run, many = true }
end

-- Returns the function that sets a default.
local function set(name)
  return function(value)
    actions().set(name, value)
  end
end

-- One row per subcommand.
local commands = {
  search = long_row("[QUERY]", { fields }, function(...)
    actions().search(table.concat({ ... }, " "))
  end),
  show = row("[CLAUSE] [EDITION]", { clauses, editions }),
  diff = row("[CLAUSE] [FROM] [TO]", { clauses, editions, editions }),
  history = row("[CLAUSE]", { clauses }),
  changes = row("[FROM] [TO]", { editions, editions }),
  impact = row("", {}),
  explain = row("[CODE]", { codes }),
  check = row("", {}),
  review = row("", {}),
  new = long_row("[ruleset|sheet|clarification|check|scenario] [NAME] [OPTIONS]", { kinds, nothing }, function(...)
    actions().create(unquote({ ... }))
  end),
  migrate = row("[EDITION]", { editions }),
  open = row("[DOCUMENT]", { documents }),
  edition = row("[EDITION]", { editions }, set("edition")),
  profile = row("[PROFILE]", { profiles }, set("profile")),
  ruleset = row("[RULESET]", { rulesets }, set("ruleset")),
  restart = row("", {}, function()
    require("rulebook.server").restart()
  end),
}

-- Returns the names of all subcommands.
function M.names()
  local names = vim.tbl_keys(commands)
  table.sort(names)
  return names
end

function M.run(call)
  local words = vim.deepcopy(call.fargs)
  local name = table.remove(words, 1) or "search"
  local command = commands[name]
  if not command then
    return notify.error(("unknown command :Rulebook %s; commands: %s"):format(name, table.concat(M.names(), ", ")))
  end
  if not command.many and #words > #command.complete then
    return notify.error(vim.trim(("write :Rulebook %s %s"):format(name, command.form)))
  end
  local run = command.run or actions()[name]
  run(unpack(words))
end

-- Returns the completions of the word at the cursor.
function M.complete(lead, line)
  local words = vim.split(line:gsub("^.-Rulebook!?%s*", ""), "%s+")
  local at = #words
  local choices
  if at <= 1 then
    choices = M.names()
  else
    local command = commands[words[1]]
    local complete = command and (command.complete[at - 1] or command.many and command.complete[1])
    choices = complete and complete(lead) or {}
  end
  local out, seen = {}, {}
  for _, choice in ipairs(choices) do
    if vim.startswith(choice, lead) and not seen[choice] then
      seen[choice] = true
      out[#out + 1] = choice
    end
  end
  return out
end

return M
