// Unsigned divisions in LLVM IR text. Before version 22 LLVM's AMDGPU back end divides in 24 bits, as floats, if the
// upper bits of both operands are sign bits - even ones, which mean a small negative number in a signed division but a
// large one here (AMDGPUCodeGenPrepare::getDivNumBits, AMDGPUTargetLowering::LowerDIVREM24). No flag disables that.
// Operands that may have such ones are copied opaquely; other divisions are unchanged.
import { VALUE_NAME as NAME } from '../ir/lexical.js';
import type { IrTextModule } from '../ir/module.js';
import { opaqueCopy } from '../ir/opaque-copy.js';
import { writeModule } from '../ir/write.js';
import { onInstructions, versionPass } from './pass.js';

const HIDDEN = '%atoll.operand.';
const TYPE = /^(?:<\d+ x )?i(?:32|64)>?$/;
const NAMES = new RegExp(NAME, 'g');
const WORDS = '(?:(?:nsw|nuw|exact|disjoint|nneg|samesign|tail|musttail|notail) )*';
/** Operations with upper bits that are zeros or unknown. */
const WITHOUT_SIGN = new RegExp(
  `^${WORDS}(?:zext|udiv|urem|call [^@]*@llvm\\.(?:ct(?:pop|lz|tz)|amdgcn\\.workitem\\.id)\\b) ?`,
);
/** Operations with unknown results: they are not divided in 24 bits. */
const UNKNOWN = new RegExp(`^${WORDS}(?:load|ptrtoint|extractvalue|atomicrmw|call (?!.*@llvm\\.)) ?`);
const ELEMENT = new RegExp(`^extractelement (?:<[^>]*>) (${NAME}),`);
const WITH_CONSTANT = new RegExp(`^${WORDS}(and|lshr) (\\S+|<[^>]*>) (${NAME}), (.*?)((?:, ![a-z]+ !\\d+)*)$`);

/** Whether a constant has an element below zero, or an unreadable one. */
const mayBeNegative = (constant: string): boolean =>
  !/^(?:\d+|zeroinitializer|<[^-]*>|splat \([^-]*\))$/.test(constant);

/** `and` with a non-negative mask, `lshr` by a number other than 0. */
function clearsSign(definition: string): boolean {
  const [, operation, , , constant] = WITH_CONSTANT.exec(definition) ?? [];
  if (constant === undefined || constant.startsWith('%') || mayBeNegative(constant)) return false;
  return operation === 'and' || !/\b0\b|zeroinitializer/.test(constant.replace(/\bi\d+ /g, ''));
}

/** Facts of the values of a function. */
class SignFacts {
  /** Values with upper bits that are zeros or unknown. */
  private readonly withoutSign = new Set<string>();
  private readonly unknown: Set<string>;

  /** Parameters are unknown. */
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

/** @param assumes whether the text has assumptions, which add facts to those of instructions */
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

/** Makes operands of unsigned divisions opaque that LLVM may treat as small negative numbers, each once. */
export const unsignedDivisions = versionPass(
  'divisions',
  'AMDGPUCodeGenPrepare::getDivNumBits, AMDGPUTargetLowering::LowerDIVREM24',
  (module) => {
    const text = writeModule(module);
    return text.includes(` ${HIDDEN}0 = `) ? module : hideOperands(text.includes('@llvm.assume('))(module);
  },
  [116733, 119325, 196418],
);
