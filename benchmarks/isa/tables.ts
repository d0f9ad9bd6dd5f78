// Printed tables of the instruction sets, and the page of the documents.

import type { MachineInfo } from '../../src/bench/results.js';
import { geometricMean } from '../../src/bench/statistics.js';
import type { ChipRows, ComponentLines } from './lines.js';

/** By program and device: `verified`, or the failure. */
export type Verdicts = Readonly<Record<string, Readonly<Record<string, string>>>>;
/** By program and device: least seconds in kernels, and of CPU time of the whole run. */
export type Speed = Readonly<
  Record<string, Readonly<Record<string, { readonly kernels: number; readonly cpu: number }>>>
>;

export interface IsaReport {
  readonly schema: 'atoll-isa-benchmark-1';
  readonly release: string;
  readonly commit: string | null;
  readonly rounds: number;
  readonly size: string;
  readonly machine: MachineInfo;
  readonly lines?:
    | {
        readonly southernIslands: number;
        readonly components: readonly ComponentLines[];
        readonly chips: readonly ChipRows[];
      }
    | undefined;
  readonly verdicts: Verdicts;
  readonly speed: Speed;
}

export const verdictsText = (name: string, row: Readonly<Record<string, string>>): string =>
  `${name.padEnd(24)} ${Object.entries(row)
    .map(([device, verdict]) => `${device} ${verdict}`)
    .join(', ')}`;

type SpeedRow = Speed[string];
const ratio = (row: SpeedRow, device: string, base: string, field: 'kernels' | 'cpu'): number =>
  (row[device]?.[field] ?? Number.NaN) / (row[base]?.[field] ?? Number.NaN);

/** Cells: name, milliseconds on the first device, and ratios of the others; the geometric means in the last row. */
function speedCells(speed: Speed, devices: readonly string[], field: 'kernels' | 'cpu'): string[][] {
  const [base, ...others] = devices as [string, ...string[]];
  const rows = Object.entries(speed).map(([name, row]) => [
    name,
    ((row[base]?.[field] ?? Number.NaN) * 1000).toPrecision(4),
    ...others.map((device) => ratio(row, device, base, field).toFixed(2)),
  ]);
  const means = others.map((device) => {
    const ratios = Object.values(speed).map((row) => ratio(row, device, base, field));
    return geometricMean(ratios.filter(Number.isFinite))?.toFixed(3) ?? '';
  });
  return [...rows, ['geometric mean', '', ...means]];
}

export function speedText(speed: Speed, devices: readonly string[]): string {
  const head = ['program', `${devices[0]} ms`, ...devices.slice(1)];
  return [head, ...speedCells(speed, devices, 'kernels')]
    .map(([name, ...cells]) => `${name!.padEnd(24)}${cells.map((cell) => cell.padStart(11)).join('')}`)
    .join('\n');
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_, n) => (n === 0 ? '---' : '---:')), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const devicesOf = (rows: Readonly<Record<string, object>>): string[] => [
  ...new Set(Object.values(rows).flatMap((row) => Object.keys(row))),
];

function linesText({ lines }: IsaReport): string {
  if (!lines) return '';
  const { southernIslands, components, chips } = lines;
  const sum = components.reduce((total, component) => total + component.lines, 0);
  return `## Lines of code

Lines of the files of GCN3 and GFX9 alone, blank lines and comments included. gfx803, gfx900 and gfx906 share them: what
differs is a column of opcodes, a row or a trait, so lines have no single chip, and the second table counts names instead.
Southern Islands and what all sets share have ${southernIslands.toLocaleString('en-US')} lines in \`src/isa/southern-islands\` and \`src/isa/common\`, whose rows they restate. Code of engines and
assembler for all sets is in no row.

${table(
  ['component', 'files', 'lines'],
  [
    ...components.map(({ component, files, lines: own }) => [component, String(files), String(own)]),
    ['all', '', String(sum)],
  ],
)}

${table(
  ['chip', 'names', 'not in the previous chip', 'dropped', 'with an encoding of the previous chip'],
  chips.map(({ chip, names, added, dropped, unchanged }, n) => [
    chip,
    String(names),
    ...(n === 0 ? ['', '', ''] : [added, dropped, unchanged].map(String)),
  ]),
)}
`;
}

function verdictsPage({ verdicts }: IsaReport): string {
  const devices = devicesOf(verdicts);
  const rows = Object.entries(verdicts).map(([name, row]) => [name, ...devices.map((device) => row[device] ?? '')]);
  const counts = devices.map(
    (device) => `${rows.filter((row) => row[devices.indexOf(device) + 1] === 'verified').length} of ${rows.length}`,
  );
  return `## Programs by device

Each program of \`benchmarks/\` at its small size, with its own comparison with a reference.

${table(['program', ...devices.map((device) => `\`${device}\``)], [...rows, ['verified', ...counts]])}
`;
}

function speedPage({ speed, size, rounds, machine }: IsaReport): string {
  const devices = devicesOf(speed);
  if (devices.length === 0) return '';
  const head = ['program', `\`${devices[0]}\`, ms`, ...devices.slice(1).map((device) => `\`${device}\``)];
  return `## Speed relative to Southern Islands

Time in kernels at size \`${size}\`, one worker, warm, the least of ${rounds} runs on each device in turn: on ${devices[0]} in milliseconds, of the others as
a ratio to it. Load of the machine when it ended: ${machine.load.toFixed(1)} on ${machine.processors} processors.

${table(head, speedCells(speed, devices, 'kernels'))}

CPU time of the same runs, start of Atoll included:

${table(head, speedCells(speed, devices, 'cpu'))}
`;
}

export function documentText(report: IsaReport): string {
  return `# Instruction sets: measurements

<!-- Written by \`node dist/benchmarks/isa/main.js --document RESULTS\`: edit benchmarks/isa, not this file. -->

    node dist/benchmarks/isa/main.js --json results.json
    node dist/benchmarks/isa/main.js --document results.json

[The counts by format](instruction-counts.md) are a page of their own; what the chips are is in [GCN3 and Vega](instruction-sets.md).

${[linesText(report), verdictsPage(report), speedPage(report)].join('\n')}`;
}
