// Places of entries as errors name them.

import { type BrigModule, headerOf, stringAt } from '../brig/module.js';
import type { ProgramSources } from '../text/program-sources.js';

/** `module &m: hsa_code+0x44 (m.hsail:7)`. @param entry offset in hsa_code */
export function entryText(
  { module, sources }: { readonly module: BrigModule; readonly sources: ProgramSources },
  entry: number,
): string {
  const header = headerOf(module, { offset: entry });
  const place = sources.lineOf(entry);
  const line = place === undefined ? '' : ` (${place.file}:${place.line})`;
  return `module ${stringAt(module, header.values['name']!)}: hsa_code+0x${sources.offsetOf(entry).toString(16)}${line}`;
}
