// Bodies of kernels as functions, which other kernels may call: clang 21 and later emit one beside every kernel. Those
// without a call are compiled for nothing, and clang warns of what is in them a second time.

import { readHead } from '../ir/function-head.js';
import { functionLines, type IrFunction, type IrTextModule, outerLines } from '../ir/module.js';
import { symbolsIn } from '../ir/symbols.js';
import type { IrPass } from './pass.js';

const PREFIX = '__clang_ocl_kern_imp_';

const isCopy = (name: string): boolean => name.slice(1).startsWith(PREFIX);

/** Copies that are used, besides by their own definition. */
function usedCopies(module: IrTextModule, functions: readonly IrFunction[]): ReadonlySet<string> {
  const inside = functions.flatMap((one) => functionLines(one).slice(1));
  const lines = [...outerLines(module), ...inside].filter((line) => line.includes(PREFIX));
  return new Set(lines.flatMap(symbolsIn).filter(isCopy));
}

/** Removes unused copies of kernels. */
function dropKernelCopies(module: IrTextModule): IrTextModule {
  const functions = module.parts.filter((part) => part.kind === 'function');
  const copies = new Map(
    functions.flatMap((one) => {
      const name = one.define.includes(PREFIX) ? readHead(one.define)?.name : undefined;
      return name !== undefined && isCopy(name) ? [[one, name] as const] : [];
    }),
  );
  if (copies.size === 0) return module;
  const used = usedCopies(module, functions);
  const isUnused = (name: string | undefined): boolean => name !== undefined && !used.has(name);
  return { parts: module.parts.filter((part) => part.kind !== 'function' || !isUnused(copies.get(part))) };
}

export const kernelCopies: IrPass = {
  name: 'kernel-copies',
  affects: 'all',
  bug: 'clang emits __clang_ocl_kern_imp_ functions, which are compiled for nothing and warned of',
  run: dropKernelCopies,
};
