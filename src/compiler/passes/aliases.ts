// Aliases of functions, as for constructors of C++: LLVM (all versions) does not inline calls through them.

import { readGlobal } from '../ir/global.js';
import { type IrTextModule, mapOuterLines, outerLines } from '../ir/module.js';
import { mapSymbols, symbolsIn } from '../ir/symbols.js';
import type { IrPass } from './pass.js';

/** The aliasee of each alias, by its name. */
const aliasesOf = (module: IrTextModule): ReadonlyMap<string, string> =>
  new Map(
    [...outerLines(module)].flatMap((line) => {
      const global = readGlobal(line);
      const target = global?.kind === 'alias' ? symbolsIn(global.rest).at(-1) : undefined;
      return global && target !== undefined ? [[global.name, target] as const] : [];
    }),
  );

/** Replaces aliases by their functions. */
function resolveAliases(module: IrTextModule): IrTextModule {
  const targets = aliasesOf(module);
  if (targets.size === 0) return module;
  const resolve = (name: string): string => {
    const target = targets.get(name);
    return target === undefined ? name : resolve(target);
  };
  const isAlias = (line: string): boolean => targets.has(readGlobal(line)?.name ?? '');
  return mapSymbols(
    mapOuterLines(module, (line) => (isAlias(line) ? undefined : line)),
    resolve,
  );
}

export const aliases: IrPass = {
  name: 'aliases',
  affects: 'all',
  bug: 'calls through aliases are not inlined',
  run: resolveAliases,
};
