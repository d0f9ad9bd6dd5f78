// `atoll hsail print`: OpenCL C as HSAIL text.

import { dirname, resolve } from 'node:path';
import { printProgram } from '../../../hsail/printer/print-program.js';
import { cacheFolder } from '../../inputs/cache-folder.js';
import { namedClang } from '../../inputs/named-clang.js';
import { readInput, writeOutput } from './files.js';

export interface PrintFlags {
  readonly output?: string;
  readonly options?: string;
  readonly fuse?: boolean;
  readonly denormals?: boolean;
  readonly lines?: boolean;
  readonly cacheDir?: string;
  readonly clang?: string;
}

export async function printFile(file: string, flags: PrintFlags): Promise<void> {
  const { text, log } = await printProgram(readInput(file), {
    options: flags.options,
    sourceName: file,
    folder: dirname(resolve(file)),
    clang: namedClang(flags.clang),
    cacheDir: cacheFolder(flags.cacheDir),
    fusesProducts: flags.fuse,
    keepsDenormals: flags.denormals,
    lines: flags.lines,
  });
  if (log) process.stderr.write(log);
  if (flags.output === undefined) process.stdout.write(text);
  else writeOutput(flags.output, text);
}
