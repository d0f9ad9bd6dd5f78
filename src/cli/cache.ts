// `atoll cache`: how large the compile cache is; `--clear` empties it.

import { FrontEnd } from '../compiler/front-end.js';

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
  if (clear) frontEnd.clearCache();
  const report = frontEnd.cacheReport();
  await frontEnd.dispose();
  if (json) process.stdout.write(`${JSON.stringify({ schema: 1, ...report }, null, 2)}\n`);
  else for (const [key, value] of Object.entries(report ?? {})) process.stdout.write(`${key}: ${String(value)}\n`);
}
