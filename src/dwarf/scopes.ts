// Functions and inlined calls in the entries of an object file, for one kernel after the other: the linker has put the
// sections of each at offsets of its own.
import type { CodeRange, DebugInfo, SourceScope } from '../source/debug-info.js';
import type { SourceVariable } from '../source/variables.js';
import { type CompilationUnit, debugSections, type Entry, readUnits } from './entries.js';
import type { AddressRange } from './entry-ranges.js';
import { type FrameBase, frameRegister } from './expressions.js';
import { type LdsVariablePlace, ldsPlacesIn } from './lds-variables.js';
import type { LineTable } from './line-table.js';
import { readRanges } from './lists.js';
import { AT, TAG } from './names.js';
import { codePlace, type ReadSection } from './sections.js';
import { TypeTable } from './types.js';
import { type FunctionContext, variablesOf } from './variables.js';

/** Offsets in the kernel's code of the sections that it consists of. */
type Placement = ReadonlyMap<number, number>;

const SCOPES: readonly number[] = [TAG.subprogram, TAG.inlinedSubroutine];

function numberIn(entry: Entry, name: number): number | undefined {
  const value = entry.attributes.get(name);
  return typeof value === 'number' ? value : undefined;
}

/** The debug information of an object file. */
export class DebugEntries {
  private readonly units: readonly CompilationUnit[];
  private readonly entries = new Map<number, Entry>();

  /** @throws AtollError BAD_IMAGE when a section is malformed */
  constructor(
    section: ReadSection,
    private readonly lines: LineTable,
  ) {
    this.units = readUnits(section, debugSections(section));
    for (const { root } of this.units) this.index(root);
  }

  private index(entry: Entry): void {
    this.entries.set(entry.offset, entry);
    for (const child of entry.children) this.index(child);
  }

  /**
   * Debug information of one kernel.
   * @param entryOffset where it begins: the frame of the function there is the beginning of private memory; without it
   * there are no variables
   * @param lds where variables of the work-group are, or how many bytes the kernel declares for them
   */
  of(placement: Placement, entryOffset?: number, lds: LdsSizes = 0): Omit<DebugInfo, 'sources'> {
    const types = new TypeTable(this.entries);
    const kernel = { placement, entryOffset, types, lds };
    const scopes = this.units.flatMap((unit) => new UnitScopes(unit, this.entries, this.lines, kernel).all());
    return { lines: this.lines.rowsOf(placement), scopes, ...(types.types.length > 0 ? { types: types.types } : {}) };
  }
}

/** By name and line of the declaration; or the bytes of all together. */
export type LdsSizes = number | ((name: string, line: number) => number | undefined);

/** Bases of the variables of a function and of the functions inlined into it. */
type Memory = Pick<FunctionContext, 'frame' | 'ldsPlace'>;

interface Kernel {
  readonly lds: LdsSizes;
  readonly placement: Placement;
  readonly entryOffset: number | undefined;
  readonly types: TypeTable;
}

class UnitScopes {
  private readonly base: number;
  private readonly files: readonly string[];

  constructor(
    private readonly unit: CompilationUnit,
    private readonly entries: ReadonlyMap<number, Entry>,
    lines: LineTable,
    private readonly kernel: Kernel,
  ) {
    this.base = numberIn(unit.root, AT.lowPc) ?? 0;
    this.files = lines.files.get(numberIn(unit.root, AT.stmtList) ?? 0) ?? [];
  }

  all(): SourceScope[] {
    return this.unit.root.children.flatMap((entry) => this.scope(entry));
  }

  /** A scope that has code in this kernel; none otherwise. @param outer of the function that it was inlined into */
  private scope(entry: Entry, outer?: Memory): SourceScope[] {
    // Blocks are only levels of the tree.
    if (entry.tag === TAG.lexicalBlock) return entry.children.flatMap((child) => this.scope(child, outer));
    if (!SCOPES.includes(entry.tag)) return [];
    const ranges = this.addresses(entry).flatMap((range) => this.placed(range));
    if (ranges.length === 0) return [];
    const { call } = this.callOf(entry);
    const own = outer ?? this.memoryOf(entry, ranges);
    const variables = this.variables(entry, ranges, own);
    return [
      {
        name: this.nameOf(entry),
        ...(call ? { call } : {}),
        ranges,
        ...(variables.length > 0 ? { variables } : {}),
        scopes: entry.children.flatMap((child) => this.scope(child, own)),
      },
    ];
  }

