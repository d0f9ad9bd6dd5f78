// Prints operations as WebAssembly: "Binary Format" of its core specification.

import { type AddressSpace, LOWEST } from '../../emulator/address-space.js';
import { ByteWriter } from './byte-writer.js';
import { Code } from './code.js';
import { CodeBuilder, unsignedBytes } from './code-builder.js';
import { expanded, linearEnd, nextLinear, repeatLinear } from './compound.js';
import { LongAddresses, SPARE_LOCALS } from './long-addresses.js';
import type { FunctionCode, ModuleCode } from './module-code.js';
import { TYPE, VECTOR_LOAD, VOID } from './opcodes.js';
import { BEHIND, KIND, KIND_OF, NAME_OF, NUMBER, wordsAt } from './operation-table.js';

const SECTION = { type: 1, import: 2, function: 3, export: 7, code: 10 } as const;
const MAGIC = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const PREFIX = { bulk: 0xfc, simd: 0xfd, atomic: 0xfe } as const;
const FUNCTION_TYPE = 0x60;
const SHARED_WITH_MAXIMUM = 3;
/** Addresses have 64 bits. */
const LONG = 4;

const PAGE_BYTES = 65_536;

/** The memory that a module imports: that of an address space. */
type ImportedMemory = Pick<AddressSpace, 'size' | 'isLarge'>;
/** Atomic operations demand the natural alignment: its logarithm. */
const alignmentOf = (number: number): number => (NAME_OF[number]!.startsWith('i64') ? 3 : 2);
/** Opcodes of WebAssembly for accesses to registers. */
const ACCESS: ReadonlyMap<number, number> = new Map([
  [NUMBER.loadRegister, BEHIND.simd + VECTOR_LOAD['v128.load']],
  [NUMBER.storeRegister, NUMBER.vectorStore],
]);

class Encoder {
  /** Begins of the bodies of open linear loops. */
  private readonly begun: number[] = [];

  constructor(
    private readonly out: ByteWriter,
    private readonly addresses: LongAddresses | undefined,
  ) {}

  write({ words }: Code): void {
    const { out } = this;
    for (let at = 0; at < words.length; ) {
      const number = words[at]!;
      // Most operations are these.
      if (number >= NUMBER.get && number <= NUMBER.tee) {
        out.local(number, words[at + 1]!);
        at += 2;
      } else {
        this.operation(words, at);
        at += wordsAt(words, at);
      }
    }
  }

  private operation(words: Int32Array, at: number): void {
    const { out } = this;
    const number = words[at]!;
    const operand = words[at + 1]!;
    switch (KIND_OF[number]) {
      case KIND.plain:
        return this.opcode(number);
      case KIND.i32:
        out.byte(number);
        return out.signed(operand);
      case KIND.i64:
        out.byte(number);
        return out.signed64((BigInt(words[at + 2]!) << 32n) | BigInt(operand >>> 0));
      case KIND.memory:
        return this.memory(number, operand);
      case KIND.index:
        out.byte(number);
        return out.unsigned(operand);
      case KIND.block:
        out.byte(number);
        return out.byte(VOID);
      case KIND.if:
        out.byte(number);
        return out.byte(operand);
      case KIND.lane:
        this.opcode(number);
        return out.byte(operand);
      case KIND.laneMemory:
        this.memory(number, operand);
        return out.byte(words[at + 2]!);
      default:
        return this.long(words, at);
    }
  }

  /** Operations that are rare, or have many operands. */
  private long(words: Int32Array, at: number): void {
    const { out } = this;
    const number = words[at]!;
    switch (KIND_OF[number]) {
      case KIND.table: {
        const end = at + wordsAt(words, at);
        out.byte(number);
        out.unsigned(words[at + 1]! - 1);
        for (let word = at + 2; word < end; word++) out.unsigned(words[word]!);
        return;
      }
      case KIND.vector:
        this.opcode(number);
        return out.bytes(new Uint8Array(words.slice(at + 1, at + 5).buffer));
      case KIND.atomic:
        this.addresses?.extend(number);
        this.opcode(number);
        out.byte(alignmentOf(number));
        return out.byte(0);
      case KIND.fill:
        this.addresses?.extend(number);
        return out.bytes([PREFIX.bulk, number - BEHIND.bulk, 0]);
      case KIND.endLinear:
        return this.endLinear(words, at);
      // An access of WebAssembly is one operation as it is.
      case KIND.undivided:
        return;
      case KIND.far:
        if (!this.addresses) throw new TypeError('an access with 64 bits in a memory of 32-bit addresses');
        return this.addresses.mark();
      default:
        this.write(expanded(words, at));
        if (number === NUMBER.linearLoop) this.begun.push(out.length);
    }
  }

