// Dispatch queries of a work-item, from the registers that a launch fills (src/isa/hsail/registers.ts).

import { SCALAR, VECTOR } from '../../isa/hsail/registers.js';
import { bytesOf } from '../brig/types.js';
import type { BodyInstruction } from './body.js';
import { VECTOR_CODE } from './emitter.js';
import type { ActivationScope } from './scope.js';

/** Byte offset of the completion signal in a dispatch packet. */
const COMPLETION_SIGNAL = 56;

type Lower = (scope: ActivationScope, d: number, dimension: number, isWide: boolean) => void;

const itemId = (dimension: number): number => VECTOR_CODE + VECTOR.itemId + dimension;

const move =
  (from: (dimension: number) => number): Lower =>
  (scope, d, dimension, isWide) =>
    scope.emitter.emit(isWide ? 'zext_u64' : 'mov_b32', { d, s0: from(dimension) });

const groupSize = (dimension: number): number => SCALAR.groupSize + dimension;
const gridSize = (dimension: number): number => SCALAR.gridSize + dimension;

function currentSize(scope: ActivationScope, d: number, dimension: number): void {
  const fields = { s0: groupSize(dimension), s1: SCALAR.groupId + dimension, s2: gridSize(dimension) };
  scope.emitter.emit('currentworkgroupsize_u32', { d, ...fields });
}

function absoluteId(scope: ActivationScope, d: number, dimension: number, isWide: boolean): void {
  const fields = { s0: groupSize(dimension), s1: SCALAR.groupId + dimension, s2: itemId(dimension) };
  scope.emitter.emit(isWide ? 'workitemabsid_u64' : 'workitemabsid_u32', { d, ...fields });
}

/** (z * sizeY + y) * sizeX + x */
function flat(
  scope: ActivationScope,
  d: number,
  isWide: boolean,
  ids: readonly [x: number, y: number, z: number],
  sizes: readonly [x: number, y: number],
): void {
  const words = isWide ? 2 : 1;
  const row = isWide ? 'mad_u64' : 'mad_u32';
  const first = scope.temporary(words);
  scope.emitter.emit(row, { d: first, s0: ids[2], s1: sizes[1], s2: ids[1] });
  scope.emitter.emit(row, { d, s0: VECTOR_CODE + first, s1: sizes[0], s2: ids[0] });
}

function flatItemId(scope: ActivationScope, d: number): void {
  flat(scope, d, false, [itemId(0), itemId(1), itemId(2)], [groupSize(0), groupSize(1)]);
}

function currentFlatItemId(scope: ActivationScope, d: number): void {
  const sizes = [0, 1].map((dimension) => {
    const size = scope.temporary(1);
    currentSize(scope, size, dimension);
    return VECTOR_CODE + size;
  });
  flat(scope, d, false, [itemId(0), itemId(1), itemId(2)], sizes as [number, number]);
}

function flatAbsoluteId(scope: ActivationScope, d: number, isWide: boolean): void {
  const words = isWide ? 2 : 1;
  const inRegister = (emit: (register: number) => void): number => {
    const register = scope.temporary(words);
    emit(register);
    return VECTOR_CODE + register;
  };
  const ids = [0, 1, 2].map((dimension) => inRegister((register) => absoluteId(scope, register, dimension, isWide)));
  const sizes = [0, 1].map((dimension) => {
    if (!isWide) return gridSize(dimension);
    return inRegister((register) => scope.emitter.emit('zext_u64', { d: register, s0: gridSize(dimension) }));
  });
  flat(scope, d, isWide, ids as [number, number, number], sizes as [number, number]);
}

function waveId(scope: ActivationScope, d: number): void {
  const flatId = scope.temporary(1);
  currentFlatItemId(scope, flatId);
  scope.emitter.emit('waveid_u32', { d, s0: VECTOR_CODE + flatId });
}

const constant =
  (value: bigint): Lower =>
  (scope, d) =>
    scope.emitter.emit('mov_b32', { d, s0: scope.emitter.literal(value, 1) });

/** Wavefronts of a compute unit (emulator/state.ts: a work-group has up to 1,024 work-items). */
const WAVEFRONTS = 16n;

const QUERIES: Readonly<Record<string, Lower>> = {
  currentworkgroupsize: currentSize,
  currentworkitemflatid: currentFlatItemId,
  dim: move(() => SCALAR.dimensions),
  gridgroups: (scope, d, dimension) =>
    scope.emitter.emit('gridgroups_u32', { d, s0: gridSize(dimension), s1: groupSize(dimension) }),
  gridsize: move(gridSize),
  packetcompletionsig: (scope, d) =>
    scope.emitter.emit('ld_global_b64', { data: d, address: SCALAR.packet, offset: COMPLETION_SIGNAL }),
  packetid: (scope, d) => scope.emitter.emit('mov_b64', { d, s0: SCALAR.dispatchId }),
  workgroupid: move((dimension) => SCALAR.groupId + dimension),
  workgroupsize: move(groupSize),
  workitemabsid: absoluteId,
  workitemflatabsid: (scope, d, _dimension, isWide) => flatAbsoluteId(scope, d, isWide),
  workitemflatid: flatItemId,
  workitemid: move(itemId),
  groupbaseptr: constant(0n),
  kernargbaseptr: (scope, d) => scope.emitter.emit('mov_b64', { d, s0: SCALAR.kernarg }),
  laneid: (scope, d) => scope.emitter.emit('laneid_u32', { d }),
  clock: (scope, d) => scope.emitter.emit('clock_u64', { d }),
  cuid: constant(0n),
  maxcuid: constant(0n),
  waveid: waveId,
  maxwaveid: constant(WAVEFRONTS - 1n),
};

/** True if the opcode is one of these, which has been lowered then. */
export function lowerQuery(scope: ActivationScope, { entry, row, operands }: BodyInstruction): boolean {
  const lower = Object.hasOwn(QUERIES, row.name) ? QUERIES[row.name] : undefined;
  if (!lower) return false;
  const [result, dimension] = operands;
  const bytes = dimension && scope.memory.module.data.get(dimension.values['bytes'] ?? 0);
  lower(scope, scope.register(result!), bytes?.[0] ?? 0, bytesOf(entry.values['type']!) === 8);
  return true;
}
