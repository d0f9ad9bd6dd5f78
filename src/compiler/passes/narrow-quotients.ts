// Divisions of numbers with known small range in LLVM IR text. LLVM's AMDGPU back end narrows them: 64 bits become 32,
// and up to 24 bits are divided as floats. One bit too few makes the quotient of the smallest number and -1 negative;
// and the quotient of floats is too large by one for some unsigned numbers of 24 bits
// (AMDGPUCodeGenPrepare::getDivNumBits, AMDGPUTargetLowering::LowerDIVREM24, LowerSDIVREM). No flag disables both. Such
// dividends are copied opaquely.
import { copyOf } from '../ir/opaque-copy.js';
import { constantElements, FactReader } from '../ir/value-facts.js';
import { writeModule } from '../ir/write.js';
import { onInstructions, versionPass } from './pass.js';

const INTEGERS = /^(?:<\d+ x )?i(?:8|16|32|64)>?$/;
const WORDS = /^(?:<\d+ x )?i(?:32|64)>?$/;

/**
 * Whether a division may be narrowed wrongly.
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
    const assumes = writeModule(module).includes('@llvm.assume(');
    return onInstructions(() => {
      const facts = new FactReader();
      let count = 0;
      return (one) => {
        facts.read(one.define);
        return (division) => {
          facts.read(division.line);
          const { opcode, type } = division;
          const isNarrow = opcode.startsWith('u') ? WORDS.test(type) : INTEGERS.test(type);
          if (!/^[su](?:div|rem)$/.test(opcode) || !isNarrow) return undefined;
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
