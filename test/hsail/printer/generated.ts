// Kernels of the project's generator, by seed: printed as HSAIL, finalized, and compiled directly.

import { compiledForm, executedForm, finalizedForm, hsailText } from '../../../benchmarks/abstraction/forms.js';
import { FormMachine, GroupBytes, type LaunchArgument, u32 } from '../../../benchmarks/abstraction/machine.js';
import type { ProgramImage } from '../../../src/launch/image.js';
import type { DeviceBuffer } from '../../../src/library/buffers.js';
import { AtollError } from '../../../src/util/errors.js';
import { Random } from '../../emulator/random.js';
import type { Argument, Kernel } from '../../generator/language/kernel.js';
import { BUILD_OPTIONS, makeProgram, printProgram } from '../../generator/language/program.js';

export interface GeneratedResult {
  readonly seed: number;
  readonly status: 'equal' | 'different' | 'refused';
  readonly detail: string;
}

/** Contents of a buffer: bits, or floats of moderate size. */
function contentsOf({ bytes, seed, contents }: Argument & { readonly kind: 'in' | 'out' }): Uint8Array {
  const random = new Random(seed);
  const view = new DataView(new ArrayBuffer(Math.ceil(bytes / 8) * 8));
  const number = (): number => (random.below(4096) - 2048) / 2 ** random.below(9);
  for (let at = 0; at < bytes; at += 4) {
    if (contents.endsWith('float')) view.setFloat32(at, number(), true);
    else if (!contents.endsWith('double')) view.setUint32(at, random.word(), true);
    else if (at % 8 === 0) view.setFloat64(at, number(), true);
  }
  return new Uint8Array(view.buffer, 0, bytes);
}

/** Work-items of a work-group where the kernel leaves it open: a divisor. */
const divisor = (size: number): number => [64, 32, 16, 8, 7, 5, 4, 3, 2].find((one) => size % one === 0) ?? 1;

/** The bytes of all buffers after the small launch. */
function outputOf(program: ProgramImage, { name, arguments: values, small }: Kernel): Uint8Array {
  const machine = new FormMachine(program, 'interp');
  const buffers: { readonly buffer: DeviceBuffer; readonly bytes: number }[] = [];
  const launchArguments = values.map((argument): LaunchArgument => {
    if (argument.kind === 'local') return new GroupBytes(argument.bytes);
    if (argument.kind === 'value') return u32(argument.word);
    if (argument.kind === 'image') throw new AtollError('UNSUPPORTED', 'images');
    const buffer = machine.buffer(contentsOf(argument));
    buffers.push({ buffer, bytes: argument.bytes });
    return buffer;
  });
  const globalSize = small.global.slice(0, small.dimensions);
  const localSize = small.local ?? [divisor(globalSize[0]!), 1, 1];
  machine.launch({ kernel: name, globalSize, localSize, arguments: launchArguments });
  const results = buffers.map(({ buffer, bytes }) => {
    const result = new Uint8Array(bytes);
    buffer.read(result);
    return result;
  });
  return new Uint8Array(Buffer.concat(results));
}

function difference(actual: Uint8Array, expected: Uint8Array, what: string): string | undefined {
  const at = actual.findIndex((byte, index) => byte !== expected[index]);
  return at < 0 ? undefined : `${what}: byte ${at} is ${actual[at]} instead of ${expected[at]}`;
}

/** The source of a generated program of one kernel. */
export const generatedSource = (seed: number): string => printProgram(makeProgram(seed, 1));

/** Compares the forms of a generated kernel. */
export async function compareGenerated(seed: number): Promise<GeneratedResult> {
  const program = makeProgram(seed, 1);
  const source = printProgram(program);
  const kernel = program.kernels[0]!;
  try {
    const text = await hsailText(source, { options: BUILD_OPTIONS });
    const executed = outputOf(executedForm(text), kernel);
    const finalized = difference(outputOf(await finalizedForm(text), kernel), executed, 'finalized');
    if (finalized !== undefined) return { seed, status: 'different', detail: finalized };
    // Quotients within libclc may err, and the chip's compiler approximates them.
    if (kernel.approximate) return { seed, status: 'equal', detail: 'finalized' };
    const expected = outputOf(await compiledForm(source, BUILD_OPTIONS), kernel);
    const detail = difference(executed, expected, 'HSAIL');
    return { seed, status: detail === undefined ? 'equal' : 'different', detail: detail ?? 'all' };
  } catch (error) {
    if (!(error instanceof AtollError) || !['UNSUPPORTED', 'LIMIT'].includes(error.code)) throw error;
    return { seed, status: 'refused', detail: error.message };
  }
}
