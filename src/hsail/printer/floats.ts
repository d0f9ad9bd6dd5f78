// Instructions of floats. Those of 32 bits flush denormals, as programs are compiled for the chips.

import type { IrInstruction } from '../../compiler/ir/instruction.js';
import { type InstructionRule, pairs } from './integers.js';
import type { KernelScope } from './kernel-scope.js';
import { I1, type PartType, type ValuePart } from './parts.js';

export const floatName = ({ bits }: PartType): string => `f${bits}`;
/** The flushing of denormals in mnemonics. */
export const flush = ({ shared }: KernelScope, { bits }: PartType): string =>
  bits === 32 && !shared.settings.keepsDenormals ? '_ftz' : '';

/** An operation that rounds or may flush. */
export const floatOperation = (scope: KernelScope, name: string, sources: readonly ValuePart[]): ValuePart => {
  const { type } = sources[0]!;
  return scope.operate(`${name}${flush(scope, type)}_${floatName(type)}`, type, sources, floatName(type));
};

/** An operation on bits: signs. */
export const signOperation = (scope: KernelScope, name: string, sources: readonly ValuePart[]): ValuePart => {
  const { type } = sources[0]!;
  return scope.operate(`${name}_${floatName(type)}`, type, sources, floatName(type));
};

const binary =
  (name: string): InstructionRule =>
  (scope, instruction) =>
    scope.set(
      instruction,
      pairs(scope, instruction).map((operands) => floatOperation(scope, name, operands)),
    );

/** Predicates that are true for NaN end in `u`. */
const COMPARISONS: Readonly<Record<string, string>> = {
  oeq: 'eq',
  ogt: 'gt',
  oge: 'ge',
  olt: 'lt',
  ole: 'le',
  one: 'ne',
  ord: 'num',
  ueq: 'equ',
  ugt: 'gtu',
  uge: 'geu',
  ult: 'ltu',
  ule: 'leu',
  une: 'neu',
  uno: 'nan',
};
const OPPOSITES: Readonly<Record<string, string>> = {
  oeq: 'une',
  ogt: 'ule',
  oge: 'ult',
  olt: 'uge',
  ole: 'ugt',
  one: 'ueq',
  ord: 'uno',
  ueq: 'one',
  ugt: 'ole',
  uge: 'olt',
  ult: 'oge',
  ule: 'ogt',
  une: 'oeq',
  uno: 'ord',
};

export function compareFloats(scope: KernelScope, predicate: string, a: ValuePart, b: ValuePart): ValuePart {
  const comparison = COMPARISONS[predicate];
  if (comparison === undefined) return { type: I1, value: predicate === 'true' ? 1n : 0n };
  const name = `cmp_${comparison}${flush(scope, a.type)}_b1_${floatName(a.type)}`;
  return scope.operate(name, I1, [a, b], floatName(a.type));
}

/** The opposite of a comparison of floats; undefined for other instructions. */
export function oppositeFloats(scope: KernelScope, instruction: IrInstruction): ValuePart | undefined {
  const opposite = instruction.opcode === 'fcmp' ? OPPOSITES[instruction.predicate] : undefined;
  if (opposite === undefined) return undefined;
  const [a, b] = pairs(scope, instruction)[0]!;
  return compareFloats(scope, opposite, a, b);
}

/** The permitted error of an instruction, in ulp; 0 where it is rounded correctly. */
export function permittedError({ shared }: KernelScope, { attached, flags, line }: IrInstruction): number {
  if (/\bafn\b/.test(flags) || /\bcall (?:\w+ )*afn /.test(line)) return Number.POSITIVE_INFINITY;
  const node = /, !fpmath !(\d+)/.exec(attached)?.[1];
  return Number(/^!\{float ([\d.e+]+)\}/.exec(shared.nodes.get(node ?? '') ?? '')?.[1] ?? 0);
}

/** Errors in ulp of the machine's reciprocals and roots. */
export const NATIVE_ERROR_ULP = 1;
const ONE = 0x3f800000n;

/** The machine's reciprocal, or that of its root. */
function reciprocal(scope: KernelScope, divisor: ValuePart): ValuePart {
  const { type } = divisor;
  const definition = scope.code.definition(scope.register(divisor));
  if (definition?.name !== 'nsqrt_f32') return scope.operate('nrcp_f32', type, [divisor], 'f32');
  return scope.operate('nrsqrt_f32', type, [definition.operands[1]!], 'f32');
}

/** A quotient; the machine's reciprocal where its error is permitted. */
const quotient: InstructionRule = (scope, instruction) => {
  const error = permittedError(scope, instruction);
  scope.set(
    instruction,
    pairs(scope, instruction).map(([a, b]) => {
      const isOne = scope.constant(a) === ONE && error >= NATIVE_ERROR_ULP;
      const isNative = a.type.bits === 32 && (isOne || error === Number.POSITIVE_INFINITY);
      if (!isNative) return floatOperation(scope, 'div', [a, b]);
      const inverse = reciprocal(scope, b);
      return isOne ? inverse : floatOperation(scope, 'mul', [a, inverse]);
    }),
  );
};

export const FLOAT_RULES: Readonly<Record<string, InstructionRule>> = {
  fadd: binary('add'),
  fsub: binary('sub'),
  fmul: binary('mul'),
  fdiv: quotient,
  fneg: (scope, instruction) => {
    const parts = scope.parts(instruction.operands[0]!);
    scope.set(
      instruction,
      parts.map((part) => signOperation(scope, 'neg', [part])),
    );
  },
  fcmp: (scope, instruction) =>
    scope.set(
      instruction,
      pairs(scope, instruction).map(([a, b]) => compareFloats(scope, instruction.predicate, a, b)),
    ),
};
