// `atoll cache`: size and use of the caches; `--clear` removes their content, `--compile` compiles the kernels to
// machine code, `--export` and `--import` copy them to another machine.

import { cacheProblems, cacheWarning, checkCacheOwner, clearRest } from '../../../compiler/cache/cache-place.js';
import { FrontEnd } from '../../../compiler/front-end.js';
import { nativeCodeFiles } from '../../../kernels/native-code.js';
import { machineCodeFiles, translationFiles } from '../../../kernels/translations.js';
import type { CacheReport } from '../../../util/file-cache.js';
import { writeError } from '../../command-line/output.js';
import { cacheFolder } from '../../inputs/cache-folder.js';
import type { ArchiveFlags } from './archive.js';
import type { CompileFlags } from './compile.js';

/** Names of the JSON report, as text. */
const wordsOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const textOf = (name: string, report: CacheReport | undefined): string =>
  Object.entries(report ?? {})
    .map(([key, value]) => `${name} ${key}: ${String(value)}\n`)
    .join('');

export interface CacheFlags extends CompileFlags, ArchiveFlags {
  readonly clear?: boolean;
  readonly compile?: boolean;
}

export async function cache(flags: CacheFlags): Promise<void> {
  if (flags.compile) return (await import('./compile.js')).compileKernels(flags);
  if (flags.export !== undefined) return (await import('./archive.js')).exportCache(flags);
  if (flags.import !== undefined) return (await import('./archive.js')).importCache(flags);
  const { clear, json, dir } = flags;
  const folder = cacheFolder(dir);
  const frontEnd = new FrontEnd({ cacheDir: folder });
  const kernels = translationFiles(folder);
  const machineCode = machineCodeFiles(folder);
  const native = nativeCodeFiles(folder);
  if (clear) {
    checkCacheOwner(folder);
    frontEnd.clearCache();
    kernels.clear();
    machineCode.clear();
    native.clear();
    clearRest(folder);
  }
  const problems = cacheProblems(folder);
  if (problems.length > 0) writeError(`atoll: ${cacheWarning(problems)}\n`);
  const reports = {
    builds: frontEnd.cacheReport(),
    kernels: kernels.report(),
    machineCode: machineCode.report(),
    nativeCode: native.report(),
  };
  await frontEnd.dispose();
  if (json) process.stdout.write(`${JSON.stringify({ schema: 5, ...reports, problems }, null, 2)}\n`);
  else for (const [name, report] of Object.entries(reports)) process.stdout.write(textOf(wordsOf(name), report));
}
