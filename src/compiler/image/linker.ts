// Atoll's linker: for one kernel, all sections reachable by relocations, laid out as instructions, tables and GOT in
// one blob, which is position-independent except for a list of absolute pointers.
import { SCRATCH_BASE } from '../../abi/memory-map.js';
import { alignUp } from '../../cal/convention.js';
import type { ElfRelocation, ElfSection, ElfSymbol } from '../../elf/elf.js';
import { STB } from '../../elf/elf.js';
import { AtollError } from '../../util/errors.js';
import { valueAt } from '../../util/required.js';
import { isCode, isDefined, type ObjectFile } from './object-file.js';
import { relocationType, storedAddend, storeValue } from './relocations.js';

const GOT_ENTRY_SIZE = 8;
const MAX_CODE_SIZE = 256 << 20;
/** Word 1 of a buffer descriptor, bit 31: swizzled addressing. */
const SWIZZLE_ENABLE = 0x8000_0000;

/** Symbols with a constant value: the scratch window has the same address in every GPU address space. */
const LINK_TIME_CONSTANTS: ReadonlyMap<string, number> = new Map([
  ['SCRATCH_RSRC_DWORD0', SCRATCH_BASE % 2 ** 32],
  ['SCRATCH_RSRC_DWORD1', Math.floor(SCRATCH_BASE / 2 ** 32) + SWIZZLE_ENABLE],
]);

export interface LinkedCode {
  readonly code: Uint8Array;
  readonly textSize: number;
  readonly entryOffset: number;
  readonly codeRelocations: readonly number[];
  /** Offset of each section of the object file in the blob, for the line table. */
  readonly placement: ReadonlyMap<number, number>;
}

/** All sections reachable from the kernel, its own first. */
function reachableSections(object: ObjectFile, kernel: ElfSymbol): ElfSection[] {
  const seen = new Set<number>([kernel.section]);
  const queue = [kernel.section];
  for (let index = queue.pop(); index !== undefined; index = queue.pop()) {
    for (const relocation of object.relocations(object.section(index))) {
      const symbol = object.symbol(relocation.symbol);
      if (!isDefined(symbol) || seen.has(symbol.section)) continue;
      seen.add(symbol.section);
      queue.push(symbol.section);
    }
  }
  return [...seen].map((index) => object.section(index));
}

/** A reference to a symbol. */
export interface SymbolUse {
  /** The function, by its symbol. */
  readonly user: string;
  readonly section: number;
  /** In bytes from the section's start. */
  readonly offset: number;
}

/** The undefined symbols of the sections, each with its first reference. */
function undefinedSymbols(object: ObjectFile, sections: readonly ElfSection[]): Map<string, SymbolUse> {
  const missing = new Map<string, SymbolUse>();
  for (const section of sections) {
    for (const relocation of object.relocations(section)) {
      const symbol = object.symbol(relocation.symbol);
      const isResolved = isDefined(symbol) || LINK_TIME_CONSTANTS.has(symbol.name) || symbol.binding === STB.weak;
      if (isResolved || missing.has(symbol.name)) continue;
      const user = object.functionAt(section.index, relocation.offset) ?? section.name;
      missing.set(symbol.name, { user, section: section.index, offset: relocation.offset });
    }
  }
  return missing;
}

/** One kernel's link in progress. */
class Link {
  private readonly object: ObjectFile;
  private readonly placement = new Map<number, number>();
  private readonly gotSlots = new Map<string, number>();
  private readonly pointers: number[] = [];
  private readonly sections: readonly ElfSection[];
  private readonly textSize: number;
  private readonly code: Uint8Array;
  private readonly view: DataView;

  constructor(object: ObjectFile, sections: readonly ElfSection[]) {
    this.object = object;
    const others = sections.slice(1);
    const byIndex = (a: ElfSection, b: ElfSection): number => a.index - b.index;
    const code = [...sections.slice(0, 1), ...others.filter(isCode).sort(byIndex)];
    const tables = others.filter((section) => !isCode(section)).sort(byIndex);
    this.textSize = this.place(code, 0);
    const tablesEnd = this.place(tables, this.textSize);
    const gotStart = alignUp(tablesEnd, GOT_ENTRY_SIZE);
    this.sections = [...code, ...tables];
    this.collectGot(gotStart);
    const size = this.gotSlots.size > 0 ? gotStart + this.gotSlots.size * GOT_ENTRY_SIZE : alignUp(tablesEnd, 4);
    if (size > MAX_CODE_SIZE)
      throw new AtollError('LIMIT', `a kernel of ${size} bytes of code and tables is too large`);
    this.code = new Uint8Array(size);
    this.view = new DataView(this.code.buffer);
  }

  private place(sections: readonly ElfSection[], start: number): number {
    let at = start;
    for (const section of sections) {
      at = alignUp(at, Math.max(section.align, 4));
      this.placement.set(section.index, at);
      at += section.size;
    }
    return at;
  }

  private collectGot(start: number): void {
    for (const section of this.sections) {
      for (const relocation of this.object.relocations(section)) {
        if (relocationType(relocation.type)?.value !== 'gotDistance') continue;
        const { name } = this.object.symbol(relocation.symbol);
        if (!this.gotSlots.has(name)) this.gotSlots.set(name, start + this.gotSlots.size * GOT_ENTRY_SIZE);
      }
    }
  }

