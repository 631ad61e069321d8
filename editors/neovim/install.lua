-- Installs the plugin: nvim -l editors/neovim/install.lua [FOLDER]
--
-- Copies the plugin with its queries into Neovim's package folder (or FOLDER), and compiles its three small parsers if there is a C
-- compiler. Running it again replaces what it installed.

local here = vim.fs.dirname(vim.fs.normalize(vim.uv.fs_realpath(debug.getinfo(1, "S").source:sub(2))))
local clone = vim.fs.dirname(vim.fs.dirname(here))
local default_target = vim.fs.joinpath(vim.fn.stdpath("data"), "site", "pack", "rulebook", "start", "rulebook")
local to = vim.fs.normalize(arg and arg[1] or default_target)

local function say(text)
  io.stdout:write(text .. "\n")
end

local function fail(text)
  io.stderr:write("rulebook is not installed: " .. text .. "\n")
  os.exit(1)
end

if vim.fn.has("nvim-0.11") == 0 then
  fail("needs Neovim 0.11 or newer")
end

local function copy(from, into)
  if vim.fn.mkdir(into, "p") == 0 then
    fail(into .. " cannot be created")
  end
  for name, kind in vim.fs.dir(from) do
    local source, target = vim.fs.joinpath(from, name), vim.fs.joinpath(into, name)
    if kind == "directory" then
      copy(source, target)
    else
      local ok, error = vim.uv.fs_copyfile(source, target)
      if not ok then
        fail(("%s cannot be written (%s)"):format(target, error))
      end
    end
  end
end

local created, reason = pcall(vim.fn.mkdir, to, "p")
if not created then
  fail(("the folder %s cannot be created (%s)"):format(to, (tostring(reason):gsub("^.*E%d+: ", ""))))
end
for _, part in ipairs({ "plugin", "lsp", "lua", "ftplugin", "doc" }) do
  vim.fn.delete(vim.fs.joinpath(to, part), "rf")
  copy(vim.fs.joinpath(here, part), vim.fs.joinpath(to, part))
end
vim.fn.delete(vim.fs.joinpath(to, "queries"), "rf")
copy(vim.fs.joinpath(clone, "grammar", "queries"), vim.fs.joinpath(to, "queries"))
pcall(vim.cmd.helptags, vim.fn.fnameescape(vim.fs.joinpath(to, "doc")))

-- The parsers: one C file each.
local function compiler()
  for _, name in ipairs({ vim.env.CC or "", "cc", "gcc", "clang" }) do
    if name ~= "" and vim.fn.executable(name) == 1 then
      return name
    end
  end
end
local cc = compiler()
local compiled = {}
vim.fn.mkdir(vim.fs.joinpath(to, "parser"), "p")
for _, name in ipairs({ "instruction", "troop", "rule" }) do
  local source = vim.fs.joinpath(clone, "grammar", "tree-sitter", name, "src")
  local target = vim.fs.joinpath(to, "parser", "rulebook_" .. name .. ".so")
  if cc then
    local job = vim.system({ cc, "-O2", "-fPIC", "-shared", "-I", source, "-o", target, vim.fs.joinpath(source, "parser.c") }, { text = true }):wait()
    if job.code == 0 then
      compiled[#compiled + 1] = name
    else
      say(("the parser %s could not be compiled: %s"):format(name, vim.trim(job.stderr or ""):gsub("\n.*", "")))
    end
  end
end

say("rulebook is installed in " .. to)
if not cc then
  say("No C compiler found, so instruction and troop lines have the colours of plain Markdown.")
elseif #compiled > 0 then
  say("Parsers: " .. table.concat(compiled, ", "))
end
if vim.fn.executable("rulebook") == 0 and vim.fn.executable(vim.fn.expand("~/.cargo/bin/rulebook")) == 0 then
  say("The program `rulebook` is not on the PATH yet: cargo install --path " .. clone)
end
say("In Neovim, :checkhealth rulebook reports problems, and :help rulebook describes the commands.")
