// ROCm's own programs, for tests that run where the distribution's packages are installed.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from '../../../src/util/paths.js';

const inPath = (name: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));

/** Whether `rocminfo`, or HIP's compiler, is there. */
export const hasRocminfo = inPath('rocminfo');
export const hasHip = inPath('hipcc');
/** Whether programs can be built with the distribution's rocRAND. */
export const hasRocrand = hasHip && existsSync('/usr/include/rocrand/rocrand.h');

/** Or with its rocPRIM. */
export const hasRocprim = hasHip && existsSync('/usr/include/rocprim/rocprim.hpp');

/** Chips that ROCm knows, by `--device`. */
export const CHIPS = { fiji: 'gfx803', vega10: 'gfx900', vega20: 'gfx906' } as const;

/** Builds a program of `test/hip` for all of them. */
export function buildHip(
  name: string,
  folder: string,
  libraries: readonly string[] = [],
  options: readonly string[] = [],
): string {
  const program = join(folder, name);
  const targets = Object.values(CHIPS).map((chip) => `--offload-arch=${chip}`);
  const source = join(root, 'test/hip', `${name}.hip`);
  execFileSync(
    'hipcc',
    ['-O2', ...options, ...targets, source, '-o', program, ...libraries.map((library) => `-l${library}`)],
    {
      env: { ...process.env, HIP_PLATFORM: 'amd' },
      stdio: 'pipe',
    },
  );
  return program;
}

/** Puts into a folder what `linux/kfd_ioctl.h` includes of libdrm, which need not be there: it uses the kernel's types only. */
export function drmHeader(folder: string): void {
  mkdirSync(join(folder, 'drm'));
  writeFileSync(join(folder, 'drm/drm.h'), '#include <linux/types.h>\n');
}
