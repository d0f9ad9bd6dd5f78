// Divisions without sign in LLVM IR text. Before version 22 LLVM's AMDGPU back end divides in 24 bits, as floats, where
// both operands fill the upper bits with equal bits - with ones, too, which stand for a small negative number in a
// signed division but for a large one here (AMDGPUCodeGenPrepare::getDivNumBits, AMDGPUTargetLowering::LowerDIVREM24).
// No flag turns that off. Operands that may have such ones go through an empty statement, which LLVM does not look
// through; other divisions stay as they are.
import { VALUE_NAME as NAME } from '../ir/kernels.js';
import type { IrTextModule } from '../ir/module.js';
import { opaqueCopy } from '../ir/opaque-copy.js';
import { writeModule } from '../ir/write.js';
import { onInstructions, versionPass } from './pass.js';

const HIDDEN = '%atoll.operand.';
const TYPE = /^(?:<\d+ x )?i(?:32|64)>?$/;
const NAMES = new RegExp(NAME, 'g');
const WORDS = '(?:(?:nsw|nuw|exact|disjoint|nneg|samesign|tail|musttail|notail) )*';
/** The upper bits of these are zeros, if anything is known of them. */
const WITHOUT_SIGN = new RegExp(
  `^${WORDS}(?:zext|udiv|urem|call [^@]*@llvm\\.(?:ct(?:pop|lz|tz)|amdgcn\\.workitem\\.id)\\b) ?`,
);
/** Nothing is known of what these give: there is no division in 24 bits. */
const UNKNOWN = new RegExp(`^${WORDS}(?:load|ptrtoint|extractvalue|atomicrmw|call (?!.*@llvm\\.)) ?`);
const ELEMENT = new RegExp(`^extractelement (?:<[^>]*>) (${NAME}),`);
const WITH_CONSTANT = new RegExp(`^${WORDS}(and|lshr) (\\S+|<[^>]*>) (${NAME}), (.*?)((?:, ![a-z]+ !\\d+)*)$`);

/** Whether a constant has an element below zero, or none that is seen. */
const mayBeNegative = (constant: string): boolean =>
  !/^(?:\d+|zeroinitializer|<[^-]*>|splat \([^-]*\))$/.test(constant);

/** `and` with a mask without sign, `lshr` by a number that is not 0. */
function clearsSign(definition: string): boolean {
  const [, operation, , , constant] = WITH_CONSTANT.exec(definition) ?? [];
  if (constant === undefined || constant.startsWith('%') || mayBeNegative(constant)) return false;
  return operation === 'and' || !/\b0\b|zeroinitializer/.test(constant.replace(/\bi\d+ /g, ''));
}

/** What is known of the values of a function. */
class SignFacts {
  /** Values whose upper bits are zeros or not known. */
  private readonly withoutSign = new Set<string>();
  private readonly unknown: Set<string>;

  /** Of parameters nothing is known. */
  constructor(define: string) {
    this.unknown = new Set(define.match(NAMES) ?? []);
  }

  read(name: string, definition: string): void {
    const vector = ELEMENT.exec(definition)?.[1] ?? '';
    if (UNKNOWN.test(definition) || this.unknown.has(vector)) this.unknown.add(name);
    if (WITHOUT_SIGN.test(definition) || clearsSign(definition) || this.withoutSign.has(vector))
      this.withoutSign.add(name);
  }

  isUnknown(operand: string): boolean {
    return this.unknown.has(operand);
  }

  maySeemNegative(operand: string): boolean {
    return operand.startsWith('%') ? !this.withoutSign.has(operand) : mayBeNegative(operand);
  }
}

/** @param assumes whether the text has assumptions, by which more is known than what instructions say */
const hideOperands = (assumes: boolean): ((module: IrTextModule) => IrTextModule) =>
  onInstructions(() => {
    let count = 0;
    return ({ define }) => {
      const facts = new SignFacts(define);
      return (division) => {
        const { result, opcode, type, text } = division;
        if (result === undefined) return undefined;
        facts.read(result, text);
        if ((opcode !== 'udiv' && opcode !== 'urem') || !TYPE.test(type)) return undefined;
        const both = division.values;
        if (!assumes && both.some((operand) => facts.isUnknown(operand))) return undefined;
        const hidden: string[] = [];
        const values = both.map((operand) => {
          if (!facts.maySeemNegative(operand)) return operand;
          const value = `${HIDDEN}${count++}`;
          hidden.push(...opaqueCopy(value, type, operand, value));
          return value;
        });
        return hidden.length === 0 ? undefined : [...hidden, division.withValues(values)];
      };
    };
  });

/** Keeps operands of divisions without sign from being taken for small negative numbers; once. */
export const unsignedDivisions = versionPass(
  'divisions',
  'AMDGPUCodeGenPrepare::getDivNumBits, AMDGPUTargetLowering::LowerDIVREM24',
  (module) => {
    const text = writeModule(module);
    return text.includes(` ${HIDDEN}0 = `) ? module : hideOperands(text.includes('@llvm.assume('))(module);
  },
);
