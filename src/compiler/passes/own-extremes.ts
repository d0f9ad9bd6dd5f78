// Maxima of a number and the same number with another sign in LLVM IR text: `fmax(x, fabs(x))`, `fmax(x, -x)`. If such
// a maximum is clamped to 0 and 1, LLVM's pass "SI Fold Operands" replaces it by a clamp of x itself (corrected after
// 23). A minimum may become such a maximum. No flag disables that. An opaque copy of one operand makes them two
// registers.
import { callLine } from '../ir/call.js';
import type { IrInstruction } from '../ir/instruction.js';
import { opaqueCopy } from '../ir/opaque-copy.js';
import { isLocalName } from '../ir/operand.js';
import { elementType } from '../ir/type-text.js';
import { onInstructions, versionPass } from './pass.js';

const EXTREMES: readonly string[] = ['num', 'imum', 'imumnum'].flatMap((kind) => [
  `@llvm.max${kind}`,
  `@llvm.min${kind}`,
]);
const FLOATS: readonly string[] = ['float', 'double'];

/** True if an operation has the register of its operand as result, with or without a modifier. */
const isSame = (instruction: IrInstruction): boolean =>
  instruction.opcode === 'fneg' ||
  instruction.opcode === 'freeze' ||
  instruction.calls('@llvm.fabs', '@llvm.canonicalize');

/** The source of each value's bits, except the sign. */
class Roots {
  private readonly roots = new Map<string, string>();

  of(name: string): string {
    return this.roots.get(name) ?? name;
  }

  read(instruction: IrInstruction): void {
    const { result, opcode } = instruction;
    const isElement = opcode === 'extractelement';
    if (result === undefined || !(isElement || isSame(instruction))) return;
    const [source, index] = instruction.typedOperands;
    if (!source || !isLocalName(source.value)) return;
    if (!isElement) this.roots.set(result, this.of(source.value));
    else if (index && !isLocalName(index.value))
      this.roots.set(result, `${this.of(source.value)} ${index.type} ${index.value}`);
  }
}

/** The lines of an extreme of a number and of itself with another sign; undefined for other instructions. */
function separated(instruction: IrInstruction, roots: Roots, number: number): string[] | undefined {
  const [first, second] = instruction.calls(...EXTREMES) ? instruction.typedOperands : [];
  const { call } = instruction;
  if (!call || !first || !second || !FLOATS.includes(elementType(second.type))) return undefined;
  if (!isLocalName(first.value) || !isLocalName(second.value) || first.value === second.value) return undefined;
  if (roots.of(first.value) !== roots.of(second.value)) return undefined;
  const name = `%atoll.own.${number}`;
  const operands = [...call.arguments.slice(0, 1), `${second.type} ${name}`];
  return [...opaqueCopy(name, second.type, second.value, name), callLine({ ...call, arguments: operands })];
}

/** Preserves extremes of a number and itself with another sign. */
export const ownExtremes = versionPass(
  'clamps',
  "'SI Fold Operands'",
  onInstructions(() => {
    let count = 0;
    return () => {
      const roots = new Roots();
      return (instruction) => {
        roots.read(instruction);
        const lines = separated(instruction, roots, count);
        if (lines) count++;
        return lines;
      };
    };
  }),
);