  private endLinear(words: Int32Array, at: number): void {
    const { chunks, repeated, locals } = linearEnd(words, at);
    const begin = this.begun.pop()!;
    const b = new CodeBuilder();
    nextLinear(b, locals);
    this.write(b.out);
    const end = this.out.length;
    for (let n = 1; n < repeated; n++) this.out.repeat(begin, end);
    b.out = new Code();
    repeatLinear(b, locals, chunks);
    this.write(b.out);
  }

  private opcode(number: number): void {
    const { out } = this;
    if (number < BEHIND.simd) return out.byte(number);
    const [prefix, opcode] =
      number < BEHIND.atomic ? [PREFIX.simd, number - BEHIND.simd] : [PREFIX.atomic, number - BEHIND.atomic];
    out.byte(prefix);
    out.unsigned(opcode);
  }

  private memory(number: number, offset: number): void {
    this.addresses?.extend(number);
    this.opcode(ACCESS.get(number) ?? number);
    this.out.byte(0);
    this.out.unsigned(offset);
  }
}

/** The signature, the locals, the code; without its size. */
function functionBody({ signature, locals, code }: FunctionCode, isLarge: boolean): ByteWriter {
  const body = new ByteWriter(code.bytes + 64);
  const all = isLarge ? [...locals, ...SPARE_LOCALS] : locals;
  body.unsigned(all.length);
  for (const { type, count } of all) {
    body.unsigned(count);
    body.byte(TYPE[type]);
  }
  const first = locals.reduce((sum, { count }) => sum + count, signature.params.length);
  new Encoder(body, isLarge ? new LongAddresses(body, first) : undefined).write(code);
  body.byte(NUMBER.end);
  return body;
}

/** The module's bytes. @param memory that it imports; false: none */
export function encodeModule(
  { imports, functions, exports }: ModuleCode,
  memory: ImportedMemory | false = LOWEST,
): Uint8Array {
  const out = new ByteWriter(functions.reduce((sum, { code }) => sum + code.bytes, 0) + 4096);
  out.bytes(MAGIC);
  const signatures = [...imports, ...functions].map(({ signature }) => signature);
  section(out, SECTION.type, signatures, (w, { params, results }) => {
    w.byte(FUNCTION_TYPE);
    w.unsigned(params.length);
    for (const type of params) w.byte(TYPE[type]);
    w.unsigned(results.length);
    for (const type of results) w.byte(TYPE[type]);
  });
  importSection(out, imports, memory);
  section(out, SECTION.function, functions, (w, _function, position) => w.unsigned(imports.length + position));
  section(out, SECTION.export, exports, (w, { name, index }) => {
    w.text(name);
    w.byte(0);
    w.unsigned(index);
  });
  codeSection(out, functions, memory !== false && memory.isLarge);
  return out.view().slice();
}

function codeSection(out: ByteWriter, functions: ModuleCode['functions'], isLarge: boolean): void {
  const bodies = functions.map((each) => functionBody(each, isLarge));
  const sized = bodies.map((body) => body.length + unsignedBytes(body.length));
  out.byte(SECTION.code);
  out.unsigned(sized.reduce((sum, size) => sum + size, unsignedBytes(bodies.length)));
  out.unsigned(bodies.length);
  for (const body of bodies) {
    out.unsigned(body.length);
    out.append(body);
  }
}

function importSection(out: ByteWriter, imports: ModuleCode['imports'], memory: ImportedMemory | false): void {
  const entries = [...(memory ? [undefined] : []), ...imports];
  section(out, SECTION.import, entries, (w, entry, position) => {
    w.text('atoll');
    w.text(entry?.name ?? 'memory');
    w.byte(entry ? 0 : 2);
    if (!memory || entry) return w.unsigned(position - Number(memory !== false));
    w.byte(SHARED_WITH_MAXIMUM | (memory.isLarge ? LONG : 0));
    w.unsigned(memory.size / PAGE_BYTES);
    w.unsigned(memory.size / PAGE_BYTES);
  });
}

function section<T>(
  out: ByteWriter,
  id: number,
  items: readonly T[],
  write: (writer: ByteWriter, item: T, position: number) => void,
): void {
  const body = new ByteWriter();
  body.unsigned(items.length);
  items.forEach((item, position) => {
    write(body, item, position);
  });
  out.byte(id);
  out.unsigned(body.length);
  out.append(body);
}
