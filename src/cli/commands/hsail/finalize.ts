// `atoll hsail finalize`: BRIG modules to a code object.

import { chipById } from '../../../chips/chips.js';
import { finalizeBrig } from '../../../compiler/finalize.js';
import { deviceModel } from '../../../driver/device-models.js';
import { readCodeObject } from '../../../hsa/code-object.js';
import { required } from '../../../util/required.js';
import { cacheFolder } from '../../inputs/cache-folder.js';
import { namedClang } from '../../inputs/named-clang.js';
import { readInput, writeOutput } from './files.js';

export interface FinalizeFlags {
  readonly output?: string;
  readonly ir?: boolean;
  readonly device: string;
  readonly clang?: string;
  readonly cache: boolean;
  readonly cacheDir?: string;
}

export async function finalizeFiles(files: readonly string[], flags: FinalizeFlags): Promise<void> {
  const modules = files.map((file) => ({ name: file, bytes: readInput(file) }));
  const chip = required(chipById(deviceModel(flags.device).id), 'chip of the device');
  const program = await finalizeBrig(modules, chip, {
    clang: namedClang(flags.clang),
    cacheDir: flags.cache ? cacheFolder(flags.cacheDir) : undefined,
    keepIr: flags.ir,
  });
  if (flags.output !== undefined) writeOutput(flags.output, program.codeObject);
  const { kernels } = readCodeObject(program.codeObject);
  const names = kernels.map(({ metadata }) => `kernel ${metadata['.name']}\n`);
  process.stdout.write(program.ir ?? names.join(''));
}
