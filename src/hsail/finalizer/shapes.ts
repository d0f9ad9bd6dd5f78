// Types of HSAIL as types of LLVM IR.

/** A type by its spelling. Handles of images, samplers and signals are numbers of 64 bits. */
export interface Shape {
  readonly name: string;
  /** `u`, `s`, `f`, `b` or `h` for handles. */
  readonly letter: string;
  readonly bits: number;
  /** 1 for types that are not packed. */
  readonly parts: number;
  /** The type of a part. */
  readonly part: string;
}

const HANDLE_BITS = 64;

export function shapeOf(name: string): Shape {
  const [, letter, bits, parts] = /^([usfb])(\d+)(?:x(\d+))?$/.exec(name) ?? [];
  if (letter === undefined) return { name, letter: 'h', bits: HANDLE_BITS, parts: 1, part: name };
  const count = Number(parts ?? 1);
  return { name, letter, bits: Number(bits) * count, parts: count, part: `${letter}${bits}` };
}

export const isPackedName = (name: string): boolean => shapeOf(name).parts > 1;
export const isFloatName = (name: string): boolean => /^f\d+$/.test(name);
export const isSignedName = (name: string): boolean => name.startsWith('s') && shapeOf(name).letter === 's';
export const bitsOf = (name: string): number => shapeOf(name).bits;
/** The integer type of the same size. */
export const integerOf = (name: string): string => `i${bitsOf(name)}`;

const FLOATS: Readonly<Record<string, string>> = { f16: 'half', f32: 'float', f64: 'double' };

/** The type of values of a type: floats are floats, all others are integers of their size. */
export const valueType = (name: string): string => FLOATS[name] ?? integerOf(name);

/** The fields of a format of floats. */
export interface FloatLayout {
  readonly bits: number;
  readonly fraction: number;
}

const FORMATS: Readonly<Record<string, FloatLayout>> = {
  f16: { bits: 16, fraction: 10 },
  f32: { bits: 32, fraction: 23 },
  f64: { bits: 64, fraction: 52 },
};
export const formatOf = (name: string): FloatLayout => FORMATS[name]!;
