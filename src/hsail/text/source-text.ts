// The text of a module with the line of each entry: what debug information of kernels refers to.

import { type BrigModule, stringAt } from '../brig/module.js';
import { assembleWithLines } from './assembler.js';
import { listing } from './disassembler.js';

export interface HsailSource {
  /** As breakpoints and messages name it. */
  readonly name: string;
  readonly text: string;
  /** Numbers from 1 on, by the offset of the entry in hsa_code. */
  readonly lines: ReadonlyMap<number, number>;
}

/** A name that no other text of the files has, which gets the text: `m.hsail`, `m-2.hsail`. */
export function fileNameFor(files: Map<string, string>, name: string, text: string): string {
  const dot = name.lastIndexOf('.');
  for (let number = 1; ; number++) {
    const own = number === 1 ? name : `${name.slice(0, dot)}-${number}${name.slice(dot)}`;
    const existing = files.get(own);
    if (existing === undefined) files.set(own, text);
    if (existing === undefined || existing === text) return own;
  }
}

/** The disassembled text of a module, as a file with the module's name. */
export function sourceOfModule(module: BrigModule): HsailSource {
  const header = [...module.code.values()].find(({ kind }) => kind === 'directive_module')!;
  const name = stringAt(module, header.values['name']!).replace(/^&/, '');
  return { name: `${name}.hsail`, ...listing(module) };
}

/** @throws AtollError with line and column */
export function assembleSource(
  text: string,
  name: string,
): { readonly brig: Uint8Array; readonly source: HsailSource } {
  const { brig, lines } = assembleWithLines(text);
  return { brig, source: { name, text, lines } };
}
