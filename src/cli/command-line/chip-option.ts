// The option by which commands without a guest name a chip. Its name is that of `atoll run`; each command also takes
// the name that it had before.

import { Option } from 'commander';
import { DEFAULT_CHIP, llvmNames } from '../../chips/chips.js';

/** The chip of code that does not say its own. */
export const DEFAULT_PROCESSOR = DEFAULT_CHIP.llvm;

const PROCESSORS = `${llvmNames().join(', ')}, or another name of it`;

/** Whose instruction set code has, by LLVM's name. */
export const processorOption = (): Option =>
  new Option('--gpu, --device <chip>', `instruction set of a chip: ${PROCESSORS}`).default(DEFAULT_PROCESSOR);

/** A chip whose time is simulated. */
export const timedChipOption = (text: string): Option => new Option('--chip, --device <name>', text);
