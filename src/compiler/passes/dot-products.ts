// Sums of products of bytes in LLVM IR text: in dot product instructions LLVM 18 and 19 use bytes of the second factor
// in place of those of the first (corrected in 20). The chip's feature is disabled, unless the program uses such an
// instruction itself.

import { onText, versionPass } from './pass.js';

const FEATURES = /\+(dot[17]-insts)\b/g;

/** Disables LLVM's selection of dot products of bytes. */
const denyDotProducts = (text: string): string =>
  /@llvm\.amdgcn\.[su]u?dot/.test(text)
    ? text
    : text.replace(/^attributes #\d+ = .*$/gm, (line) => line.replace(FEATURES, '-$1'));

export const dotProducts = versionPass('dots', 'selection of v_dot4_i32_i8 and v_dot4_u32_u8', onText(denyDotProducts));
