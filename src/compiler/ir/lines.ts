// Changes of single lines of a module, in functions and outside, where their meaning does not matter.

import { functionLines, type IrFunction, type IrLines, type IrTextModule } from './module.js';
import { readFunction } from './read.js';

/** The module with replaced lines; the same object if all are unchanged. */
export function mapLines(module: IrTextModule, change: (line: string) => string): IrTextModule {
  const parts = module.parts.map((part): IrFunction | IrLines => {
    const lines = part.kind === 'function' ? functionLines(part) : part.lines;
    const changed = lines.map(change);
    if (changed.every((line, n) => line === lines[n])) return part;
    return part.kind === 'function' ? readFunction(changed) : { kind: 'lines', lines: changed };
  });
  return parts.some((part, n) => part !== module.parts[n]) ? { parts } : module;
}
