// Writes BRIG modules: entries are appended, their data shared, and offsets known at once.

import { BASE_BYTES, LAYOUTS } from './layout.js';
import { BRIG_VERSION, HEADER, IDENTIFICATION, SECTION, SECTION_NAMES } from './sections.js';

const align = (bytes: number, to: number): number => Math.ceil(bytes / to) * to;
/** A section's header ends behind one byte more than its name, rounded up. */
const headerBytes = (name: string): number => align(SECTION.name + name.length + 7, 4);

class GrowingSection {
  private bytes: Buffer;
  length: number;

  constructor(readonly name: string) {
    this.length = headerBytes(name);
    this.bytes = Buffer.alloc(4096);
    this.bytes.writeUInt32LE(this.length, SECTION.headerByteCount);
    this.bytes.writeUInt32LE(name.length, SECTION.nameLength);
    this.bytes.write(name, SECTION.name, 'latin1');
  }

  /** Room for an entry, filled with zeros. */
  reserve(count: number): number {
    const offset = this.length;
    this.length += count;
    if (this.length > this.bytes.length) this.bytes = Buffer.concat([this.bytes], 2 * this.length);
    return offset;
  }

  get content(): Buffer {
    return this.bytes;
  }

  finish(): Buffer {
    this.bytes.writeBigUInt64LE(BigInt(this.length), SECTION.byteCount);
    return this.bytes.subarray(0, this.length);
  }
}

type FieldValues = Readonly<Record<string, number | bigint>>;

export class BrigWriter {
  /** Source position of each entry, by its section and offset. */
  private readonly sources = new Map<string, Map<number, number>>(SECTION_NAMES.map((name) => [name, new Map()]));
  private readonly data = new GrowingSection(SECTION_NAMES[0]);
  private readonly code = new GrowingSection(SECTION_NAMES[1]);
  private readonly operands = new GrowingSection(SECTION_NAMES[2]);
  private readonly shared = new Map<string, number>();

  /** @param place the place in the source of what is appended */
  constructor(private readonly place: () => number = () => 0) {}

  /** Pairs of an entry's offset and its place in the source. */
  sourcesIn(section: string): readonly (readonly [offset: number, place: number])[] {
    return [...(this.sources.get(section) ?? [])];
  }

  /** The place in the source of the entry at or before an offset. */
  sourceOf(section: string, offset: number): number | undefined {
    let source: number | undefined;
    for (const [begin, place] of this.sources.get(section) ?? []) {
      if (begin > offset) break;
      source = place;
    }
    return source;
  }

  get codeEnd(): number {
    return this.code.length;
  }

  /** Appends an entry of code or an operand. @returns its offset */
  append(kind: string, values: FieldValues = {}): number {
    const layout = LAYOUTS[kind]!;
    const section = this.sectionOf(kind);
    const offset = section.reserve(layout.bytes);
    this.sources.get(section.name)!.set(offset, this.place());
    section.content.writeUInt16LE(layout.bytes, offset);
    section.content.writeUInt16LE(layout.kind, offset + 2);
    for (const [field, value] of Object.entries(values)) this.set(kind, offset, field, value);
    return offset;
  }

  set(kind: string, offset: number, name: string, value: number | bigint): void {
    const field = LAYOUTS[kind]!.fields.find((one) => one.name === name)!;
    const { content } = this.sectionOf(kind);
    const at = offset + field.offset;
    if (field.bytes === 8) content.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)), at);
    else content.writeUIntLE(Number(value), at, field.bytes);
  }

  get(kind: string, offset: number, name: string): number {
    const field = LAYOUTS[kind]!.fields.find((one) => one.name === name)!;
    return this.sectionOf(kind).content.readUIntLE(offset + field.offset, field.bytes);
  }

  /** Appends bytes, or finds them. */
  bytes(bytes: Uint8Array): number {
    const key = Buffer.from(bytes).toString('latin1');
    const existing = this.shared.get(key);
    if (existing !== undefined) return existing;
    const offset = this.appendData(Buffer.from(bytes));
    this.shared.set(key, offset);
    return offset;
  }

  string(text: string): number {
    return this.bytes(Buffer.from(text, 'latin1'));
  }

  /** A list of offsets, which is never shared: its elements may change. */
  list(offsets: readonly number[]): number {
    const bytes = Buffer.alloc(4 * offsets.length);
    for (const [index, offset] of offsets.entries()) bytes.writeUInt32LE(offset, 4 * index);
    return this.appendData(bytes);
  }

  setElement(list: number, index: number, offset: number): void {
    this.data.content.writeUInt32LE(offset, list + BASE_BYTES + 4 * index);
  }

  private sectionOf(kind: string): GrowingSection {
    return kind.startsWith('operand_') ? this.operands : this.code;
  }

  private appendData(bytes: Buffer): number {
    const offset = this.data.reserve(4 + align(bytes.length, 4));
    this.data.content.writeUInt32LE(bytes.length, offset);
    bytes.copy(this.data.content, offset + 4);
    return offset;
  }

  /** The whole module. */
  finish(): Buffer {
    const sections = [this.data, this.code, this.operands].map((section) => section.finish());
    const header = Buffer.alloc(align(HEADER.minimum + 8 * sections.length, 16));
    const parts: Buffer[] = [header];
    let offset = header.length;
    sections.forEach((section, index) => {
      header.writeBigUInt64LE(BigInt(offset), HEADER.minimum + 8 * index);
      const padded = Buffer.concat([section], align(section.length, 16));
      parts.push(padded);
      offset += padded.length;
    });
    header.write(IDENTIFICATION, 0, 'latin1');
    header.writeUInt32LE(BRIG_VERSION.major, HEADER.major);
    header.writeUInt32LE(BRIG_VERSION.minor, HEADER.minor);
    header.writeBigUInt64LE(BigInt(offset), HEADER.byteCount);
    header.writeUInt32LE(sections.length, HEADER.count);
    header.writeBigUInt64LE(BigInt(HEADER.minimum), HEADER.index);
    return Buffer.concat(parts);
  }
}
