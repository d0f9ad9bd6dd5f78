// Rules of branches, barriers and calls.

import type { BrigEntry } from '../brig/module.js';
import { listAt } from '../brig/module.js';
import type { HsailInstruction, Rule, RuleTable } from './instruction.js';
import { PRIVATE_BLOCK } from './private-block.js';
import { valueType } from './shapes.js';

export const labelName = (offset: number): string => `L${offset}`;

const target = (operand: BrigEntry): string => `label %${labelName(operand.values['ref']!)}`;
/** The entries that an operand lists. */
const listOf = ({ scope }: HsailInstruction, operand: BrigEntry): number[] =>
  listAt(scope.module, operand.values['elements']!);

const cbr: Rule = (instruction) => {
  const { out } = instruction;
  const next = out.fresh('next');
  out.jump(`br i1 ${instruction.read(0)}, ${target(instruction.operand(1))}, label %${next}`);
  out.label(next);
};

/** An index beyond the list is undefined. */
const sbr: Rule = (instruction) => {
  const { out } = instruction;
  const type = valueType(instruction.type);
  const labels = listOf(instruction, instruction.operand(1)).map(labelName);
  const cases = labels.map((label, index) => `${type} ${index}, label %${label}`);
  out.jump(`switch ${type} ${instruction.read(0)}, label %${labels[0]} [ ${cases.join(' ')} ]`);
};

/** Functions get the places of the caller's arguments, first that of the result. */
function callFunction(instruction: HsailInstruction, callee: string, lists: readonly [BrigEntry, BrigEntry]): void {
  const { out, scope } = instruction;
  const places = lists
    .flatMap((list) => listOf(instruction, list))
    .map((offset) => `ptr addrspace(5) ${scope.variable(scope.module.code.get(offset)!)}`);
  const block = scope.names.privates.size > 0 ? [PRIVATE_BLOCK] : [];
  out.effect(`call void ${callee}(${[...block, ...places].join(', ')})`);
}

const call: Rule = (instruction) => {
  const [results, callee, given] = instruction.operands as [BrigEntry, BrigEntry, BrigEntry];
  const { scope } = instruction;
  callFunction(instruction, scope.function(scope.module.code.get(callee.values['ref']!)!), [results, given]);
};

const scall: Rule = (instruction) => {
  const { out, scope } = instruction;
  const [results, , given, functions] = instruction.operands as [BrigEntry, BrigEntry, BrigEntry, BrigEntry];
  const type = valueType(instruction.type);
  const callees = listOf(instruction, functions);
  const labels = callees.map(() => out.fresh('callee'));
  const done = out.fresh('called');
  const cases = labels.map((label, index) => `${type} ${index}, label %${label}`);
  out.jump(`switch ${type} ${instruction.read(1)}, label %${labels[0]} [ ${cases.join(' ')} ]`);
  callees.forEach((callee, index) => {
    out.label(labels[index]!);
    callFunction(instruction, scope.function(scope.module.code.get(callee)!), [results, given]);
    out.jump(`br label %${done}`);
  });
  out.label(done);
};

export const CONTROL_RULES: RuleTable = {
  br: (instruction) => instruction.out.jump(`br ${target(instruction.operand(0))}`),
  cbr,
  sbr,
  call,
  scall,
  ret: (instruction) => instruction.out.jump('ret void'),
  // A barrier is no fence: that is what memfence is for.
  barrier: ({ out }) => out.callVoid('llvm.amdgcn.s.barrier'),
  wavebarrier: ({ out }) => out.callVoid('llvm.amdgcn.wave.barrier'),
};
