// The runs that an exploration measures: one on the CPU, and one under the timing model with all kernels on the GPU.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UnitRun } from '../dataflow/explore/costs.js';
import { type GraphMeasurement, MEASUREMENT_FOLDER_VARIABLE } from '../dataflow/measured/measurement.js';
import { readMeasurements } from '../dataflow/measured/read-measurements.js';
import type { ReportedGraph } from '../dataflow/measured/report.js';
import { AtollError } from '../util/errors.js';
import { removeTree } from '../util/remove-tree.js';
import { temporaryFolder } from '../util/temporary.js';

export interface MeasuredCpuRun extends UnitRun {
  readonly measurements: readonly GraphMeasurement[];
}

/** Its output goes to standard error, since the table is the output. @throws AtollError if it does not end with 0 */
async function execute(argv: readonly string[], env: Readonly<Record<string, string>>, what: string): Promise<void> {
  const [file = '', ...words] = argv;
  const child = spawn(file, words, { env: { ...process.env, ...env }, stdio: ['inherit', process.stderr, 'inherit'] });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (...ends) => resolve(ends));
  }).catch((error: Error) => {
    throw new AtollError('GUEST_NOT_FOUND', `${file} cannot be executed: ${error.message}`, 'Name a program.');
  });
  if (code !== 0)
    throw new AtollError(
      'BAD_INPUT',
      `${what} has ended with ${signal ?? `status ${code}`}`,
      'Correct the program: it has to end with status 0 with each mapping.',
    );
}

/** Executes all leaves on the CPU, natively. @param unit that is measured: `cpu` or `vector` */
export async function measureCpu(argv: readonly string[], unit: string, map: string): Promise<MeasuredCpuRun> {
  const folder = temporaryFolder('graphs');
  try {
    const env = { ATOLL_HPVM_MAP: map, [MEASUREMENT_FOLDER_VARIABLE]: folder };
    await execute(argv, env, `the run on the CPU (ATOLL_HPVM_MAP=${map})`);
    const { graphs, problems } = readMeasurements(folder);
    if (problems[0] !== undefined) throw new AtollError('BAD_INPUT', problems[0], 'Compile the program again.');
    const measurements = graphs.filter(({ origin }) => origin === 'hpvm');
    const costOf = (graph: number, index: number) => {
      const node = measurements[graph]?.nodes[index];
      return node?.unit === unit ? { ns: node.cpuNs, cycles: 0 } : undefined;
    };
    const nodesOf = (graph: number) => measurements[graph]?.nodes ?? [];
    return { unit, graphs: measurements, measurements, costOf, nodesOf };
  } finally {
    removeTree(folder);
  }
}

/** @param atoll the words that start `atoll` @param options of `atoll run` */
export async function measureGpu(
  argv: readonly string[],
  map: string,
  atoll: readonly string[],
  options: readonly string[],
): Promise<UnitRun> {
  const folder = temporaryFolder('graphs');
  try {
    const file = join(folder, 'report');
    const words = [...atoll, 'run', ...options, '--report-json', file, '--', ...argv];
    await execute(words, { ATOLL_HPVM_MAP: map }, `the run under the timing model (ATOLL_HPVM_MAP=${map})`);
    const { instruments } = JSON.parse(readFileSync(file, 'utf8')) as { instruments?: { graphs?: ReportedGraph[] } };
    const graphs = instruments?.graphs ?? [];
    const costOf = (graph: number, index: number) => {
      const node = graphs[graph]?.nodes[index];
      return node?.unit === 'gpu' && node.cycles !== null ? { ns: node.busyNs, cycles: node.cycles } : undefined;
    };
    return { unit: 'gpu', graphs, costOf, nodesOf: (graph) => graphs[graph]?.nodes ?? [] };
  } finally {
    removeTree(folder);
  }
}
