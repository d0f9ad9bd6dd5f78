// The part of our own metadata lines (extra-lines.ts) that says where code comes from. Absent without -g.
//
//   ;atoll:file:{"name":"..."}             source files, numbered from 0 in order
//   ;atoll:source:{"file":0,"text":"..."}  a piece of the text of a file: in the first kernel that names the file
//   ;atoll:line:PC:FILE:LINE:COLUMN        decimal, ascending pc
//   ;atoll:scope:{...}                     functions and inlined calls, each before those inside of it, with its depth
//                                          and, if requested, its variables: debug-variables.ts

import { badImage } from '../elf/bytes.js';
import type { DebugInfo, SourceLine, SourcePosition, SourceScope } from '../source/debug-info.js';
import { flat, ranges, typeLines, VariableReader, variableLines } from './debug-variables.js';
import { asciiJson, ByteFields } from './fields.js';

const U32 = 0xffff_ffff;
const MAX_DEPTH = 1000;
/** Characters of a line: readers bound what they take. */
const SOURCE_PIECE = 1 << 15;

function callFiles(scopes: readonly SourceScope[]): string[] {
  return scopes.flatMap(({ call, scopes: inner }) => [...(call ? [call.file] : []), ...callFiles(inner)]);
}

function scopeLines(scopes: readonly SourceScope[], files: readonly string[], depth: number): [string, string][] {
  return scopes.flatMap(({ name, call, ranges, variables, scopes: inner }): [string, string][] => {
    const at = call && { call: [files.indexOf(call.file), call.line, call.column] };
    return [
      ['scope', asciiJson({ depth, name, ...at, ranges: flat(ranges) })],
      ...variableLines(variables),
      ...scopeLines(inner, files, depth + 1),
    ];
  });
}

/**
 * Kind and text of each line.
 * @param written names of files whose texts another kernel of the image has; those of this one are added
 */
export function debugLines(debug: DebugInfo, written: Set<string>): [kind: string, body: string][] {
  const files = [...new Set([...debug.lines.map((row) => row.file), ...callFiles(debug.scopes)])];
  const sources = files.flatMap((name, file): [string, string][] => {
    const text = written.has(name) ? undefined : debug.sources.get(name);
    if (text === undefined) return [];
    written.add(name);
    const pieces = Math.ceil(text.length / SOURCE_PIECE);
    return Array.from({ length: pieces }, (_, i) => [
      'source',
      asciiJson({ file, text: text.slice(i * SOURCE_PIECE, (i + 1) * SOURCE_PIECE) }),
    ]);
  });
  return [
    ...files.map((name): [string, string] => ['file', asciiJson({ name })]),
    ...sources,
    ...debug.lines.map((row): [string, string] => [
      'line',
      `${row.pc}:${files.indexOf(row.file)}:${row.line}:${row.column}`,
    ]),
    ...typeLines(debug.types),
    ...scopeLines(debug.scopes, files, 0),
  ];
}

/** Collects the lines of one kernel. */
export class DebugReader {
  private readonly files: string[] = [];
  private readonly lines: SourceLine[] = [];
  private readonly scopes: SourceScope[] = [];
  private readonly variables = new VariableReader();
  private readonly sources = new Map<string, string>();
  /** Contents of the scopes that are still open. */
  private readonly open: SourceScope[][] = [];

  /** Takes a line; false when it is of another kind. @throws AtollError BAD_IMAGE naming the line */
  take(kind: string, body: string, part: string): boolean {
    if (kind === 'file') this.files.push(new ByteFields(body, part).text('name'));
    else if (kind === 'source') this.source(new ByteFields(body, part), part);
    else if (kind === 'line') this.lines.push(this.line(body, part));
    else if (kind === 'scope') this.scope(new ByteFields(body, part), part);
    else return this.variables.take(kind, body, part);
    return true;
  }

  private file(number: number, part: string): string {
    const file = this.files[number];
    if (file === undefined) throw badImage(part, Number.NaN, `there is no source file ${number}`);
    return file;
  }

  private source(fields: ByteFields, part: string): void {
    const file = this.file(fields.integer('file', U32), part);
    this.sources.set(file, (this.sources.get(file) ?? '') + fields.text('text'));
  }

  private line(text: string, part: string): SourceLine {
    const match = /^(\d{1,10}):(\d{1,10}):(\d{1,10}):(\d{1,10})$/.exec(text);
    const file = match ? this.files[Number(match[2])] : undefined;
    if (!match || file === undefined) throw badImage(part, Number.NaN, 'is not a row of the line table');
    return { pc: Number(match[1]), file, line: Number(match[3]), column: Number(match[4]) };
  }

  private scope(fields: ByteFields, part: string): void {
    const depth = fields.integer('depth', MAX_DEPTH);
    if (depth > this.open.length) throw badImage(part, Number.NaN, 'is a scope outside of all others');
    const scopes: SourceScope[] = [];
    const call = fields.has('call') ? this.call(fields, part) : undefined;
    const scope: SourceScope = {
      name: fields.text('name'),
      ...(call ? { call } : {}),
      ranges: ranges(fields, 'ranges'),
      scopes,
    };
    this.variables.begin(scope);
    this.open.length = depth;
    (this.open.at(-1) ?? this.scopes).push(scope);
    this.open.push(scopes);
  }

  private call(fields: ByteFields, part: string): SourcePosition {
    const [file = U32, line = 0, column = 0] = fields.integers('call', 3, U32);
    return { file: this.file(file, part), line, column };
  }

  get debug(): DebugInfo {
    const { lines, scopes, sources, variables } = this;
    const { types } = variables;
    return { lines, scopes, ...(types.length > 0 ? { types } : {}), sources };
  }
}
