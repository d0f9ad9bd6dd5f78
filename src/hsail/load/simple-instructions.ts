// Instructions that neither jump nor access memory: most are one row, a few are several.

import { SCALAR } from '../../isa/hsail/registers.js';
import { SEGMENTS } from '../brig/enums.js';
import { operandType } from '../brig/operand-types.js';
import { bytesOf } from '../brig/types.js';
import type { BodyInstruction } from './body.js';
import { VECTOR_CODE } from './emitter.js';
import { rowName } from './row-names.js';
import type { ActivationScope } from './scope.js';
import { segmentName } from './storage.js';

const SOURCES = ['s0', 's1', 's2', 's3'] as const;
type Lower = (scope: ActivationScope, instruction: BodyInstruction) => void;

const sourceAt = (scope: ActivationScope, { entry, row, operands }: BodyInstruction, index: number): number =>
  scope.source(operands[index]!, operandType(row, entry.values, index));

/** The row with the name, operands in order. */
function emitRow(scope: ActivationScope, instruction: BodyInstruction, name: string, inputs: readonly number[]): void {
  const fields = Object.fromEntries(inputs.map((code, index) => [SOURCES[index]!, code]));
  scope.emitter.emit(name, { d: scope.register(instruction.operands[0]!), ...fields });
}

/** Elements of the source, one by one, by way of temporary registers: results may overlap it. */
function lowerExpand(scope: ActivationScope, instruction: BodyInstruction): void {
  const { entry, operands } = instruction;
  const results = scope.elements(operands[0]!).map((element) => scope.register(element));
  const words = bytesOf(entry.values['type']!) / 4;
  const sourceWords = words * results.length;
  const from = sourceAt(scope, instruction, 1);
  const move = `mov_b${words * 32}`;
  const first = scope.temporary(sourceWords);
  scope.emitter.emit(`mov_b${sourceWords * 32}`, { d: first, s0: from });
  for (const [index, d] of results.entries()) scope.emitter.emit(move, { d, s0: VECTOR_CODE + first + index * words });
}

function lowerCombine(scope: ActivationScope, { entry, operands }: BodyInstruction): void {
  const { type, sourceType } = entry.values;
  const elements = scope.elements(operands[1]!);
  const name = `combine_v${elements.length}_b${bytesOf(type!) * 8}_b${bytesOf(sourceType!) * 8}`;
  const inputs = elements.map((element) => scope.source(element, sourceType!));
  const fields = Object.fromEntries(inputs.map((code, index) => [SOURCES[index]!, code]));
  scope.emitter.emit(name, { d: scope.register(operands[0]!), ...fields });
}

function lowerAddress(scope: ActivationScope, { entry, operands }: BodyInstruction): void {
  scope.checkAddressTaken(operands[1]!);
  const place = scope.address(operands[1]!, entry.values['segment']!);
  const words = bytesOf(entry.values['type']!) / 4;
  scope.emitter.emit(`mov_b${words * 32}`, { d: scope.register(operands[0]!), s0: scope.whole(place) });
}

function lowerNull(scope: ActivationScope, { entry, operands }: BodyInstruction): void {
  const isNarrow = entry.values['segment'] === SEGMENTS.group || entry.values['segment'] === SEGMENTS.private;
  const name = isNarrow ? 'mov_b32' : 'mov_b64';
  const value = scope.emitter.literal(isNarrow ? -1n : 0n, isNarrow ? 1 : 2);
  scope.emitter.emit(name, { d: scope.register(operands[0]!), s0: value });
}

const SECOND_MASK = SCALAR.mask + 2;

function laneMask(scope: ActivationScope, source: number): number {
  scope.emitter.emit('lanes_b1', { d: SECOND_MASK, s0: source });
  return SECOND_MASK;
}

function lowerMask(scope: ActivationScope, instruction: BodyInstruction): void {
  const { operands } = instruction;
  const mask = laneMask(scope, sourceAt(scope, instruction, 1));
  const zero = scope.emitter.literal(0n, 2);
  for (const [index, element] of scope.elements(operands[0]!).entries())
    scope.emitter.emit('mov_b64', { d: scope.register(element), s0: index === 0 ? mask : zero });
}

/** Word by word; results go to temporary registers first, for sources are read by other lanes. */
function lowerPermute(scope: ActivationScope, instruction: BodyInstruction): void {
  const { entry, operands } = instruction;
  const words = Math.max(1, bytesOf(entry.values['type']!) / 4);
  const [value, lane, identity, useIdentity] = [1, 2, 3, 4].map((index) => sourceAt(scope, instruction, index));
  const own = scope.temporary(words);
  scope.emitter.aid(`mov_b${words * 32}`, { d: own, s0: value! });
  const other = scope.temporary(words);
  scope.emitter.aid(`mov_b${words * 32}`, { d: other, s0: identity! });
  const results = scope.temporary(words);
  for (let n = 0; n < words; n++)
    scope.emitter.emit('activelanepermute_b32', {
      d: results + n,
      s0: VECTOR_CODE + own + n,
      s1: lane!,
      s2: VECTOR_CODE + other + n,
      s3: useIdentity!,
    });
  scope.emitter.emit(`mov_b${words * 32}`, { d: scope.register(operands[0]!), s0: VECTOR_CODE + results });
}

const segmentRow: Lower = (scope, instruction) => {
  const name = `${instruction.row.name}_${segmentName(instruction.entry.values['segment']!)}`;
  emitRow(scope, instruction, name, [sourceAt(scope, instruction, 1)]);
};

const control =
  (name: string): Lower =>
  (scope) =>
    scope.emitter.emit(name);

const SPECIAL: Readonly<Record<string, Lower>> = {
  expand: lowerExpand,
  combine: lowerCombine,
  lda: lowerAddress,
  nullptr: lowerNull,
  activelaneid: (scope, instruction) => emitRow(scope, instruction, 'activelaneid_u32', []),
  activelanecount: (scope, instruction) =>
    emitRow(scope, instruction, 'maskcount_u32', [laneMask(scope, sourceAt(scope, instruction, 1))]),
  activelanemask: lowerMask,
  activelanepermute: lowerPermute,
  stof: segmentRow,
  ftos: segmentRow,
  segmentp: segmentRow,
  nop: control('nop'),
  memfence: control('memfence'),
  barrier: control('barrier'),
  wavebarrier: control('wavebarrier'),
};

/** Packed types are read whole: what is inline would have one word. */
function lowerRow(scope: ActivationScope, instruction: BodyInstruction, near: string): void {
  const { entry, row, operands } = instruction;
  const name = rowName(row, entry, near);
  if (!scope.emitter.has(name) || operands[0]?.kind !== 'operand_register') throw scope.refusal(name);
  const inputs = operands.slice(1).map((_, index) => sourceAt(scope, instruction, index + 1));
  emitRow(scope, instruction, name, inputs);
}

/** @param near the rounding of instructions that name none */
export function lowerSimple(scope: ActivationScope, instruction: BodyInstruction, near: string): void {
  const { name } = instruction.row;
  const special = Object.hasOwn(SPECIAL, name) ? SPECIAL[name] : undefined;
  if (special) special(scope, instruction);
  else lowerRow(scope, instruction, near);
}
