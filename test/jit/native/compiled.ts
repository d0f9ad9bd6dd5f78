// Machine code of kernels for tests.

import { loadNative } from '../../../src/host/native.js';

export { EagerCompiler as CompiledAtOnce } from '../../../src/kernels/eager-compiler.js';

/** Levels of the instruction set that this machine has. */
export const LEVELS: readonly number[] = [2, 3, 4].filter((level) => level <= loadNative().instructionSetLevel());
