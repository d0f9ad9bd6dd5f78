// Divisions of numbers with known small range in LLVM IR text. LLVM's AMDGPU back end narrows them: 64 bits become 32,
// and up to 24 bits are divided as floats. One bit too few makes the quotient of the smallest number and -1 negative;
// and the quotient of floats is too large by one for some unsigned numbers of 24 bits
// (AMDGPUCodeGenPrepare::getDivNumBits, AMDGPUTargetLowering::LowerDIVREM24, LowerSDIVREM; seen with 14 to 22). No flag
// disables both. Such dividends are copied opaquely.
import { constantElements } from '../ir/constants.js';
import { declares } from '../ir/function-head.js';
import type { IrInstruction } from '../ir/instruction.js';
import { copyOf } from '../ir/opaque-copy.js';
import { elementType } from '../ir/type-text.js';
import { FactReader } from '../ir/value-facts.js';
import { onInstructions, versionPass } from './pass.js';

/** Divisions, and the types of which each is narrowed. */
const SIGNED: readonly string[] = ['sdiv', 'srem'];
const UNSIGNED: readonly string[] = ['udiv', 'urem'];
const INTEGERS: readonly string[] = ['i8', 'i16', 'i32', 'i64'];
const WORDS: readonly string[] = ['i32', 'i64'];

function isNarrowed({ opcode, type }: IrInstruction): boolean {
  const element = elementType(type);
  return (
    (SIGNED.includes(opcode) && INTEGERS.includes(element)) || (UNSIGNED.includes(opcode) && WORDS.includes(element))
  );
}

/**
 * True if a division may be narrowed wrongly.
 * @param assumes whether the text has assumptions, which add facts to those of instructions
 */
function isAffected(facts: FactReader, operation: string, both: readonly string[], assumes: boolean): boolean {
  const [dividend, divisor] = both as readonly [string, string];
  if (constantElements(divisor)) return false;
  const [first, second] = [facts.of(dividend), facts.of(divisor)];
  if (!assumes && (first.isOpen || second.isOpen)) return false;
  if (operation.startsWith('s')) return !first.hasNoSign && !second.hasNoSign;
  // Without optimisation version 22 also treats ones in the upper bits as the sign of a small number.
  return !(first.isSmall && second.hasNoSign) && (assumes || !(first.isOpenWord || second.isOpenWord));
}

/** Prevents narrowing of divisions of small numbers. */
export const narrowQuotients = versionPass(
  'quotients',
  'AMDGPUCodeGenPrepare::getDivNumBits, AMDGPUTargetLowering::LowerDIVREM24, LowerSDIVREM',
  (module) => {
    const assumes = declares(module, '@llvm.assume');
    return onInstructions(() => {
      let count = 0;
      return ({ define }) => {
        const facts = new FactReader(define);
        return (division) => {
          facts.read(division);
          if (!isNarrowed(division)) return undefined;
          const { opcode, type } = division;
          const [dividend = '', divisor = ''] = division.values;
          if (!isAffected(facts, opcode, [dividend, divisor], assumes)) return undefined;
          const hidden = `%atoll.dividend.${count++}`;
          const copy = copyOf(hidden, type, dividend);
          return copy && [...copy, division.withValues([hidden, divisor])];
        };
      };
    })(module);
  },
  [201186, 203436],
);
