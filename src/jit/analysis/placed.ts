// One instruction at its place, and what has been found out about it: that is asked many times.

import type { Instruction } from '../../isa/instruction.js';
import type { Stmt } from '../../isa/language/expr.js';
import type { Kind } from '../kernel/expressible.js';
import type { Effect } from './liveness.js';
import type { Uses } from './registers.js';
import type { VectorFacts } from './vector-facts.js';

export class Placed {
  /** Answers of `usesIn`, `vectorFacts` and liveness. */
  uses: Uses | undefined = undefined;
  facts: VectorFacts | undefined = undefined;
  effect: Effect | undefined = undefined;
  /** Answer of `kindOf`, and the mode that it was asked for; -1 until it was. */
  kind: Kind | undefined = undefined;
  kindMode = -1;

  constructor(
    readonly pc: number,
    readonly instruction: Instruction,
    /** Semantics with all fields folded in. */
    readonly statements: readonly Stmt[],
  ) {}
}
