// pocl keeps the kernels that it has compiled. Programs that use one cache at the same time have been seen to get each
// other's kernels.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../src/util/paths.js';

/** The variable that gives a program on pocl a cache which is private to its name. */
export function poclCache(name: string): { readonly POCL_CACHE_DIR: string } {
  const folder = join(root, 'build', 'test-pocl', name);
  mkdirSync(folder, { recursive: true });
  return { POCL_CACHE_DIR: folder };
}

/** Gives all programs that this process starts their own cache: each file of tests has a process to itself. */
export const ownPoclCache = (name: string): void => void Object.assign(process.env, poclCache(name));
