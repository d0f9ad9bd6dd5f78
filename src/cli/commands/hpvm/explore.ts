// `atoll hpvm explore`: all mappings of a program's leaves to CPU and GPU, composed of two measured runs.

import { adviceText, type MergeAdvice, mergeAdvice } from '../../../dataflow/explore/advice.js';
import { type CostedGraph, costedGraphs, type UnitCost, type UnitRun } from '../../../dataflow/explore/costs.js';
import {
  allMappings,
  countOfMappings,
  type MappedLeaf,
  mappedLeaves,
  mappingText,
  paretoFront,
} from '../../../dataflow/explore/mappings.js';
import { type ExplorationResult, explorationSvg, explorationTable } from '../../../dataflow/print/exploration.js';
import { type MeasuredCpuRun, measureCpu, measureGpu } from '../../../hpvm/explore-runs.js';
import { AtollError } from '../../../util/errors.js';
import { atollProgram } from '../../../util/paths.js';
import { elementOf } from '../../../util/required.js';
import { writeWhole } from '../../../util/whole-file.js';
import { writeError } from '../../command-line/output.js';

export interface ExploreFlags {
  readonly device?: string;
  readonly timing?: string;
  readonly gpus: string;
  readonly cpuScale: string;
  readonly cpuTime: readonly string[];
  readonly all?: boolean;
  readonly json?: boolean;
  readonly svg?: string;
  readonly run?: boolean;
}

const MAX_MAPPINGS = 200_000;
const MAX_GPUS = 8;

function numberOf(option: string, text: string, accepts: (value: number) => boolean, range: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value) && accepts(value)) return value;
  throw new AtollError('BAD_OPTION', `${option}: '${text}' is not ${range}`, `Give ${range}.`);
}

/** Microseconds of one execution on the CPU, by leaf. */
function statedTimes(words: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    words.map((word) => {
      const [, name = '', time = ''] = /^(.+)=(.*)$/.exec(word) ?? [];
      if (name === '') throw new AtollError('BAD_OPTION', `--cpu-time: '${word}' is not LEAF=MICROSECONDS`);
      return [name, numberOf('--cpu-time', time, (us) => us >= 0, 'a number of microseconds')];
    }),
  );
}

/** The CPU's costs, by the options. @throws AtollError BAD_OPTION for a leaf that the program does not have */
function statedCosts(run: MeasuredCpuRun, scale: number, stated: ReadonlyMap<string, number>): UnitRun {
  const names = new Set(run.measurements.flatMap(({ nodes }) => nodes.map(({ name }) => name)));
  for (const name of stated.keys())
    if (!names.has(name))
      throw new AtollError(
        'BAD_OPTION',
        `--cpu-time: no leaf ${name} was executed`,
        `Leaves: ${[...names].join(', ')}`,
      );
  const costOf = (graph: number, node: number): UnitCost | undefined => {
    const cost = run.costOf(graph, node);
    const { name = '', executions = 0 } = run.measurements[graph]?.nodes[node] ?? {};
    const microseconds = stated.get(name);
    if (!cost) return undefined;
    return { ns: microseconds === undefined ? cost.ns * scale : microseconds * 1000 * executions, cycles: 0 };
  };
  return { ...run, costOf };
}

/** Costs of the leaves that have vector code. */
async function vectorCosts(argv: readonly string[], cpu: MeasuredCpuRun, scale: number): Promise<readonly UnitRun[]> {
  const nodes = cpu.measurements.flatMap((graph) => graph.nodes).filter(({ units }) => units.includes('vector'));
  if (nodes.length === 0) return [];
  const names = new Set(nodes.map(({ name }) => name));
  writeError(`atoll: measuring vector code of ${names.size} leaves on the CPU\n`);
  const map = [...[...names].map((name) => `${name}:vector`), '*:cpu'].join(',');
  return [statedCosts(await measureCpu(argv, 'vector', map), scale, new Map())];
}

/** The words that start Atoll again. */
const ownWords = (): string[] => [process.execPath, atollProgram];

