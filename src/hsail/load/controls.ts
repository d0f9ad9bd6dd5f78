// Control directives of a kernel: sizes of work-groups, and exceptions that halt.

import { AtollError } from '../../util/errors.js';
import { CONTROLS } from '../brig/enums.js';
import type { BrigModule } from '../brig/module.js';
import { type Body, operandsOf } from './body.js';

export interface KernelControls {
  /** The size of work-groups, where all numbers are constants. */
  readonly requiredGroup: readonly number[] | undefined;
  /** The largest number of work-items of a work-group. */
  readonly maxGroup: number | undefined;
}

function numbersOf(module: BrigModule, { controls }: Body, control: number): readonly number[] | undefined {
  const directive = controls.find(({ values }) => values['control'] === control);
  return (
    directive &&
    operandsOf(module, directive).map(({ values }) => {
      const bytes = module.data.get(values['bytes']!)!;
      return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true);
    })
  );
}

/** @throws AtollError UNSUPPORTED where an exception is to halt the kernel */
export function controlsOf(module: BrigModule, body: Body, name: string): KernelControls {
  const [halting = 0] = numbersOf(module, body, CONTROLS.enablebreakexceptions) ?? [];
  if (halting !== 0)
    throw new AtollError(
      'UNSUPPORTED',
      `kernel ${name}: exceptions that halt (enablebreakexceptions) cannot be executed as HSAIL`,
      'docs/hsail.md lists what the HSAIL engine has',
    );
  return {
    requiredGroup: numbersOf(module, body, CONTROLS.requiredworkgroupsize),
    maxGroup: numbersOf(module, body, CONTROLS.maxflatworkgroupsize)?.[0],
  };
}
