// `alloca`: private memory that lasts until the function returns. A vector register has the first free address of each
// work-item.

import { TRAP_NUMBERS } from '../../abi/trap-numbers.js';
import { SCALAR } from '../../isa/hsail/registers.js';
import { TYPES } from '../brig/enums.js';
import type { BodyInstruction } from './body.js';
import { type Emitter, VECTOR_CODE } from './emitter.js';
import type { ActivationScope } from './scope.js';

/** Bytes of a work-item for all that is allocated at one time. */
export const ALLOCATION_BYTES = 16_384;
const MIN_ALIGNMENT = 8;

/** At the begin of a kernel. @param register of the first free address */
export function beginAllocations(emitter: Emitter, register: number): void {
  emitter.aid('literal', { d: SCALAR.literals, word: 0, base: 'allocations' });
  emitter.aid('mov_b32', { d: register, s0: SCALAR.literals });
}

/** @param label that no other instruction has */
export function lowerAllocation(scope: ActivationScope, { entry, operands }: BodyInstruction, label: string): void {
  const { emitter } = scope;
  const top = scope.memory.firstFree!;
  const alignment = Math.max(MIN_ALIGNMENT, 2 ** (entry.values['align']! - 1));
  const size = scope.source(operands[1]!, TYPES.u32);
  const [place, end, isLarge, isBeyond] = [0, 1, 2, 3].map(() => scope.temporary(1)) as [
    number,
    number,
    number,
    number,
  ];
  const value = (register: number): number => VECTOR_CODE + register;
  emitter.aid('add_u32', { d: place, s0: value(top), s1: emitter.literal(BigInt(alignment - 1), 1) });
  emitter.aid('and_b32', { d: place, s0: value(place), s1: emitter.literal(BigInt(-alignment), 1) });
  emitter.aid('add_u32', { d: end, s0: value(place), s1: size });
  emitter.begin();
  emitter.aid('cmp_gt_b1_u32', { d: isLarge, s0: size, s1: emitter.literal(BigInt(ALLOCATION_BYTES), 1) });
  const limit = emitter.literalFrom('allocations', ALLOCATION_BYTES);
  emitter.aid('cmp_gt_b1_u32', { d: isBeyond, s0: value(end), s1: limit });
  emitter.aid('or_b1', { d: isBeyond, s0: value(isBeyond), s1: value(isLarge) });
  emitter.aid('lanes_b1', { d: SCALAR.mask, s0: value(isBeyond) });
  emitter.aid('unless', { s0: SCALAR.mask, to: `${label}.allocated` });
  emitter.aid('allocation_limit', { word: TRAP_NUMBERS.allocation });
  emitter.label(`${label}.allocated`);
  emitter.emit('mov_b32', { d: scope.register(operands[0]!), s0: value(place) });
  emitter.aid('mov_b32', { d: top, s0: value(end) });
}
