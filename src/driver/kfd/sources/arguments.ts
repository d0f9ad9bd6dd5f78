// Arguments of kernels that a program has loaded: how they lie says the metadata of the code object; names and types of
// C++ are only in its debug information.

import { readCodeObject } from '../../../hsa/code-object.js';
import { argumentsOf } from '../../../hsa/load/signature.js';
import type { KernelArgument } from '../../../launch/argument.js';
import type { DebugInfo } from '../../../source/debug-info.js';
import type { SourceType } from '../../../source/variables.js';
import { elementOf } from '../../../util/required.js';

/** Types refer to themselves through pointers only, which end the name. */
function typeText(types: readonly SourceType[], index: number): string {
  const type = types[index];
  if (!type) return 'value';
  switch (type.kind) {
    case 'pointer':
      return `${typeText(types, type.target)}*`;
    case 'vector':
      return `${typeText(types, type.element)}${type.counts[0] ?? ''}`;
    case 'array':
      return `${typeText(types, type.element)}[]`;
    default:
      return type.name;
  }
}

/** Pointers are passed by value where the metadata speaks of bytes only. */
const isPointer = (type: SourceType | undefined): boolean => type?.kind === 'pointer';

/**
 * Arguments of a kernel; none where the object does not describe them.
 *
 * @param bytes of the code object
 * @param entry address of the kernel's first instruction in it
 * @param debug of the kernel, with its variables
 * @param offset of the entry in the code that `debug` describes
 */
export function kernelArguments(bytes: Uint8Array, entry: number, debug: DebugInfo, offset: number): KernelArgument[] {
  const kernel = readCodeObject(bytes).kernels.find((each) => each.entry === entry);
  if (!kernel) return [];
  const declared = argumentsOf(kernel.metadata);
  const scope = debug.scopes.find(({ ranges }) => ranges.some(({ start }) => start === offset));
  const parameters = (scope?.variables ?? []).filter(({ parameter }) => parameter);
  const types = debug.types ?? [];
  if (parameters.length !== declared.length) return declared;
  return declared.map((argument, k) => {
    const { name, type } = elementOf(parameters, k, 'parameter');
    const kind = argument.kind === 'value' && isPointer(types[type]) ? 'global' : argument.kind;
    return {
      ...argument,
      kind,
      name: argument.name === '' ? name : argument.name,
      typeName: argument.typeName === '' ? typeText(types, type) : argument.typeName,
    };
  });
}
