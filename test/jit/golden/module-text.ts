// WebAssembly modules of the JIT as text for people: a statement a line, in the order in which it is computed, local
// variables numbered as they come up. It reads the bytes that V8 gets.

import { ATOMIC, LANE, LANE_MEMORY, MEMORY, OP, SIMD, VECTOR_LOAD } from '../../../src/jit/wasm/opcodes.js';

/** A function: its name, and the lines of its body. */
export interface FunctionText {
  readonly name: string;
  readonly lines: readonly Line[];
}

export interface Line {
  readonly depth: number;
  readonly text: string;
}

const SECTION = { import: 2, export: 7, code: 10 } as const;
const HEADER_BYTES = 8;
const [BLOCK, LOOP, IF, ELSE, END] = [0x02, 0x03, 0x04, 0x05, 0x0b] as const;
/** Instructions that end a statement. */
const [BR, BR_IF, BR_TABLE, CALL, GET, SET, TEE, I32, I64] = [
  0x0c, 0x0d, 0x0e, 0x10, 0x20, 0x21, 0x22, 0x41, 0x42,
] as const;
const [BULK, VECTOR, ATOMICS] = [0xfc, 0xfd, 0xfe] as const;
const [STORE128, CONST128, SHUFFLE] = [11, 12, 13] as const;

const names = (table: Readonly<Record<string, number>>): ReadonlyMap<number, string> =>
  new Map(Object.entries(table).map(([name, code]) => [code, name]));
const [PLAIN, ACCESS, VECTORS, LANES] = [names(OP), names(MEMORY), names(SIMD), names(LANE)];
const [LOADS, LANE_ACCESS, ATOMIC_NAMES] = [names(VECTOR_LOAD), names(LANE_MEMORY), names(ATOMIC)];
const STATEMENTS = new Set([BR, BR_IF, BR_TABLE, CALL, SET]);

class Bytes {
  at = HEADER_BYTES;
  constructor(readonly all: Uint8Array) {}

  byte(): number {
    return this.all[this.at++]!;
  }
  unsigned(): number {
    let [value, shift] = [0, 0];
    for (; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }
  signed(): bigint {
    let [value, shift] = [0n, 0];
    for (;;) {
      const byte = this.byte();
      value |= BigInt(byte & 0x7f) << BigInt(shift);
      shift += 7;
      if (byte < 0x80) return BigInt.asIntN(shift, value);
    }
  }
  words(count: number): number[] {
    const bytes = this.all.slice(this.at, (this.at += 4 * count));
    return [...new Int32Array(bytes.buffer)];
  }
  text(): string {
    const length = this.unsigned();
    return Buffer.from(this.all.subarray(this.at, (this.at += length))).toString();
  }
}

/** Reads one function's body. */
class Body {
  private readonly lines: Line[] = [];
  private statement: string[] = [];
  private depth = 0;

  constructor(
    private readonly bytes: Bytes,
    private readonly functions: ReadonlyMap<number, string>,
  ) {}

  read(end: number): readonly Line[] {
    for (let groups = this.bytes.unsigned(); groups > 0; groups--) {
      this.bytes.unsigned();
      this.bytes.byte();
    }
    while (this.bytes.at < end) this.instruction(this.bytes.byte());
    return this.lines;
  }

  private finish(): void {
    if (this.statement.length > 0) this.lines.push({ depth: this.depth, text: this.statement.join('; ') });
    this.statement = [];
  }

  private instruction(code: number): void {
    if (code === END || code === ELSE) {
      this.finish();
      this.depth--;
      if (this.depth < 0) return;
      this.lines.push({ depth: this.depth, text: code === END ? 'end' : 'else' });
      if (code === ELSE) this.depth++;
      return;
    }
    if (code === BLOCK || code === LOOP || code === IF) {
      this.bytes.byte();
      this.statement.push(code === BLOCK ? 'block' : code === LOOP ? 'loop' : 'if');
      this.finish();
      this.depth++;
      return;
    }
    const text = this.simple(code);
    this.statement.push(text);
    if (STATEMENTS.has(code as never) || /store|fill/.test(text)) this.finish();
  }

