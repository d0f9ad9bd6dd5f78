// Atomics and fences.

import type { IrInstruction } from '../../compiler/ir/instruction.js';
import { typedText } from './constants.js';
import { compareIntegers, type InstructionRule } from './integers.js';
import type { KernelScope } from './kernel-scope.js';
import { MEMORY_RULES } from './memory.js';
import { type PartType, registerKind, type ValuePart } from './parts.js';

const OPERATIONS: Readonly<Record<string, readonly [operation: string, letter: string]>> = {
  add: ['add', 'u'],
  sub: ['sub', 'u'],
  and: ['and', 'b'],
  or: ['or', 'b'],
  xor: ['xor', 'b'],
  xchg: ['exch', 'b'],
  max: ['max', 's'],
  min: ['min', 's'],
  umax: ['max', 'u'],
  umin: ['min', 'u'],
  uinc_wrap: ['wrapinc', 'u'],
  udec_wrap: ['wrapdec', 'u'],
};
const ORDERS: Readonly<Record<string, string>> = {
  unordered: 'rlx',
  monotonic: 'rlx',
  acquire: 'scacq',
  release: 'screl',
  acq_rel: 'scar',
  seq_cst: 'scar',
};
const SCOPES: Readonly<Record<string, string>> = {
  singlethread: 'wave',
  wavefront: 'wave',
  workgroup: 'wg',
  agent: 'agent',
};
const GROUP = 3;

/** The order and the scope in an instruction's text; group memory is that of the work-group. */
function orderAndScope(scope: KernelScope, line: string, space: number | undefined): readonly [string, string] {
  const text = line.replace(/, (?:align \d+|!.*)/g, '');
  const order = /\b(unordered|monotonic|acquire|release|acq_rel|seq_cst)\b/.exec(text)?.[1];
  const named = /syncscope\("([\w-]*?)(?:-one-as)?"\)/.exec(text)?.[1];
  const own = named === undefined ? 'system' : (SCOPES[named] ?? scope.refuse(`the scope ${named}`));
  const isGroup = space === GROUP && own !== 'wave';
  return [ORDERS[order ?? ''] ?? scope.refuse('an atomic without order'), isGroup ? 'wg' : own];
}

/** An operand before its order and scope. */
const leadingValue = (scope: KernelScope, operand: string): ValuePart => {
  const { type, text } = typedText(operand);
  return scope.typed({ type, text: text.split(' ')[0]! })[0]!;
};

function checkSize(scope: KernelScope, { bits }: PartType): void {
  if (bits !== 32 && bits !== 64) scope.refuse(`an atomic of ${bits} bits`);
}

interface AtomicAccess {
  readonly operation: string;
  readonly type: PartType;
  readonly letter: string;
  readonly pointer: ValuePart;
  readonly sources: readonly ValuePart[];
  /** True if the old value is used. */
  readonly returns: boolean;
}

/** @returns the old value */
function emitAtomic(scope: KernelScope, instruction: IrInstruction, access: AtomicAccess): ValuePart {
  const { operation, type, letter, pointer, sources, returns } = access;
  checkSize(scope, type);
  const [order, memoryScope] = orderAndScope(scope, instruction.line, pointer.type.space);
  const typeName = `${letter}${type.bits}`;
  const allowed = operation === 'ld' ? loadOrder(order) : operation === 'st' ? storeOrder(order) : order;
  const name = `${operation}_${scope.segment(pointer)}${allowed}_${memoryScope}_${typeName}`;
  const operands = [scope.address(pointer), ...sources.map((part) => scope.operand(part, typeName))];
  const result = scope.code.register(registerKind(type));
  if (returns) scope.code.effect(`atomic_${name}`, [result, ...operands], [result]);
  else scope.code.effect(`atomicnoret_${name}`, operands);
  return { type, value: result };
}

/** A load does not release, a store does not acquire. */
const loadOrder = (order: string): string => (order === 'scar' ? 'scacq' : order);
const storeOrder = (order: string): string => (order === 'scar' ? 'screl' : order);

const readModifyWrite: InstructionRule = (scope, instruction) => {
  const [target, source] = instruction.operands;
  const [, name = '', pointer = ''] = /^(\w+) (.*)$/.exec(target!) ?? [];
  const [operation, letter] = OPERATIONS[name] ?? scope.refuse(`atomicrmw ${name}`);
  const value = leadingValue(scope, source!);
  // Only exchanges return in every case.
  const returns = operation === 'exch' || scope.isUsed(instruction);
  const access = { operation, letter, type: value.type, pointer: scope.part(pointer), sources: [value], returns };
  scope.set(instruction, [emitAtomic(scope, instruction, access)]);
};

const compareExchange: InstructionRule = (scope, instruction) => {
  const [target, expected, source] = instruction.operands;
  const pointer = scope.part(target!);
  const sources = [leadingValue(scope, expected!), leadingValue(scope, source!)];
  const { type } = sources[0]!;
  const old = emitAtomic(scope, instruction, { operation: 'cas', letter: 'b', type, pointer, sources, returns: true });
  scope.set(instruction, [old, compareIntegers(scope, 'eq', old, sources[0]!)]);
};

const load: InstructionRule = (scope, instruction) => {
  if (!instruction.hasFlag('atomic')) return MEMORY_RULES['load']!(scope, instruction);
  const [target, address] = instruction.operands;
  const type = typedText(`${target!} 0`).type;
  const pointer = leadingValue(scope, address!);
  const part = scope.typesOf(type)[0]!;
  const access = { operation: 'ld', letter: 'b', type: part, pointer, sources: [], returns: true };
  scope.set(instruction, [emitAtomic(scope, instruction, access)]);
};

const store: InstructionRule = (scope, instruction) => {
  if (!instruction.hasFlag('atomic')) return MEMORY_RULES['store']!(scope, instruction);
  const [source, address] = instruction.operands;
  const value = scope.part(source!);
  const pointer = leadingValue(scope, address!);
  const access = { operation: 'st', letter: 'b', type: value.type, pointer, sources: [value], returns: false };
  emitAtomic(scope, instruction, access);
};

const fence: InstructionRule = (scope, instruction) => {
  const [order, memoryScope] = orderAndScope(scope, instruction.line, undefined);
  // A fence of one work-item orders nothing that others see.
  if (instruction.line.includes('syncscope("singlethread')) return;
  scope.code.effect(`memfence_${order}_${memoryScope}`, []);
};

export const ATOMIC_RULES: Readonly<Record<string, InstructionRule>> = {
  load,
  store,
  fence,
  atomicrmw: readModifyWrite,
  cmpxchg: compareExchange,
};
