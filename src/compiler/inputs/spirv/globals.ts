// Types, constants and variables of a module, in the order of their definitions.

import { enumerantName } from '../../../spirv/grammar/tables.js';
import { type SpirvInstruction, spirvError, spirvRefusal } from '../../../spirv/module.js';
import { constantText, literalText, stringText, textValue } from './constant-values.js';
import { type ModuleScope, symbolText } from './module-scope.js';
import { isSameType, memoryType, type TypeShape } from './type-shapes.js';

export interface Linkage {
  readonly name: string;
  readonly kind: string;
}

/** The linkage of an id, with the name by which it is linked. */
export function linkageOf(scope: ModuleScope, id: number): Linkage | undefined {
  const decoration = scope.decorations.find(id, 'LinkageAttributes');
  if (decoration === undefined) return undefined;
  const [name, kind] = decoration.operands;
  const text = name?.text ?? '';
  if (text === '' || text.startsWith('llvm.'))
    throw spirvError(scope.name, decoration.offset, `'${text}' is no name of a function or variable`);
  return { name: text, kind: enumerantName('LinkageType', kind?.value ?? 0) };
}

/** The initial value. Local memory has none: what stands there is ignored, as hardware does. */
function initialText(scope: ModuleScope, instruction: SpirvInstruction, pointee: TypeShape, space: number): string {
  const own = memoryType(pointee);
  const id = instruction.operands[1]?.value;
  if (space === 3) return `${own} poison`;
  if (id === undefined) return `${own} zeroinitializer`;
  const constant = scope.constants.find(id);
  if (constant === undefined || !isSameType(constant.type, pointee))
    throw spirvError(scope.name, instruction.offset, 'OpVariable: the initial value is no constant of its type');
  const { type, value } = constant;
  return `${own} ${stringText(type, value) ?? constantText(type, value, true)}`;
}

const LINKAGES: Readonly<Record<string, string>> = { Export: 'hidden', LinkOnceODR: 'linkonce_odr hidden' };

function addVariable(scope: ModuleScope, instruction: SpirvInstruction): void {
  const { result, offset } = instruction;
  const type = scope.types.of(instruction.type, offset + 1);
  if (type.kind !== 'pointer') throw spirvError(scope.name, offset, 'OpVariable: the type is no pointer');
  if (type.storage === 'Input' || scope.decorations.has(result, 'BuiltIn')) {
    scope.builtins.set(result, instruction);
    return;
  }
  const pointee = scope.types.pointee(type, offset);
  if (['void', 'function', 'sampledImage'].includes(pointee.kind))
    throw spirvError(scope.name, offset, 'OpVariable: the variable has no value');
  if (type.space === 5 || type.space === 0)
    throw spirvRefusal(
      scope.name,
      offset,
      `OpVariable: a variable of the storage class ${type.storage} outside of functions is not supported`,
      'OpenCL C has no such variables.',
    );
  const linkage = linkageOf(scope, result);
  const symbol = symbolText(linkage?.name ?? `spirv.variable.${result}`);
  const kind = type.space === 4 || scope.decorations.has(result, 'Constant') ? 'constant' : 'global';
  const isImported = linkage?.kind === 'Import';
  const visibility = isImported ? 'external hidden' : (LINKAGES[linkage?.kind ?? ''] ?? 'internal');
  const value = isImported ? memoryType(pointee) : initialText(scope, instruction, pointee, type.space);
  scope.addCharacters(value.length, offset);
  scope.program.addGlobal(
    `${symbol} = ${visibility} addrspace(${type.space}) ${kind} ${value}${scope.alignmentOf(result)}`,
  );
  const initial = scope.constants.find(instruction.operands[1]?.value ?? 0);
  const literal = initial && kind === 'constant' ? literalText(initial.type, initial.value) : undefined;
  if (literal !== undefined) scope.literals.set(symbol, literal);
  scope.constants.define(result, type, textValue(symbol));
}

/** Everything before the first function. */
export function addGlobals(scope: ModuleScope): void {
  for (const instruction of scope.source.instructions) {
    const { name } = instruction;
    if (name === 'Function') break;
    if (name.startsWith('Type')) scope.types.add(instruction);
    else if (/^(?:Spec)?Constant/.test(name) || name === 'Undef') scope.constants.add(instruction, scope.types);
    else if (name === 'Variable') addVariable(scope, instruction);
  }
  for (const definition of scope.types.definitions) scope.program.addGlobal(definition);
}
