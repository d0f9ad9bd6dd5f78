// Null pointers to private and local memory in LLVM IR text with typed pointers: their value is -1, which clang 14
// writes as a cast of the generic null that its back end cannot select.

import { onText, versionPass } from './pass.js';

const NULL_CAST =
  /addrspacecast \(((?:(?!addrspacecast \()[^\n])*?)\* null to ((?:(?!addrspacecast \()[^\n])*? addrspace\([35]\)\*)\)/g;

/** The same pointers as integers. */
const writeNulls = (text: string): string =>
  text.includes('addrspacecast (') ? text.replace(NULL_CAST, 'inttoptr (i32 -1 to $2)') : text;

export const nullCasts = versionPass('nulls', 'selection of an addrspacecast of null', onText(writeNulls));
