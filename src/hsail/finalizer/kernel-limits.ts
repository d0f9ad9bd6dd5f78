// Attributes of kernels by their control directives.

import { CONTROLS, spellingOf } from '../brig/enums.js';
import { type BrigEntry, type BrigModule, controlNumbers } from '../brig/module.js';
import type { IrProgram } from './ir-program.js';

const MAX_GROUP = 1024;

export interface KernelLimits {
  readonly maximum: number;
  readonly required: readonly number[] | undefined;
}

/** The limits of a work-group, from the directives of a kernel's body. */
export function kernelLimits(module: BrigModule, body: readonly BrigEntry[]): KernelLimits {
  let maximum = MAX_GROUP;
  let required: readonly number[] | undefined;
  for (const entry of body) {
    if (entry.kind !== 'directive_control') continue;
    const name = spellingOf(CONTROLS, entry.values['control']!);
    const numbers = controlNumbers(module, entry);
    if (name === 'maxflatworkgroupsize') maximum = Math.min(maximum, numbers[0] || MAX_GROUP);
    if (name === 'requiredworkgroupsize' && numbers.length === 3) required = numbers;
  }
  if (required !== undefined) maximum = required.reduce((product, size) => product * size, 1);
  return { maximum, required };
}

/** Metadata and attribute of these limits. */
export function limitTexts(program: IrProgram, { maximum, required }: KernelLimits): readonly [string, string] {
  const sizes = required?.map((size) => `i32 ${size}`).join(', ');
  const metadata = sizes === undefined ? '' : ` !reqd_work_group_size ${program.node(`!{${sizes}}`)}`;
  const minimum = required === undefined ? 1 : maximum;
  return [metadata, `"amdgpu-flat-work-group-size"="${minimum},${maximum}"`];
}
