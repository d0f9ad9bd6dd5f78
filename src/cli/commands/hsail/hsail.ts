// `atoll hsail`: BRIG modules as text, and what they contain.

import { readBrigFile } from '../../../hsail/brig/reader.js';
import { summarize } from '../../../hsail/summary.js';
import { assemble } from '../../../hsail/text/assembler.js';
import { disassemble } from '../../../hsail/text/disassembler.js';
import { AtollError } from '../../../util/errors.js';
import { readInput, writeOutput } from './files.js';

export function assembleFile(file: string, { output }: { readonly output: string }): void {
  const text = readInput(file).toString('latin1');
  try {
    writeOutput(output, assemble(text));
  } catch (error) {
    if (!(error instanceof AtollError) || error.code === 'HOST') throw error;
    throw new AtollError(error.code, `${file}:${error.message}`, error.hint);
  }
}

export function disassembleFile(file: string, { output }: { readonly output?: string }): void {
  const text = disassemble(readBrigFile(readInput(file), file));
  if (output === undefined) process.stdout.write(text);
  else writeOutput(output, text);
}

/** The code that executes in place of each kernel's HSAIL. */
export async function lowerFile(file: string): Promise<void> {
  const bytes = readInput(file);
  const [{ brigImage }, { kernelListing }] = await Promise.all([
    import('../../../hsail/load/brig-image.js'),
    import('../../../hsail/load/listing.js'),
  ]);
  process.stdout.write(brigImage(bytes, file).lowered.map(kernelListing).join('\n'));
}

export function inspectFile(file: string, { json }: { readonly json?: boolean }): void {
  const summary = summarize(readBrigFile(readInput(file), file));
  if (json) {
    process.stdout.write(`${JSON.stringify({ schema: 1, ...summary }, null, 2)}\n`);
    return;
  }
  const { module, profile, machineModel, rounding, sections, executables } = summary;
  const lines = [
    `module ${module}: profile ${profile}, machine model ${machineModel}, rounding ${rounding}`,
    ...sections.map(({ name, bytes }) => `section ${name}: ${bytes} bytes`),
    ...executables.map(
      (one) => `${one.kind} ${one.name}: ${one.arguments} arguments, ${one.instructions} instructions`,
    ),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
