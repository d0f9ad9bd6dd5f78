// Operands of atomic operations of four lanes.

import type { FunctionBuilder, Local } from '../wasm/function-builder.js';
import { pushLane } from '../wasm/lanes.js';

/** One vector each, or the two of 64 bits. */
export interface AtomicVectors {
  readonly data: readonly Local[];
  readonly compare: readonly Local[] | undefined;
}

/** Sets two locals to the operands of a lane. */
export function takeOperands(
  b: FunctionBuilder,
  vectors: AtomicVectors,
  lane: number,
  data: Local,
  compare: Local,
): void {
  pushLane(b, vectors.data, lane);
  b.set(data);
  if (!vectors.compare) return;
  pushLane(b, vectors.compare, lane);
  b.set(compare);
}
