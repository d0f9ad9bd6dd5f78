// Debug information of a code object: linked objects have one DWARF for all of their kernels (hipcc -g).

import { readLineTable } from '../dwarf/line-table.js';
import { DebugEntries } from '../dwarf/scopes.js';
import type { ElfFile } from '../elf/reader.js';
import type { CodeRange, DebugInfo, SourceScope } from '../source/debug-info.js';

/** "Section" of addresses in what is linked. */
const LINKED = 0;

/** Scopes that have code in a stretch; the ranges of these are left as they are. */
const scopesIn = (scopes: readonly SourceScope[], size: number): SourceScope[] =>
  scopes.filter(({ ranges }) => ranges.some(({ start, end }: CodeRange) => start < size && end > 0));

export interface KernelSymbol {
  /** Its beginning in the stretch of code. */
  readonly entry: number;
  /** Bytes of LDS that it declares. */
  readonly lds: number;
}

/** The debug information of one code object. */
export class CodeObjectDebug {
  private readonly lines;
  private readonly entries;

  /** @throws AtollError BAD_IMAGE naming section and offset when it is malformed */
  constructor(elf: ElfFile) {
    const section = (name: string): ReturnType<ElfFile['contents']> | undefined => {
      const section = elf.section(name);
      return section && elf.contents(section);
    };
    this.lines = readLineTable(section);
    this.entries = new DebugEntries(section, this.lines);
  }

  /** Paths of files for the compiler, by the names that lines have. */
  get paths(): ReadonlyMap<string, string> {
    return this.lines.paths;
  }

  /**
   * Debug information of a stretch of code. Texts are those that the compiler has embedded, if any.
   *
   * @param start address in the object
   * @param size bytes
   * @param kernel whose variables are needed, too
   */
  of(start: number, size: number, kernel?: KernelSymbol): DebugInfo {
    const { lines, scopes, types } = this.entries.of(new Map([[LINKED, -start]]), kernel?.entry, kernel?.lds);
    return {
      lines: lines.filter(({ pc }) => pc >= 0 && pc < size),
      scopes: scopesIn(scopes, size),
      ...(types ? { types } : {}),
      sources: this.lines.sources,
    };
  }
}

/** That of an object; undefined where there is none, or it is damaged: kernels run without it. */
export function debugOf(elf: ElfFile): CodeObjectDebug | undefined {
  try {
    return elf.section('.debug_line') && new CodeObjectDebug(elf);
  } catch {
    return undefined;
  }
}
