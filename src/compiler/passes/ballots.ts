// Ballots of comparisons of floats, in LLVM IR text. clang's instruction selection merges the ballot and the comparison
// (`lowerBALLOTIntrinsic`), and takes v_cmp_neq, which is true for NaN, for an ordered `!=`; clang 14 and 16 end with a
// crash for tests of NaN. The condition is made opaque, which costs three instructions.
import type { IrInstruction } from '../ir/instruction.js';
import { instructionsOf } from '../ir/module.js';
import { copyOf } from '../ir/opaque-copy.js';
import { onInstructions, versionPass } from './pass.js';

const WRONG: readonly string[] = ['one', 'ord', 'uno'];
/** Operations that instruction selection may merge with comparisons, to one of these. */
const LOGIC: readonly string[] = ['and', 'or', 'xor', 'select', 'freeze'];

const mayBeWrong = ({ opcode, predicate }: IrInstruction): boolean =>
  LOGIC.includes(opcode) || (opcode === 'fcmp' && WRONG.includes(predicate));

/** Makes conditions of ballots opaque. */
export const ballots = versionPass(
  'ballots',
  'lowerBALLOTIntrinsic',
  onInstructions(() => {
    let count = 0;
    return (one) => {
      const conditions = new Set<string>();
      for (const instruction of instructionsOf(one))
        if (instruction.result !== undefined && mayBeWrong(instruction)) conditions.add(instruction.result);
      return (instruction) => {
        if (!instruction.calls('@llvm.amdgcn.ballot')) return undefined;
        const condition = instruction.typedOperands[0]?.value ?? '';
        const copy = conditions.has(condition) ? copyOf(`%atoll.ballot.${count}`, 'i1', condition) : undefined;
        if (!copy) return undefined;
        const name = `%atoll.ballot.${count++}`;
        return [...copy, ...instruction.withNames((each) => (each === condition ? name : each))];
      };
    };
  }),
);
