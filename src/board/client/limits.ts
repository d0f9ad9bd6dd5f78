// Check of a device against the limits that the simulated chip reports to programs.

import { DEVICE_MODELS, type DeviceModel, maxAllocation } from '../../driver/device-models.js';
import { AtollError } from '../../util/errors.js';
import type { DeviceFacts } from '../protocol.js';

/** Limits of a chip, by the property of a device that has to reach them. */
const promises = (chip: DeviceModel): readonly [what: string, fact: keyof DeviceFacts, minimum: number][] => [
  ['work-items in a work-group', 'workGroupSize', chip.maxWorkGroupSize],
  ['bytes of local memory', 'localMemory', chip.limits.ldsPerWorkGroup],
  ['bytes of memory', 'globalMemory', chip.globalMemory],
  ['bytes in one allocation', 'allocation', maxAllocation(chip)],
];

/** @throws AtollError UNSUPPORTED for a device with less than a simulated chip has, naming both numbers */
export function checkLimits(facts: DeviceFacts, chips: readonly DeviceModel[]): void {
  for (const chip of chips)
    for (const [what, fact, promised] of promises(chip)) {
      const has = Number(facts[fact]);
      if (has >= promised) continue;
      throw new AtollError(
        'UNSUPPORTED',
        `${facts.name} has ${has} ${what}, and programs see ${chip.name}'s ${promised}`,
        'choose a smaller chip with --device, or another platform with --engine opencl:NAME',
      );
    }
  if (!facts.doubles)
    throw new AtollError(
      'UNSUPPORTED',
      `${facts.name} has no double precision, which the simulated chip reports to programs`,
    );
}

/**
 * The chip that programs see if none was chosen: the wanted one, or the largest of its family within the limits of the
 * device.
 * @throws AtollError UNSUPPORTED as {@link checkLimits} of the wanted one, where there is none
 */
export function chipFor(facts: DeviceFacts, model: DeviceModel): DeviceModel {
  const fits = (chip: DeviceModel): boolean => {
    try {
      checkLimits(facts, [chip]);
      return true;
    } catch {
      return false;
    }
  };
  const { target, maxWorkGroupSize } = model;
  const others = DEVICE_MODELS.filter((chip) => chip.target === target).map((chip) => ({ ...chip, maxWorkGroupSize }));
  const chosen = fits(model) ? model : others.find(fits);
  if (!chosen) checkLimits(facts, [model]);
  return chosen ?? model;
}
