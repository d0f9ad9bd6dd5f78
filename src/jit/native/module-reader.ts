// Reads back what module-builder.ts has written: the functions of a module as trees of instructions.

import {
  ATOMIC,
  LANE,
  LANE_MEMORY,
  MEMORY,
  OP,
  SIMD,
  TYPE,
  VECTOR_LOAD,
  VOID,
  type WasmType,
} from '../wasm/opcodes.js';

/** One instruction with what stands behind its opcode. */
export type Operation =
  | { readonly kind: 'op'; readonly name: keyof typeof OP }
  | { readonly kind: 'simd'; readonly name: keyof typeof SIMD }
  | { readonly kind: 'lane'; readonly name: keyof typeof LANE; readonly lane: number }
  | { readonly kind: 'memory'; readonly name: keyof typeof MEMORY; readonly offset: number }
  | { readonly kind: 'atomic'; readonly name: keyof typeof ATOMIC; readonly offset: number }
  | { readonly kind: 'vectorLoad'; readonly name: keyof typeof VECTOR_LOAD; readonly offset: number }
  | { readonly kind: 'vectorStore'; readonly offset: number }
  | {
      readonly kind: 'laneMemory';
      readonly name: keyof typeof LANE_MEMORY;
      readonly offset: number;
      readonly lane: number;
    }
  | { readonly kind: 'get' | 'set' | 'tee'; readonly local: number }
  | { readonly kind: 'i32'; readonly value: number }
  | { readonly kind: 'i64'; readonly value: bigint }
  | { readonly kind: 'v128'; readonly words: readonly number[] }
  | { readonly kind: 'shuffle'; readonly bytes: readonly number[] }
  | { readonly kind: 'fill' }
  | { readonly kind: 'br' | 'brIf'; readonly depth: number }
  | { readonly kind: 'brTable'; readonly depths: readonly number[]; readonly otherwise: number }
  | { readonly kind: 'call'; readonly index: number }
  | { readonly kind: 'block' | 'loop'; readonly body: readonly Operation[] }
  | {
      readonly kind: 'if';
      readonly result: WasmType | undefined;
      readonly body: readonly Operation[];
      readonly otherwise: readonly Operation[];
    };

export interface FunctionType {
  readonly params: readonly WasmType[];
  readonly results: readonly WasmType[];
}

export interface ReadFunction {
  readonly type: FunctionType;
  /** Types of all local variables, parameters first. */
  readonly locals: readonly WasmType[];
  readonly body: readonly Operation[];
}

export interface ReadModule {
  /** Functions come behind them in the numbers that calls name. */
  readonly imports: readonly { readonly name: string; readonly type: FunctionType }[];
  readonly functions: readonly ReadFunction[];
  /** Indices of exported functions by name. */
  readonly exports: ReadonlyMap<string, number>;
}

const SECTION = { type: 1, import: 2, function: 3, export: 7, code: 10 } as const;
const HEADER_BYTES = 8;
const PREFIX = { bulk: 0xfc, simd: 0xfd, atomic: 0xfe } as const;
const [END, ELSE] = [0x0b, 0x05] as const;

const inverse = <N extends string>(table: Readonly<Record<N, number>>): ReadonlyMap<number, N> =>
  new Map((Object.keys(table) as N[]).map((name) => [table[name], name]));
const TYPES = inverse(TYPE);
const OPS = inverse(OP);
const MEMORIES = inverse(MEMORY);
const SIMDS = inverse(SIMD);
const LANES = inverse(LANE);
const VECTOR_LOADS = inverse(VECTOR_LOAD);
const LANE_MEMORIES = inverse(LANE_MEMORY);
const ATOMICS = inverse(ATOMIC);
const [SIMD_STORE, SIMD_CONST, SIMD_SHUFFLE] = [11, 12, 13] as const;

class Reader {
  at = 0;
  constructor(private readonly data: Uint8Array) {}

  byte(): number {
    return this.data[this.at++]!;
  }
  take(count: number): readonly number[] {
    this.at += count;
    return [...this.data.subarray(this.at - count, this.at)];
  }
  unsigned(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }
  signed(): bigint {
    let value = 0n;
    for (let shift = 0n; ; ) {
      const byte = this.byte();
      value |= BigInt(byte & 0x7f) << shift;
      shift += 7n;
      if (byte < 0x80) return BigInt.asIntN(Number(shift), value);
    }
  }
  text(): string {
    return Buffer.from(this.take(this.unsigned())).toString();
  }
  list<T>(each: () => T): T[] {
    return Array.from({ length: this.unsigned() }, each);
  }
  type(): WasmType {
    return known(TYPES, this.byte(), 'type');
  }

  /** Instructions up to `end` or `else`. @returns whether it was `else` */
  sequence(into: Operation[]): boolean {
    for (;;) {
      const code = this.byte();
      if (code === END) return false;
      if (code === ELSE) return true;
      into.push(this.operation(code));
    }
  }

  private nested(): readonly Operation[] {
    const body: Operation[] = [];
    this.byte();
    this.sequence(body);
    return body;
  }

