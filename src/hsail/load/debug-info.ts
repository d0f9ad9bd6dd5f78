// Debug information of lowered code: the lines of the HSAIL text, the functions that were expanded where they are
// called, and the registers of HSAIL as variables.

import type { DebugInfo, SourceLine, SourceScope } from '../../source/debug-info.js';
import type { SourceType, SourceVariable } from '../../source/variables.js';
import type { ProgramSources } from '../text/program-sources.js';
import type { LoweredActivation, LoweredKernel } from './lowered-kernel.js';

/** By the first letter of a register. */
const TYPES: Readonly<Record<string, SourceType & { readonly size: number }>> = {
  $c: { kind: 'unsigned', name: 'b1', size: 4 },
  $s: { kind: 'unsigned', name: 'b32', size: 4 },
  $d: { kind: 'unsigned', name: 'b64', size: 8 },
  $q: { kind: 'vector', size: 16, element: 1, counts: [4] },
};
const KINDS = Object.keys(TYPES);

/** DWARF: DW_OP_regx of a vector register of 64 lanes, DW_OP_piece of four bytes. */
const [REGX, PIECE, FIRST_VECTOR] = [0x90, 0x93, 2560];
const WORD_BYTES = 4;

function uleb(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...uleb(value >> 7)];
}

function expressionOf(first: number, words: number): string {
  const pieces = Array.from({ length: words }, (_, n) => [
    REGX,
    ...uleb(FIRST_VECTOR + first + n),
    ...(words > 1 ? [PIECE, WORD_BYTES] : []),
  ]);
  return Buffer.from(pieces.flat()).toString('hex');
}

function variableOf(name: string, first: number, { start, end }: LoweredActivation): SourceVariable {
  const kind = name.slice(0, 2);
  const expression = expressionOf(first, TYPES[kind]!.size / WORD_BYTES);
  return { name, type: KINDS.indexOf(kind), parameter: false, locations: [{ start, end, expression }] };
}

function scopeOf(activation: LoweredActivation, sources: ProgramSources): SourceScope {
  const { name, start, end, call, registers, inner } = activation;
  const place = call === undefined ? undefined : sources.lineOf(call);
  return {
    name,
    ...(place === undefined ? {} : { call: { ...place, column: 0 } }),
    ranges: [{ start, end }],
    variables: registers.map(([register, first]) => variableOf(register, first, activation)),
    scopes: inner.map((each) => scopeOf(each, sources)),
  };
}

/** Of instructions at the same offset the last one counts: those before have no code. */
function linesOf({ lines, gaps }: LoweredKernel, sources: ProgramSources): SourceLine[] {
  const rows = new Map<number, SourceLine>();
  const none = { file: sources.lineOf(lines[0]?.entry ?? 0)?.file ?? '', line: 0 };
  for (const pc of gaps) rows.set(pc, { pc, ...none, column: 0 });
  for (const { offset: pc, entry } of lines) rows.set(pc, { pc, ...(sources.lineOf(entry) ?? none), column: 0 });
  return [...rows.values()].sort((a, b) => a.pc - b.pc);
}

export const debugInfoOf = (kernel: LoweredKernel, sources: ProgramSources): DebugInfo => ({
  lines: linesOf(kernel, sources),
  scopes: [kernel.activation, ...kernel.functions].map((each) => scopeOf(each, sources)),
  types: Object.values(TYPES),
  sources: sources.texts,
});
