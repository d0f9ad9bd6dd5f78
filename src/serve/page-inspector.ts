// The part of the live view that looks at one wavefront while all stands still. Runs in the browser.

export const INSPECTOR_SCRIPT = `
let chosen = null;
let shown = null;
let listed = '';
let lanesType = 'hex';
const keyOf = ({ launch, unit, slot }) => launch + '/' + unit + '/' + slot;
const nameOf = ({ launch, unit, slot }) => ({ launch, unit, slot });
const on = (exec, lane) => (BigInt(exec) >> BigInt(lane)) & 1n;
const count = (exec) => [...BigInt(exec).toString(2)].filter((bit) => bit === '1').length;

function showInspector() {
  const { held = false, wavefronts = [], moreWavefronts = 0 } = (!now.ended && now.view) || {};
  at('inspector').hidden = !held;
  if (!held) { chosen = null; listed = ''; return; }
  const text = JSON.stringify(wavefronts);
  if (text === listed) return;
  listed = text;
  say('moreWavefronts', moreWavefronts > 0 ? whole(moreWavefronts) + ' more are not listed' : '');
  if (wavefronts.length === 0) { put('wavefronts', make('li', { className: 'empty' }, 'No wavefront is under way.')); at('inspector').querySelector('.detail').hidden = true; return; }
  at('inspector').querySelector('.detail').hidden = false;
  put('wavefronts', ...wavefronts.map((wavefront) => {
    const item = make('li', { id: 'w' + keyOf(wavefront), role: 'option', className: wavefront.status === 'has ended' ? 'ended' : '' }, make('b', {}, '(' + wavefront.group + ') wavefront ' + wavefront.index), make('div', { className: 'dim' }, (wavefront.place || '+0x' + wavefront.offset.toString(16)) + ', ' + wavefront.status + ', ' + count(wavefront.exec) + ' lanes'));
    item.addEventListener('click', () => choose(wavefront));
    return item;
  }));
  choose(wavefronts.find((each) => chosen && keyOf(each) === keyOf(chosen)) || wavefronts[0]);
}
function choose(wavefront) {
  chosen = wavefront;
  for (const item of at('wavefronts').children) item.setAttribute('aria-selected', item.id === 'w' + keyOf(wavefront));
  at('wavefronts').setAttribute('aria-activedescendant', 'w' + keyOf(wavefront));
  document.getElementById('w' + keyOf(wavefront)).scrollIntoView({ block: 'nearest' });
  at('said').hidden = true;
  return look();
}
async function look() {
  const asked = chosen;
  try {
    shown = await ask({ type: 'inspect', laneType: lanesType, ...nameOf(asked) });
    if (asked === chosen) detail();
  } catch (error) {
    if (asked === chosen) say('where', error.message);
  }
}

const table = (className, head, body) => make('table', { className }, ...(head ? [make('thead', {}, make('tr', {}, ...head))] : []), make('tbody', {}, ...body));
const title = (text) => make('h3', {}, text);
function code() {
  const { source, code: lines, frames } = shown;
  const rows = lines.map(({ offset, text, here }) => make('tr', { className: here ? 'here' : '' }, cell('+0x' + offset.toString(16), 'number'), cell(text)));
  const instructions = make('div', {}, title('Instructions'), table('mono', null, rows));
  if (!source) return [make('div', { className: 'sides' }, make('p', { className: 'empty' }, 'The source of this place is not known.'), instructions)];
  const text = source.lines.map((line, n) => make('tr', { className: source.first + n === source.here ? 'here' : '' }, cell(source.first + n, 'number'), cell(line)));
  return [make('div', { className: 'sides' }, make('div', {}, title(frames.join(' ← ')), table('mono', null, text)), instructions)];
}
const pairs = (all) => table('mono', null, all.map(([name, value]) => make('tr', {}, cell(name), cell(value))));
function registers() {
  const variables = shown.variables.length > 0 ? [make('div', {}, title('Variables of the first lane that is on'), pairs(shown.variables))] : [];
  return [make('div', { className: 'sides' }, ...variables, make('div', {}, title('Special'), pairs(shown.special)), make('div', {}, title('SGPRs'), pairs(shown.scalars)))];
}
function lanes() {
  const types = make('select', { ariaLabel: 'How lanes are shown' }, ...['hex', 'int', 'uint', 'f32'].map((type) => make('option', { selected: type === lanesType }, type)));
  types.addEventListener('change', async () => { lanesType = types.value; await look(); at('view2').querySelector('select').focus(); });
  const head = [make('th', { className: 'number' }, 'lane'), ...shown.vectors.map((_, n) => make('th', { className: 'number' }, 'v' + n))];
  const rows = Array.from({ length: shown.width }, (_, lane) => make('tr', lane < shown.lanes ? {} : { className: 'none', title: 'no work-item' }, make('th', { className: 'number' }, String(lane)), ...shown.vectors.map((values) => cell(values[lane], on(shown.exec, lane) ? 'number' : 'number off'))));
  return [make('p', { className: 'dim' }, types, ' Lanes that are off are grey, those without a work-item crossed out. Compiled code keeps what is still needed: other registers may be older.'), table('mono grid', head, rows)];
}
function parameters() {
  if (shown.arguments.length === 0) return [make('p', { className: 'empty' }, 'Nothing is known of the arguments.')];
  return shown.arguments.map(({ name, type, value, elements }) => make('div', {}, title(type + ' ' + name), make('output', {}, elements === '' ? value : value + '\\n' + elements)));
}
const VIEWS = [code, registers, lanes, parameters];
function detail() {
  say('where', shown.title);
  put('exec', ...Array.from({ length: shown.width }, (_, lane) => make('i', { className: on(shown.exec, lane) ? 'on' : lane < shown.lanes ? '' : 'none' })));
  at('exec').setAttribute('aria-label', 'EXEC: ' + count(shown.exec) + ' of ' + shown.lanes + ' lanes are on');
  at('exec').title = 'EXEC ' + shown.exec;
  VIEWS.forEach((view, n) => put('view' + n, ...view()));
  at('view0').querySelectorAll('tr.here').forEach((row) => row.scrollIntoView({ block: 'nearest' }));
}

const tabs = [...document.querySelectorAll('[role=tab]')];
function pick(n) {
  tabs.forEach((tab, k) => { tab.setAttribute('aria-selected', k === n); tab.tabIndex = k === n ? 0 : -1; at('view' + k).hidden = k !== n; });
}
tabs.forEach((tab, n) => {
  tab.addEventListener('click', () => pick(n));
  tab.addEventListener('keydown', ({ key }) => {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const other = (n + step + tabs.length) % tabs.length;
    pick(other);
    tabs[other].focus();
  });
});
at('wavefronts').addEventListener('keydown', (event) => {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || !chosen) return;
  event.preventDefault();
  const { wavefronts } = now.view;
  const other = wavefronts[wavefronts.findIndex((each) => keyOf(each) === keyOf(chosen)) + step];
  if (other) choose(other);
});
at('print').addEventListener('submit', async (event) => {
  event.preventDefault();
  const text = at('printed').value.trim();
  if (text === '' || !chosen) return;
  const said = await ask({ type: 'print', text, ...nameOf(chosen) }).catch((error) => error.message);
  say('said', said);
  at('said').hidden = false;
});
`;
