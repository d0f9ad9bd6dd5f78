// The finalizer of HSA programs: the compiler, or the writer of code objects with HSAIL; loaded at the first request.

import { defaultCacheDir } from '../compiler/cache/cache-place.js';
import type { Settings } from '../config/config.js';
import type { BrigFinalizer } from '../driver/kfd/finalizer/finalizer.js';
import { loadHsailObjects } from '../hsail/load/on-demand.js';
import { AtollError } from '../util/errors.js';

export function createBrigFinalizer({
  clang,
  cache,
  cacheDir = defaultCacheDir(),
  hsail,
  debugVariables,
}: Pick<Settings, 'clang' | 'cache' | 'cacheDir' | 'hsail' | 'debugVariables'>): BrigFinalizer {
  const load = async () => {
    const { BrigFinalization, inspectBrig, withHostDirectives } = await import('../compiler/finalize.js');
    const settings = { clang, cacheDir: cache ? cacheDir : undefined, apart: true, debugVariables };
    return { inspectBrig, withHostDirectives, programs: new BrigFinalization(settings) };
  };
  let loading: ReturnType<typeof load> | undefined;
  const compiler = () => {
    loading ??= load();
    return loading;
  };
  const writer = async () => {
    const [{ hsailCodeObject }] = await Promise.all([import('../hsail/code-object/write.js'), loadHsailObjects()]);
    return hsailCodeObject;
  };
  return {
    inspect: async (module) => (await compiler()).inspectBrig(module),
    finalize: async (modules, target, directives, signal) => {
      const direct = directives.size > 0 ? (await compiler()).withHostDirectives : undefined;
      const own = direct
        ? modules.map(({ name, bytes }) => ({ name, bytes: direct(bytes, name, directives) }))
        : modules;
      if (hsail === 'il') return (await writer())(own, target);
      return (await compiler()).programs.finalizeFor(own, target, signal);
    },
    isMismatch: (error) => error instanceof AtollError && 'isDirectiveMismatch' in error,
  };
}
