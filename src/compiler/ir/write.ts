// Writes a module's text.

import { functionLines, type IrTextModule } from './module.js';

export const writeModule = ({ parts }: IrTextModule): string =>
  parts.flatMap((part) => (part.kind === 'function' ? functionLines(part) : part.lines)).join('\n');
