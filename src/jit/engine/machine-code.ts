// The machine code that the host's compiler has made of a module, as bytes: to optimise a kernel takes it longer than
// many kernels run.

import { setFlagsFromString } from 'node:v8';

/**
 * The version of V8 that the tests have run: src/setup/bundle.mjs puts it into the bundles. Outside of them nothing is
 * kept.
 */
declare const ATOLL_V8: string | undefined;

/** V8's own functions are no stable interface: only a tested version is used. */
const isTested = (): boolean => typeof ATOLL_V8 !== 'string' || ATOLL_V8 === process.versions.v8;

/**
 * V8 offers these to its own tests, by this flag. It refuses bytes of another version, other flags or another kind of
 * processor.
 */
const NATIVES_SYNTAX = 'allow-natives-syntax';

/**
 * A function of V8's own as one of JavaScript. The flag is set only while the text is read: code caches, those of
 * Node's own modules among them, are made for the flags of a process, and a thread that starts without them needs 35 ms
 * more. The function has to be used at once: V8 drops the compiled code of idle functions, and could not read the text
 * again.
 *
 * @returns undefined when another thread has just turned the flag off, and under an untested V8
 */
function ownFunction<Result>(
  name: string,
  ...parameters: readonly string[]
): ((...args: unknown[]) => Result) | undefined {
  if (!isTested()) return undefined;
  setFlagsFromString(`--${NATIVES_SYNTAX}`);
  try {
    return new Function(...parameters, `return %${name}(${parameters.join()})`) as (...args: unknown[]) => Result;
  } catch {
    return undefined;
  } finally {
    setFlagsFromString(`--no-${NATIVES_SYNTAX}`);
  }
}

/** Optimised machine code of an instance's module so far; undefined while no exported function has any. */
export function machineCodeOf(
  module: WebAssembly.Module,
  exports: Readonly<Record<string, unknown>>,
): Uint8Array | undefined {
  const functions = Object.values(exports).filter((exported) => typeof exported === 'function');
  const isOptimised = ownFunction<boolean>('IsTurboFanFunction', 'exported');
  // To serialise a module without any optimised function ends the process.
  if (!isOptimised || !functions.some((exported) => isOptimised(exported))) return undefined;
  const code = ownFunction<ArrayBuffer>('SerializeWasmModule', 'module')?.(module);
  return code && new Uint8Array(code);
}

/**
 * A module of the same bytes with machine code of an earlier run: its functions do not begin slowly.
 * @param code whole and from `machineCodeOf`: V8 executes what is in it
 * @returns undefined when this host cannot use it
 */
export const moduleWith = (code: Uint8Array, bytes: Uint8Array): WebAssembly.Module | undefined =>
  ownFunction<WebAssembly.Module | undefined>('DeserializeWasmModule', 'code', 'bytes')?.(code.slice().buffer, bytes);
