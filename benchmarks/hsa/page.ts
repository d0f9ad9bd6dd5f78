// docs/hsa-measured.md: the times of the six programs by threads, beside what is published.

import type { MachineInfo } from '../../src/bench/results.js';
import type { Evaluation } from './measure.js';
import type { EvaluatedProgram } from './programs.js';

export interface EvaluationRow {
  readonly program: EvaluatedProgram;
  readonly size: number;
  /** By the position of the number of threads. */
  readonly results: readonly Evaluation[];
}

export interface EvaluationTable {
  readonly device: string;
  readonly runs: number;
  readonly threads: readonly number[];
  readonly machine: MachineInfo;
  readonly rows: readonly EvaluationRow[];
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const digits = (value: number): string => (value < 10 ? value.toFixed(2) : value.toFixed(0));
const cell = ({ milliseconds }: Evaluation): string =>
  `${digits(mean(milliseconds))} (${digits(Math.min(...milliseconds))})`;

/** Speed with the last number of threads, as a multiple of that with the first. */
function scaling({ results }: EvaluationRow): string {
  const [first, last] = [results[0]!, results.at(-1)!].map(({ milliseconds }) => Math.min(...milliseconds));
  return results.length < 2 ? '-' : (first! / last!).toFixed(2);
}

function rowText(row: EvaluationRow): string {
  const { program, size, results } = row;
  const { title, published, note } = program;
  const data = size === program.size ? note : `${size} elements`;
  const wrong = results.reduce((sum, result) => sum + result.wrong, 0);
  const verdict = wrong === 0 ? 'right' : `${wrong} WRONG`;
  return `| ${[title, published.operations, published.data, data, verdict, ...results.map(cell), scaling(row)].join(' | ')} |`;
}

export function tableText({ threads, rows }: EvaluationTable): string {
  const times = threads.map((count) => `${count} thread${count === 1 ? '' : 's'}, ms`);
  const titles = [
    'kernel',
    'published: operations, helpers',
    'published: data',
    'here',
    'results',
    ...times,
    'speed-up',
  ];
  return [
    `| ${titles.join(' | ')} |`,
    `|---|---|---|---|---|${'---:|'.repeat(times.length + 1)}`,
    ...rows.map(rowText),
    '',
  ].join('\n');
}

export function pageText(table: EvaluationTable): string {
  const { device, runs, machine } = table;
  const { processor, processors, load, node, system } = machine;
  return `# Six HSA programs by threads

<!-- Written by \`node dist/benchmarks/hsa/main.js --write\`: edit benchmarks/hsa, not this file. -->

An HSA simulator that translated HSAIL for the host's processor was evaluated with six programs. Here they are kernels of our own in HSAIL
(\`benchmarks/hsa/kernels.hsail\`), in an HSA program (\`benchmarks/hsa/host.cc\`) that the distribution's runtime executes under
\`atoll run --device ${device} --workers N\`: the kernels read memory of \`malloc\` by its own pointers, and every result is compared with the host's.
What the requirements of HSA are, and which tests show them, is in [HSA's requirements](hsa.md).

Times are those of the kernels by the runtime's profiling, the mean of ${runs} runs after one that is not counted (in parentheses the fastest).
Speed-up is that of the fastest runs with most threads. Machine: ${processor}, ${processors} processors, ${system}, Node ${node}; its load was
${load.toFixed(1)} when the measurement ended, so that times of several threads say little where it exceeds 1.

${tableText(table)}
Published are the numbers of HSAIL operations, those that call helper functions, and the data; its times are in figures only: mean of five runs on up to
24 threads of an Opteron with 24 cores and 8 of a Xeon E5-2620. They scaled with the threads except for reduction and prefix sum, whose kernels have
barriers. Here work-groups are distributed over threads, so that a barrier concerns one thread; launches of a few milliseconds are too short to
be shared.
`;
}
