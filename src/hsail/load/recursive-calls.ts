// Calls of functions that are lowered once (recursion.ts). A call begins with an empty reconvergence stack: all lanes
// that make it return together. Where the caller can be called again meanwhile, its registers and variables are saved.

import { TRAP_NUMBERS } from '../../abi/trap-numbers.js';
import { SCALAR, STACK_REGISTERS, VECTOR } from '../../isa/hsail/registers.js';
import { AtollError } from '../../util/errors.js';
import { formalArguments } from '../brig/call-checks.js';
import type { BrigEntry } from '../brig/module.js';
import { type Emitter, inlineCode, VECTOR_CODE } from './emitter.js';
import type { OutlinedFunction } from './recursion.js';
import type { ActivationScope } from './scope.js';
import { bytesOfVariable } from './storage.js';

const WORD_BYTES = 4;

/** Bytes of private memory: a variable's, or from the stack pointer on. */
interface PrivatePlace {
  readonly offset: number;
  readonly onStack: boolean;
}
const variableAt = (offset: number): PrivatePlace => ({ offset, onStack: false });
const stackAt = (offset: number): PrivatePlace => ({ offset, onStack: true });

const access = (emitter: Emitter, name: string, data: number, { offset, onStack }: PrivatePlace): void =>
  emitter.aid(name, {
    data,
    address: onStack ? SCALAR.stackPointer : inlineCode(0),
    offset,
    base: onStack ? 'stack' : undefined,
  });

/** Copies bytes by the largest units of which both places are multiples. */
function copy(scope: ActivationScope, from: PrivatePlace, to: PrivatePlace, bytes: number): void {
  const { emitter } = scope;
  const unit = (at: number): number =>
    [4, 2, 1].find((size) => at + size <= bytes && (from.offset + at) % size === 0 && (to.offset + at) % size === 0)!;
  for (let at = 0; at < bytes; ) {
    const size = unit(at);
    scope.begin();
    const d = scope.temporary(1);
    const source = { ...from, offset: from.offset + at };
    access(emitter, `ld_private_${size === WORD_BYTES ? 'b32' : `u${8 * size}`}`, d, source);
    access(emitter, `st_private_b${8 * size}`, VECTOR_CODE + d, { ...to, offset: to.offset + at });
    at += size;
  }
}

/** Values that a caller saves while it may be called again. */
interface Frame {
  readonly registers: readonly number[];
  readonly storage: { readonly start: number; readonly end: number };
  readonly bytes: number;
}

function frameOf({ outlined, registers }: ActivationScope, { circle }: OutlinedFunction): Frame | undefined {
  if (!outlined || !circle.has(outlined.name)) return undefined;
  const { first, storage } = outlined;
  const numbers = Array.from({ length: registers.end - first }, (_, n) => first + n);
  return { registers: numbers, storage, bytes: numbers.length * WORD_BYTES + storage.end - storage.start };
}

function save(scope: ActivationScope, { registers, storage, bytes }: Frame): void {
  const { emitter } = scope;
  for (const [n, register] of registers.entries())
    access(emitter, 'st_private_b32', VECTOR_CODE + register, stackAt(n * WORD_BYTES));
  copy(scope, variableAt(storage.start), stackAt(registers.length * WORD_BYTES), bytes - registers.length * WORD_BYTES);
  movePointer(emitter, 1, bytes);
}

function restore(scope: ActivationScope, { registers, storage, bytes }: Frame): void {
  const { emitter } = scope;
  movePointer(emitter, -1, bytes);
  for (const [n, register] of registers.entries()) access(emitter, 'ld_private_b32', register, stackAt(n * WORD_BYTES));
  copy(scope, stackAt(registers.length * WORD_BYTES), variableAt(storage.start), bytes - registers.length * WORD_BYTES);
}

/** Place of results while the caller's variables are restored: after the saved values, at least 16 bytes each. */
const RESULT_ALIGNMENT = 16;
const alignUp = (value: number): number => Math.ceil(value / RESULT_ALIGNMENT) * RESULT_ALIGNMENT;

