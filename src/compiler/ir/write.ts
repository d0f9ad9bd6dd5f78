// Writes a module's text.

import { functionLines, type IrTextModule } from './module.js';
import { readModule } from './read.js';

export const writeModule = ({ parts }: IrTextModule): string =>
  parts.flatMap((part) => (part.kind === 'function' ? functionLines(part) : part.lines)).join('\n');

/** A text with a changed module. */
export function changeText(text: string, change: (module: IrTextModule) => IrTextModule): string {
  const module = readModule(text);
  const changed = change(module);
  return changed === module ? text : writeModule(changed);
}
