// The scalar types of OpenCL C, and the arrays in which JavaScript holds them (OpenCL 1.2, clause 6.1.1).

/** An array of numbers of one type. Halves have none in every Node: their bits are in a Uint16Array. */
export type NumberArray =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
  | Float32Array
  | Float64Array;

interface ArrayOf {
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): NumberArray;
  new (buffer: ArrayBufferLike, byteOffset?: number, length?: number): NumberArray;
}

export interface TypedArrayName {
  readonly name: string;
  readonly array: ArrayOf;
  /** `half`: an unsigned array that holds its bits. */
  readonly number: 'signed' | 'unsigned' | 'real' | 'half';
  /** Bytes. */
  readonly size: number;
}

const type = (name: string, array: ArrayOf, number: TypedArrayName['number']): TypedArrayName => ({
  name,
  array,
  number,
  size: array.BYTES_PER_ELEMENT,
});

const TYPES: readonly TypedArrayName[] = [
  type('char', Int8Array, 'signed'),
  type('uchar', Uint8Array, 'unsigned'),
  type('short', Int16Array, 'signed'),
  type('ushort', Uint16Array, 'unsigned'),
  type('int', Int32Array, 'signed'),
  type('uint', Uint32Array, 'unsigned'),
  type('long', BigInt64Array, 'signed'),
  type('ulong', BigUint64Array, 'unsigned'),
  type('half', Uint16Array, 'half'),
  type('float', Float32Array, 'real'),
  type('double', Float64Array, 'real'),
];
const BY_NAME = new Map(TYPES.map((each) => [each.name, each]));

/** Other words that compilers write for them. */
const SYNONYMS: Readonly<Record<string, string>> = {
  'signed char': 'char',
  'unsigned char': 'uchar',
  'unsigned short': 'ushort',
  unsigned: 'uint',
  'unsigned int': 'uint',
  'unsigned long': 'ulong',
  bool: 'uchar',
};

export interface VectorType {
  readonly element: TypedArrayName;
  /** Components; 1 for a scalar. A vector of 3 takes the place of 4 (clause 6.1.5). */
  readonly width: number;
}

/**
 * Type of `float4` or `unsigned int`, as an argument's type or behind its pointer.
 * @param name as images have it, without qualifiers
 * @returns undefined for structures, and for names that programs define
 */
export function vectorType(name: string): VectorType | undefined {
  const [, base, digits] = /^([a-z ]*[a-z])(2|3|4|8|16)?$/.exec(name.trim()) ?? [];
  if (base === undefined) return undefined;
  const element = BY_NAME.get(SYNONYMS[base] ?? base);
  return element && { element, width: Number(digits ?? 1) };
}

/** The type that a pointer's type name leads to: `float4*` gives float4. */
export const pointedType = (name: string): VectorType | undefined =>
  name.endsWith('*') ? vectorType(name.slice(0, -1)) : undefined;
