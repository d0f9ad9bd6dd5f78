// The GPUs that CAL images name, by the numbers of the container: outer e_machine and inner d_machine. Source: genuine
// images of CAL 1.4 (tahiti) and the tables of the CLRX documentation (the others). AMD's driver had gone over to
// another container before there was Vega; numbers of 0x7801 and above are ours.

import type { Chip } from '../chips/chip.js';
import { CHIPS, chipById } from '../chips/chips.js';
import { SOUTHERN_ISLANDS } from '../chips/families.js';
import { AtollError } from '../util/errors.js';

/** Southern Islands, whichever chip. */
export const FIRST_FAMILY = SOUTHERN_ISLANDS.target;

/** d_machine of the empty entry that genuine images carry before the GPU's own. */
export const ENCODING_UNUSED = 0x19;

/** d_machine that Multi2Sim's compiler wrote, with code of LLVM's convention and hardly any notes. */
export const ENCODING_MULTI2SIM = 9;

export const chipByMachine = (machine: number): Chip | undefined => CHIPS.find(({ cal }) => cal.machine === machine);

/** Compiler target of an image's code: Southern Islands where the image names an unknown GPU. */
export const processorOf = ({ device }: { readonly device: string }): string =>
  chipById(device)?.target ?? FIRST_FAMILY;

/**
 * @param device name of the GPU that an image is to be used on, the id of a chip
 * @throws AtollError BAD_INPUT for code of another family
 */
export function checkFamily(image: { readonly device: string }, device: string, what = 'the image'): void {
  if (processorOf(image) === processorOf({ device })) return;
  const message = `${what} is for the GPU '${image.device}', not for '${device}'`;
  throw new AtollError('BAD_INPUT', message, 'compile its source for that device');
}
