// The tabs of a wavefront: code, registers, lanes, arguments.

import { type Inspection, LANE_TYPES, type LaneType, type NamedValue } from '../../serve/protocol.js';
import { at, cell, make } from '../dom.js';
import { page } from './live-page.js';

export const isOn = (exec: string, lane: number): boolean => ((BigInt(exec) >> BigInt(lane)) & 1n) === 1n;

function table(className: string, head: readonly HTMLElement[], body: readonly HTMLElement[]): HTMLTableElement {
  const heads = head.length > 0 ? [make('thead', {}, make('tr', {}, ...head))] : [];
  return make('table', { className }, ...heads, make('tbody', {}, ...body));
}

const title = (text: string): HTMLElement => make('h3', {}, text);
const sides = (...parts: readonly HTMLElement[]): HTMLElement => make('div', { className: 'sides' }, ...parts);
const hereClass = (isHere: boolean): string => (isHere ? 'here' : '');

function code({ source, code: lines, frames }: Inspection): HTMLElement[] {
  const rows = lines.map(({ offset, text, here }) =>
    make('tr', { className: hereClass(here) }, cell(`+0x${offset.toString(16)}`, 'number'), cell(text)),
  );
  const instructions = make('div', {}, title('Instructions'), table('mono', [], rows));
  if (!source)
    return [sides(make('p', { className: 'empty' }, 'The source of this place is not known.'), instructions)];
  const text = source.lines.map((line, n) =>
    make(
      'tr',
      { className: hereClass(source.first + n === source.here) },
      cell(source.first + n, 'number'),
      cell(line),
    ),
  );
  return [sides(make('div', {}, title(frames.join(' ← ')), table('mono', [], text)), instructions)];
}

const pairs = (all: readonly NamedValue[]): HTMLElement =>
  table(
    'mono',
    [],
    all.map(([name, value]) => make('tr', {}, cell(name), cell(value))),
  );

function registers({ variables, special, scalars }: Inspection): HTMLElement[] {
  const own =
    variables.length > 0 ? [make('div', {}, title('Variables of the first lane that is on'), pairs(variables))] : [];
  return [
    sides(...own, make('div', {}, title('Special'), pairs(special)), make('div', {}, title('SGPRs'), pairs(scalars))),
  ];
}

const LANES_NOTE =
  ' Lanes that are off are grey, those without a work-item crossed out. Compiled code keeps what is still needed: other registers may be older.';

function typeSelection(reload: () => Promise<void>): HTMLSelectElement {
  const options = LANE_TYPES.map((type) => make('option', { selected: type === page.laneType }, type));
  const types = make('select', { ariaLabel: 'How lanes are shown' }, ...options);
  const change = async (): Promise<void> => {
    page.laneType = types.value as LaneType;
    await reload();
    at('view2').querySelector('select')?.focus();
  };
  types.addEventListener('change', () => void change());
  return types;
}

function laneRow({ vectors, exec, lanes }: Inspection, lane: number): HTMLElement {
  const className = isOn(exec, lane) ? 'number' : 'number off';
  const cells = vectors.map((values) => cell(values[lane] ?? '', className));
  const head = make('th', { className: 'number' }, String(lane));
  return make('tr', lane < lanes ? {} : { className: 'none', title: 'no work-item' }, head, ...cells);
}

function lanes(shown: Inspection, reload: () => Promise<void>): HTMLElement[] {
  const names = ['lane', ...shown.vectors.map((_, n) => `v${n}`)];
  const head = names.map((name) => make('th', { className: 'number' }, name));
  const rows = Array.from({ length: shown.width }, (_, lane) => laneRow(shown, lane));
  return [make('p', { className: 'dim' }, typeSelection(reload), LANES_NOTE), table('mono grid', head, rows)];
}

function parameters({ arguments: all }: Inspection): HTMLElement[] {
  if (all.length === 0) return [make('p', { className: 'empty' }, 'Nothing is known of the arguments.')];
  return all.map(({ name, type, value, elements }) =>
    make('div', {}, title(`${type} ${name}`), make('output', {}, elements === '' ? value : `${value}\n${elements}`)),
  );
}

/** In the order of the tabs. @param reload requests the wavefront again */
export const VIEWS: readonly ((shown: Inspection, reload: () => Promise<void>) => HTMLElement[])[] = [
  code,
  registers,
  lanes,
  parameters,
];
