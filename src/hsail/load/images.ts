// Images and samplers: a row of the geometry (src/isa/hsail/rows/images.ts). Vectors are in registers that follow one
// another.

import { GEOMETRIES, IMAGE_QUERIES, SAMPLER_QUERIES, spellingOf } from '../brig/enums.js';
import type { BrigEntry } from '../brig/module.js';
import { operandType } from '../brig/operand-types.js';
import { typeName } from '../brig/types.js';
import type { BodyInstruction } from './body.js';
import { VECTOR_CODE } from './emitter.js';
import type { ActivationScope } from './scope.js';

const partsOf = (scope: ActivationScope, operand: BrigEntry): readonly BrigEntry[] =>
  operand.kind === 'operand_operand_list' ? scope.elements(operand) : [operand];

/** The code of a vector of 32-bit values. */
function vector(scope: ActivationScope, { entry, row, operands }: BodyInstruction, index: number): number {
  const type = operandType(row, entry.values, index);
  const parts = partsOf(scope, operands[index]!);
  if (parts.every(({ kind }) => kind === 'operand_register')) {
    const sources = parts.map((part) => scope.source(part, type));
    if (sources.every((code, n) => code === sources[0]! + n)) return sources[0]!;
  }
  return VECTOR_CODE + scope.gathered(parts, type, 1);
}

const handle = (scope: ActivationScope, { operands }: BodyInstruction, index: number): number =>
  VECTOR_CODE + scope.register(operands[index]!);

type Fields = Readonly<Partial<Record<'s0' | 's1' | 's2' | 's3', number>>>;

/** Components that do not follow one another go by temporary registers. */
function emitTexel(scope: ActivationScope, { operands }: BodyInstruction, name: string, fields: Fields): void {
  const targets = partsOf(scope, operands[0]!).map((part) => scope.register(part));
  const inOrder = targets.every((target, n) => target === targets[0]! + n);
  const d = inOrder ? targets[0]! : scope.temporary(targets.length);
  scope.emitter.emit(name, { d, ...fields });
  if (inOrder) return;
  for (const [n, target] of targets.entries()) scope.emitter.aid('mov_b32', { d: target, s0: VECTOR_CODE + d + n });
}

type Lower = (scope: ActivationScope, instruction: BodyInstruction, geometry: string) => void;

const ACCESSES: Readonly<Record<string, Lower>> = {
  rdimage: (scope, instruction, geometry) => {
    const coordinate = typeName(instruction.entry.values['coordType']!);
    emitTexel(scope, instruction, `rdimage_${geometry}_${coordinate}`, {
      s0: handle(scope, instruction, 1),
      s1: handle(scope, instruction, 2),
      s2: vector(scope, instruction, 3),
    });
  },
  ldimage: (scope, instruction, geometry) =>
    emitTexel(scope, instruction, `ldimage_${geometry}`, {
      s0: handle(scope, instruction, 1),
      s2: vector(scope, instruction, 2),
    }),
  stimage: (scope, instruction, geometry) =>
    scope.emitter.emit(`stimage_${geometry}`, {
      s0: handle(scope, instruction, 1),
      s2: vector(scope, instruction, 2),
      s3: vector(scope, instruction, 0),
    }),
};

/** True if the opcode is one of images and samplers, which has been lowered then. */
export function lowerImage(scope: ActivationScope, instruction: BodyInstruction): boolean {
  const { entry, row, operands } = instruction;
  if (row.name === 'imagefence') scope.emitter.emit('memfence');
  else if (Object.hasOwn(ACCESSES, row.name))
    ACCESSES[row.name]!(scope, instruction, spellingOf(GEOMETRIES, entry.values['geometry']!)!);
  else if (row.name === 'queryimage' || row.name === 'querysampler') {
    const property = spellingOf(row.name === 'queryimage' ? IMAGE_QUERIES : SAMPLER_QUERIES, entry.values['query']!)!;
    scope.emitter.emit(`${row.name}_${property}`, {
      d: scope.register(operands[0]!),
      s0: handle(scope, instruction, 1),
    });
  } else return false;
  return true;
}
