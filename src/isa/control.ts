// The effects of an instruction on the sequencer, from its semantics.

import type { InstructionDef } from './define.js';
import type { Stmt } from './language/expr.js';
import { NEXTPC } from './language/expr.js';

export type Flow = 'next' | 'branch' | 'conditionalBranch' | 'end' | 'barrier';

/** An effect of an instruction on the sequencer. */
export type Control = 'branch' | 'wait' | 'barrier' | 'end';

/** The effect of an instruction on the sequencer; undefined for one that only computes. */
export function controlOf({ semantics }: InstructionDef): Control | undefined {
  const flow = flowOf(semantics);
  if (flow === 'end' || flow === 'barrier') return flow;
  if (flow !== 'next') return 'branch';
  return semantics.some((statement) => statement.kind === 'effect' && statement.name === 'wait') ? 'wait' : undefined;
}

/** Control flow after an instruction. */
export function flowOf(semantics: readonly Stmt[]): Flow {
  for (const statement of semantics) {
    if (statement.kind === 'branch') return statement.when ? 'conditionalBranch' : 'branch';
    if (statement.kind === 'effect' && statement.name === 'endpgm') return 'end';
    if (statement.kind === 'effect' && statement.name === 'barrier') return 'barrier';
  }
  return 'next';
}

/** True if the code after an instruction is reached only by jumps from other places. */
export function neverGoesOn({ semantics }: InstructionDef): boolean {
  const flow = flowOf(semantics);
  return flow === 'branch' || flow === 'end';
}

/** True if an instruction jumps and stores the return address in D. */
export const isCall = ({ semantics }: InstructionDef): boolean =>
  flowOf(semantics) === 'branch' && semantics.some((statement) => statement.kind === 'write' && statement.slot === 'D');

/** True if an instruction stores the address of the following one, and continues there. */
export const storesNextAddress = ({ semantics }: InstructionDef): boolean =>
  flowOf(semantics) === 'next' &&
  semantics.some((statement) => statement.kind === 'write' && statement.value === NEXTPC);