  /** Offset of a defined symbol in the blob. */
  private offsetOf(symbol: ElfSymbol): number {
    return this.placeOf(symbol.section, symbol.name) + symbol.value;
  }

  /** @param name of the section or of a symbol in it */
  private placeOf(section: number, name: string): number {
    const place = this.placement.get(section);
    if (place === undefined) throw new AtollError('INTERNAL', `'${name}' was not placed`);
    return place;
  }

  run(entry: ElfSymbol): LinkedCode {
    for (const section of this.sections) {
      this.code.set(this.object.bytes(section), this.placeOf(section.index, section.name));
    }
    for (const section of this.sections) {
      for (const relocation of this.object.relocations(section)) this.relocate(section, relocation);
    }
    this.fillGot();
    return {
      code: this.code,
      textSize: this.textSize,
      entryOffset: this.offsetOf(entry),
      codeRelocations: this.pointers.sort((a, b) => a - b),
      placement: this.placement,
    };
  }

  private relocate(section: ElfSection, relocation: ElfRelocation): void {
    const type = relocationType(relocation.type);
    const symbol = this.object.symbol(relocation.symbol);
    const where = `${section.name}+0x${relocation.offset.toString(16)}`;
    if (!type)
      throw new AtollError('UNSUPPORTED', `relocation type ${relocation.type} at ${where} (symbol '${symbol.name}')`);
    const width = type.bits === 'all64' ? 8 : 4;
    if (relocation.offset + width > section.size)
      throw new AtollError('BAD_INPUT', `the relocation at ${where} is outside`);
    const at = this.placeOf(section.index, section.name) + relocation.offset;
    const addend = relocation.addend ?? storedAddend(this.view, at, type);
    if (type.value === 'gotDistance')
      storeValue(this.view, at, type, valueAt(this.gotSlots, symbol.name, 'slot of the symbol') + addend - at);
    else if (type.value === 'constant') storeValue(this.view, at, type, this.constant(symbol, where) + addend);
    else if (type.value === 'distance') storeValue(this.view, at, type, this.offsetOf(symbol) + addend - at);
    else if (isDefined(symbol)) this.pointer(at, this.offsetOf(symbol) + addend);
    else storeValue(this.view, at, type, 0);
  }

  private constant(symbol: ElfSymbol, where: string): number {
    const value = LINK_TIME_CONSTANTS.get(symbol.name);
    if (value !== undefined) return value;
    throw new AtollError(
      'UNSUPPORTED',
      `the 32-bit address of '${symbol.name}', needed at ${where}, is not known at link time`,
    );
  }

  /** A 64-bit pointer into the blob, which the loader makes absolute. */
  private pointer(at: number, target: number): void {
    this.view.setBigUint64(at, BigInt.asUintN(64, BigInt(target)), true);
    this.pointers.push(at);
  }

  private fillGot(): void {
    for (const [name, at] of this.gotSlots) {
      const symbol = this.object.symbols.find((candidate) => candidate.name === name && isDefined(candidate));
      if (symbol) this.pointer(at, this.offsetOf(symbol));
    }
  }
}

export interface LinkFailure {
  /** Undefined symbols, each with the function that refers to it. */
  readonly missing: ReadonlyMap<string, SymbolUse>;
  /** Functions of a recursive cycle, the first one repeated at the end; empty without recursion. */
  readonly recursion: readonly string[];
}

/** A cycle of calls among the sections: function names, the first one repeated at the end. */
function findRecursion(object: ObjectFile, entry: ElfSymbol): string[] {
  const done = new Set<number>();
  const path: number[] = [entry.section];
  const callees = (index: number): number[] => [
    ...new Set(
      object.relocations(object.section(index)).flatMap((relocation) => {
        const symbol = object.symbol(relocation.symbol);
        return isDefined(symbol) && isCode(object.section(symbol.section)) ? [symbol.section] : [];
      }),
    ),
  ];
  const pending: number[][] = [callees(entry.section)];
  const nameOf = (index: number): string => object.functionAt(index, 0) ?? object.section(index).name;
  for (let top = pending.at(-1); top; top = pending.at(-1)) {
    const next = top.pop();
    if (next === undefined) {
      pending.pop();
      for (const index of path.splice(-1)) done.add(index);
    } else if (path.includes(next)) {
      return [...path.slice(path.indexOf(next)), next].map(nameOf);
    } else if (!done.has(next)) {
      path.push(next);
      pending.push(callees(next));
    }
  }
  return [];
}

/**
 * Links one kernel.
 *
 * @returns the code, or the errors
 * @throws AtollError UNSUPPORTED for an unsupported relocation, LIMIT for too large code
 */
export function linkKernel(object: ObjectFile, name: string): LinkedCode | LinkFailure {
  const entry = object.function(name);
  if (!entry) throw new AtollError('INTERNAL', `the object file has no function '${name}'`);
  const sections = reachableSections(object, entry);
  const missing = undefinedSymbols(object, sections);
  const recursion = findRecursion(object, entry);
  if (missing.size > 0 || recursion.length > 0) return { missing, recursion };
  return new Link(object, sections).run(entry);
}
