// Versions of HSAIL before 1.0 Final, whose texts have another header.

import { AtollError } from '../../util/errors.js';
import { syntaxError } from './tokens.js';

const HEADER = /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*(version)\s+(\d+)\s*:\s*(\d+)/;

/** Refuses texts of other versions by the name of the version. @throws AtollError with line and column */
export function checkVersion(text: string): void {
  const match = HEADER.exec(text);
  if (match === null) return;
  const version = match[2] === '1' ? '1.0 Provisional' : `${match[2]}.${match[3]}`;
  const offset = match[0].lastIndexOf(match[1]!);
  const { message } = syntaxError(text, offset, `this is HSAIL ${version}; version 1.0 Final is supported`);
  throw new AtollError('UNSUPPORTED', message, 'Port the text to HSAIL 1.0 Final, or compile its source for it.');
}
