// Attributes of functions for inputs of kernels that are absent in Atoll's convention: without them all versions of
// LLVM may reserve user registers for such inputs, and the kernel would read others than the launch sets up.

import { type AttributeGroup, attributeValue, mapAttributeGroups } from '../ir/attributes.js';
import type { IrPass } from './pass.js';

const ABSENT_INPUTS: readonly string[] = [
  'amdgpu-no-dispatch-ptr',
  'amdgpu-no-queue-ptr',
  'amdgpu-no-dispatch-id',
  'amdgpu-no-flat-scratch-init',
  'amdgpu-no-lds-kernel-id',
];

/** Adds the absent inputs to the attributes of functions that are compiled for a chip. */
function denyInputs(group: AttributeGroup): AttributeGroup {
  if (attributeValue(group, 'target-cpu') === undefined) return group;
  const missing = ABSENT_INPUTS.filter((name) => attributeValue(group, name) === undefined);
  if (missing.length === 0) return group;
  return { ...group, attributes: [...group.attributes, ...missing.map((name) => `"${name}"`)] };
}

export const absentInputs: IrPass = {
  name: 'absent-inputs',
  affects: 'all',
  bug: 'AMDGPUAttributor, which is not run or keeps inputs of functions that it cannot see through',
  run: (module) => mapAttributeGroups(module, denyInputs),
};
