// Ids: each is defined once, before its uses where that is required, and in the same function.

import { isIdKind, type SpirvInstruction, type SpirvModule, spirvError } from '../module.js';

/** Instructions whose operands may be defined behind them. */
const FORWARD: readonly string[] = [
  'EntryPoint',
  'ExecutionMode',
  'ExecutionModeId',
  'Name',
  'MemberName',
  'Decorate',
  'MemberDecorate',
  'DecorateId',
  'DecorateString',
  'MemberDecorateString',
  'GroupDecorate',
  'GroupMemberDecorate',
  'TypeForwardPointer',
  'Phi',
  'Branch',
  'BranchConditional',
  'Switch',
  'LoopMerge',
  'SelectionMerge',
  'FunctionCall',
  'EnqueueKernel',
];

export interface IdDefinition {
  readonly instruction: SpirvInstruction;
  /** The function's id; 0 for ids of the module. */
  readonly owner: number;
}

function* withOwners({ instructions }: SpirvModule): Generator<IdDefinition> {
  let owner = 0;
  for (const instruction of instructions) {
    if (instruction.name === 'Function') owner = instruction.result;
    // The function itself is an id of the module.
    yield { instruction, owner: instruction.name === 'Function' ? 0 : owner };
    if (instruction.name === 'FunctionEnd') owner = 0;
  }
}

function collect(module: SpirvModule): Map<number, IdDefinition> {
  const all = new Map<number, IdDefinition>();
  for (const definition of withOwners(module)) {
    const { result, offset } = definition.instruction;
    if (result === 0) continue;
    const other = all.get(result);
    if (other)
      throw spirvError(module.name, offset, `%${result} is defined twice, first at word ${other.instruction.offset}`);
    all.set(result, definition);
  }
  return all;
}

/** @throws AtollError BAD_INPUT with the word of the operand */
export function definitionsOf(module: SpirvModule): ReadonlyMap<number, IdDefinition> {
  const all = collect(module);
  const forward = new Set<number>();
  for (const { instruction, owner } of withOwners(module)) {
    const { name, offset, type, operands } = instruction;
    if (name === 'TypeForwardPointer') forward.add(operands[0]?.value ?? 0);
    const isNonSemantic =
      name === 'ExtInst' && (module.imports.get(operands[0]?.value ?? 0) ?? '').includes('DebugInfo');
    const mayPrecede = FORWARD.includes(name) || isNonSemantic;
    const check = (id: number, at: number): void => {
      const definition = all.get(id);
      if (definition === undefined) throw spirvError(module.name, at, `Op${name} uses %${id}, which is not defined`);
      if (definition.owner !== 0 && definition.owner !== owner && owner !== 0)
        throw spirvError(module.name, at, `Op${name} uses %${id} of another function`);
      const isLater = definition.instruction.offset >= offset;
      if (isLater && !mayPrecede && !(name === 'TypeStruct' && forward.has(id)))
        throw spirvError(module.name, at, `Op${name} uses %${id}, which is defined behind it`);
    };
    if (type !== 0) check(type, offset + 1);
    for (const { kind, value, offset: at } of operands) if (isIdKind(kind)) check(value, at);
  }
  return all;
}
