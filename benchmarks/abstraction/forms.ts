// One program in several forms: executed as HSAIL, finalized for a chip from the same module, compiled directly.

import { calProgram } from '../../src/cal/load/program.js';
import { readCalImage } from '../../src/cal/reader.js';
import { chipById } from '../../src/chips/chips.js';
import { finalizeBrig } from '../../src/compiler/finalize.js';
import { FrontEnd } from '../../src/compiler/front-end.js';
import { readCodeObject } from '../../src/hsa/code-object.js';
import { codeObjectProgram } from '../../src/hsa/load/program.js';
import { readBrig } from '../../src/hsail/brig/reader.js';
import { hsailProgram } from '../../src/hsail/load/program.js';
import { printProgram } from '../../src/hsail/printer/print-program.js';
import { assemble } from '../../src/hsail/text/assembler.js';
import { loadIsa } from '../../src/isa/load-isa.js';
import type { ProgramImage } from '../../src/launch/image.js';

/** The chip of the second form: the study's generation of machine code. */
export const CHIP = 'fiji';

export interface PrintOptions {
  readonly options?: string;
  readonly fusesProducts?: boolean;
  readonly keepsDenormals?: boolean;
}

/** The HSAIL text of OpenCL C. */
export async function hsailText(source: string, options: PrintOptions = {}): Promise<string> {
  const { text } = await printProgram(Buffer.from(source, 'latin1'), options);
  return text;
}

/** Text as it is executed by the HSAIL engine. */
export const executedForm = (text: string): ProgramImage => hsailProgram(readBrig(assemble(text)));

/** Text as machine code of the chip. */
export async function finalizedForm(text: string, cacheDir?: string): Promise<ProgramImage> {
  const chip = chipById(CHIP)!;
  const isa = await loadIsa(chip.target);
  const { codeObject } = await finalizeBrig([{ name: 'kernels', bytes: assemble(text) }], chip, { cacheDir });
  return codeObjectProgram(readCodeObject(codeObject), isa.name);
}

/** OpenCL C as machine code of the chip, without HSAIL between. */
export async function compiledForm(source: string, options = ''): Promise<ProgramImage> {
  await loadIsa(chipById(CHIP)!.target);
  const frontEnd = new FrontEnd({ cache: false });
  const { log, binary } = await frontEnd.build({
    kind: 'build',
    source: Buffer.from(source, 'latin1'),
    options,
    device: CHIP,
  });
  await frontEnd.dispose();
  if (!binary) throw new Error(log);
  return calProgram(readCalImage(binary));
}
