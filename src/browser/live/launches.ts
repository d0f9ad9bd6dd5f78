// Running launches with their progress, and tables of those that have ended.

import type { EndedLaunch, KernelTimes, LiveState, RunningLaunch, SimulatedTimes } from '../../serve/protocol.js';
import { at, cell, make, put, setPart, time, whole } from '../dom.js';
import { attempt, confirm } from './requests.js';

interface LaunchRow {
  readonly text: HTMLElement;
  readonly bar: HTMLElement;
  readonly filled: HTMLElement;
  readonly all: HTMLElement;
}

/** By number: a launch keeps its elements, so that its button keeps the focus. */
const rows = new Map<number, LaunchRow>();

function createRow({ number, kernel }: RunningLaunch): LaunchRow {
  const stop = make('button', { type: 'button' }, 'Stop launch');
  const confirmStop = async (): Promise<void> => {
    const isSure = await confirm(`Stop launch ${number} of ${kernel}? The program gets an error.`);
    if (isSure) await attempt({ type: 'abort', launch: number });
  };
  stop.addEventListener('click', () => void confirmStop());
  const filled = make('i', { part: 0 });
  const bar = make('div', { className: 'bar', role: 'progressbar', ariaLabel: kernel }, filled);
  const text = make('span', { className: 'what' });
  return { text, bar, filled, all: make('div', { className: 'launch' }, text, stop, bar) };
}

function rowOf(launch: RunningLaunch): LaunchRow {
  let row = rows.get(launch.number);
  if (!row) rows.set(launch.number, (row = createRow(launch)));
  return row;
}

function updateRow({ text, bar, filled }: LaunchRow, launch: RunningLaunch, isHeld: boolean): void {
  const { number, kernel, taken, workGroups, global, local, ms } = launch;
  const part = taken / workGroups;
  const left = part > 0.02 && part < 1 && !isHeld ? `, about ${time(ms / part - ms)} left` : '';
  const groups = `${whole(taken)} of ${whole(workGroups)} work-groups begun`;
  text.textContent = `#${number} ${kernel}: ${groups}, ${global} by ${local}, ${time(ms)}${left}`;
  setPart(filled, part);
  bar.setAttribute('aria-valuenow', String(Math.round(100 * part)));
}

function idleText({ ended, view }: LiveState): string {
  if (ended) return 'The program has ended.';
  return view ? 'No launch runs: the program computes by itself, or waits.' : 'Nothing has been launched yet.';
}

export function showRunning(now: LiveState): void {
  const running = now.ended ? [] : (now.view?.running ?? []);
  for (const [number, { all }] of rows)
    if (!running.some((launch) => launch.number === number)) {
      all.remove();
      rows.delete(number);
    }
  if (running.length === 0) return put('running', make('p', { className: 'empty' }, idleText(now)));
  at('running').querySelector('.empty')?.remove();
  for (const launch of running) {
    const row = rowOf(launch);
    updateRow(row, launch, now.view?.held ?? false);
    if (!row.all.parentNode) at('running').append(row.all);
  }
}

function kernelRow(times: KernelTimes, allMs: number): HTMLElement {
  const { kernel, launches, failed, ms, longestMs, workGroups } = times;
  const title = `${((100 * ms) / allMs).toFixed(1)} % of the time of all launches`;
  return make(
    'tr',
    { className: failed > 0 ? 'bad' : '' },
    make('td', { className: 'share', part: ms / allMs, title }, kernel),
    cell(whole(launches) + (failed > 0 ? `, ${whole(failed)} failed` : ''), 'number'),
    cell(time(ms), 'number'),
    cell(time(ms / launches), 'number'),
    cell(time(longestMs), 'number'),
    cell(whole(workGroups), 'number'),
  );
}

const simulatedRow = (kernel: string, { launches, cycles, ms, reasons }: SimulatedTimes): HTMLElement =>
  make(
    'tr',
    {},
    cell(kernel),
    cell(whole(launches), 'number'),
    cell(whole(cycles), 'number'),
    cell(time(ms), 'number'),
    cell(reasons.map(([reason, part]) => `${reason} ${(100 * part).toFixed(1)} %`).join(', ')),
  );

function endedRow({ number, kernel, global, local, ms, failure }: EndedLaunch): HTMLElement {
  const [first, last] = [cell(whole(number), 'number'), cell(time(ms), 'number')];
  return failure === ''
    ? make('tr', {}, first, cell(kernel), cell(global), cell(local), last)
    : make(
        'tr',
        { className: 'bad' },
        first,
        make('td', { className: 'fault', colSpan: 3, textContent: failure }),
        last,
      );
}

export function showTables({ view }: LiveState): void {
  const { kernels = [], recent = [] } = view ?? {};
  const allMs = kernels.reduce((sum, { ms }) => sum + ms, 0);
  put('kernels', ...kernels.map((times) => kernelRow(times, allMs)));
  const simulated = kernels
    .flatMap(({ kernel, simulated: times }) => (times ? [{ kernel, times }] : []))
    .sort((a, b) => b.times.ms - a.times.ms);
  at('simulated').hidden = simulated.length === 0;
  put('simulatedKernels', ...simulated.map(({ kernel, times }) => simulatedRow(kernel, times)));
  put('recent', ...recent.map(endedRow));
}