  private simple(code: number): string {
    const { bytes } = this;
    if (code === BR) return `br ${bytes.unsigned()}`;
    if (code === BR_IF) return `br_if ${bytes.unsigned()}`;
    if (code === BR_TABLE)
      return `br_table ${Array.from({ length: bytes.unsigned() + 1 }, () => bytes.unsigned()).join(' ')}`;
    if (code === CALL) return `call ${this.functions.get(bytes.unsigned()) ?? 'function'}`;
    if (code === GET) return `$${bytes.unsigned()}`;
    if (code === SET) return `set $${bytes.unsigned()}`;
    if (code === TEE) return `tee $${bytes.unsigned()}`;
    if (code === I32 || code === I64) return `${code === I32 ? 'i32' : 'i64'} ${bytes.signed()}`;
    if (code === BULK) {
      bytes.at += 2;
      return 'memory.fill';
    }
    if (code === VECTOR) return this.vector(bytes.unsigned());
    if (code === ATOMICS) return ATOMIC_NAMES.get(bytes.unsigned())! + this.offset();
    const access = ACCESS.get(code);
    const name = access === undefined ? PLAIN.get(code) : access + this.offset();
    if (name === undefined) throw new TypeError(`unknown instruction 0x${code.toString(16)}`);
    return name;
  }

  private vector(code: number): string {
    const { bytes } = this;
    if (code === STORE128) return `v128.store${this.offset()}`;
    if (code === CONST128) return `v128 ${bytes.words(4).join(' ')}`;
    if (code === SHUFFLE) return `shuffle ${Array.from({ length: 16 }, () => bytes.byte()).join(' ')}`;
    const load = LOADS.get(code);
    if (load !== undefined) return load + this.offset();
    const lane = LANE_ACCESS.get(code);
    if (lane !== undefined) return `${lane}${this.offset()} lane=${bytes.byte()}`;
    const ofLane = LANES.get(code);
    const name = ofLane === undefined ? VECTORS.get(code) : `${ofLane} ${bytes.byte()}`;
    if (name === undefined) throw new TypeError(`unknown vector instruction ${code}`);
    return name;
  }

  /** Behind the alignment, which is a hint. */
  private offset(): string {
    this.bytes.unsigned();
    const offset = this.bytes.unsigned();
    return offset === 0 ? '' : ` offset=${offset}`;
  }
}

/** The functions of a module; those that are not exported have their number for a name. */
export function functionsOf(module: Uint8Array): readonly FunctionText[] {
  const bytes = new Bytes(module);
  const names = new Map<number, string>();
  const functions: FunctionText[] = [];
  let imports = 0;
  while (bytes.at < module.length) {
    const [section, size] = [bytes.byte(), bytes.unsigned()];
    const end = bytes.at + size;
    if (section === SECTION.import) imports = readImports(bytes, names);
    else if (section === SECTION.export)
      for (let count = bytes.unsigned(); count > 0; count--) {
        const name = bytes.text();
        bytes.byte();
        names.set(bytes.unsigned(), name);
      }
    else if (section === SECTION.code) {
      const count = bytes.unsigned();
      for (let n = 0; n < count; n++) {
        const length = bytes.unsigned();
        const lines = new Body(bytes, names).read(bytes.at + length);
        functions.push({ name: names.get(imports + n) ?? `function ${n}`, lines });
      }
    }
    bytes.at = end;
  }
  return functions;
}

/** Names of imported functions by number; the memory has none. @returns how many there are */
function readImports(bytes: Bytes, into: Map<number, string>): number {
  let number = 0;
  for (let count = bytes.unsigned(); count > 0; count--) {
    bytes.text();
    const name = bytes.text();
    if (bytes.byte() === 0) {
      bytes.unsigned();
      into.set(number++, name);
    } else {
      bytes.byte();
      bytes.unsigned();
      bytes.unsigned();
    }
  }
  return number;
}

/** Numbers local variables as they come up. */
function renamed(lines: readonly string[]): string[] {
  const numbers = new Map<string, number>();
  return lines.map((line) =>
    line.replaceAll(/\$\d+/g, (name) => {
      if (!numbers.has(name)) numbers.set(name, numbers.size);
      return `$${numbers.get(name)}`;
    }),
  );
}

const text = (lines: readonly Line[]): string[] => {
  const minDepth = Math.min(...lines.map(({ depth }) => depth));
  return renamed(lines.map((line) => '  '.repeat(line.depth - minDepth) + line.text));
};

/** Loops of a function that contain no others and compute with vectors: the hot loops of kernels. */
export function hotLoops({ lines }: FunctionText): string[][] {
  const loops: string[][] = [];
  const open: number[] = [];
  let inner = -1;
  for (const [n, line] of lines.entries()) {
    if (/(^|; )loop$/.test(line.text)) {
      open.push(n);
      inner = n;
    } else if (line.text === 'end' && open.length > 0 && lines[open.at(-1)!]!.depth === line.depth) {
      const start = open.pop()!;
      const loop = lines.slice(start, n + 1);
      if (start === inner && loop.some((each) => /x4|x2|x16|v128/.test(each.text))) loops.push(text(loop));
    }
  }
  return loops;
}

/** All of a function. */
export const wholeText = ({ lines }: FunctionText): string[] => text(lines);
