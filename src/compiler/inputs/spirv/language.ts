// SPIR-V as input: the modules of clCreateProgramWithIL. Their reader and translator are loaded with the first one.

import { isSpirv } from '../../../spirv/file-kind.js';
import type { InputLanguage } from '../../input-language.js';

export const language: InputLanguage = {
  id: 'spirv',
  title: 'SPIR-V',
  compiles: 'llvm-ir',
  recognises: isSpirv,
  read: async (input) => (await import('./spirv-program.js')).spirvProgram(input),
};