/** Bytes of private memory for calls of functions that call themselves. */
export const STACK_BYTES = 32_768;
/** The reconvergence stack, which each call begins anew, and where to return. */
const STATE = [...Array.from({ length: STACK_REGISTERS }, (_, n) => VECTOR.stack + n), VECTOR.call];
const STATE_BYTES = STATE.length * WORD_BYTES;

/** @param sign 1 or -1 */
const movePointer = (emitter: Emitter, sign: number, bytes: number): void =>
  emitter.aid('add_scalar', { d: SCALAR.stackPointer, s0: SCALAR.stackPointer, word: (sign * bytes) >>> 0 });

function enter(emitter: Emitter, { name }: OutlinedFunction, site: number): void {
  emitter.aid('save_call', { label: site });
  for (const [n, register] of STATE.entries())
    access(emitter, 'st_private_b32', VECTOR_CODE + register, stackAt(n * WORD_BYTES));
  movePointer(emitter, 1, STATE_BYTES);
  emitter.aid('begin_call');
  emitter.aid('jump', { to: `${name}.begin` });
}

/** Behind a function: its lanes are together. */
export function leave(emitter: Emitter, { name }: OutlinedFunction): void {
  emitter.aid('end_call');
  movePointer(emitter, -1, STATE_BYTES);
  for (const [n, register] of STATE.entries()) access(emitter, 'ld_private_b32', register, stackAt(n * WORD_BYTES));
  emitter.aid('return_site');
  emitter.aid('jump', { to: `${name}.returns` });
}

export interface RecursiveCall {
  readonly scope: ActivationScope;
  readonly callee: OutlinedFunction;
  /** Variables that stand for the arguments, results first. */
  readonly variables: readonly BrigEntry[];
  /** A label that no other call has. */
  readonly label: string;
}

/** @throws AtollError LIMIT where there is no room for what the caller saves */
export function lowerRecursiveCall(emitter: Emitter, { scope, callee, variables, label }: RecursiveCall): void {
  const formals = formalArguments(scope.memory.module, callee.entry);
  const results = callee.entry.values['outArgCount']!;
  const frame = frameOf(scope, callee);
  const copies = formals.map((formal, index) => ({
    formal: variableAt(callee.formals.get(formal.offset)!),
    actual: variableAt(scope.placeOf(variables[index]!)),
    bytes: bytesOfVariable(formal),
  }));
  const waiting = copies.slice(0, results).reduce((sum, { bytes }) => sum + alignUp(bytes), 0);
  const needed = STATE_BYTES + (frame?.bytes ?? 0) + waiting;
  if (needed > STACK_BYTES)
    throw new AtollError(
      'LIMIT',
      `${callee.name}: a call needs ${needed} bytes of the stack, which has ${STACK_BYTES}`,
    );
  emitter.aid('full', { label: STACK_BYTES - needed, to: `${label}.full` });
  if (frame) save(scope, frame);
  for (const { formal, actual, bytes } of copies.slice(results)) copy(scope, actual, formal, bytes);
  const number = callee.sites.length + 1;
  callee.sites.push({ number, label });
  enter(emitter, callee, number);
  emitter.label(`${label}.full`);
  emitter.aid('recursion_limit', { word: TRAP_NUMBERS.callDepth });
  emitter.label(label);
  takeResults(scope, frame, copies.slice(0, results));
}

function takeResults(
  scope: ActivationScope,
  frame: Frame | undefined,
  copies: readonly { readonly formal: PrivatePlace; readonly actual: PrivatePlace; readonly bytes: number }[],
): void {
  if (!frame) {
    for (const { formal, actual, bytes } of copies) copy(scope, formal, actual, bytes);
    return;
  }
  let at = 0;
  const waiting = copies.map(({ formal, actual, bytes }) => {
    const place = at;
    at += alignUp(bytes);
    copy(scope, formal, stackAt(place), bytes);
    return { place, actual, bytes };
  });
  restore(scope, frame);
  for (const { place, actual, bytes } of waiting) copy(scope, stackAt(frame.bytes + place), actual, bytes);
}

/** Jumps to the place that is to be returned to. */
export function lowerReturns(emitter: Emitter, { name, sites }: OutlinedFunction): void {
  emitter.label(`${name}.returns`);
  for (const { number, label } of sites) emitter.aid('resume', { label: number, to: label });
}
