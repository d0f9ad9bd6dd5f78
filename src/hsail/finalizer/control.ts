// Rules of branches, barriers and calls.

import type { BrigEntry } from '../brig/module.js';
import { listAt } from '../brig/module.js';
import { flagsArgument } from './exception-flags.js';
import type { HsailInstruction, Rule, RuleTable } from './instruction.js';
import { PRIVATE_BLOCK } from './private-block.js';
import { valueType } from './shapes.js';

const INDIRECT = 'directive_indirect_function';
/** Functions that indirect ones call may not touch the block: such an access faults. */
const NO_BLOCK = 'ptr addrspace(5) inttoptr (i32 -1 to ptr addrspace(5))';

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

type ArgumentLists = readonly [results: BrigEntry, actuals: BrigEntry];

/** Functions get the places of the caller's arguments, first that of the result. */
function callAddress(instruction: HsailInstruction, callee: string, lists: ArgumentLists, block: string[] = []): void {
  const { out, scope } = instruction;
  const places = lists
    .flatMap((list) => listOf(instruction, list))
    .map((offset) => `ptr addrspace(5) ${scope.variable(scope.module.code.get(offset)!)}`);
  out.effect(`call void ${callee}(${[...block, ...places].join(', ')})`);
}

/** Indirect functions have the place of flags, but no block: code that was compiled before may call them. */
function callFunction(instruction: HsailInstruction, offset: number, lists: ArgumentLists): void {
  const { scope } = instruction;
  const entry = scope.module.code.get(offset)!;
  const { privates } = scope.names;
  const isIndirect = entry.kind === INDIRECT;
  const flags = isIndirect || privates.passesFlags ? [flagsArgument(instruction)] : [];
  const block = privates.size > 0 && !isIndirect ? [scope.isIndirect ? NO_BLOCK : PRIVATE_BLOCK] : [];
  callAddress(instruction, scope.function(entry), lists, [...flags, ...block]);
}

const call: Rule = (instruction) => {
  const [results, callee, actuals] = instruction.operands as [BrigEntry, BrigEntry, BrigEntry];
  callFunction(instruction, callee.values['ref']!, [results, actuals]);
};

/** A code handle is the address of the function. */
const icall: Rule = (instruction) => {
  const { out, scope } = instruction;
  const [results, handle, actuals] = instruction.operands as [BrigEntry, BrigEntry, BrigEntry];
  const callee = out.value(`inttoptr i64 ${scope.readBits(handle, 'u64')} to ptr`);
  callAddress(instruction, callee, [results, actuals], [flagsArgument(instruction)]);
};

const scall: Rule = (instruction) => {
  const { out } = instruction;
  const [results, , actuals, functions] = instruction.operands as [BrigEntry, BrigEntry, BrigEntry, BrigEntry];
  const type = valueType(instruction.type);
  const callees = listOf(instruction, functions);
  const labels = callees.map(() => out.fresh('callee'));
  const done = out.fresh('called');
  const cases = labels.map((label, index) => `${type} ${index}, label %${label}`);
  out.jump(`switch ${type} ${instruction.read(1)}, label %${labels[0]} [ ${cases.join(' ')} ]`);
  callees.forEach((callee, index) => {
    out.label(labels[index]!);
    callFunction(instruction, callee, [results, actuals]);
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
  icall,
  // Trap 1 is for debuggers, which find the value in the first register.
  debugtrap: (instruction) =>
    instruction.out.effect(`call void asm sideeffect "s_trap 1", "{v0}"(i32 ${instruction.read(0)})`),
  ret: (instruction) => instruction.out.jump('ret void'),
  // A barrier is no fence: that is what memfence is for.
  barrier: ({ out }) => out.callVoid('llvm.amdgcn.s.barrier'),
  wavebarrier: ({ out }) => out.callVoid('llvm.amdgcn.wave.barrier'),
};
