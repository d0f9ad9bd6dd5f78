// The source line table of an object file: runs the line number program of .debug_line, versions 4 and 5.
// Source: DWARF Debugging Information Format, version 5, section 6.2.
import type { ByteReader } from '../elf/bytes.js';
import type { SourceLine, SourcePosition } from '../source/debug-info.js';
import { baseDiscriminator } from '../source/discriminators.js';
import { elementOf } from '../util/required.js';
import { DwarfCursor } from './cursor.js';
import { type FileEntry, named, readEntries, readOldFiles } from './file-table.js';
import { codePlace, type ReadSection } from './sections.js';

const STANDARD = { copy: 1, advancePc: 2, advanceLine: 3, setFile: 4, setColumn: 5, constAddPc: 8, fixedAdvancePc: 9 };
const EXTENDED = { endSequence: 1, setAddress: 2, setDiscriminator: 4 };
const MAX_ROWS = 4_000_000;

interface Row {
  readonly section: number;
  readonly offset: number;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly intermediate?: SourceLine['intermediate'];
}

/** The rows of an object file, by section. */
export class LineTable {
  private readonly rows: readonly Row[];

  /**
   * @param files names by the number that entries give them, of each table by its offset in .debug_line
   * @param sources texts of files by name
   * @param paths where files were for the compiler, by name
   */
  constructor(
    rows: readonly Row[],
    readonly files: ReadonlyMap<number, readonly string[]> = new Map(),
    readonly sources: ReadonlyMap<string, string> = new Map(),
    readonly paths: ReadonlyMap<string, string> = new Map(),
  ) {
    this.rows = rows;
  }

  /** The source line of a place: that of the last row at or before it; undefined when there is none. */
  lineAt(section: number, offset: number): SourcePosition | undefined {
    let last: Row | undefined;
    for (const row of this.rows) {
      const before = row.section === section && row.offset <= offset && row.line > 0;
      if (before && row.offset >= (last?.offset ?? 0)) last = row;
    }
    return last && { file: last.file, line: last.line, column: last.column };
  }

  /** The rows of the sections that were placed, ascending, one for each place, repeated positions left out. */
  rowsOf(placement: ReadonlyMap<number, number>): SourceLine[] {
    const byPc = new Map<number, SourceLine>();
    for (const { section, offset, ...row } of this.rows) {
      const base = placement.get(section);
      if (base !== undefined && row.line > 0) byPc.set(base + offset, { pc: base + offset, ...row });
    }
    const sorted = [...byPc.values()].sort((a, b) => a.pc - b.pc);
    const same = (a: SourceLine, b: SourceLine | undefined): boolean =>
      a.file === b?.file && a.line === b.line && a.column === b.column && a.intermediate?.line === b.intermediate?.line;
    return sorted.filter((row, i) => !same(row, sorted[i - 1]));
  }
}

interface Header {
  readonly minInstructionLength: number;
  readonly lineBase: number;
  readonly lineRange: number;
  readonly opcodeBase: number;
  readonly opcodeLengths: readonly number[];
  readonly files: readonly FileEntry[];
  /** Number of the first file: 1 before DWARF 5, 0 since. */
  readonly firstFile: number;
}

function readHeader(cursor: DwarfCursor, lineStrings: ByteReader | undefined): Header {
  const version = cursor.u16();
  if (version < 4 || version > 5) throw cursor.error(`version ${version} of the line table is unknown`);
  if (version === 5) cursor.skip(2);
  const programAt = cursor.u32() + cursor.position;
  const minInstructionLength = cursor.u8();
  cursor.skip(2);
  const lineBase = (cursor.u8() << 24) >> 24;
  const lineRange = cursor.u8() || 1;
  const opcodeBase = cursor.u8();
  const opcodeLengths = Array.from({ length: Math.max(0, opcodeBase - 1) }, () => cursor.u8());
  let files: FileEntry[];
  if (version === 5) {
    files = readEntries(cursor, lineStrings, readEntries(cursor, lineStrings));
  } else files = readOldFiles(cursor);
  cursor.position = programAt;
  const firstFile = version === 5 ? 0 : 1;
  return { minInstructionLength, lineBase, lineRange, opcodeBase, opcodeLengths, files, firstFile };
}

/** The state machine of one line number program. */
class Program {
  private readonly cursor: DwarfCursor;
  private readonly header: Header;
  private readonly rows: Row[];
  private readonly addressAt: (offset: number) => { section: number; offset: number };
  private section = -1;
  private address = 0;
  private file = 1;
  private line = 1;
  private column = 0;
  /** Of the next row alone. */
  private discriminator = 0;

  constructor(
    cursor: DwarfCursor,
    header: Header,
    rows: Row[],
    addressAt: (offset: number) => { section: number; offset: number },
  ) {
    this.cursor = cursor;
    this.header = header;
    this.rows = rows;
    this.addressAt = addressAt;
  }

