// The finalizer of HSA programs: the compiler, which is loaded at the first request.

import { availableParallelism } from 'node:os';
import { defaultCacheDir } from '../compiler/cache/cache-place.js';
import type { Settings } from '../config/config.js';
import type { BrigFinalizer } from '../driver/kfd/finalizer/finalizer.js';

export function createBrigFinalizer({
  clang,
  cache,
  cacheDir = defaultCacheDir(),
}: Pick<Settings, 'clang' | 'cache' | 'cacheDir'>): BrigFinalizer {
  const load = async () => {
    const { BrigPrograms, inspectBrig } = await import('../compiler/brig-programs.js');
    const settings = { clang, cacheDir: cache ? cacheDir : undefined, apart: true };
    return { inspectBrig, programs: new BrigPrograms(settings, availableParallelism()) };
  };
  let loading: ReturnType<typeof load> | undefined;
  const compiler = () => {
    loading ??= load();
    return loading;
  };
  return {
    inspect: async (module) => (await compiler()).inspectBrig(module),
    finalize: async (modules, target, signal) => (await compiler()).programs.finalize(modules, target, signal),
  };
}
