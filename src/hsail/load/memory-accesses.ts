// Loads, stores, atomics, signals and operations on queues.

import { SCALAR } from '../../isa/hsail/registers.js';
import { ATOMIC_OPERATIONS, SEGMENTS, spellingOf } from '../brig/enums.js';
import type { BrigEntry } from '../brig/module.js';
import { bytesOf, typeName } from '../brig/types.js';
import type { BodyInstruction } from './body.js';
import { VECTOR_CODE } from './emitter.js';
import type { ActivationScope, AddressPlace } from './scope.js';

const wordsOf = (type: number): number => Math.max(1, bytesOf(type) / 4);

/** Spelling of a type in rows of loads. */
function loadedName(type: number): string {
  const name = typeName(type);
  if (/^[su](8|16)$/.test(name)) return name;
  return bytesOf(type) < 4 ? `u${bytesOf(type) * 8}` : `b${bytesOf(type) * 8}`;
}

const countName = (count: number): string => (count === 1 ? '' : `_v${count}`);
const moveOf = (words: number): string => `mov_b${words * 32}`;

function access(scope: ActivationScope, name: string, place: AddressPlace, data: number): void {
  scope.emitter.emit(name, { data, address: place.base, offset: place.offset });
}

/** Elements that do not follow one another go by temporary registers. */
function lowerLoad(scope: ActivationScope, { entry, operands }: BodyInstruction): void {
  const [result, address] = operands as [BrigEntry, BrigEntry];
  const type = entry.values['type']!;
  const words = wordsOf(type);
  const place = scope.address(address, entry.values['segment']!);
  const elements = result.kind === 'operand_operand_list' ? scope.elements(result) : [result];
  const targets = elements.map((element) => scope.register(element));
  const name = `ld_${place.segment}${countName(targets.length)}_${loadedName(type)}`;
  if (targets.every((target, index) => target === targets[0]! + index * words))
    return access(scope, name, place, targets[0]!);
  const first = scope.temporary(words * targets.length);
  access(scope, name, place, first);
  for (const [index, target] of targets.entries())
    scope.emitter.emit(moveOf(words), { d: target, s0: VECTOR_CODE + first + index * words });
}

function lowerStore(scope: ActivationScope, { entry, operands }: BodyInstruction): void {
  const [data, address] = operands as [BrigEntry, BrigEntry];
  const type = entry.values['type']!;
  const elements = data.kind === 'operand_operand_list' ? scope.elements(data) : [data];
  const first = elements.length > 1 ? scope.gathered(elements, type, wordsOf(type)) : undefined;
  const place = scope.address(address, entry.values['segment']!);
  const name = `st_${place.segment}${countName(elements.length)}_b${bytesOf(type) * 8}`;
  access(scope, name, place, first === undefined ? scope.source(elements[0]!, type) : VECTOR_CODE + first);
}

/** The letter of a type in rows of atomics. */
function kindOf(operation: string, type: number): string {
  if (['max', 'min'].includes(operation)) return typeName(type)[0]!;
  return ['add', 'sub', 'wrapinc', 'wrapdec'].includes(operation) ? 'u' : 'b';
}

interface AtomicParts {
  readonly operation: string;
  readonly type: number;
  readonly place: AddressPlace;
  /** Undefined where the old value is not wanted. */
  readonly result: BrigEntry | undefined;
  readonly inputs: readonly BrigEntry[];
}

function emitAtomic(scope: ActivationScope, { operation, type, place, result, inputs }: AtomicParts): void {
  const bits = bytesOf(type) * 8;
  if (operation === 'ld') return access(scope, `ld_${place.segment}_b${bits}`, place, scope.register(result!));
  if (operation === 'st') return access(scope, `st_${place.segment}_b${bits}`, place, scope.source(inputs[0]!, type));
  const name = `${operation}_${place.segment}_${kindOf(operation, type)}${bits}`;
  const s0 = scope.whole(place);
  const [s1, s2 = 0] = inputs.map((input) => scope.source(input, type));
  const fields = { s0, s1: s1!, s2, s3: place.segment === 'flat' ? SCALAR.privateOffset : 0 };
  if (result) scope.emitter.emit(`atomic_${name}`, { d: scope.register(result), ...fields });
  else scope.emitter.emit(`atomicnoret_${name}`, fields);
}

function lowerAtomic(scope: ActivationScope, { entry, row, operands }: BodyInstruction): void {
  const returns = row.name === 'atomic';
  const [result, address] = returns ? operands : [undefined, operands[0]];
  emitAtomic(scope, {
    operation: spellingOf(ATOMIC_OPERATIONS, entry.values['atomicOperation']!)!,
    type: entry.values['type']!,
    place: scope.address(address!, entry.values['segment']!),
    result,
    inputs: operands.slice(returns ? 2 : 1),
  });
}

/** Byte offset of the value in amd_signal_t. */
const SIGNAL_VALUE = 8;

/** Waits look once: they may end for any reason (PRM 6.8). */
function lowerSignal(scope: ActivationScope, { entry, row, operands }: BodyInstruction): void {
  const returns = row.name === 'signal';
  const [result, handle] = returns ? operands : [undefined, operands[0]];
  const operation = spellingOf(ATOMIC_OPERATIONS, entry.values['signalOperation']!)!;
  const isLoad = operation === 'ld' || operation.startsWith('wait');
  emitAtomic(scope, {
    operation: isLoad ? 'ld' : operation,
    type: entry.values['type']!,
    place: { segment: 'global', base: VECTOR_CODE + scope.register(handle!), offset: SIGNAL_VALUE },
    result,
    inputs: isLoad ? [] : operands.slice(returns ? 2 : 1),
  });
  if (!isLoad) scope.emitter.aid('notify');
}

/** Byte offsets in amd_queue_t. */
const QUEUE_INDEX = { write: 56, read: 128 } as const;

function lowerQueue(scope: ActivationScope, { entry, row, operands }: BodyInstruction): void {
  const [, verb, index] = /^(ld|st|add|cas)queue(read|write)index$/.exec(row.name)!;
  const stores = verb === 'st';
  const [result, address] = stores ? [undefined, operands[0]] : operands;
  const place = scope.address(address!, entry.values['segment'] ?? SEGMENTS.flat);
  emitAtomic(scope, {
    operation: verb!,
    type: entry.values['type']!,
    place: { ...place, offset: place.offset + QUEUE_INDEX[index as keyof typeof QUEUE_INDEX] },
    result,
    inputs: operands.slice(stores ? 1 : 2),
  });
}

const ACCESSES: Readonly<Record<string, (scope: ActivationScope, instruction: BodyInstruction) => void>> = {
  ld: lowerLoad,
  st: lowerStore,
  atomic: lowerAtomic,
  atomicnoret: lowerAtomic,
  signal: lowerSignal,
  signalnoret: lowerSignal,
};

/** True if the opcode is one of these, which has been lowered then. */
export function lowerAccess(scope: ActivationScope, instruction: BodyInstruction): boolean {
  const { name } = instruction.row;
  const lower = Object.hasOwn(ACCESSES, name) ? ACCESSES[name] : undefined;
  if (lower) lower(scope, instruction);
  else if (instruction.entry.kind === 'inst_queue') lowerQueue(scope, instruction);
  else return false;
  return true;
}
