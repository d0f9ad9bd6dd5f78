// Shared set-up of the tests of this folder: a front end with its own cache, and short ways to build.
// ATOLL_CLANG names another compiler than the default one: the whole folder then tests that one.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CalImage, CalKernel } from '../../src/cal/image.js';
import { readCalImage } from '../../src/cal/reader.js';
import { findToolchain } from '../../src/compiler/clang/toolchain.js';
import { FrontEnd, type FrontEndOptions } from '../../src/compiler/front-end.js';
import { PROJECT_ROOT } from '../../src/compiler/project.js';
import type { BuildRequest, BuildResult } from '../../src/compiler/request/build-request.js';

/** Keeps the builtin library between runs; builds are cached only where a test requests it. */
export const CACHE = join(PROJECT_ROOT, 'node_modules', '.cache', 'atoll-tests');

export const CLANG: FrontEndOptions = process.env['ATOLL_CLANG'] ? { clang: process.env['ATOLL_CLANG'] } : {};

export function newFrontEnd(options: FrontEndOptions = {}): FrontEnd {
  return new FrontEnd({ cacheDir: CACHE, cache: false, ...CLANG, ...options });
}

const shared = newFrontEnd();
export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Builds, compiles or links with the shared front end. */
export function build(source: string, options = '', rest: Partial<BuildRequest> = {}): Promise<BuildResult> {
  return shared.build({ kind: 'build', source: bytes(source), options, device: 'tahiti', ...rest });
}

/** Makes a build that must succeed, and reads the image back. */
export async function image(source: string, options = ''): Promise<CalImage> {
  const result = await build(source, options);
  if (!result.binary) throw new Error(`the build failed: ${result.log}`);
  return readCalImage(result.binary);
}

export async function kernel(source: string, options = ''): Promise<CalKernel> {
  return (await image(source, options)).kernels[0]!;
}

/** A folder that is removed when the test has ended. */
export function temporaryFolder(t: { teardown(fn: () => void): void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-test-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * A compiler that is the tested one but for what a shell script does first with its words ("$@", and "$*" to look at),
 * beside a libclc that fits. @returns its path
 */
export function scriptedClang(folder: string, script: string): string {
  const { clang, libclc, version } = findToolchain(CLANG.clang).toolchain!;
  const bin = join(folder, `llvm-${version}`, 'bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(dirname(libclc), join(folder, 'clc'));
  const path = join(bin, 'clang');
  writeFileSync(path, `#!/bin/sh\n${script}\nexec ${clang} "$@"\n`, { mode: 0o755 });
  return path;
}
