// The GPUs that CAL images name, by the numbers of the container: outer e_machine and inner d_machine. Source: genuine
// images of CAL 1.4 (tahiti) and the tables of the CLRX documentation (the others). AMD's driver had gone over to
// another container before there was Vega; numbers of 0x7801 and above are ours.

import { AtollError } from '../util/errors.js';

/** What the settings of a chip's kernels count in. Source: LLVM's AMDGPU usage guide, COMPUTE_PGM_RSRC1 and 2. */
export interface Granules {
  /** Bytes of LDS. */
  readonly lds: number;
  /** Scalar registers; the field counts eights whatever they come in. */
  readonly sgprs: number;
}

export interface CalDevice {
  readonly name: string;
  /** e_machine of the outer ELF file. */
  readonly machine: number;
  /** d_machine of the encoding dictionary entry that holds the GPU's code. */
  readonly encoding: number;
  /** What clang compiles for, by LLVM's name: one code runs on every GPU of a family. */
  readonly processor: string;
  /** Name of its instruction set; absent: Southern Islands. */
  readonly isa?: string;
  readonly granules: Granules;
}

/** Southern Islands, whichever chip. */
export const FIRST_FAMILY = 'tahiti';

const southernIslands = (name: string, machine: number, encoding: number): CalDevice => {
  return { name, machine, encoding, processor: FIRST_FAMILY, granules: { lds: 256, sgprs: 8 } };
};

/** @param isa another chip's name, if its code is the same */
function later(
  name: string,
  processor: string,
  machine: number,
  sgprs: number,
  encoding = machine,
  isa = processor,
): CalDevice {
  return { name, machine, encoding, processor, isa, granules: { lds: 512, sgprs } };
}

export const CAL_DEVICES: readonly CalDevice[] = [
  southernIslands('tahiti', 0x3fd, 0x1a),
  southernIslands('pitcairn', 0x3fe, 0x1b),
  southernIslands('capeverde', 0x3ff, 0x1c),
  southernIslands('oland', 0x402, 0x20),
  southernIslands('hainan', 0x407, 0x25),
  later('carrizo', 'gfx801', 0x7801, 8, 0x7801, 'gfx803'),
  later('tonga', 'gfx802', 0x7802, 8, 0x7802, 'gfx803'),
  later('fiji', 'gfx803', 0x40c, 8, 0x2d),
  later('vega10', 'gfx900', 0x7a00, 16),
  later('raven', 'gfx902', 0x7a02, 16, 0x7a02, 'gfx900'),
  later('vega20', 'gfx906', 0x7a06, 16),
];

/** d_machine of the empty entry that genuine images carry before the GPU's own. */
export const ENCODING_UNUSED = 0x19;

/** d_machine that Multi2Sim's compiler wrote, with code of LLVM's convention and hardly any notes. */
export const ENCODING_MULTI2SIM = 9;

export const deviceByName = (name: string): CalDevice | undefined => CAL_DEVICES.find((d) => d.name === name);
export const deviceByMachine = (machine: number): CalDevice | undefined =>
  CAL_DEVICES.find((d) => d.machine === machine);

/** What an image's code was compiled for: Southern Islands where the image names a GPU that is not known here. */
export const processorOf = ({ device }: { readonly device: string }): string =>
  deviceByName(device)?.processor ?? FIRST_FAMILY;

/**
 * @param device name of the GPU that an image is to be used on, one of those above
 * @throws AtollError BAD_INPUT for code of another family
 */
export function checkFamily(image: { readonly device: string }, device: string, what = 'the image'): void {
  if (processorOf(image) === processorOf({ device })) return;
  const message = `${what} is for the GPU '${image.device}', not for '${device}'`;
  throw new AtollError('BAD_INPUT', message, 'compile its source for that device');
}
