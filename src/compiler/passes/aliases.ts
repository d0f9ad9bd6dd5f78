// Aliases of functions, as for constructors of C++.

import { type IrPass, onLines } from './pass.js';

const NAME = '@(?:"(?:[^"\\\\]|\\\\.)*"|[\\w.$-]+)';
const ALIAS = new RegExp(`^(${NAME}) = (?:[\\w()]+ )*alias .*[ *](${NAME})$`);

/** Replaces aliases by their functions: LLVM does not inline calls through aliases. */
function resolveAliases(lines: readonly string[]): string[] {
  const targets = new Map<string, string>();
  for (const line of lines) {
    const match = line.includes(' alias ') ? ALIAS.exec(line) : null;
    if (match) targets.set(match[1]!, match[2]!);
  }
  if (targets.size === 0) return [...lines];
  const resolve = (name: string): string => (targets.has(name) ? resolve(targets.get(name)!) : name);
  const names = new RegExp(NAME, 'g');
  return lines.filter((line) => !ALIAS.test(line)).map((line) => line.replace(names, resolve));
}

export const aliases: IrPass = {
  name: 'aliases',
  affects: 'all',
  bug: 'calls through aliases are not inlined',
  run: onLines(resolveAliases),
};
