// The scalar type names of CAL metadata lines, with OpenCL C's names and sizes.

interface CalType {
  readonly cal: string;
  readonly openCl: string;
  readonly size: number;
}

const TYPES: readonly CalType[] = [
  { cal: 'i8', openCl: 'char', size: 1 },
  { cal: 'u8', openCl: 'uchar', size: 1 },
  { cal: 'i16', openCl: 'short', size: 2 },
  { cal: 'u16', openCl: 'ushort', size: 2 },
  { cal: 'i32', openCl: 'int', size: 4 },
  { cal: 'u32', openCl: 'uint', size: 4 },
  { cal: 'i64', openCl: 'long', size: 8 },
  { cal: 'u64', openCl: 'ulong', size: 8 },
  { cal: 'half', openCl: 'half', size: 2 },
  { cal: 'float', openCl: 'float', size: 4 },
  { cal: 'double', openCl: 'double', size: 8 },
];

export interface CalTypeCount {
  readonly type: string;
  /** Vector width, or the size in bytes when the type is `struct` or `opaque`. */
  readonly count: number;
}

/** `float4` as CAL writes it, {float, 4}; anything but a scalar or a vector is a struct of `size` bytes. */
export function toCalType(openCl: string, size: number): CalTypeCount {
  const match = /^([a-z]+)(2|3|4|8|16)?$/.exec(openCl);
  const type = TYPES.find((candidate) => candidate.openCl === match?.[1]);
  if (!type) return { type: 'struct', count: size };
  return { type: type.cal, count: match?.[2] ? Number(match[2]) : 1 };
}

/** Size in bytes of a CAL type on the host: vectors of 3 take 4 elements. Undefined for an unknown name. */
export function calTypeSize({ type, count }: CalTypeCount): number | undefined {
  if (type === 'struct' || type === 'opaque') return count;
  const row = TYPES.find((candidate) => candidate.cal === type);
  return row ? row.size * (count === 3 ? 4 : count) : undefined;
}

/** The OpenCL C name of a CAL type, for lines that have no reflection. */
export function fromCalType({ type, count }: CalTypeCount): string {
  const typeName = TYPES.find((candidate) => candidate.cal === type)?.openCl ?? type;
  return count > 1 && typeName !== 'struct' && typeName !== 'opaque' ? `${typeName}${count}` : typeName;
}