  private operation(code: number): Operation {
    switch (code) {
      case 0x02:
        return { kind: 'block', body: this.nested() };
      case 0x03:
        return { kind: 'loop', body: this.nested() };
      case 0x04: {
        const type = this.byte();
        const [body, otherwise]: [Operation[], Operation[]] = [[], []];
        if (this.sequence(body)) this.sequence(otherwise);
        return { kind: 'if', result: type === VOID ? undefined : known(TYPES, type, 'type'), body, otherwise };
      }
      case 0x0c:
        return { kind: 'br', depth: this.unsigned() };
      case 0x0d:
        return { kind: 'brIf', depth: this.unsigned() };
      case 0x0e:
        return { kind: 'brTable', depths: this.list(() => this.unsigned()), otherwise: this.unsigned() };
      case 0x10:
        return { kind: 'call', index: this.unsigned() };
      case 0x20:
        return { kind: 'get', local: this.unsigned() };
      case 0x21:
        return { kind: 'set', local: this.unsigned() };
      case 0x22:
        return { kind: 'tee', local: this.unsigned() };
      case 0x41:
        return { kind: 'i32', value: Number(this.signed()) };
      case 0x42:
        return { kind: 'i64', value: this.signed() };
      case PREFIX.bulk:
        this.at += 2;
        return { kind: 'fill' };
      case PREFIX.simd:
        return this.simd(this.unsigned());
      case PREFIX.atomic: {
        const name = known(ATOMICS, this.unsigned(), 'atomic instruction');
        return { kind: 'atomic', name, offset: this.offset() };
      }
    }
    const memory = MEMORIES.get(code);
    if (memory) return { kind: 'memory', name: memory, offset: this.offset() };
    return { kind: 'op', name: known(OPS, code, 'instruction') };
  }

  /** Behind the alignment, which is a hint. */
  private offset(): number {
    this.unsigned();
    return this.unsigned();
  }

  private simd(code: number): Operation {
    if (code === SIMD_STORE) return { kind: 'vectorStore', offset: this.offset() };
    if (code === SIMD_CONST) {
      const words = new Int32Array(Uint8Array.from(this.take(16)).buffer);
      return { kind: 'v128', words: [...words] };
    }
    if (code === SIMD_SHUFFLE) return { kind: 'shuffle', bytes: this.take(16) };
    const load = VECTOR_LOADS.get(code);
    if (load) return { kind: 'vectorLoad', name: load, offset: this.offset() };
    const laneMemory = LANE_MEMORIES.get(code);
    if (laneMemory) return { kind: 'laneMemory', name: laneMemory, offset: this.offset(), lane: this.byte() };
    const lane = LANES.get(code);
    if (lane) return { kind: 'lane', name: lane, lane: this.byte() };
    return { kind: 'simd', name: known(SIMDS, code, 'vector instruction') };
  }
}

function known<N>(names: ReadonlyMap<number, N>, code: number, what: string): N {
  const name = names.get(code);
  if (name === undefined) throw new TypeError(`unknown ${what} 0x${code.toString(16)} in a module of our own`);
  return name;
}

/** @throws TypeError for what module-builder.ts does not write */
export function readModule(bytes: Uint8Array): ReadModule {
  const reader = new Reader(bytes);
  let types: FunctionType[] = [];
  let imports: { name: string; type: FunctionType }[] = [];
  let declared: FunctionType[] = [];
  let functions: ReadFunction[] = [];
  const exports = new Map<string, number>();
  for (reader.at = HEADER_BYTES; reader.at < bytes.length; ) {
    const section = reader.byte();
    const size = reader.unsigned();
    const end = reader.at + size;
    if (section === SECTION.type) types = reader.list(() => readType(reader));
    else if (section === SECTION.import) imports = readImports(reader, types);
    else if (section === SECTION.function) declared = reader.list(() => types[reader.unsigned()]!);
    else if (section === SECTION.export) {
      for (const [name, index] of reader.list(() => readExport(reader))) exports.set(name, index);
    } else if (section === SECTION.code) {
      let index = 0;
      functions = reader.list(() => readBody(reader, declared[index++]!));
    }
    reader.at = end;
  }
  return { imports, functions, exports };
}

function readType(reader: Reader): FunctionType {
  reader.byte();
  return { params: reader.list(() => reader.type()), results: reader.list(() => reader.type()) };
}

/** The memory is left out. */
function readImports(reader: Reader, types: readonly FunctionType[]): { name: string; type: FunctionType }[] {
  const all = reader.list(() => {
    reader.text();
    const name = reader.text();
    if (reader.byte() === 0) return { name, type: types[reader.unsigned()]! };
    reader.byte();
    reader.unsigned();
    reader.unsigned();
    return undefined;
  });
  return all.filter((entry) => entry !== undefined);
}

function readExport(reader: Reader): readonly [string, number] {
  const name = reader.text();
  reader.byte();
  return [name, reader.unsigned()];
}

function readBody(reader: Reader, type: FunctionType): ReadFunction {
  reader.unsigned();
  const locals = [...type.params];
  reader.list(() => {
    const count = reader.unsigned();
    const each = reader.type();
    for (let n = 0; n < count; n++) locals.push(each);
  });
  const body: Operation[] = [];
  reader.sequence(body);
  return { type, locals, body };
}
