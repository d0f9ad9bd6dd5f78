// Access qualifiers of pointers (`__read_only __global int *`): compilers of OpenCL 1.0 and 1.1 ignored them, clang
// rejects them.

import type { SourceInput } from '../../request/source-input.js';
import { HEADER_FOLDER, SOURCE_NAME } from './source-args.js';

const REFUSED = /^(.+?):(\d+):(\d+): error: access qualifier can only be used for pipe and image type/gm;
const QUALIFIER = /^(?:__)?(?:read_only|write_only|read_write)\b/;
const LINE_END = /\r\n|\n\r|\n|\r/g;

interface Place {
  readonly line: number;
  readonly column: number;
}

/** Places of rejected qualifiers, by clang's file name. */
function refusedPlaces(log: string): Map<string, Place[]> {
  const places = new Map<string, Place[]>();
  for (const [, file = '', line, column] of log.matchAll(REFUSED))
    places.set(file, [...(places.get(file) ?? []), { line: Number(line), column: Number(column) }]);
  return places;
}

/** The offset of each line in a text. */
const lineStarts = (text: string): number[] => [
  0,
  ...[...text.matchAll(LINE_END)].map(({ index, 0: end }) => index + end.length),
];

interface BlankedText {
  readonly source: Uint8Array;
  readonly warnings: readonly string[];
}

/**
 * The same text with spaces for the qualifiers at these places, so that columns are unchanged. Undefined without a
 * qualifier there.
 */
function blank(source: Uint8Array, name: string, places: readonly Place[]): BlankedText | undefined {
  const text = Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString('latin1');
  const starts = lineStarts(text);
  const result = source.slice();
  const warnings: string[] = [];
  for (const { line, column } of places) {
    const at = (starts[line - 1] ?? text.length) + column - 1;
    const word = QUALIFIER.exec(text.slice(at, at + 16))?.[0];
    if (word === undefined) continue;
    result.fill(0x20, at, at + word.length);
    warnings.push(`${name}:${line}:${column}: warning: '${word}' applies to images: it is ignored for a pointer\n`);
  }
  return warnings.length > 0 ? { source: result, warnings } : undefined;
}

export interface WithoutQualifiers {
  readonly input: SourceInput;
  /** For the build log. */
  readonly log: string;
}

/**
 * The input without the access qualifiers of pointers that clang rejected; undefined if none of them is in the source
 * or in an embedded header.
 */
export function withoutPointerAccess(input: SourceInput, log: string): WithoutQualifiers | undefined {
  const places = refusedPlaces(log);
  if (places.size === 0) return undefined;
  const warnings: string[] = [];
  const change = (name: string, source: Uint8Array): Uint8Array => {
    const blanked = blank(source, name, places.get(name) ?? []);
    warnings.push(...(blanked?.warnings ?? []));
    return blanked?.source ?? source;
  };
  const source = change(SOURCE_NAME, input.source);
  const headers = input.headers.map((header) => ({
    ...header,
    source: change(`${HEADER_FOLDER}/${header.name}`, header.source),
  }));
  return warnings.length === 0 ? undefined : { input: { ...input, source, headers }, log: warnings.join('') };
}
