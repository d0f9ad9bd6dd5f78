// The part of the live view that shows one wavefront while all are stopped.

import type { Inspection, LiveState, WavefrontLine, WavefrontName } from '../../serve/protocol.js';
import { at, field, make, put, setText, whole } from '../dom.js';
import { isOn, VIEWS } from './inspection-views.js';
import { page } from './live-page.js';
import { request } from './requests.js';

/** The list that is shown, as text. */
let listed = '';

const keyOf = ({ launch, unit, slot }: WavefrontName): string => `${launch}/${unit}/${slot}`;
const nameOf = ({ launch, unit, slot }: WavefrontName): WavefrontName => ({ launch, unit, slot });
const idOf = (wavefront: WavefrontName): string => `w${keyOf(wavefront)}`;
const activeLanes = (exec: string): number => [...BigInt(exec).toString(2)].filter((bit) => bit === '1').length;

function listItem(wavefront: WavefrontLine): HTMLElement {
  const { status, group, index, place, offset, exec } = wavefront;
  const where = place || `+0x${offset.toString(16)}`;
  const item = make(
    'li',
    { id: idOf(wavefront), role: 'option', className: status === 'has ended' ? 'ended' : '' },
    make('b', {}, `(${group}) wavefront ${index}`),
    make('div', { className: 'dim' }, `${where}, ${status}, ${activeLanes(exec)} lanes`),
  );
  item.addEventListener('click', () => void choose(wavefront));
  return item;
}

const detailPart = (): HTMLElement | null => at('inspector').querySelector<HTMLElement>('.detail');

function showList(wavefronts: readonly WavefrontLine[], more: number): void {
  setText('moreWavefronts', more > 0 ? `${whole(more)} more are not listed` : '');
  const [first] = wavefronts;
  const detail = detailPart();
  if (detail) detail.hidden = first === undefined;
  if (!first) return put('wavefronts', make('li', { className: 'empty' }, 'No wavefront is under way.'));
  put('wavefronts', ...wavefronts.map(listItem));
  const { chosen } = page;
  choose(wavefronts.find((each) => chosen && keyOf(each) === keyOf(chosen)) ?? first).catch(reportError);
}

export function showInspector({ ended, view }: LiveState): void {
  const { held: isPaused = false, wavefronts = [], moreWavefronts = 0 } = (!ended && view) || {};
  at('inspector').hidden = !isPaused;
  const text = isPaused ? JSON.stringify(wavefronts) : '';
  if (!isPaused) page.chosen = null;
  if (text === listed) return;
  listed = text;
  if (isPaused) showList(wavefronts, moreWavefronts);
}

function choose(wavefront: WavefrontLine): Promise<void> {
  page.chosen = wavefront;
  for (const item of at('wavefronts').children) item.setAttribute('aria-selected', String(item.id === idOf(wavefront)));
  at('wavefronts').setAttribute('aria-activedescendant', idOf(wavefront));
  at(idOf(wavefront)).scrollIntoView({ block: 'nearest' });
  at('said').hidden = true;
  return look();
}

/** Requests the contents of the selected wavefront. */
async function look(): Promise<void> {
  const { chosen, laneType } = page;
  if (!chosen) return;
  try {
    const shown = (await request({ type: 'inspect', laneType, ...nameOf(chosen) })) as Inspection;
    page.shown = shown;
    if (chosen === page.chosen) showDetail(shown);
  } catch (error) {
    if (chosen === page.chosen) setText('where', (error as Error).message);
  }
}

function showDetail(shown: Inspection): void {
  const { title, width, exec, lanes } = shown;
  setText('where', title);
  const bits = Array.from({ length: width }, (_, lane) =>
    make('i', { className: isOn(exec, lane) ? 'on' : lane < lanes ? '' : 'none' }),
  );
  put('exec', ...bits);
  at('exec').setAttribute('aria-label', `EXEC: ${activeLanes(exec)} of ${lanes} lanes are on`);
  at('exec').title = `EXEC ${exec}`;
  for (const [n, view] of VIEWS.entries()) put(`view${n}`, ...view(shown, look));
  for (const row of at('view0').querySelectorAll('tr.here')) row.scrollIntoView({ block: 'nearest' });
}

const tabs = [...document.querySelectorAll<HTMLElement>('[role=tab]')];

function pick(n: number): void {
  tabs.forEach((tab, k) => {
    tab.setAttribute('aria-selected', String(k === n));
    tab.tabIndex = k === n ? 0 : -1;
    at(`view${k}`).hidden = k !== n;
  });
}

/** The step of a key among two. */
const stepOf = (key: string, back: string, forward: string): number => Number(key === forward) - Number(key === back);

function startTabs(): void {
  tabs.forEach((tab, n) => {
    tab.addEventListener('click', () => pick(n));
    tab.addEventListener('keydown', ({ key }) => {
      const step = stepOf(key, 'ArrowLeft', 'ArrowRight');
      if (step === 0) return;
      const other = (n + step + tabs.length) % tabs.length;
      pick(other);
      tabs[other]?.focus();
    });
  });
}

function stepInList(event: KeyboardEvent): void {
  const step = stepOf(event.key, 'ArrowUp', 'ArrowDown');
  const { chosen, now } = page;
  if (step === 0 || !chosen) return;
  event.preventDefault();
  const wavefronts = now?.view?.wavefronts ?? [];
  const other = wavefronts[wavefronts.findIndex((each) => keyOf(each) === keyOf(chosen)) + step];
  if (other) void choose(other);
}

async function print(): Promise<void> {
  const text = field('printed').value.trim();
  const { chosen } = page;
  if (text === '' || !chosen) return;
  const reply = await request({ type: 'print', text, ...nameOf(chosen) }).catch((error: Error) => error.message);
  setText('said', String(reply));
  at('said').hidden = false;
}

export function startInspector(): void {
  startTabs();
  at('wavefronts').addEventListener('keydown', stepInList);
  at('print').addEventListener('submit', (event) => {
    event.preventDefault();
    print().catch(reportError);
  });
}
