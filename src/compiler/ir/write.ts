// Writes a module's text.

import type { IrTextModule } from './module.js';
import { readModule } from './read.js';

/** Lines are added one by one: lists of a large module's functions would be copied twice. */
export function writeModule({ parts }: IrTextModule): string {
  const lines: string[] = [];
  for (const part of parts)
    if (part.kind === 'lines') addLines(lines, part.lines);
    else {
      lines.push(part.define);
      for (const { lines: own } of part.body) addLines(lines, own);
      lines.push('}');
    }
  return lines.join('\n');
}

function addLines(lines: string[], added: readonly string[]): void {
  for (const line of added) lines.push(line);
}

/** A text with a changed module. */
export function changeText(text: string, change: (module: IrTextModule) => IrTextModule): string {
  const module = readModule(text);
  const changed = change(module);
  return changed === module ? text : writeModule(changed);
}
