// Control directives of a kernel: sizes of work-groups, and exceptions that halt.

import { AtollError } from '../../util/errors.js';
import { CONTROLS } from '../brig/enums.js';
import { type BrigModule, controlNumbers } from '../brig/module.js';
import type { Body } from './body.js';

export interface KernelControls {
  /** The size of work-groups, where all numbers are constants. */
  readonly requiredGroup: readonly number[] | undefined;
  /** The largest number of work-items of a work-group. */
  readonly maxGroup: number | undefined;
}

/** Numbers of a directive; undefined if it is absent or has other operands. */
function numbersOf(module: BrigModule, { controls }: Body, control: number): readonly number[] | undefined {
  const directive = controls.find(({ values }) => values['control'] === control);
  const numbers = directive && controlNumbers(module, directive);
  return numbers?.some(Number.isNaN) ? undefined : numbers;
}

/** @throws AtollError UNSUPPORTED where an exception is to halt the kernel */
export function controlsOf(module: BrigModule, body: Body): KernelControls {
  const [halting = 0] = numbersOf(module, body, CONTROLS.enablebreakexceptions) ?? [];
  if (halting !== 0)
    throw new AtollError(
      'UNSUPPORTED',
      `exceptions that halt (enablebreakexceptions) cannot be executed as HSAIL`,
      'docs/hsail.md lists what the HSAIL engine has',
    );
  return {
    requiredGroup: numbersOf(module, body, CONTROLS.requiredworkgroupsize),
    maxGroup: numbersOf(module, body, CONTROLS.maxflatworkgroupsize)?.[0],
  };
}
