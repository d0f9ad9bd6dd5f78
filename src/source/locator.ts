// Source location of code: pc to function, line, inlined calls and the text of the line. All instruments use it.
//
//   const where = new SourceLocator(debugInfo);  // once for each kernel, cheap: evaluated on demand
//   const place = where.at(pc - codeAddress);    // undefined without debug information
//   placeText(place)                             // 'program.cl:7:12 in square, inlined at program.cl:9:3 in k'
//   where.excerpt(place)                         // ['  s += square(in[i]);', '       ^']

import type { CodeRange, DebugInfo, SourceLine, SourcePosition, SourceScope } from './debug-info.js';
import type { SourceVariable } from './variables.js';

/** One function that is being executed; the innermost is the first of a stack. */
export interface SourceFrame extends SourcePosition {
  /** Name of the function; empty where it is not known. */
  readonly name: string;
}

/**
 * The stack of functions at a pc: the innermost first, then its caller, into which it was inlined, and so on. Never
 * empty.
 */
export type SourcePlace = readonly [SourceFrame, ...SourceFrame[]];

const holds = (ranges: readonly CodeRange[], offset: number): boolean =>
  ranges.some(({ start, end }) => offset >= start && offset < end);

/** The scopes around an offset, outermost first. */
function scopesAt(scopes: readonly SourceScope[], offset: number): SourceScope[] {
  const scope = scopes.find(({ ranges }) => holds(ranges, offset));
  return scope ? [scope, ...scopesAt(scope.scopes, offset)] : [];
}

/** Questions about the source of one kernel. Offsets are bytes from the beginning of its code. */
export class SourceLocator {
  private texts = new Map<string, readonly string[]>();

  constructor(readonly info: DebugInfo) {}

  /** True if there is any debug information. */
  get isKnown(): boolean {
    return this.info.lines.length > 0;
  }

  /** The row of the line table that holds at an offset. */
  lineAt(offset: number): SourceLine | undefined {
    const { lines } = this.info;
    let [low, high] = [0, lines.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const row = lines[middle];
      if (row && row.pc <= offset) low = middle + 1;
      else high = middle;
    }
    const row = lines[low - 1];
    return row && row.line > 0 ? row : undefined;
  }

  /** The stack of functions at an offset; undefined where there is no line. */
  at(offset: number): SourcePlace | undefined {
    const row = this.lineAt(offset);
    if (!row) return undefined;
    let position: SourcePosition = { file: row.file, line: row.line, column: row.column };
    const frames: SourceFrame[] = [];
    for (const scope of scopesAt(this.info.scopes, offset).reverse()) {
      frames.push({ ...position, name: scope.name });
      if (scope.call) position = scope.call;
    }
    return frames.length > 0 ? (withoutShell(frames) as never) : [{ ...position, name: '' }];
  }

  /** Variables of the functions at an offset, innermost function first; of inner blocks behind those of outer ones. */
  variablesAt(offset: number): (readonly SourceVariable[])[] {
    const scopes = scopesAt(this.info.scopes, offset).reverse();
    const frames = this.at(offset)?.length ?? 0;
    const isVisible = ({ block }: SourceVariable): boolean => !block || holds(block, offset);
    return scopes.slice(0, frames).map(({ variables = [] }) => variables.filter(isVisible));
  }

  /** Offsets at which a line begins: the first instruction of each stretch of code of it, ascending. */
  offsetsOf(file: string | undefined, line: number): number[] {
    const { lines } = this.info;
    return lines
      .filter((row, i) => row.line === line && isFile(row.file, file) && !isSameLine(row, lines[i - 1]))
      .map(({ pc }) => pc);
  }

  /**
   * Offsets at which to stop for a line: of all stretches of code that it has, the first of each call that was inlined.
   */
  stopsOf(file: string | undefined, line: number): number[] {
    const first = new Map<string, number>();
    for (const offset of this.offsetsOf(file, line)) {
      const chain = (this.at(offset) ?? [])
        .map((frame, i) => (i === 0 ? frame.name : `${frame.name} ${positionText(frame)}`))
        .join('|');
      if (!first.has(chain)) first.set(chain, offset);
    }
    return [...first.values()];
  }

  /** The next line at or behind one that has code, for breakpoints on lines without. */
  nextLine(file: string | undefined, line: number): number | undefined {
    const behind = this.info.lines.filter((row) => isFile(row.file, file) && row.line >= line).map((row) => row.line);
    return behind.length > 0 ? Math.min(...behind) : undefined;
  }

  /** Files that have code. */
  get files(): string[] {
    return [...new Set(this.info.lines.map(({ file }) => file))];
  }

  /** Some code was made of HSAIL, whose text is here. */
  get isHsail(): boolean {
    return this.info.lines.some(({ file, intermediate }) => (intermediate?.file ?? file).endsWith('.hsail'));
  }

  /** The file that has this text, but for white space around it. */
  fileOf(text: string): string | undefined {
    const suffix = text.trim();
    for (const [file, content] of this.info.sources) if (content.trim() === suffix) return file;
    return undefined;
  }

  /** The text of a line, without its end; undefined where the source is not there. */
  text({ file, line }: Pick<SourcePosition, 'file' | 'line'>): string | undefined {
    let lines = this.texts.get(file);
    if (!lines) {
      lines = this.info.sources.get(file)?.split(/\r?\n/) ?? [];
      this.texts.set(file, lines);
    }
    return lines[line - 1];
  }

  /** The line and a caret below its column; empty where the source is not there. */
  excerpt(position: SourcePosition): string[] {
    const text = this.text(position);
    if (text === undefined) return [];
    if (position.column < 1) return [text];
    // Tabs stay: the caret is as far to the right as what stands above it.
    return [text, `${text.slice(0, position.column - 1).replace(/[^\t]/g, ' ')}^`];
  }
}

const isSameLine = (a: SourceLine, b: SourceLine | undefined): boolean => a.file === b?.file && a.line === b.line;

/** `k.cl` means `src/k.cl` too; undefined any file. */
export const isFile = (file: string, name: string | undefined): boolean =>
  name === undefined || file === name || file.endsWith(`/${name}`);

/** clang 22 makes a kernel of a shell that calls the function of the same name: that is one function to its author. */
function withoutShell(frames: SourceFrame[]): SourceFrame[] {
  const [inner, outer] = [frames.at(-2), frames.at(-1)];
  return inner && inner.name === outer?.name ? frames.slice(0, -1) : frames;
}

/** `program.cl:7:12`. */
export const positionText = ({ file, line, column }: SourcePosition): string =>
  column > 0 ? `${file}:${line}:${column}` : `${file}:${line}`;

/** `program.cl:7:12 in square, inlined at program.cl:9:3 in k`. */
export function placeText(place: SourcePlace): string {
  return place
    .map((frame, i) => `${i > 0 ? 'inlined at ' : ''}${positionText(frame)}${frame.name ? ` in ${frame.name}` : ''}`)
    .join(', ');
}
