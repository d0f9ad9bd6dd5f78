// Checks of ROCm for `atoll doctor`: programs use the runtime of the machine (docs/rocm.md).

import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Shared objects that every program for ROCm loads, and the folders of Debian's and AMD's packages. */
const RUNTIME = 'libhsa-runtime64.so.1';
const LIBRARY_FOLDERS = ['/usr/lib/x86_64-linux-gnu', '/usr/lib64', '/usr/local/lib', '/opt/rocm/lib'];
const TOOLS = ['rocminfo', 'hipcc'];

const folders = (variable: string | undefined): readonly string[] =>
  (variable ?? '').split(delimiter).filter((folder) => folder !== '');

/** AMD's packages install several versions side by side: /opt/rocm-5.7.1. */
const versions = (): readonly string[] =>
  existsSync('/opt')
    ? readdirSync('/opt')
        .filter((name) => name.startsWith('rocm-'))
        .map((name) => join('/opt', name, 'lib'))
    : [];

/** @param environment its PATH and LD_LIBRARY_PATH are searched */
export function checkRocm(environment: NodeJS.ProcessEnv, libraries = [...LIBRARY_FOLDERS, ...versions()]) {
  const runtime = [...folders(environment['LD_LIBRARY_PATH']), ...libraries]
    .map((folder) => join(folder, RUNTIME))
    .find(existsSync);
  const tools = TOOLS.map((tool) =>
    folders(environment['PATH'])
      .map((folder) => join(folder, tool))
      .find(existsSync),
  );
  const missing = TOOLS.filter((_, index) => tools[index] === undefined);
  const files = [runtime, ...tools].filter((file) => file !== undefined);
  const lacks = missing.length > 0 ? `; no ${missing.join(', no ')} in PATH` : '';
  const ok = runtime !== undefined;
  return {
    check: 'ROCm',
    ok,
    optional: true,
    text: ok ? `${files.join(', ')}${lacks}` : `no ${RUNTIME}: HIP programs have no runtime${lacks}`,
    fix: ok && missing.length === 0 ? '' : 'apt-get install rocminfo hipcc (only for programs of ROCm)',
  };
}
