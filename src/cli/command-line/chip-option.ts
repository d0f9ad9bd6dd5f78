// The chip option of commands without a guest. Its name is that of `atoll run`; each command also accepts its former
// name.

import { Option } from 'commander';
import { DEFAULT_CHIP, llvmNames } from '../../chips/chips.js';

/** The chip of code that does not name one. */
export const DEFAULT_PROCESSOR = DEFAULT_CHIP.llvm;

const PROCESSORS = `${llvmNames().join(', ')}, or another name of it`;

/** The chip whose instruction set the code uses, where that may be one that a file names. */
export const fileProcessorOption = (): Option =>
  new Option('--gpu, --device <chip>', `instruction set of a chip (default: that of the file): ${PROCESSORS}`);

/** The chip whose instruction set the code uses, by LLVM's name. */
export const processorOption = (): Option =>
  new Option('--gpu, --device <chip>', `instruction set of a chip: ${PROCESSORS}`).default(DEFAULT_PROCESSOR);

/** The chip whose time is simulated. */
export const timedChipOption = (text: string): Option => new Option('--chip, --device <name>', text);
