// Types of LLVM IR text: parsing and layout of the types of kernel arguments. Source: LLVM Language Reference; sizes
// and alignments from the AMDGPU data layout string.
import { alignUp } from '../../cal/convention.js';
import { AtollError } from '../../util/errors.js';

export type IrType =
  | { readonly kind: 'scalar'; readonly name: string; readonly size: number }
  | { readonly kind: 'pointer'; readonly addressSpace: number }
  | { readonly kind: 'vector' | 'array'; readonly count: number; readonly element: IrType }
  | { readonly kind: 'struct'; readonly packed: boolean; readonly fields: readonly IrType[] }
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'opaque' };

export interface IrTypeLayout {
  readonly size: number;
  readonly alignment: number;
}

const FLOATS: Readonly<Record<string, number>> = { half: 2, bfloat: 2, float: 4, double: 8 };
/** Bytes of pointers by address space: 2, 3, 5 and 6 have 32 bits. */
const NARROW_ADDRESS_SPACES: readonly number[] = [2, 3, 5, 6];
const TOKEN =
  /\s*(%"(?:[^"\\]|\\.)*"|%[\w.$-]+|"(?:[^"\\]|\\.)*"|addrspace\(\d+\)|<\{|\}>|[A-Za-z_][\w.]*|-?\d+|[^\s])/gy;
const MAX_DEPTH = 64;

/** Reads types from a text, token by token. */
export class TypeParser {
  private readonly text: string;
  private at: number;

  constructor(text: string, at = 0) {
    this.text = text;
    this.at = at;
  }

  /** Position of the next token. */
  get position(): number {
    return this.at;
  }

  private peek(): string {
    TOKEN.lastIndex = this.at;
    return TOKEN.exec(this.text)?.[1] ?? '';
  }

  private next(): string {
    TOKEN.lastIndex = this.at;
    const [, token] = TOKEN.exec(this.text) ?? [];
    if (token === undefined) throw this.error('a type ends too early');
    this.at = TOKEN.lastIndex;
    return token;
  }

  private expect(token: string): void {
    const next = this.next();
    if (next !== token) throw this.error(`'${token}' expected, '${next}' found`);
  }

  private error(problem: string): AtollError {
    const near = this.text.slice(Math.max(0, this.at - 40), this.at + 40);
    return new AtollError('INTERNAL', `LLVM IR text: ${problem}, near '${near}'`);
  }

  parse(depth = 0): IrType {
    if (depth > MAX_DEPTH) throw this.error('types are nested too deeply');
    let type = this.base(depth);
    for (;;) {
      const token = this.peek();
      const space = /^addrspace\((\d+)\)$/.exec(token);
      if (space) {
        this.next();
        if (this.peek() === '*') this.next();
        type = { kind: 'pointer', addressSpace: Number(space[1]) };
      } else if (token === '*') {
        this.next();
        type = { kind: 'pointer', addressSpace: 0 };
      } else return type;
    }
  }

  private base(depth: number): IrType {
    const token = this.next();
    if (token === '[') return this.sequence('array', ']', depth);
    if (token === '<') return this.sequence('vector', '>', depth);
    if (token === '{') return { kind: 'struct', packed: false, fields: this.fields('}', depth) };
    if (token === '<{') return { kind: 'struct', packed: true, fields: this.fields('}>', depth) };
    if (token.startsWith('%')) return { kind: 'named', name: token };
    if (token === 'ptr') return { kind: 'pointer', addressSpace: 0 };
    if (token === 'opaque') return { kind: 'opaque' };
    const bits = /^i(\d+)$/.exec(token);
    if (bits) return { kind: 'scalar', name: token, size: 2 ** Math.ceil(Math.log2(Math.max(8, Number(bits[1])))) / 8 };
    const size = Object.hasOwn(FLOATS, token) ? FLOATS[token] : undefined;
    if (size !== undefined) return { kind: 'scalar', name: token, size };
    throw this.error(`'${token}' is no type that an argument can have`);
  }

  private sequence(kind: 'vector' | 'array', end: string, depth: number): IrType {
    const count = Number(this.next());
    this.expect('x');
    const element = this.parse(depth + 1);
    this.expect(end);
    return { kind, count, element };
  }

  private fields(end: string, depth: number): IrType[] {
    const fields: IrType[] = [];
    if (this.peek() === end) this.next();
    else {
      for (let separator = ','; separator === ','; ) {
        fields.push(this.parse(depth + 1));
        separator = this.next();
        if (separator !== ',' && separator !== end) throw this.error(`'${separator}' in a struct`);
      }
    }
    return fields;
  }
}

/** A type; undefined if unknown to the parser, as those of functions. */
export function readType(text: string): IrType | undefined {
  try {
    return new TypeParser(text).parse();
  } catch (error) {
    if (error instanceof AtollError) return undefined;
    throw error;
  }
}

const powerOfTwo = (value: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, value)));

function structLayout(fields: readonly IrTypeLayout[], packed: boolean): IrTypeLayout {
  let end = 0;
  let alignment = 1;
  for (const field of fields) {
    const needed = packed ? 1 : field.alignment;
    end = alignUp(end, needed) + field.size;
    alignment = Math.max(alignment, needed);
  }
  return { size: alignUp(end, alignment), alignment };
}

/**
 * Size (with padding) and ABI alignment of a type, in bytes.
 *
 * @param named the module's type definitions
 */
export function layoutOf(type: IrType, named: ReadonlyMap<string, IrType>, depth = 0): IrTypeLayout {
  if (depth > MAX_DEPTH) throw new AtollError('INTERNAL', 'LLVM IR text: types are nested too deeply');
  const inner = (element: IrType): IrTypeLayout => layoutOf(element, named, depth + 1);
  switch (type.kind) {
    case 'scalar':
      return { size: type.size, alignment: Math.min(type.size, 8) };
    case 'pointer': {
      const size = NARROW_ADDRESS_SPACES.includes(type.addressSpace) ? 4 : 8;
      return { size, alignment: size };
    }
    case 'vector': {
      const size = powerOfTwo(type.count * inner(type.element).size);
      return { size, alignment: size };
    }
    case 'array': {
      const element = inner(type.element);
      return { size: element.size * type.count, alignment: element.alignment };
    }
    case 'struct':
      return structLayout(type.fields.map(inner), type.packed);
    case 'named': {
      const definition = named.get(type.name);
      if (!definition) throw new AtollError('INTERNAL', `LLVM IR text: the type ${type.name} is not defined`);
      return inner(definition);
    }
    case 'opaque':
      throw new AtollError('INTERNAL', 'LLVM IR text: an opaque type has no size');
  }
}