  run(end: number): void {
    const { opcodeBase } = this.header;
    while (this.cursor.position < end) {
      const opcode = this.cursor.u8();
      if (opcode >= opcodeBase) this.special(opcode);
      else if (opcode === 0) this.extended();
      else this.standard(opcode);
      if (this.rows.length > MAX_ROWS) throw this.cursor.error('the line table has too many rows');
    }
  }

  private emit(): void {
    const { files, firstFile } = this.header;
    const file = files[this.file - firstFile]?.path ?? '';
    const { section, address: offset, line, column } = this;
    const intermediate = this.intermediate(file);
    this.rows.push({ section, offset, file, line, column, ...(intermediate ? { intermediate } : {}) });
    this.discriminator = 0;
  }

  /** The finalizer's line in the unit's own file, which is the HSAIL text. */
  private intermediate(file: string): SourceLine['intermediate'] {
    const unit = this.header.files[0]?.path;
    const line = baseDiscriminator(this.discriminator);
    return line > 0 && unit !== undefined && unit !== file && unit.endsWith('.hsail')
      ? { file: unit, line }
      : undefined;
  }

  private advance(operations: number): void {
    this.address += operations * this.header.minInstructionLength;
  }

  private special(opcode: number): void {
    const { opcodeBase, lineBase, lineRange } = this.header;
    this.advance(Math.floor((opcode - opcodeBase) / lineRange));
    this.line += lineBase + ((opcode - opcodeBase) % lineRange);
    this.emit();
  }

  private extended(): void {
    const size = this.cursor.uleb();
    const start = this.cursor.position;
    const opcode = this.cursor.u8();
    if (opcode === EXTENDED.setAddress) {
      const { section, offset } = this.addressAt(this.cursor.position);
      this.section = section;
      this.address = offset;
    } else if (opcode === EXTENDED.setDiscriminator) this.discriminator = this.cursor.uleb();
    else if (opcode === EXTENDED.endSequence) {
      this.section = -1;
      this.address = 0;
      this.file = 1;
      this.line = 1;
      this.column = 0;
      this.discriminator = 0;
    }
    this.cursor.position = start + size;
  }

  private standard(opcode: number): void {
    const cursor = this.cursor;
    const { opcodeBase, lineRange, opcodeLengths } = this.header;
    if (opcode === STANDARD.copy) this.emit();
    else if (opcode === STANDARD.advancePc) this.advance(cursor.uleb());
    else if (opcode === STANDARD.advanceLine) this.line += cursor.sleb();
    else if (opcode === STANDARD.setFile) this.file = cursor.uleb();
    else if (opcode === STANDARD.setColumn) this.column = cursor.uleb();
    else if (opcode === STANDARD.constAddPc) this.advance(Math.floor((255 - opcodeBase) / lineRange));
    else if (opcode === STANDARD.fixedAdvancePc) this.address += cursor.u16();
    else for (let i = elementOf(opcodeLengths, opcode - 1, 'standard opcode'); i > 0; i--) cursor.uleb();
  }
}

/** Files with their texts. A file that `#line` names has the text of the first one: clang does not have its own. */
function textsOf(files: readonly FileEntry[]): readonly FileEntry[] {
  const [first] = files;
  return files.filter(({ path, source }) => source !== '' && (source !== first?.source || path === first.path));
}

/**
 * Reads the line tables of an object file, linked or not; empty when it was compiled without debug information.
 *
 * @throws AtollError BAD_IMAGE naming section and offset when the table is malformed
 */
export function readLineTable(section: ReadSection): LineTable {
  const reader = section('.debug_line');
  if (!reader) return new LineTable([]);
  const lineStrings = section('.debug_line_str');
  const addressAt = (offset: number): { section: number; offset: number } => {
    const address = reader.u64(offset, 'address');
    return address === 0 ? { section: -1, offset: 0 } : codePlace(address);
  };
  const rows: Row[] = [];
  const files = new Map<number, readonly string[]>();
  const sources = new Map<string, string>();
  const paths = new Map<string, string>();
  const cursor = new DwarfCursor(reader);
  while (cursor.position < reader.length) {
    const start = cursor.position;
    const size = cursor.u32();
    const end = cursor.position + size;
    reader.check(cursor.position, size, 'line number program');
    const read = readHeader(cursor, lineStrings);
    const header = { ...read, files: read.files.map((entry) => named(entry, paths)) };
    files.set(start, [...Array<string>(header.firstFile).fill(''), ...header.files.map(({ path }) => path)]);
    // Latin-1 as everything that is read here: the text is UTF-8.
    for (const { path, source } of textsOf(header.files))
      sources.set(path, Buffer.from(source, 'latin1').toString('utf8'));
    new Program(cursor, header, rows, addressAt).run(end);
    cursor.position = end;
  }
  return new LineTable(rows, files, sources, paths);
}
