// Structures with one layout on every ABI: fixed-width fields at their natural alignment, no hidden padding.
// From a structure's value derive the TypeScript accessors, the C++ header, the documentation and the trace printer.

export type Scalar = 'u8' | 'u16' | 'u32' | 'i32' | 'u64' | 'i64';
export type FieldType =
  | Scalar
  /** NUL-terminated text in a fixed array of bytes. */
  | { readonly text: number }
  | { readonly array: Scalar; readonly length: number };

export interface AbiField {
  readonly type: FieldType;
  readonly doc: string;
}

type ScalarValue<S extends Scalar> = S extends 'u64' | 'i64' ? bigint : number;
type FieldValue<T extends FieldType> = T extends Scalar
  ? ScalarValue<T>
  : T extends { readonly array: infer S extends Scalar }
    ? readonly ScalarValue<S>[]
    : string;

export type StructValues<F extends Record<string, readonly [FieldType, string]>> = {
  [K in keyof F]: FieldValue<F[K][0]>;
};

export interface PlacedField extends AbiField {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
}

const SCALAR_SIZE: Record<Scalar, number> = { u8: 1, u16: 2, u32: 4, i32: 4, u64: 8, i64: 8 };

const alignmentOf = (type: FieldType): number =>
  typeof type === 'string' ? SCALAR_SIZE[type] : 'text' in type ? 1 : SCALAR_SIZE[type.array];

const sizeOf = (type: FieldType): number =>
  typeof type === 'string' ? SCALAR_SIZE[type] : 'text' in type ? type.text : SCALAR_SIZE[type.array] * type.length;

function readScalar(view: DataView, offset: number, type: Scalar): number | bigint {
  switch (type) {
    case 'u8':
      return view.getUint8(offset);
    case 'u16':
      return view.getUint16(offset, true);
    case 'u32':
      return view.getUint32(offset, true);
    case 'i32':
      return view.getInt32(offset, true);
    case 'u64':
      return view.getBigUint64(offset, true);
    case 'i64':
      return view.getBigInt64(offset, true);
  }
}

function writeScalar(view: DataView, offset: number, type: Scalar, value: number | bigint): void {
  switch (type) {
    case 'u8':
      return view.setUint8(offset, Number(value));
    case 'u16':
      return view.setUint16(offset, Number(value), true);
    case 'u32':
      return view.setUint32(offset, Number(value), true);
    case 'i32':
      return view.setInt32(offset, Number(value), true);
    case 'u64':
      return view.setBigUint64(offset, BigInt(value), true);
    case 'i64':
      return view.setBigInt64(offset, BigInt(value), true);
  }
}

function readField(view: DataView, at: number, field: PlacedField): unknown {
  const { type } = field;
  if (typeof type === 'string') return readScalar(view, at, type);
  if ('array' in type) {
    const step = SCALAR_SIZE[type.array];
    const items: (number | bigint)[] = [];
    for (let i = 0; i < type.length; i++) items.push(readScalar(view, at + i * step, type.array));
    return items;
  }
  const bytes = Buffer.from(new Uint8Array(view.buffer, view.byteOffset + at, type.text));
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end < 0 ? bytes.length : end);
}

function writeField(view: DataView, at: number, field: PlacedField, value: unknown): void {
  const { type } = field;
  if (typeof type === 'string') return writeScalar(view, at, type, value as number | bigint);
  if ('array' in type) {
    const step = SCALAR_SIZE[type.array];
    (value as readonly (number | bigint)[]).forEach((item, i) => {
      if (i < type.length) writeScalar(view, at + i * step, type.array, item);
    });
    return;
  }
  // The last byte stays NUL: longer text is cut, never run together with the next field.
  const target = new Uint8Array(view.buffer, view.byteOffset + at, type.text).fill(0);
  target.set(Buffer.from(value as string).subarray(0, type.text - 1));
}

/** A structure of the protocol: field offsets by natural alignment; construction fails when padding would be hidden. */
export class Struct<
  F extends Record<string, readonly [FieldType, string]> = Record<string, readonly [FieldType, string]>,
> {
  readonly size: number;
  readonly fields: readonly PlacedField[];

  /** @param multipleOf what the size must be, in bytes: 4 only for what others have laid down so */
  constructor(
    readonly name: string,
    readonly doc: string,
    spec: F,
    multipleOf: 4 | 8 = 8,
  ) {
    let offset = 0;
    this.fields = Object.entries(spec).map(([fieldName, [type, doc]]) => {
      if (offset % alignmentOf(type) !== 0) throw new TypeError(`${name}.${fieldName}: hidden padding at ${offset}`);
      const field = { name: fieldName, type, doc, offset, size: sizeOf(type) };
      offset += field.size;
      return field;
    });
    if (offset % multipleOf !== 0) throw new TypeError(`${name}: size ${offset} is no multiple of ${multipleOf}`);
    this.size = offset;
  }

  /** Byte offset of a field. */
  offsetOf(name: keyof F & string): number {
    const field = this.fields.find((each) => each.name === name);
    if (!field) throw new TypeError(`there is no field ${name}`);
    return field.offset;
  }

  /** Once for each launch: a plain loop, which engines make better code of. */
  read(view: DataView, offset = 0): StructValues<F> {
    const values: Record<string, unknown> = {};
    for (const field of this.fields) values[field.name] = readField(view, offset + field.offset, field);
    return values as StructValues<F>;
  }

  /** Writes the fields that are given; the others keep their bytes. */
  write(view: DataView, values: Partial<StructValues<F>>, offset = 0): void {
    for (const field of this.fields) {
      const value = values[field.name as keyof F];
      if (value !== undefined) writeField(view, offset + field.offset, field, value);
    }
  }
}

export const text = (length: number) => ({ text: length }) as const;
export const array = <S extends Scalar>(scalar: S, length: number) => ({ array: scalar, length }) as const;
