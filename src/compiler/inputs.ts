// Generated from the files of src/compiler/inputs by `npm run build`. Do not edit.

import type { InputLanguage } from './input-language.js';
import { language as bitcode } from './inputs/bitcode/language.js';
import { language as brig } from './inputs/brig/language.js';
import { language as openclC } from './inputs/opencl-c/language.js';
import { language as spirv } from './inputs/spirv/language.js';

export const INPUT_LANGUAGES: readonly InputLanguage[] = [bitcode, brig, openclC, spirv];
