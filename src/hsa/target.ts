// Target chip of a code object: the machine and feature bits of e_flags. Source: LLVM's AMDGPU usage guide, ELF header;
// checked against llvm-mc (test/hsa).

import { CHIPS } from '../chips/chips.js';
import type { ElfFile } from '../elf/reader.js';
import { elementOf } from '../util/required.js';

/** e_machine of AMD's GPUs. */
export const EM_AMDGPU = 224;
/** EI_OSABI of code for HSA. */
export const OSABI_HSA = 64;

/** EF_AMDGPU_MACH of chips that are not simulated, whose wavefronts have 64 lanes and no other mode: for messages. */
const OTHERS: ReadonlyMap<number, string> = new Map([
  [0x22, 'gfx700'],
  [0x23, 'gfx701'],
  [0x24, 'gfx702'],
  [0x25, 'gfx703'],
  [0x26, 'gfx704'],
  [0x3b, 'gfx705'],
  [0x3c, 'gfx805'],
  [0x2b, 'gfx810'],
  [0x2e, 'gfx904'],
  [0x30, 'gfx908'],
  [0x31, 'gfx909'],
  [0x3f, 'gfx90a'],
  [0x32, 'gfx90c'],
]);
const PROCESSOR_MASK = 0xff;

/** Setting of a feature for which code was made: on, off, both, or a chip without the feature. */
export type Feature = 'none' | 'any' | 'off' | 'on';

export interface HsaTarget {
  /** As `-mcpu` has it. */
  readonly processor: string;
  /** Replay of instructions whose pages are missing. */
  readonly xnack: Feature;
  /** Error correction of registers. */
  readonly sramecc: Feature;
}

const FEATURES: readonly Feature[] = ['none', 'any', 'off', 'on'];
/** Until code object version 3 a bit said that a feature is on, and none whether the chip has it. */
const wasOn = (flags: number, bit: number): Feature => (flags & bit ? 'on' : 'off');

/** Versions of code objects by EI_ABIVERSION: 2 is ABI 0. */
export const versionOf = ({ abiVersion }: Pick<ElfFile, 'abiVersion'>): number => abiVersion + 2;

const featureAt = (bits: number): Feature => elementOf(FEATURES, bits & 3, 'feature');

/** Undefined for a chip that is not known here. */
export function targetOf({ flags, abiVersion }: Pick<ElfFile, 'flags' | 'abiVersion'>): HsaTarget | undefined {
  const machine = flags & PROCESSOR_MASK;
  const processor = CHIPS.find(({ elfMachine }) => elfMachine === machine)?.llvm ?? OTHERS.get(machine);
  if (processor === undefined) return undefined;
  if (versionOf({ abiVersion }) <= 3) return { processor, xnack: wasOn(flags, 0x100), sramecc: wasOn(flags, 0x200) };
  return { processor, xnack: featureAt(flags >>> 8), sramecc: featureAt(flags >>> 10) };
}
