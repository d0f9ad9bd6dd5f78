// One instruction at its place, with cached properties.

import type { Instruction } from '../../isa/instruction.js';
import type { Stmt } from '../../isa/language/expr.js';

/** Registers that an instruction reads and writes (registers.ts). */
export interface Uses {
  readonly reads: ReadonlySet<number>;
  readonly writes: ReadonlySet<number>;
  /** Writes that replace the whole register, whatever EXEC is: scalar registers that are written always. */
  readonly kills: ReadonlySet<number>;
}

/** Scalar registers and memory that one vector instruction uses. */
export interface VectorFacts {
  readonly writes: ReadonlySet<number>;
  /** Scalar registers that are read as numbers. */
  readonly words: ReadonlySet<number>;
  /** Operand codes of pairs that are read as lane masks. */
  readonly masks: ReadonlySet<number>;
  readonly maskWrites: ReadonlySet<number>;
  readonly loads: ReadonlySet<string>;
  readonly stores: ReadonlySet<string>;
}

/** Effect of an instruction on the sets of live registers (liveness.ts), a bit for each register. */
export interface Effect {
  readonly reads: bigint;
  readonly scalarKills: bigint;
  readonly vectorKills: bigint;
  readonly writesExec: boolean;
  /** It may make lanes active, or read lanes that are not. */
  readonly returns: boolean;
}

/**
 * Kind of emission of an instruction: scalar code, scalar code of a vector instruction, part of a run, a call of the
 * host (which has the interpreter or a compiled routine execute it), or no code.
 */
export type InstructionKind = 'scalar' | 'cross' | 'vector' | 'outside' | 'nothing';

export class PlacedInstruction {
  /** Answers of `usesIn`, `vectorFacts` and liveness. */
  uses: Uses | undefined = undefined;
  facts: VectorFacts | undefined = undefined;
  effect: Effect | undefined = undefined;
  /** Result of `kindOf`, and the mode that it was computed for; -1 before. */
  kind: InstructionKind | undefined = undefined;
  kindMode = -1;

  constructor(
    readonly pc: number,
    readonly instruction: Instruction,
    /** Semantics with all fields folded in. */
    readonly statements: readonly Stmt[],
  ) {}
}
