// Bodies of kernels as functions, which other kernels may call: clang emits one beside every kernel.

import { type IrPass, onText } from './pass.js';

/** clang 22 emits the body of every kernel a second time, as a function that other kernels may call. */
const KERNEL_COPY = /^define .*@(__clang_ocl_kern_imp_[\w.$]+)\(/;

/** Whether a name is used outside of its own definition. */
function isUsed(text: string, name: string): boolean {
  const first = text.indexOf(`@${name}(`);
  return text.indexOf(`@${name}(`, first + 1) >= 0;
}

/** Removes uncalled copies of kernels: their compilation is useless and causes warnings. */
function dropKernelCopies(text: string): string {
  if (!text.includes('@__clang_ocl_kern_imp_')) return text;
  const kept: string[] = [];
  let dropping = false;
  for (const line of text.split('\n')) {
    const name = KERNEL_COPY.exec(line)?.[1];
    if (name && !isUsed(text, name)) dropping = true;
    if (!dropping) kept.push(line);
    else if (line === '}') dropping = false;
  }
  return kept.join('\n');
}

export const kernelCopies: IrPass = {
  name: 'kernel-copies',
  affects: 'all',
  bug: 'clang emits __clang_ocl_kern_imp_ functions, which are compiled for nothing and warned of',
  run: onText(dropKernelCopies),
};
