// Fbarriers: a word of group memory each (src/isa/hsail/rows/atomics.ts). Operations are uniform in a wavefront: its
// first active lane does them.

import { SCALAR } from '../../isa/hsail/registers.js';
import { FBARRIER } from '../../isa/hsail/rows/atomics.js';
import type { BrigEntry } from '../brig/module.js';
import type { BodyInstruction } from './body.js';
import { VECTOR_CODE } from './emitter.js';
import type { ActivationScope } from './scope.js';

const FBARRIER_BYTES = 4;

/** The code of the address: of an fbarrier of its own, or of a handle. */
function addressOf(scope: ActivationScope, operand: BrigEntry): number {
  if (operand.kind === 'operand_register') return VECTOR_CODE + scope.register(operand);
  const declared = scope.memory.module.code.get(operand.values['ref']!)!;
  const place = scope.memory.group.takeFor(scope.definitionOf(declared), FBARRIER_BYTES, FBARRIER_BYTES);
  return scope.emitter.literal(BigInt(place), 1);
}

const change = (scope: ActivationScope, address: number, added: number): void =>
  scope.emitter.emit('fbarrier_change', { s0: address, s1: scope.emitter.literal(BigInt(added), 1) });

/** Looks until the round has changed; meanwhile others of the work-group have their turns. */
function wait(scope: ActivationScope, address: number, label: string): void {
  const { emitter } = scope;
  const [before, now, same] = [scope.temporary(1), scope.temporary(1), scope.temporary(1)];
  emitter.emit('fbarrier_round', { d: before, s0: address });
  change(scope, address, FBARRIER.arrival);
  emitter.label(`${label}.again`);
  emitter.emit('fbarrier_round', { d: now, s0: address });
  emitter.emit('cmp_eq_b1_u32', { d: same, s0: VECTOR_CODE + before, s1: VECTOR_CODE + now });
  emitter.emit('lanes_b1', { d: SCALAR.mask, s0: VECTOR_CODE + same });
  emitter.emit('unless', { s0: SCALAR.mask, to: `${label}.passed` });
  emitter.emit('yield');
  emitter.emit('jump', { to: `${label}.again` });
  emitter.label(`${label}.passed`);
}

const CHANGES: Readonly<Record<string, number>> = {
  joinfbar: FBARRIER.member,
  leavefbar: -FBARRIER.member,
  arrivefbar: FBARRIER.arrival,
};

/** True if the opcode is one of these, which has been lowered then. @param label that no other code has */
export function lowerFbarrier(scope: ActivationScope, { row, operands }: BodyInstruction, label: string): boolean {
  if (row.name === 'ldf') {
    scope.emitter.emit('mov_b32', { d: scope.register(operands[0]!), s0: addressOf(scope, operands[1]!) });
    return true;
  }
  if (!row.name.endsWith('fbar')) return false;
  const address = addressOf(scope, operands[0]!);
  if (row.name === 'waitfbar') wait(scope, address, label);
  else if (row.name === 'initfbar') scope.emitter.emit('fbarrier_init', { s0: address });
  else if (row.name !== 'releasefbar') change(scope, address, CHANGES[row.name]!);
  else scope.emitter.emit('nop');
  return true;
}
