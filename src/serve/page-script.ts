// The behaviour of the live view: states come as server-sent events, each a whole one. Runs in the browser.

export const LIVE_SCRIPT = `
const token = new URLSearchParams(location.search).get('token');
const at = (id) => document.getElementById(id);
const whole = (value) => value.toLocaleString('en');
const time = (ms) => ms >= 60000 ? Math.floor(ms / 60000) + ' min ' + Math.floor(ms / 1000) % 60 + ' s' : ms >= 1000 ? (ms / 1000).toFixed(2) + ' s' : ms >= 1 ? ms.toFixed(1) + ' ms' : (ms * 1000).toFixed(0) + ' µs';
let now = null;
let connected = false;

/** An element with texts and elements in it. */
function make(name, properties, ...children) {
  const { part, ...rest } = properties || {};
  const made = Object.assign(document.createElement(name), rest);
  if (part !== undefined) made.style.setProperty('--part', Math.max(0, Math.min(1, part || 0)).toFixed(4));
  made.append(...children);
  return made;
}
const cell = (text, className) => make('td', { className: className || '', textContent: text });
const put = (id, ...children) => at(id).replaceChildren(...children);
function say(id, text) { if (at(id).textContent !== text) at(id).textContent = text; }

async function ask(request) {
  const answer = await fetch('/ask?token=' + encodeURIComponent(token), { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(request) });
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer.json();
}
/** A failed request is shown in place of the state, until the next one. */
const attempt = (request) => ask(request).catch((error) => { say('facts', error.message); return undefined; });

function sure(text) {
  say('sureText', text);
  const dialog = at('sure');
  dialog.returnValue = 'no';
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true }));
}

function stateOf() {
  if (now.ended) return now.ended.code === 0 ? ['ended', 'ended'] : ['failed', now.ended.signal ? 'ended by ' + now.ended.signal : 'ended with status ' + now.ended.code];
  if (!connected) return ['lost', 'connection lost'];
  if (now.view && now.view.held) return ['paused', 'paused'];
  return ['running', now.builds.running > 0 ? 'running, building a program' : 'running'];
}
function showState() {
  const [is, text] = stateOf();
  at('state').dataset.is = is;
  say('state', text);
  say('program', now.program);
  say('facts', now.devices.join(', ') + ' · ' + now.engine);
  document.title = (is === 'paused' ? '❚❚ ' : is === 'running' ? '▶ ' : '■ ') + now.program.split(' ')[0].split('/').pop() + ' · Atoll';
  say('hold', is === 'paused' ? 'Go on' : 'Pause');
  at('hold').disabled = !connected || Boolean(now.ended) || !now.view;
  at('end').disabled = !connected || Boolean(now.ended);
  at('leave').hidden = !now.ended || !now.stays || !connected;
}
function showNumbers() {
  const { begun = 0, failed = 0, workGroups = 0 } = now.view || {};
  const all = [['time', now.seconds < 60 ? now.seconds.toFixed(1) + ' s' : time(now.seconds * 1000)], ['launches', whole(begun)], ['failed', whole(failed)], ['work-groups', whole(workGroups)], ['programs built', whole(now.builds.count)]];
  put('numbers', ...all.map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, value))));
}

const rows = new Map();
/** A launch keeps its elements, so that its button keeps the focus. */
function launchRow(launch) {
  let row = rows.get(launch.number);
  if (!row) {
    const stop = make('button', { type: 'button' }, 'Stop launch');
    stop.addEventListener('click', async () => {
      if (await sure('Stop launch ' + launch.number + ' of ' + launch.kernel + '? The program gets an error.')) attempt({ type: 'abort', launch: launch.number });
    });
    const bar = make('div', { className: 'bar', role: 'progressbar', ariaLabel: launch.kernel }, make('i', { part: 0 }));
    row = { text: make('span', { className: 'what' }), bar, all: null };
    row.all = make('div', { className: 'launch' }, row.text, stop, bar);
    rows.set(launch.number, row);
  }
  const part = launch.taken / launch.workGroups;
  const left = part > 0.02 && part < 1 && !now.view.held ? ', about ' + time(launch.ms / part - launch.ms) + ' left' : '';
  row.text.textContent = '#' + launch.number + ' ' + launch.kernel + ': ' + whole(launch.taken) + ' of ' + whole(launch.workGroups) + ' work-groups begun, ' + launch.global + ' by ' + launch.local + ', ' + time(launch.ms) + left;
  row.bar.firstChild.style.setProperty('--part', part.toFixed(4));
  row.bar.setAttribute('aria-valuenow', Math.round(100 * part));
  return row.all;
}
function showRunning() {
  const running = now.ended ? [] : now.view ? now.view.running : [];
  for (const number of [...rows.keys()]) if (!running.some((launch) => launch.number === number)) { rows.get(number).all.remove(); rows.delete(number); }
  const text = now.ended ? 'The program has ended.' : now.view ? 'No launch runs: the program computes by itself, or waits.' : 'Nothing has been launched yet.';
  if (running.length === 0) return put('running', make('p', { className: 'empty' }, text));
  at('running').querySelector('.empty')?.remove();
  for (const launch of running) { const row = launchRow(launch); if (!row.parentNode) at('running').append(row); }
}
function showTables() {
  const { kernels = [], recent = [] } = now.view || {};
  const all = kernels.reduce((sum, { ms }) => sum + ms, 0);
  put('kernels', ...kernels.map(({ kernel, launches, failed, ms, longestMs, workGroups }) => {
    const name = make('td', { className: 'share', part: ms / all, title: (100 * ms / all).toFixed(1) + ' % of the time of all launches' }, kernel);
    return make('tr', { className: failed > 0 ? 'bad' : '' }, name, cell(whole(launches) + (failed > 0 ? ', ' + whole(failed) + ' failed' : ''), 'number'), cell(time(ms), 'number'), cell(time(ms / launches), 'number'), cell(time(longestMs), 'number'), cell(whole(workGroups), 'number'));
  }));
  const chips = kernels.filter(({ simulated }) => simulated).sort((a, b) => b.simulated.ms - a.simulated.ms);
  at('simulated').hidden = chips.length === 0;
  put('simulatedKernels', ...chips.map(({ kernel, simulated: { launches, cycles, ms, reasons } }) => make('tr', {}, cell(kernel), cell(whole(launches), 'number'), cell(whole(cycles), 'number'), cell(time(ms), 'number'), cell(reasons.map(([reason, part]) => reason + ' ' + (100 * part).toFixed(1) + ' %').join(', ')))));
  put('recent', ...recent.map(({ number, kernel, global, local, ms, failure }) => failure === ''
    ? make('tr', {}, cell(whole(number), 'number'), cell(kernel), cell(global), cell(local), cell(time(ms), 'number'))
    : make('tr', { className: 'bad' }, cell(whole(number), 'number'), make('td', { className: 'fault', colSpan: 3, textContent: failure }), cell(time(ms), 'number'))));
}

/** Two minutes of states. */
const POINTS = 600;
const speeds = [];
let chart = null;
let before = null;
const scheme = matchMedia('(prefers-color-scheme: dark)');
function drawChart() {
  chart?.destroy();
  const style = getComputedStyle(document.documentElement);
  const dark = scheme.matches;
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  Object.assign(Chart.defaults, { color: dark ? '#9aa5b4' : '#5a6472', borderColor: dark ? '#333a45' : '#d9dde3', animation: false });
  const colour = dark ? '#6cb0ff' : '#1565c0';
  chart = new Chart('speed', { type: 'line', data: { datasets: [{ data: speeds, parsing: false, borderColor: colour, backgroundColor: colour + '33', fill: true, pointRadius: 0, borderWidth: 1.5 }] },
    options: { maintainAspectRatio: false, plugins: { legend: { display: false } }, scales: { x: { type: 'linear', ticks: { callback: (value) => value + ' s', maxTicksLimit: 10 } }, y: { min: 0, ticks: { maxTicksLimit: 4 } } } } });
}
function noteSpeed() {
  if (!now.view || now.ended) return;
  const done = now.view.workGroups + now.view.running.reduce((sum, { taken }) => sum + taken, 0);
  if (before && now.seconds > before.seconds) speeds.push({ x: now.seconds, y: Math.max(0, (done - before.done) / (now.seconds - before.seconds)) });
  if (speeds.length > POINTS) speeds.shift();
  before = { done, seconds: now.seconds };
  const [first] = speeds;
  if (first) Object.assign(chart.options.scales.x, { min: first.x, max: now.seconds });
  chart.update('none');
}

function show() {
  showState();
  showNumbers();
  showRunning();
  showInspector();
  showTables();
  noteSpeed();
}

function toggle() { if (!at('hold').disabled) attempt({ type: 'hold', on: !now.view.held }); }
function start() {
  drawChart();
  scheme.addEventListener('change', drawChart);
  const states = new EventSource('/states?token=' + encodeURIComponent(token));
  states.onmessage = ({ data }) => { now = JSON.parse(data); connected = true; if (now.ended && !now.stays) states.close(); show(); };
  states.onerror = () => { connected = false; if (now) { if (now.ended) states.close(); showState(); } };
  at('hold').addEventListener('click', toggle);
  at('end').addEventListener('click', async () => { if (await sure('End the program, at once?')) attempt({ type: 'end' }); });
  at('leave').addEventListener('click', () => attempt({ type: 'leave' }));
  at('keys').addEventListener('click', () => at('help').showModal());
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]') || event.target.matches('input, select')) return;
    if (event.key === ' ' && !event.target.matches('button')) { event.preventDefault(); toggle(); }
    else if (event.key === '?') at('help').showModal();
    else if (event.key === '/' && !at('inspector').hidden) { event.preventDefault(); at('printed').focus(); }
  });
}
`;
