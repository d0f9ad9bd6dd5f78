// `atoll cache`: how large the caches are; `--clear` empties them.

import { defaultCacheDir, FrontEnd } from '../compiler/front-end.js';
import { machineCodeFiles, translationFiles } from '../translations.js';
import type { CacheReport } from '../util/file-cache.js';

/** Names of reports in JSON, as words. */
const wordsOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const textOf = (name: string, report: CacheReport | undefined): string =>
  Object.entries(report ?? {})
    .map(([key, value]) => `${name} ${key}: ${String(value)}\n`)
    .join('');

export async function cache({
  clear,
  json,
  dir,
}: {
  readonly clear?: boolean;
  readonly json?: boolean;
  readonly dir?: string;
}): Promise<void> {
  const frontEnd = new FrontEnd({ ...(dir === undefined ? {} : { cacheDir: dir }) });
  const folder = dir ?? defaultCacheDir();
  const kernels = translationFiles(folder);
  const machineCode = machineCodeFiles(folder);
  if (clear) {
    frontEnd.clearCache();
    kernels.clear();
    machineCode.clear();
  }
  const reports = { builds: frontEnd.cacheReport(), kernels: kernels.report(), machineCode: machineCode.report() };
  await frontEnd.dispose();
  if (json) process.stdout.write(`${JSON.stringify({ schema: 3, ...reports }, null, 2)}\n`);
  else for (const [name, report] of Object.entries(reports)) process.stdout.write(textOf(wordsOf(name), report));
}
