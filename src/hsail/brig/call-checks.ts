// Actual arguments of calls against the formal ones of their targets.

import { type BrigEntry, type BrigModule, listAt, stringAt } from './module.js';
import { OPCODES } from './opcodes.js';
import { elementOf, isArray, typeName } from './types.js';

/** The formal arguments of a kernel, function or signature, which follow it. */
export function formalArguments(module: BrigModule, { offset, bytes, values }: BrigEntry): BrigEntry[] {
  const entries: BrigEntry[] = [];
  let next = offset + bytes;
  for (let left = values['outArgCount']! + values['inArgCount']!; left > 0; left--) {
    const formal = module.code.get(next)!;
    entries.push(formal);
    next += formal.bytes;
  }
  return entries;
}

/** The last input may be an array without a size; then every array of its type fits. */
function differs(formal: BrigEntry, actual: BrigEntry): string | undefined {
  const [type, actualType] = [formal.values['type']!, actual.values['type']!];
  if (elementOf(type) !== elementOf(actualType) || isArray(type) !== isArray(actualType)) {
    const spelled = (one: number) => `${typeName(one)}${isArray(one) ? '[]' : ''}`;
    return `has type ${spelled(actualType)} instead of ${spelled(type)}`;
  }
  if (formal.values['align'] !== actual.values['align']) return 'has another alignment than the formal argument';
  const [size, givenSize] = [formal.wide['dim'], actual.wide['dim']];
  return size === 0n || size === givenSize ? undefined : `has ${givenSize} elements instead of ${size}`;
}

function targetProblem(module: BrigModule, target: BrigEntry, outs: BrigEntry[], ins: BrigEntry[]): string | undefined {
  const name = stringAt(module, target.values['name']!);
  const [outCount, inCount] = [target.values['outArgCount']!, target.values['inArgCount']!];
  if (outs.length !== outCount) return `${name} has ${outCount} results, and the call ${outs.length}`;
  if (ins.length !== inCount) return `${name} has ${inCount} inputs, and the call ${ins.length}`;
  const actuals = [...outs, ...ins];
  for (const [index, formal] of formalArguments(module, target).entries()) {
    const problem = differs(formal, actuals[index]!);
    if (problem !== undefined) return `${stringAt(module, actuals[index]!.values['name']!)} ${problem} of ${name}`;
  }
  return undefined;
}

/** Error in the arguments of a call; undefined if there is none. The structure of the module has been checked. */
export function callProblem(module: BrigModule, { values }: BrigEntry): string | undefined {
  const { name } = OPCODES[values['opcode']!]!;
  if (!name.endsWith('call')) return undefined;
  const operands = listAt(module, values['operands']!).map((offset) => module.operands.get(offset)!);
  const entries = (operand: BrigEntry) =>
    listAt(module, operand.values['elements']!).map((offset) => module.code.get(offset)!);
  const targets = operands[name === 'call' ? 1 : 3]!;
  const list = targets.kind === 'operand_code_list' ? entries(targets) : [module.code.get(targets.values['ref']!)!];
  const [outs, ins] = [entries(operands[0]!), entries(operands[2]!)];
  for (const target of list) {
    const problem = targetProblem(module, target, outs, ins);
    if (problem !== undefined) return `${name}: ${problem}`;
  }
  return undefined;
}
