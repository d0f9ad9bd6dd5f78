// Results of engines beside those of a reference: differences, and the first place.

import type { GeneratorEngine } from './host/engines.js';
import type { Data } from './host/results.js';
import type { EngineRun } from './host/run-engine.js';
import type { Contents } from './language/kernel.js';
import type { Program } from './language/program.js';

export interface Failure {
  readonly seed: number;
  readonly engine: string;
  readonly what: 'wrong' | 'refused' | 'error' | 'crash' | 'hang';
  /** Number of the program in its batch, and of the kernel where it is one kernel's failure. */
  readonly program: number;
  readonly kernel?: number;
  /** Of a wrong result: the engine that it is not like. */
  readonly reference?: GeneratorEngine;
  readonly text: string;
}

/** Approximations may differ by this much of the larger value, or of 1. */
const TOLERANCE = { float: 2 ** -14, double: 2 ** -34 } as const;

const keyOf = ({ program, kernel, size, argument }: Data): string => `${program} ${kernel} ${size} ${argument}`;

/** The first contents of each buffer. */
function firsts(data: readonly Data[]): Map<string, Buffer> {
  const byKey = new Map<string, Buffer>();
  for (const one of data) if (!byKey.has(keyOf(one))) byKey.set(keyOf(one), one.bytes);
  return byKey;
}

const realsOf = (bytes: Buffer, contents: 'float' | 'double'): Float32Array | Float64Array => {
  const own = Uint8Array.from(bytes).buffer;
  return contents === 'float' ? new Float32Array(own) : new Float64Array(own);
};

/** The first place at which reals are too far from each other; -1 for none. */
function farFrom(a: Buffer, b: Buffer, contents: 'float' | 'double'): number {
  const [x, y] = [realsOf(a, contents), realsOf(b, contents)];
  return x.findIndex((value, n) => {
    const other = y[n]!;
    if (Object.is(value, other) || value === other) return false;
    return !(Math.abs(value - other) <= TOLERANCE[contents] * Math.max(1, Math.abs(value), Math.abs(other)));
  });
}

const firstByte = (a: Buffer, b: Buffer): number => (a.equals(b) ? -1 : a.findIndex((byte, at) => byte !== b[at]));

/** The first differing element and its values; undefined when there is none. */
function difference(expected: Buffer, actual: Buffer, contents: Contents, near: boolean): string | undefined {
  const size = contents === 'double' ? 8 : 4;
  const at = near && contents !== 'bits' ? farFrom(expected, actual, contents) : firstByte(expected, actual);
  if (at < 0) return undefined;
  const index = near && contents !== 'bits' ? at : Math.floor(at / size);
  const show = (bytes: Buffer): string => {
    const element = bytes.subarray(index * size, (index + 1) * size);
    const bits = `0x${Buffer.from(element).reverse().toString('hex')}`;
    return contents === 'bits' ? bits : `${realsOf(element, contents)[0]} (${bits})`;
  };
  return `index ${index} (of ${size} bytes) is ${show(actual)}, expected ${show(expected)}`;
}

/**
 * Differences from the reference.
 * @param exact of another engine of Atoll: approximations have to be equal to its bits
 */
export function compareRuns(
  engine: string,
  run: EngineRun,
  reference: { readonly name: string; readonly run: EngineRun },
  programs: readonly Program[],
  exact: boolean,
): Failure[] {
  const expected = firsts(reference.run.data);
  const failures = new Map<string, Failure>();
  for (const one of run.data) {
    const bytes = expected.get(keyOf(one));
    const program = programs[one.program]!;
    const kernel = program.kernels[one.kernel]!;
    const argument = kernel.arguments[one.argument]!;
    const name = `${one.program} ${one.kernel}`;
    if (!bytes || argument.kind !== 'out' || failures.has(name)) continue;
    const near = !exact && kernel.approximate;
    const description = difference(bytes, one.bytes, argument.contents, near);
    if (description === undefined) continue;
    const where = `${kernel.name}, ${one.size ? 'large' : 'small'} launch ${one.launch + 1}, argument ${one.argument}`;
    const { seed } = program;
    const place = { program: one.program, kernel: one.kernel };
    const text = `${where}: ${description} (${reference.name})`;
    failures.set(name, { seed, engine, what: 'wrong', ...place, reference: reference.name, text });
  }
  return [...failures.values()];
}

/** Launches that an engine did not finish. */
export function troubles(engine: string, run: EngineRun, programs: readonly Program[]): Failure[] {
  const of = (program: number) => ({ engine, program, seed: programs[program]!.seed });
  return [
    ...run.refused.map(
      ({ program, status, log }): Failure => ({ ...of(program), what: 'refused', text: `${status}\n${log}` }),
    ),
    ...run.errors.map(
      ({ program, kernel, size, status }): Failure => ({
        ...of(program),
        what: 'error',
        kernel,
        text: `${programs[program]!.kernels[kernel]!.name}, ${size ? 'large' : 'small'} launch: error ${status}`,
      }),
    ),
    ...run.crashes.map(({ program, what, text }): Failure => ({ ...of(program), what, text })),
  ];
}
