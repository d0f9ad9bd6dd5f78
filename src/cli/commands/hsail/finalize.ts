// `atoll hsail finalize`: BRIG modules to a code object.

import { chipById } from '../../../chips/chips.js';
import { finalizeBrig } from '../../../compiler/inputs/brig/finalize-brig.js';
import { deviceModel } from '../../../driver/device-models.js';
import { readBrigFile } from '../../../hsail/brig/reader.js';
import { namedClang } from '../../inputs/named-clang.js';
import { readInput, writeOutput } from './files.js';

export interface FinalizeFlags {
  readonly output?: string;
  readonly ir?: boolean;
  readonly device: string;
  readonly clang?: string;
}

export async function finalizeFiles(files: readonly string[], flags: FinalizeFlags): Promise<void> {
  const modules = files.map((file) => readBrigFile(readInput(file), file));
  const chip = chipById(deviceModel(flags.device).id)!;
  const { codeObject, kernels, ir } = await finalizeBrig(modules, chip, namedClang(flags.clang));
  if (flags.output !== undefined) writeOutput(flags.output, codeObject);
  if (flags.ir) process.stdout.write(ir);
  else process.stdout.write(kernels.map((kernel) => `kernel ${kernel}\n`).join(''));
}
