// Opaque copies of values in LLVM IR text, about which the back end has no facts.

import { elementType, integerBits, isPointer, vectorShape, withElements } from './type-text.js';

const empty = (value: string, type: string, operand: string): string =>
  `  ${value} = call ${type} asm "", "=v,0"(${type} ${operand})`;

/**
 * Lines that copy a value through empty inline assembly, which is opaque to LLVM. Vectors are copied element by
 * element, as the GPU executes them.
 * @param type of 32 or 64 bits, or a vector of such
 * @param parts prefix of the names of elements
 */
export function opaqueCopy(value: string, type: string, operand: string, parts: string): string[] {
  const shape = vectorShape(type);
  if (!shape) return [empty(value, type, operand)];
  const { count, element } = shape;
  const last = count - 1;
  return Array.from({ length: last + 1 }, (_, i) => {
    const before = i === 0 ? 'undef' : `${parts}.v${i - 1}`;
    return [
      `  ${parts}.e${i} = extractelement ${type} ${operand}, i32 ${i}`,
      empty(`${parts}.h${i}`, element, `${parts}.e${i}`),
      `  ${i === last ? value : `${parts}.v${i}`} = insertelement ${type} ${before}, ${element} ${parts}.h${i}, i32 ${i}`,
    ];
  }).flat();
}

const WHOLE: readonly string[] = ['i32', 'i64', 'float', 'double'];
const SHORT_BITS: readonly number[] = [1, 8, 16];

/** Lines that copy a value of any type; undefined for types without separate registers. */
export function copyOf(name: string, type: string, value: string): string[] | undefined {
  if (isPointer(type) || WHOLE.includes(elementType(type))) return opaqueCopy(name, type, value, name);
  if (!SHORT_BITS.includes(integerBits(type))) return undefined;
  const words = withElements(type, 'i32');
  return [
    `  ${name}.w = zext ${type} ${value} to ${words}`,
    ...opaqueCopy(`${name}.c`, words, `${name}.w`, name),
    `  ${name} = trunc ${words} ${name}.c to ${type}`,
  ];
}
