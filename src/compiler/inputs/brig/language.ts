// BRIG modules and HSAIL text as input: programs of HSA, which become code objects. What translates them is loaded with
// the first one.

import { isBrig, isHsailText } from '../../../hsail/file-kind.js';
import type { InputLanguage } from '../../input-language.js';

export const language: InputLanguage = {
  id: 'brig',
  title: 'BRIG',
  compiles: 'llvm-ir',
  output: 'hsa',
  recognises: (source) => isBrig(source) || isHsailText(source),
  read: async (input) => (await import('./brig-program.js')).brigProgram(input),
};
