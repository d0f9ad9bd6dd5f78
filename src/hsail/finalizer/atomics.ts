// Rules of atomic operations and fences.

import { ATOMIC_OPERATIONS, spellingOf } from '../brig/enums.js';
import type { FunctionEmitter } from './function-emitter.js';
import type { HsailInstruction, Rule, RuleTable } from './instruction.js';
import { loadOrder, orderOf, scopeOf, storeOrder } from './orders.js';
import { pointerType } from './scope.js';
import { bitsOf, isSignedName } from './shapes.js';

/** One atomic access of memory. */
export interface AtomicAccess {
  /** By HSAIL's name. */
  readonly operation: string;
  readonly type: string;
  /** `ptr addrspace(1) %p`. */
  readonly pointer: string;
  readonly order: string;
  readonly scope: string;
  readonly values: readonly string[];
}

const WORDS: Readonly<Record<string, string>> = { exch: 'xchg', wrapinc: 'uinc_wrap', wrapdec: 'udec_wrap' };

function operationWord(operation: string, type: string): string {
  if (operation === 'max' || operation === 'min') return isSignedName(type) ? operation : `u${operation}`;
  return WORDS[operation] ?? operation;
}

/** Atomic operations through flat addresses reach no private memory, so that LLVM needs no test for it. */
function notPrivate(out: FunctionEmitter, pointer: string): string {
  return pointer.startsWith('ptr %') ? `, !noalias.addrspace ${out.program.onceNode('!{i32 5, i32 6}')}` : '';
}

/** The value before the access; undefined for a store. */
export function atomicAccess(out: FunctionEmitter, access: AtomicAccess): string | undefined {
  const { operation, type, pointer, order, scope, values } = access;
  const bits = bitsOf(type);
  const [own, alignment] = [`i${bits}`, `align ${bits >> 3}`];
  const places = notPrivate(out, pointer);
  if (operation === 'ld') return out.value(`load atomic ${own}, ${pointer}${scope} ${loadOrder(order)}, ${alignment}`);
  if (operation === 'st') {
    out.effect(`store atomic ${own} ${values[0]}, ${pointer}${scope} ${storeOrder(order)}, ${alignment}`);
    return undefined;
  }
  if (operation === 'cas') {
    const pair = `${pointer}, ${own} ${values[0]}, ${own} ${values[1]}${scope} ${order} ${loadOrder(order)}`;
    return out.value(`extractvalue { ${own}, i1 } ${out.value(`cmpxchg ${pair}, ${alignment}${places}`)}, 0`);
  }
  return out.value(
    `atomicrmw ${operationWord(operation, type)} ${pointer}, ${own} ${values[0]}${scope} ${order}, ${alignment}${places}`,
  );
}

const atomic: Rule = (instruction) => {
  const { out, name, segment, type, scope } = instruction;
  const first = name === 'atomic' ? 1 : 0;
  const before = atomicAccess(out, {
    operation: spellingOf(ATOMIC_OPERATIONS, instruction.field('atomicOperation'))!,
    type,
    pointer: `${pointerType(segment)} ${scope.pointer(instruction.operand(first), segment)}`,
    order: orderOf(instruction.field('memoryOrder')),
    scope: scopeOf(instruction.field('memoryScope')),
    values: instruction.operands.slice(first + 1).map((operand) => scope.readBits(operand, type)),
  });
  if (first === 1) instruction.write(before!);
};

const memfence = (instruction: HsailInstruction): void => {
  const scope = Math.max(
    instruction.field('globalSegmentMemoryScope'),
    instruction.field('groupSegmentMemoryScope'),
    instruction.field('imageSegmentMemoryScope'),
  );
  instruction.out.effect(`fence${scopeOf(scope)} ${orderOf(instruction.field('memoryOrder'))}`);
};

export const ATOMIC_RULES: RuleTable = { atomic, atomicnoret: atomic, memfence };
