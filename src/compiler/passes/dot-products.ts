// Products of bytes that are summed up, in LLVM IR text: of the instructions that make four of them at once, LLVM 18
// and 19 take bytes of the second factor's word for those of the first one (corrected in 20). The chip's feature is
// denied, unless the program asks for such an instruction itself.

import { onText, versionPass } from './pass.js';

const FEATURES = /\+(dot[17]-insts)\b/g;

/** Keeps LLVM from making dot products of bytes. */
const denyDotProducts = (text: string): string =>
  /@llvm\.amdgcn\.[su]u?dot/.test(text)
    ? text
    : text.replace(/^attributes #\d+ = .*$/gm, (line) => line.replace(FEATURES, '-$1'));

export const dotProducts = versionPass('dots', 'selection of v_dot4_i32_i8 and v_dot4_u32_u8', onText(denyDotProducts));
