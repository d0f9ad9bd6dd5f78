// What an instruction asks of the sequencer, from its semantics.

import type { InstructionDef } from './define.js';
import type { Stmt } from './language/expr.js';

export type Flow = 'next' | 'branch' | 'conditionalBranch' | 'end' | 'barrier';

/** What an instruction does to the sequencer. */
export type Control = 'branch' | 'wait' | 'barrier' | 'end';

/** What an instruction leaves to the sequencer, or undefined for one that only computes. */
export function controlOf({ semantics }: InstructionDef): Control | undefined {
  const flow = flowOf(semantics);
  if (flow === 'end' || flow === 'barrier') return flow;
  if (flow !== 'next') return 'branch';
  return semantics.some((statement) => statement.kind === 'effect' && statement.name === 'wait') ? 'wait' : undefined;
}

/** Where execution goes on. */
export function flowOf(semantics: readonly Stmt[]): Flow {
  for (const statement of semantics) {
    if (statement.kind === 'branch') return statement.when ? 'conditionalBranch' : 'branch';
    if (statement.kind === 'effect' && statement.name === 'endpgm') return 'end';
    if (statement.kind === 'effect' && statement.name === 'barrier') return 'barrier';
  }
  return 'next';
}

/** Whether what follows an instruction is executed only when execution comes there from elsewhere. */
export function neverGoesOn({ semantics }: InstructionDef): boolean {
  const flow = flowOf(semantics);
  return flow === 'branch' || flow === 'end';
}

/** Whether an instruction goes elsewhere and writes down in D where to return to. */
export const isCall = ({ semantics }: InstructionDef): boolean =>
  flowOf(semantics) === 'branch' && semantics.some((statement) => statement.kind === 'write' && statement.slot === 'D');
