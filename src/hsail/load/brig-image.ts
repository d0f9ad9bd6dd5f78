// Files of BRIG, and HSAIL text, as programs whose kernels execute as HSAIL.

import { AtollError } from '../../util/errors.js';
import { readBrig, readBrigFile } from '../brig/reader.js';
import { isBrig } from '../file-kind.js';
import { ProgramSources } from '../text/program-sources.js';
import { assembleSource } from '../text/source-text.js';
import { programOf } from './object-programs.js';
import { type HsailProgram, hsailProgram } from './program.js';

/** Of a code object with HSAIL. @param modules contents of its section of modules @throws AtollError naming the file */
export function objectImage(modules: Uint8Array, file: string): HsailProgram {
  try {
    return programOf(modules);
  } catch (error) {
    if (!(error instanceof AtollError)) throw error;
    throw new AtollError(error.code, `${file}: ${error.message}`, error.hint);
  }
}

/** @throws AtollError naming the file, and of texts line and column */
export function brigImage(bytes: Uint8Array, file: string): HsailProgram {
  if (isBrig(bytes)) return hsailProgram(readBrigFile(bytes, file));
  try {
    const { brig, source } = assembleSource(Buffer.from(bytes).toString('latin1'), file);
    return hsailProgram(readBrig(brig), new ProgramSources([{ source, base: 0 }]));
  } catch (error) {
    if (!(error instanceof AtollError)) throw error;
    // Errors of the text begin with line and column.
    const separator = /^\d/.test(error.message) ? ':' : ': ';
    throw new AtollError(error.code, `${file}${separator}${error.message}`, error.hint);
  }
}
