// Output of the arrays that a kernel has written: prints, writes and compares them.

import { writeFileSync } from 'node:fs';
import { mayWrite } from '../../../library/arguments.js';
import { type NumberArray, pointedType } from '../../../library/element-types.js';
import { AtollError } from '../../../util/errors.js';
import { elementOf } from '../../../util/required.js';
import { readInput } from '../../inputs/code-input.js';
import type { KernelInput } from './inputs.js';

/** Maximum of elements in a line. */
const SHOWN = 8;

interface Output {
  readonly name: string;
  readonly array: NumberArray;
  /** The type in the kernel: `float4*`. */
  readonly type: string;
}

/** Arrays that the kernel can write. */
export const outputsOf = (inputs: readonly KernelInput[]): readonly Output[] =>
  inputs.flatMap(({ argument, array }) =>
    array && mayWrite(argument) ? [{ name: argument.name, array, type: argument.typeName }] : [],
  );

const isReal = ({ type }: Output): boolean => pointedType(type)?.element.number === 'real';

const numberText = (output: Output, value: number | bigint): string =>
  isReal(output)
    ? String(Number(Number(value).toPrecision(output.array.BYTES_PER_ELEMENT === 4 ? 7 : 15)))
    : String(value);

/** A line for each array: its first elements. */
export function outputText(output: Output): string {
  const { name, type, array } = output;
  const shown = Array.from(array.subarray(0, SHOWN) as ArrayLike<number | bigint>, (value) =>
    numberText(output, value),
  );
  const rest = array.length > SHOWN ? ' ...' : '';
  return `${type || 'uchar*'} ${name}, ${array.length} elements: ${shown.join(' ')}${rest}\n`;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: NumberArray): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** `name=path` of an option. */
function named(outputs: readonly Output[], option: string, text: string): { output: Output; path: string } {
  const at = text.indexOf('=');
  const output = outputs.find(({ name }) => name === text.slice(0, Math.max(at, 0)));
  if (output && at < text.length - 1) return { output, path: text.slice(at + 1) };
  const names = outputs.map(({ name }) => name).join(', ') || 'none';
  throw new AtollError(
    'BAD_OPTION',
    `${option} ${text}: write argument=file`,
    `arrays that the kernel writes: ${names}`,
  );
}

/** @throws AtollError HOST when the file cannot be written */
export function writeOutput(outputs: readonly Output[], text: string): void {
  const { output, path } = named(outputs, '--output', text);
  try {
    writeFileSync(path, bytesOf(output.array));
  } catch (error) {
    throw new AtollError('HOST', `cannot write ${path}: ${(error as Error).message}`);
  }
}

const differs = (a: number | bigint, b: number | bigint, tolerance: number): boolean => {
  if (Object.is(a, b) || a === b) return false;
  const [x, y] = [Number(a), Number(b)];
  if (Number.isNaN(x) && Number.isNaN(y)) return false;
  return !(Math.abs(x - y) <= tolerance * Math.max(1, Math.abs(y)));
};

/**
 * Compares an array with a file.
 *
 * @param tolerance of real numbers: relative above 1, absolute below; 0 requires equal bits, except of NaNs
 * @returns the difference, or undefined
 * @throws AtollError BAD_OPTION for an unknown name, BAD_INPUT for a file of another size
 */
export function compareOutput(outputs: readonly Output[], text: string, tolerance: number): string | undefined {
  const { output, path } = named(outputs, '--expect', text);
  const { array, name } = output;
  const bytes = readInput(path);
  if (bytes.length !== array.byteLength)
    throw new AtollError('BAD_INPUT', `${path} has ${bytes.length} bytes, ${name} has ${array.byteLength}`);
  const ArrayType = array.constructor as new (buffer: ArrayBufferLike) => NumberArray;
  const expected = new ArrayType(Uint8Array.from(bytes).buffer);
  const limit = isReal(output) ? tolerance : 0;
  const numberAt = (numbers: NumberArray, i: number): number | bigint =>
    elementOf<number | bigint>(numbers, i, 'number');
  const wrong: number[] = [];
  for (let i = 0; i < array.length; i++) if (differs(numberAt(array, i), numberAt(expected, i), limit)) wrong.push(i);
  const [first] = wrong;
  if (first === undefined) return undefined;
  const [actual, reference] = [array, expected].map((numbers) => numberText(output, numberAt(numbers, first)));
  return `${name}: ${wrong.length} of ${array.length} elements differ from ${path}; ${name}[${first}] is ${actual}, expected ${reference}`;
}