async function costsOf(argv: readonly string[], flags: ExploreFlags): Promise<readonly CostedGraph[]> {
  const scale = numberOf('--cpu-scale', flags.cpuScale, (value) => value > 0, 'a number above 0');
  const gpus = numberOf(
    '--gpus',
    flags.gpus,
    (n) => Number.isInteger(n) && n > 0 && n <= MAX_GPUS,
    'a number from 1 to 8',
  );
  const stated = statedTimes(flags.cpuTime);
  writeError('atoll: measuring all leaves on the CPU\n');
  const cpu = await measureCpu(argv, 'cpu', '*:cpu');
  if (cpu.measurements.length === 0)
    throw new AtollError(
      'BAD_INPUT',
      `${argv[0]} has launched no graph of HPVM`,
      'Explore a program that `atoll hpvm cc` has compiled, and that launches a graph.',
    );
  const nodes = cpu.measurements.flatMap((graph) => graph.nodes).filter(({ kind }) => kind === 'leaf');
  const kernels = nodes.filter(({ units }) => units.includes('gpu')).map(({ name }) => name);
  const map = [...new Set(kernels)].map((name) => `${name}:gpu`);
  const options = [`--timing${flags.timing === undefined ? '' : `=${flags.timing}`}`];
  if (flags.device !== undefined) options.push('--device', flags.device);
  writeError(
    `atoll: measuring ${map.length} of ${new Set(nodes.map(({ name }) => name)).size} leaves under the timing model\n`,
  );
  const gpu = await measureGpu(argv, [...map, '*:cpu'].join(','), ownWords(), options);
  const more = Array.from({ length: gpus - 1 }, (_, n): UnitRun => ({ ...gpu, unit: `gpu${n + 1}` }));
  const vector = await vectorCosts(argv, cpu, scale);
  return costedGraphs(cpu.measurements, [statedCosts(cpu, scale, stated), ...vector, gpu, ...more]);
}

function resultOf(graphs: readonly CostedGraph[], leaves: readonly MappedLeaf[]): ExplorationResult {
  const count = countOfMappings(leaves);
  if (count > MAX_MAPPINGS)
    throw new AtollError(
      'LIMIT',
      `${leaves.length} leaves have ${count} mappings, more than ${MAX_MAPPINGS}`,
      'Explore a program with fewer leaves, or with fewer GPUs.',
    );
  writeError(`atoll: composing ${count} mappings\n`);
  const mappings = allMappings(graphs, leaves);
  return { leaves, mappings, front: paretoFront(mappings) };
}

function plainResult(
  graphs: readonly CostedGraph[],
  { leaves, mappings, front }: ExplorationResult,
  advice: readonly MergeAdvice[],
): object {
  const costs = graphs.map(({ measurement, leaves: own }) => ({
    graph: measurement.name,
    isStreaming: measurement.isStreaming,
    executions: measurement.executions,
    bytesAreWhole: measurement.isWhole !== false,
    leaves: own.map(({ name, node, costs: byUnit }) => ({
      name,
      executions: measurement.nodes[node]?.executions,
      units: Object.fromEntries(byUnit),
    })),
  }));
  const plain = mappings.map((mapping) => ({
    ...mapping,
    map: mappingText(leaves, mapping.units),
    isOnFront: front.includes(mapping),
  }));
  return { schema: 1, measured: costs, leaves, mappings: plain, advice };
}

/** @throws AtollError BAD_OPTION, BAD_INPUT, GUEST_NOT_FOUND, LIMIT */
export async function explore(argv: readonly string[], flags: ExploreFlags): Promise<void> {
  const graphs = await costsOf(argv, flags);
  const result = resultOf(graphs, mappedLeaves(graphs));
  const best = elementOf(result.mappings, 0, 'mapping');
  const advice = mergeAdvice(graphs, result.leaves, best.units);
  if (graphs.some(({ measurement }) => measurement.isWhole === false))
    writeError('atoll: the bytes are those of the first 200,000 accesses\n');
  if (flags.svg !== undefined) writeWhole(flags.svg, explorationSvg(result, argv.join(' ')));
  process.stdout.write(
    flags.json
      ? `${JSON.stringify(plainResult(graphs, result, advice), null, 2)}\n`
      : `${explorationTable(result, flags.all === true)}${result.mappings.length} mappings; * on the Pareto front of time and bytes\n${advice.map((one) => `${adviceText(one)}\n`).join('')}`,
  );
  if (!flags.run) return;
  const map = mappingText(result.leaves, best.units);
  writeError(`atoll: running ATOLL_HPVM_MAP=${map}\n`);
  const { runBest } = await import('./run-best.js');
  await runBest(argv, map, ownWords(), flags);
}
