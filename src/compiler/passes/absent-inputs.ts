// Attributes of functions for inputs of kernels that are absent in Atoll's convention.

import { type IrPass, onText } from './pass.js';

/**
 * Inputs of kernels that are absent in Atoll's convention; without these attributes some compilers reserve registers
 * for them.
 */
const ABSENT_INPUTS: readonly string[] = [
  'amdgpu-no-dispatch-ptr',
  'amdgpu-no-queue-ptr',
  'amdgpu-no-dispatch-id',
  'amdgpu-no-flat-scratch-init',
  'amdgpu-no-lds-kernel-id',
];

/** Adds the absent inputs to the attributes of functions. */
function denyInputs(text: string): string {
  return text.replace(/^(attributes #\d+ = \{)(.* "target-cpu"=.*)\}$/gm, (_, head: string, words: string) => {
    const missing = ABSENT_INPUTS.filter((name) => !words.includes(`"${name}"`));
    return `${head}${words}${missing.map((name) => `"${name}" `).join('')}}`;
  });
}

export const absentInputs: IrPass = {
  name: 'absent-inputs',
  affects: 'all',
  bug: 'AMDGPUAttributor, which is not run or keeps inputs of functions that it cannot see through',
  run: onText(denyInputs),
};
