-- A session in Neovim, by nvim-dap as people have it: what they type, and what its windows then show, on standard output.
--   nvim --headless --clean --cmd 'set rtp+=NVIM-DAP' -c 'luafile test/debug/dap/neovim.lua'
-- ATOLL: the adapter's words, one in each line. The working directory has the program `sums` and its kernel's text, sums.cl.

local dap = require('dap')
local widgets = require('dap.ui.widgets')

local WAIT_MS = 120000
local words = vim.split(vim.env.ATOLL, '\n')

dap.adapters.atoll = { type = 'executable', command = words[1], args = vim.list_slice(words, 2) }
dap.configurations.opencl = {
  { type = 'atoll', request = 'launch', name = 'kernel', program = './sums', cwd = vim.fn.getcwd() },
}

local stops, ended, output, logged = 0, false, {}, {}
dap.listeners.after.event_stopped['session'] = function() stops = stops + 1 end
dap.listeners.after.event_terminated['session'] = function() ended = true end
dap.listeners.before.event_output['session'] = function(_, body)
  if body.category == 'stdout' then table.insert(output, body.output) end
  if body.category == 'console' then table.insert(logged, body.output) end
end

local function say(text) io.stdout:write(text, '\n') end

local function await(what, done)
  if not vim.wait(WAIT_MS, done, 10) then
    say('nothing came of: ' .. what)
    vim.cmd('cquit 1')
  end
end

local function command(text, act)
  say('\n:lua ' .. text)
  act()
end

--- A command that lets kernels run up to the next stop, and where the cursor then is.
local function go(text, act)
  local before = stops
  command(text, act)
  await(text, function()
    local session = dap.session()
    local frame = session and session.current_frame
    return ended or (stops > before and frame ~= nil and frame.scopes ~= nil)
  end)
  for _, line in ipairs(logged) do say('[dap-repl] ' .. vim.trim(line)) end
  logged = {}
  if ended then return end
  vim.wait(300)
  say(('%s:%d: %s'):format(vim.fn.expand('%:t'), vim.fn.line('.'), vim.fn.getline('.')))
end

--- What a window of nvim-dap shows. It lists variables by no order of its own.
local function view(name, wanted)
  say('\n[' .. name .. ']')
  local shown = widgets.sidebar(widgets[name])
  shown.open()
  await(name, function() return vim.fn.line('$', vim.fn.bufwinid(shown.buf)) > 0 end)
  vim.wait(300)
  local group, inside = {}, true
  local function flush()
    table.sort(group)
    for _, line in ipairs(group) do say(line) end
    group = {}
  end
  for _, line in ipairs(vim.api.nvim_buf_get_lines(shown.buf, 0, -1, false)) do
    if line:match('^%S') then
      flush()
      inside = not wanted or vim.tbl_contains(wanted, line)
      if inside then say(line) end
    elseif inside then
      table.insert(group, line)
    end
  end
  flush()
  shown.close()
end

--- What the console answers.
local function console(text)
  local answer
  say('\ndap> ' .. text)
  local request = { expression = text, context = 'repl', frameId = dap.session().current_frame.id }
  dap.session():request('evaluate', request, function(error, body)
    answer = error and vim.inspect(error) or body.result
  end)
  await(text, function() return answer ~= nil end)
  say(answer)
end

vim.cmd('edit sums.cl')
vim.bo.filetype = 'opencl'
vim.fn.cursor(6, 1)
command("require('dap').set_breakpoint('gid0 == 70', nil, 'item {gid0} reads {in[70]}')", function()
  dap.set_breakpoint('gid0 == 70', nil, 'item {gid0} reads {in[70]}')
end)
vim.fn.cursor(8, 1)
command("require('dap').set_breakpoint('gid0 == 70')", function() dap.set_breakpoint('gid0 == 70') end)
go("require('dap').continue()", function() dap.run(dap.configurations.opencl[1]) end)
view('threads')
view('frames')
view('scopes', { 'Arguments', 'Special registers', 'Vector registers' })
console('print in[70..75]')
console('set out[5] = -1')
go("require('dap').step_over()", dap.step_over)
go("require('dap').step_back()", dap.step_back)
command("require('dap').clear_breakpoints()", dap.clear_breakpoints)
go("require('dap').continue()", dap.continue)
say(vim.trim(table.concat(output)))
vim.cmd('qall!')
