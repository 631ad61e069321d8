-- `:Rulebook`, a row for each thing that it does.

local place = require("rulebook.place")
local tell = require("rulebook.tell")

local M = {}

local function question()
  return require("rulebook.question")
end

-- How long completion may keep a person waiting, in milliseconds.
local PATIENCE = 1500

-- Answers of the server for completion; nothing is started for it, and nothing told.
local function known(method, params)
  if #vim.lsp.get_clients({ name = "rulebook" }) == 0 and not require("rulebook.program").find() then
    return nil
  end
  return (require("rulebook.server").answer(method, params, PATIENCE))
end

local function without_ruleset(id)
  return id:match("^[^/]+/(.+)$") or id
end

-- Names of sections; behind a dot, of the clauses in the section.
local function clauses(lead)
  local reading = place.reading()
  local editions = known("rulebook/editions", vim.empty_dict())
  local ruleset = reading.ruleset or (editions and editions.default)
  if not ruleset then
    return {}
  end
  local section = lead:match("^([^.@/]+)[.]")
  local answer = known("rulebook/show", vim.tbl_extend("force", reading, { clause = section or ruleset }))
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

-- The editions, profiles or rulesets that there are.
local function listed(name)
  return function()
    local answer = known("rulebook/editions", vim.empty_dict())
    if not answer then
      return {}
    end
    local rows = answer.rulesets
    if name ~= "rulesets" then
      local wanted = place.reading().ruleset or answer.default
      local here = vim.iter(rows):find(function(ruleset)
        return ruleset.id == wanted
      end)
      rows = here and here[name] or {}
    end
    return vim.iter(rows):map(function(row)
      return row.id
    end):totable()
  end
end

local editions, profiles, rulesets, documents = listed("editions"), listed("profiles"), listed("rulesets"), listed("documents")

-- Fields of search with which a condition begins.
local FIELDS = { "at:", "changed:", "section:", "page:", "kind:", "document:", "by:", "cites:", "interprets:", "term:", "fact:", "is:" }

local function fields()
  return FIELDS
end

-- A row for each subcommand: what it does with its words, what may be written, in words for people, and how each word is completed.
local commands = {
  search = {
    run = function(words)
      question().search(table.concat(words, " "))
    end,
    form = "[QUERY]",
    complete = { fields },
    many = true,
  },
  show = {
    run = function(words)
      question().show(words[1], words[2])
    end,
    form = "[CLAUSE] [EDITION]",
    complete = { clauses, editions },
  },
  diff = {
    run = function(words)
      question().diff(words[1], words[2], words[3])
    end,
    form = "[CLAUSE] [FROM] [TO]",
    complete = { clauses, editions, editions },
  },
  history = {
    run = function(words)
      question().history(words[1])
    end,
    form = "[CLAUSE]",
    complete = { clauses },
  },
  changes = {
    run = function(words)
      question().changes(words[1], words[2])
    end,
    form = "[FROM] [TO]",
    complete = { editions, editions },
  },
  impact = {
    run = function()
      question().impact()
    end,
    form = "",
    complete = {},
  },
  explain = {
    run = function(words)
      question().explain(words[1])
    end,
    form = "[CODE]",
    complete = {
      function()
        return vim.iter(vim.diagnostic.get(0)):map(function(finding)
          return tostring(finding.code)
        end):totable()
      end,
    },
  },
  check = {
    run = function()
      question().check()
    end,
    form = "",
    complete = {},
  },
  migrate = {
    run = function(words)
      question().migrate(words[1])
    end,
    form = "[EDITION]",
    complete = { editions },
  },
  open = {
    run = function(words)
      question().open(words[1])
    end,
    form = "[DOCUMENT]",
    complete = { documents },
  },
  edition = {
    run = function(words)
      question().set("edition", words[1])
    end,
    form = "[EDITION]",
    complete = { editions },
  },
  profile = {
    run = function(words)
      question().set("profile", words[1])
    end,
    form = "[PROFILE]",
    complete = { profiles },
  },
  ruleset = {
    run = function(words)
      question().set("ruleset", words[1])
    end,
    form = "[RULESET]",
    complete = { rulesets },
  },
  restart = {
    run = function()
      require("rulebook.server").restart()
    end,
    form = "",
    complete = {},
  },
}

-- The names of all subcommands.
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
    return tell.error(("there is no :Rulebook %s; there are %s"):format(name, table.concat(M.names(), ", ")))
  end
  if not command.many and #words > #command.complete then
    return tell.error(vim.trim(("write :Rulebook %s %s"):format(name, command.form)))
  end
  command.run(words)
end

-- What the word that is being written may become.
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