  private memoryOf(entry: Entry, ranges: readonly CodeRange[]): Memory {
    const { entryOffset } = this.kernel;
    const isKernel = ranges.some(({ start }) => start === entryOffset);
    return { frame: isKernel ? 'start' : this.frameOf(entry), ldsPlace: this.ldsPlaceOf(entry, isKernel) };
  }

  private ldsPlaceOf(entry: Entry, isKernel: boolean): LdsVariablePlace {
    const { lds, types } = this.kernel;
    if (typeof lds === 'number') {
      const producer = this.unit.root.attributes.get(AT.producer);
      const search = { types, origin: (of: Entry) => this.originOf(of) };
      return isKernel && lds > 0 ? ldsPlacesIn(entry, String(producer), lds, search) : () => undefined;
    }
    return (declaration) => {
      const line = this.inherited(declaration, AT.declLine)?.attributes.get(AT.declLine);
      return typeof line === 'number' ? lds(this.nameOf(declaration), line) : undefined;
    };
  }

  private frameOf(entry: Entry): FrameBase {
    const base = entry.attributes.get(AT.frameBase);
    return typeof base === 'object' && 'bytes' in base ? frameRegister(base.bytes) : undefined;
  }

  private variables(entry: Entry, ranges: readonly CodeRange[], memory: Memory): SourceVariable[] {
    if (this.kernel.entryOffset === undefined) return [];
    const context = {
      unit: this.unit,
      base: this.base,
      types: this.kernel.types,
      ...memory,
      ranges,
      attribute: (of: Entry, name: number) => this.inherited(of, name)?.attributes.get(name),
      origin: (of: Entry) => this.originOf(of),
      holder: (of: Entry, name: number) => this.inherited(of, name),
      rangesOf: (of: Entry) => this.addresses(of).flatMap((range) => this.placed(range)),
      placed: (range: AddressRange) => this.placed(range),
    };
    return variablesOf(context, entry);
  }

  private addresses(entry: Entry): AddressRange[] {
    const ranges = entry.attributes.get(AT.ranges);
    if (ranges !== undefined) return readRanges(this.unit.header, ranges, this.base);
    const [low, high] = [numberIn(entry, AT.lowPc), numberIn(entry, AT.highPc)];
    // The end is a length: clang writes no addresses there.
    return low === undefined || high === undefined ? [] : [{ start: low, end: low + high }];
  }

  private placed({ start, end }: AddressRange): CodeRange[] {
    const { section, offset } = codePlace(start);
    const base = this.kernel.placement.get(section);
    return base === undefined || end <= start ? [] : [{ start: base + offset, end: base + offset + end - start }];
  }

  private callOf(entry: Entry): Pick<SourceScope, 'call'> {
    const line = numberIn(entry, AT.callLine);
    if (line === undefined) return {};
    const file = this.files[numberIn(entry, AT.callFile) ?? 0] ?? '';
    return { call: { file, line, column: numberIn(entry, AT.callColumn) ?? 0 } };
  }

  /** An attribute of an entry, or of what it is an instance of. */
  private inherited(entry: Entry, name: number, depth = 0): Entry | undefined {
    if (entry.attributes.has(name)) return entry;
    const abstract = depth > 8 ? undefined : this.originOf(entry);
    return abstract && this.inherited(abstract, name, depth + 1);
  }

  private originOf(entry: Entry): Entry | undefined {
    const origin = numberIn(entry, AT.abstractOrigin) ?? numberIn(entry, AT.specification);
    return origin === undefined ? undefined : this.entries.get(origin);
  }

  private nameOf(entry: Entry): string {
    const name = this.inherited(entry, AT.name)?.attributes.get(AT.name);
    return typeof name === 'string' ? name : '';
  }
}
