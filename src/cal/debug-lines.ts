// The part of our own metadata lines (extra-lines.ts) that says where code comes from. Absent without -g.
//
//   ;atoll:file:{"name":"..."}               source files, numbered from 0 in order
//   ;atoll:source:{"file":0,"text":"..."}    a piece of the text of a file: in the first kernel of an image that names the file
//   ;atoll:line:PC:FILE:LINE:COLUMN          decimal, ascending pc
//   ;atoll:type:{...}                        types, numbered from 0 in order
//   ;atoll:scope:{...}                       functions, inlined calls and blocks, each before those inside of it, with its depth
//   ;atoll:variable:{...}                    a variable of the last scope; places are pairs of offsets, one expression each

import { badImage } from '../elf/bytes.js';
import type {
  CodeRange,
  DebugInfo,
  SourceLine,
  SourcePosition,
  SourceScope,
  SourceType,
  SourceVariable,
} from '../source/debug-info.js';
import { asciiJson, Fields } from './fields.js';

const U32 = 0xffff_ffff;
const MOST_RANGES = 1 << 16;
const MAX_DEPTH = 1000;
/** Characters of a line: readers bound what they take. */
const SOURCE_PIECE = 1 << 15;
const TYPE_KINDS = ['float', 'signed', 'unsigned', 'bool', 'pointer', 'array', 'vector', 'struct', 'unknown'] as const;

const flat = (ranges: readonly CodeRange[]): number[] => ranges.flatMap(({ start, end }) => [start, end]);

function callFiles(scopes: readonly SourceScope[]): string[] {
  return scopes.flatMap(({ call, scopes: inner }) => [...(call ? [call.file] : []), ...callFiles(inner)]);
}

function scopeLines(scopes: readonly SourceScope[], files: readonly string[], depth: number): [string, string][] {
  return scopes.flatMap(({ name, call, ranges, variables, scopes: inner }): [string, string][] => {
    const at = call && { call: [files.indexOf(call.file), call.line, call.column] };
    return [
      ['scope', asciiJson({ depth, name, ...at, ranges: flat(ranges) })],
      ...variables.map(({ places, ...variable }): [string, string] => {
        const expressions = places.map(({ expression }) => expression).join(' ');
        return ['variable', asciiJson({ ...variable, places: flat(places), expressions })];
      }),
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
    ...debug.types.map((type): [string, string] => ['type', asciiJson(typeFields(type))]),
    ...scopeLines(debug.scopes, files, 0),
  ];
}

function typeFields(type: SourceType): unknown {
  if (type.kind !== 'struct') return type;
  const { members, ...rest } = type;
  return {
    ...rest,
    names: members.map(({ name }) => name).join(' '),
    members: members.flatMap(({ type: each, offset }) => [each, offset]),
  };
}

function pairs(fields: Fields, name: string): [number, number][] {
  const values = fields.integers(name, MOST_RANGES, U32);
  return Array.from({ length: values.length >> 1 }, (_, i) => [values[2 * i]!, values[2 * i + 1]!]);
}
const ranges = (fields: Fields, name: string): CodeRange[] =>
  pairs(fields, name).map(([start, end]) => ({ start, end }));

function readType(fields: Fields): SourceType {
  const [kind, name, size] = [fields.oneOf('kind', TYPE_KINDS), fields.text('name'), fields.integer('size', U32)];
  const element = fields.has('element') ? fields.integer('element', U32) : undefined;
  switch (kind) {
    case 'pointer':
      return { kind, name, size, element };
    case 'array':
    case 'vector':
      return { kind, name, size, element: fields.integer('element', U32), count: fields.integer('count', U32) };
    case 'struct': {
      const names = fields.text('names').split(' ');
      const members = pairs(fields, 'members').map(([type, offset], i) => ({ name: names[i] ?? '', type, offset }));
      return { kind, name, size, members };
    }
    default:
      return { kind, name, size };
  }
}

function readVariable(fields: Fields): SourceVariable {
  const expressions = fields.text('expressions').split(' ');
  return {
    name: fields.text('name'),
    parameter: fields.boolean('parameter'),
    type: fields.integer('type', U32),
    places: ranges(fields, 'places').map((range, i) => ({ ...range, expression: expressions[i] ?? '' })),
  };
}

interface OpenScope {
  readonly scope: { -readonly [K in keyof SourceScope]: SourceScope[K] };
  readonly variables: SourceVariable[];
  readonly scopes: SourceScope[];
}

/** Collects the lines of one kernel. */
export class DebugReader {
  private readonly files: string[] = [];
  private readonly lines: SourceLine[] = [];
  private readonly types: SourceType[] = [];
  private readonly scopes: SourceScope[] = [];
  private readonly sources = new Map<string, string>();
  private readonly open: OpenScope[] = [];

  /** Takes a line; false when it is of another kind. @throws AtollError BAD_IMAGE naming the line */
  take(kind: string, body: string, part: string): boolean {
    if (kind === 'file') this.files.push(new Fields(body, part).text('name'));
    else if (kind === 'source') this.source(new Fields(body, part), part);
    else if (kind === 'line') this.lines.push(this.line(body, part));
    else if (kind === 'type') this.types.push(readType(new Fields(body, part)));
    else if (kind === 'scope') this.scope(new Fields(body, part), part);
    else if (kind === 'variable') this.open.at(-1)?.variables.push(readVariable(new Fields(body, part)));
    else return false;
    return true;
  }

  private file(number: number, part: string): string {
    const file = this.files[number];
    if (file === undefined) throw badImage(part, Number.NaN, `there is no source file ${number}`);
    return file;
  }

  private source(fields: Fields, part: string): void {
    const file = this.file(fields.integer('file', U32), part);
    this.sources.set(file, (this.sources.get(file) ?? '') + fields.text('text'));
  }

  private line(text: string, part: string): SourceLine {
    const match = /^(\d{1,10}):(\d{1,10}):(\d{1,10}):(\d{1,10})$/.exec(text);
    const file = match ? this.files[Number(match[2])] : undefined;
    if (!match || file === undefined) throw badImage(part, Number.NaN, 'is not a row of the line table');
    return { pc: Number(match[1]), file, line: Number(match[3]), column: Number(match[4]) };
  }

  private scope(fields: Fields, part: string): void {
    const depth = fields.integer('depth', MAX_DEPTH);
    if (depth > this.open.length) throw badImage(part, Number.NaN, 'is a scope in no other one');
    const [variables, scopes]: [SourceVariable[], SourceScope[]] = [[], []];
    const call = fields.has('call') ? this.call(fields, part) : undefined;
    const scope: SourceScope = {
      ...(fields.has('name') ? { name: fields.text('name') } : {}),
      ...(call ? { call } : {}),
      ranges: ranges(fields, 'ranges'),
      variables,
      scopes,
    };
    this.open.length = depth;
    (this.open.at(-1)?.scopes ?? this.scopes).push(scope);
    this.open.push({ scope, variables, scopes });
  }

  private call(fields: Fields, part: string): SourcePosition {
    const [file = U32, line = 0, column = 0] = fields.integers('call', 3, U32);
    return { file: this.file(file, part), line, column };
  }

  get debug(): DebugInfo {
    const { lines, scopes, types, sources } = this;
    return { lines, scopes, types, sources };
  }
}
