// ROCm's own programs, for tests that run where the distribution's packages are installed.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from '../../../src/util/paths.js';

const inPath = (name: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));

/** True if `rocminfo`, or HIP's compiler, is there. */
export const hasRocminfo = inPath('rocminfo');
export const hasHip = inPath('hipcc');
/** True if programs can be built with the distribution's rocRAND. */
export const hasRocrand = hasHip && existsSync('/usr/include/rocrand/rocrand.h');

/** Or with its rocPRIM. */
export const hasRocprim = hasHip && existsSync('/usr/include/rocprim/rocprim.hpp');

/** Chips that ROCm supports, by `--device`. */
export const CHIPS = { fiji: 'gfx803', vega10: 'gfx900', vega20: 'gfx906' } as const;

/** Those for which the distribution has no code of its libraries. */
export const OTHER_CHIPS = { carrizo: 'gfx801', tonga: 'gfx802', raven: 'gfx902' } as const;

const BUILT = join(root, 'build', 'test-hip');

/** Builds a program of `test/hip` for all of them, once, named after the source. */
export function buildHip(name: string, libraries: readonly string[] = [], options: readonly string[] = []): string {
  const source = join(root, 'test/hip', `${name}.hip`);
  const words = ['-O2', ...options, ...Object.values(CHIPS).map((chip) => `--offload-arch=${chip}`)];
  const after = libraries.map((library) => `-l${library}`);
  const folder = join(
    BUILT,
    createHash('sha256')
      .update(JSON.stringify([words, after]))
      .update(textsOf(name))
      .digest('hex'),
  );
  const program = join(folder, name);
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const temporary = join(folder, `${name}.${process.pid}`);
  const env = { ...process.env, HIP_PLATFORM: 'amd' };
  execFileSync('hipcc', [...words, source, '-o', temporary, ...after], { env, stdio: 'pipe' });
  renameSync(temporary, program);
  return program;
}

/** The source of a program, and its headers. */
function textsOf(name: string): string {
  const hip = join(root, 'test/hip');
  const parts = readdirSync(hip, { recursive: true, encoding: 'utf8' }).filter((file) => file.startsWith('features/'));
  return [`${name}.hip`, ...parts.sort()].map((file) => readFileSync(join(hip, file), 'utf8')).join('\0');
}

/**
 * Puts stand-ins for the headers of libdrm, which need not be there, into a folder: `linux/kfd_ioctl.h` includes them,
 * and uses the kernel's types only.
 */
export function drmHeader(folder: string): void {
  mkdirSync(join(folder, 'drm'));
  writeFileSync(join(folder, 'drm/drm.h'), '#include <linux/types.h>\n');
}

/**
 * Output of a command line in docs/rocm-transcripts.md (`node dist/benchmarks/rocm/transcripts.js` writes it).
 */
export function transcript(line: string): string {
  const page = readFileSync(join(root, 'docs/rocm-transcripts.md'), 'utf8');
  const start = `$ ${line}\n`;
  const at = page.indexOf(start);
  if (at < 0) throw new Error(`the page has no '${line}'`);
  return page.slice(at + start.length, page.indexOf('\n```', at));
}
