// Divisions of numbers that LLVM knows to be small for their type, in LLVM IR text. Its AMDGPU back end makes them
// narrower: 64 bits become 32, and up to 24 bits are divided as floats. Without the bit that the smallest number
// divided by -1 needs, that quotient becomes negative; and floats give a quotient that is too large by one for some
// numbers of 24 bits without sign (AMDGPUCodeGenPrepare::getDivNumBits, AMDGPUTargetLowering::LowerDIVREM24,
// LowerSDIVREM). No flag turns that off in both. Such dividends go through an empty statement.
import { VALUE_NAME as NAME, splitOperands } from '../ir/kernels.js';
import { copyOf } from '../ir/opaque-copy.js';
import { constantElements, FactReader } from '../ir/value-facts.js';

const DIVISION = new RegExp(
  `^  (${NAME}) = ([su](?:div|rem)) ((?:exact )?)((?:<\\d+ x )?i(?:8|16|32|64)>?) (.*?)((?:, ![a-z]+ !\\d+)*)$`,
);

/**
 * Whether a division may be made narrower than is right. @param assumes whether assumptions say more than instructions
 * do
 */
function isAffected(facts: FactReader, operation: string, both: readonly string[], assumes: boolean): boolean {
  const [dividend, divisor] = both as readonly [string, string];
  if (constantElements(divisor)) return false;
  const [first, second] = [facts.of(dividend), facts.of(divisor)];
  if (!assumes && (first.isOpen || second.isOpen)) return false;
  if (operation.startsWith('s')) return !first.hasNoSign && !second.hasNoSign;
  // Without optimisation version 22 also takes ones in the upper bits for equal bits of a small number.
  return !(first.isSmall && second.hasNoSign) && (assumes || !(first.isOpenWord || second.isOpenWord));
}

/** Keeps quotients whole where numbers are small for their type. */
export function keepQuotients(text: string): string {
  if (!/ = [su](?:div|rem) /.test(text)) return text;
  const facts = new FactReader();
  const assumes = text.includes('@llvm.assume(');
  let count = 0;
  const result = text.split('\n').map((line) => {
    facts.read(line);
    const [, name, operation, exact, type, operands, attached] = DIVISION.exec(line) ?? [];
    if (name === undefined) return line;
    if (operation!.startsWith('u') && /\bi(?:8|16)\b/.test(type!)) return line;
    const both = splitOperands(operands!);
    if (!isAffected(facts, operation!, both, assumes)) return line;
    const hidden = `%atoll.dividend.${count++}`;
    const copy = copyOf(hidden, type!, both[0]!);
    if (!copy) return line;
    return [...copy, `  ${name} = ${operation} ${exact}${type} ${hidden}, ${both[1]}${attached}`].join('\n');
  });
  return result.join('\n');
}
