// Rules of signals and of the indices of queues, by the structures of AMD's runtime (amd_signal_t, amd_queue_t).

import { ATOMIC_OPERATIONS, spellingOf } from '../brig/enums.js';
import { atomicAccess } from './atomics.js';
import type { FunctionEmitter } from './function-emitter.js';
import type { HsailInstruction, Rule, RuleTable } from './instruction.js';
import { orderOf } from './orders.js';
import { pointerType } from './scope.js';

const SIGNAL = { kind: 0, value: 8, mailbox: 16, event: 24 } as const;
const QUEUE = { write: 56, read: 128 } as const;
const GLOBAL = 'ptr addrspace(1)';
/** The message of s_sendmsg that interrupts the host. */
const MESSAGE_INTERRUPT = 1;
const EVENT_MASK = 255;

const fieldOf = ({ out }: HsailInstruction, handle: string, offset: number): string =>
  out.value(`inttoptr i64 ${out.value(`add i64 ${handle}, ${offset}`)} to ${GLOBAL}`);

/**
 * The value of a doorbell is the address of a register for the host, and its kind is negative. A queue that a kernel
 * writes into is looked at without its doorbell, as launches run.
 * @returns the label behind the operation
 */
function skipDoorbell(instruction: HsailInstruction, handle: string): string {
  const { out } = instruction;
  const kind = out.value(`load i64, ${GLOBAL} ${fieldOf(instruction, handle, SIGNAL.kind)}, align 8`);
  const [user, done] = [out.fresh('user'), out.fresh('rung')];
  out.jump(`br i1 ${out.value(`icmp slt i64 ${kind}, 0`)}, label %${done}, label %${user}`);
  out.label(user);
  return done;
}

/** A host that waits in the driver is woken by the mailbox and an interrupt. */
function notify(instruction: HsailInstruction, handle: string): void {
  const { out } = instruction;
  const mailbox = out.value(`load i64, ${GLOBAL} ${fieldOf(instruction, handle, SIGNAL.mailbox)}, align 8`);
  const [some, done] = [out.fresh('mailbox'), out.fresh('notified')];
  out.jump(`br i1 ${out.value(`icmp ne i64 ${mailbox}, 0`)}, label %${some}, label %${done}`);
  out.label(some);
  const event = out.value(`load i32, ${GLOBAL} ${fieldOf(instruction, handle, SIGNAL.event)}, align 8`);
  const place = out.value(`inttoptr i64 ${mailbox} to ${GLOBAL}`);
  out.effect(`store atomic i64 ${out.value(`zext i32 ${event} to i64`)}, ${GLOBAL} ${place} release, align 8`);
  interrupt(out, out.value(`and i32 ${event}, ${EVENT_MASK}`), done);
  out.label(done);
}

/** A message has one event: lanes leave the loop with theirs. */
function interrupt(out: FunctionEmitter, event: string, done: string): void {
  const next = out.fresh('event');
  out.label(next);
  const first = out.call('i32', 'llvm.amdgcn.readfirstlane.i32', `i32 ${event}`);
  out.callVoid('llvm.amdgcn.s.sendmsg', `i32 ${MESSAGE_INTERRUPT}`, `i32 ${first}`);
  out.jump(`br i1 ${out.value(`icmp eq i32 ${event}, ${first}`)}, label %${done}, label %${next}`);
}

/** Waits may end at any time: they are loads. */
const signal: Rule = (instruction) => {
  const { out, name, scope, type } = instruction;
  const first = name === 'signal' ? 1 : 0;
  const operation = spellingOf(ATOMIC_OPERATIONS, instruction.field('signalOperation'))!;
  const isLoad = operation === 'ld' || operation.startsWith('wait');
  const handle = scope.readBits(instruction.operand(first), 'u64');
  const rung = operation === 'st' ? skipDoorbell(instruction, handle) : undefined;
  const values = isLoad ? [] : instruction.operands.slice(first + 1).map((operand) => scope.readBits(operand, type));
  const before = atomicAccess(out, {
    operation: isLoad ? 'ld' : operation,
    type,
    pointer: `${GLOBAL} ${fieldOf(instruction, handle, SIGNAL.value)}`,
    order: orderOf(instruction.field('memoryOrder')),
    scope: '',
    values,
  });
  if (!isLoad) notify(instruction, handle);
  if (rung !== undefined) out.label(rung);
  if (first === 1) instruction.write(before!);
};

/** @param operation of `atomicAccess` */
const queue =
  (field: keyof typeof QUEUE, operation: string): Rule =>
  (instruction) => {
    const { out, scope, segment } = instruction;
    const first = operation === 'st' ? 0 : 1;
    const before = atomicAccess(out, {
      operation,
      type: 'u64',
      pointer: `${pointerType(segment)} ${scope.pointer(instruction.operand(first), segment, QUEUE[field])}`,
      order: orderOf(instruction.field('memoryOrder')),
      scope: '',
      values: instruction.operands.slice(first + 1).map((operand) => scope.readBits(operand, 'u64')),
    });
    if (first === 1) instruction.write(before!);
  };

export const SIGNAL_RULES: RuleTable = {
  signal,
  signalnoret: signal,
  addqueuewriteindex: queue('write', 'add'),
  casqueuewriteindex: queue('write', 'cas'),
  ldqueuereadindex: queue('read', 'ld'),
  ldqueuewriteindex: queue('write', 'ld'),
  stqueuereadindex: queue('read', 'st'),
  stqueuewriteindex: queue('write', 'st'),
};
