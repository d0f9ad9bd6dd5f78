// Unsigned divisions in LLVM IR text. Before version 22 LLVM's AMDGPU back end divides in 24 bits, as floats, if the
// upper bits of both operands are sign bits - even ones, which mean a small negative number in a signed division but a
// large one here (AMDGPUCodeGenPrepare::getDivNumBits, AMDGPUTargetLowering::LowerDIVREM24). No flag disables that.
// Operands that may have such ones are copied opaquely; other divisions are unchanged.
import { constantTexts, isInteger } from '../ir/constants.js';
import { declares } from '../ir/function-head.js';
import type { IrInstruction } from '../ir/instruction.js';
import { localNames } from '../ir/lexical.js';
import { type IrTextModule, instructionsOf } from '../ir/module.js';
import { opaqueCopy } from '../ir/opaque-copy.js';
import { isLocalName } from '../ir/operand.js';
import { elementType } from '../ir/type-text.js';
import { onInstructions, versionPass } from './pass.js';

const HIDDEN = '%atoll.operand.';
const DIVISIONS: readonly string[] = ['udiv', 'urem'];
const WORDS: readonly string[] = ['i32', 'i64'];
/** Operations and intrinsics with upper bits that are zeros or unknown. */
const WITHOUT_SIGN: readonly string[] = ['zext', ...DIVISIONS];
const COUNTS: readonly string[] = ['@llvm.ctpop', '@llvm.ctlz', '@llvm.cttz', '@llvm.amdgcn.workitem.id'];
/** Operations with unknown results: they are not divided in 24 bits. Calls of functions are others. */
const UNKNOWN: readonly string[] = ['load', 'ptrtoint', 'extractvalue', 'atomicrmw'];
const UNDEFINED: readonly string[] = ['undef', 'poison'];
const ZEROS: readonly string[] = ['0', 'zeroinitializer'];

/** True if a constant has an element below zero, or is an unreadable one. */
function mayBeNegative(constant: string): boolean {
  if (constant === 'zeroinitializer') return false;
  const texts = constantTexts(constant);
  const isVector = texts[0] !== constant;
  return !texts.every((text) => (isInteger(text) && !text.startsWith('-')) || (isVector && UNDEFINED.includes(text)));
}

/** `and` with a non-negative mask, `lshr` by a number other than 0. */
function clearsSign({ opcode, values }: IrInstruction): boolean {
  const [, constant = ''] = opcode === 'and' || opcode === 'lshr' ? values : [];
  if (constant === '' || isLocalName(constant) || mayBeNegative(constant)) return false;
  return opcode === 'and' || !constantTexts(constant).some((text) => ZEROS.includes(text));
}

function isUnknownSource({ opcode, callee }: IrInstruction): boolean {
  return UNKNOWN.includes(opcode) || (opcode === 'call' && callee?.startsWith('@llvm.') !== true);
}

const hasNoSign = (instruction: IrInstruction): boolean =>
  WITHOUT_SIGN.includes(instruction.opcode) || instruction.calls(...COUNTS) || clearsSign(instruction);

/** Facts of the values of a function. */
class SignFacts {
  /** Values with upper bits that are zeros or unknown. */
  private readonly withoutSign = new Set<string>();
  private readonly unknown: Set<string>;

  /** Parameters are unknown. */
  constructor(define: string) {
    this.unknown = new Set(localNames(define));
  }

  read(name: string, instruction: IrInstruction): void {
    const [vector] = instruction.opcode === 'extractelement' ? instruction.typedOperands : [];
    const source = vector?.value ?? '';
    if (isUnknownSource(instruction) || this.unknown.has(source)) this.unknown.add(name);
    if (hasNoSign(instruction) || this.withoutSign.has(source)) this.withoutSign.add(name);
  }

  isUnknown(operand: string): boolean {
    return this.unknown.has(operand);
  }

  maySeemNegative(operand: string): boolean {
    return isLocalName(operand) ? !this.withoutSign.has(operand) : mayBeNegative(operand);
  }
}

const isDivision = ({ opcode, type }: IrInstruction): boolean =>
  DIVISIONS.includes(opcode) && WORDS.includes(elementType(type));

/** The operands of a division with copies of those that may seem negative, and the lines of the copies. */
function hiddenOperands({ type, values }: IrInstruction, facts: SignFacts, nextName: () => string) {
  const copies: string[] = [];
  const operands = values.map((operand) => {
    if (!facts.maySeemNegative(operand)) return operand;
    const name = nextName();
    copies.push(...opaqueCopy(name, type, operand, name));
    return name;
  });
  return { copies, operands };
}

/** @param assumes whether the module has assumptions, which add facts to those of instructions */
const hideOperands = (assumes: boolean): ((module: IrTextModule) => IrTextModule) =>
  onInstructions(() => {
    let count = 0;
    return ({ define }) => {
      const facts = new SignFacts(define);
      return (division) => {
        if (division.result === undefined) return undefined;
        facts.read(division.result, division);
        if (!isDivision(division)) return undefined;
        if (!assumes && division.values.some((operand) => facts.isUnknown(operand))) return undefined;
        const { copies, operands } = hiddenOperands(division, facts, () => `${HIDDEN}${count++}`);
        return copies.length === 0 ? undefined : [...copies, division.withValues(operands)];
      };
    };
  });

/** True if the pass has run. */
const isRepaired = ({ parts }: IrTextModule): boolean =>
  parts.some(
    (part) => part.kind === 'function' && [...instructionsOf(part)].some(({ line }) => line.startsWith(`  ${HIDDEN}0`)),
  );

/** Makes operands of unsigned divisions opaque that LLVM may treat as small negative numbers, each once. */
export const unsignedDivisions = versionPass(
  'divisions',
  'AMDGPUCodeGenPrepare::getDivNumBits, AMDGPUTargetLowering::LowerDIVREM24',
  (module) => (isRepaired(module) ? module : hideOperands(declares(module, '@llvm.assume'))(module)),
  [116733, 119325, 196418],
);
