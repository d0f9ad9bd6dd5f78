// Values of kernel arguments: from numbers of JavaScript to the bytes of an argument's slot.

import type { KernelArgument } from '../launch/argument.js';
import { AtollError } from '../util/errors.js';
import { type TypedArrayName, vectorType } from './element-types.js';

/** Value of a value argument: a number, the components of a vector, or its bytes (structures). */
export type ArgumentValue = number | bigint | boolean | readonly (number | bigint)[] | ArrayBufferView;

type ValueArgument = Pick<KernelArgument, 'name' | 'typeName' | 'size'>;

const refuse = ({ name, typeName }: ValueArgument, problem: string, hint = ''): never => {
  throw new AtollError('BAD_INPUT', `argument ${name} (${typeName}): ${problem}`, hint);
};

function checkInteger(argument: ValueArgument, { number, size }: TypedArrayName, value: bigint): void {
  const bits = BigInt(8 * size);
  const [least, most] =
    number === 'signed' ? [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n] : [0n, (1n << bits) - 1n];
  if (value < least || value > most) refuse(argument, `${value} is out of its range, ${least} to ${most}`);
}

/** A component, in the array that holds it. */
function put(
  argument: ValueArgument,
  element: TypedArrayName,
  array: ArrayLike<unknown>,
  at: number,
  value: number | bigint,
): void {
  const target = array as unknown as (number | bigint)[];
  if (typeof value !== 'number' && typeof value !== 'bigint') refuse(argument, `${String(value)} is no number`);
  if (element.number === 'real') target[at] = Number(value);
  else if (element.number === 'half') refuse(argument, 'pass a half as its bits', 'pass it as a Uint16Array');
  else {
    if (typeof value === 'number' && !Number.isInteger(value)) refuse(argument, `${value} is not an integer`);
    checkInteger(argument, element, BigInt(value));
    target[at] = element.size === 8 ? BigInt(value) : Number(value);
  }
}

/**
 * The bytes of a value argument.
 * @returns `argument.size` bytes; padding is zeros
 * @throws AtollError BAD_INPUT when the value does not fit the argument's type
 */
export function encodeValue(argument: ValueArgument, value: ArgumentValue): Uint8Array {
  if (ArrayBuffer.isView(value)) {
    if (value.byteLength !== argument.size)
      refuse(argument, `${value.byteLength} bytes passed, expected ${argument.size}`);
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice();
  }
  const type = vectorType(argument.typeName);
  if (!type || type.element.size * (type.width === 3 ? 4 : type.width) !== argument.size)
    return refuse(argument, 'its layout is unknown', `pass its ${argument.size} bytes as a typed array`);
  const components = typeof value === 'object' ? value : [typeof value === 'boolean' ? Number(value) : value];
  // As in OpenCL C, one number is for all components.
  if (components.length !== type.width && components.length !== 1)
    refuse(argument, `${components.length} components passed, expected ${type.width}`);
  const bytes = new Uint8Array(argument.size);
  const array = new type.element.array(bytes.buffer);
  const copies = Array.from({ length: type.width / components.length }, () => [...components]);
  for (const [at, component] of copies.flat().entries()) put(argument, type.element, array, at, component);
  return bytes;
}
