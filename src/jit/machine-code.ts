// The machine code that the host's compiler has made of a module, as bytes: to optimise a kernel takes it longer than many kernels run.

import { setFlagsFromString } from 'node:v8';

/** V8 offers these to its own tests, by this flag. It refuses bytes of another version, other flags or another kind of processor. */
const NATIVES_SYNTAX = '--allow-natives-syntax';

interface Host {
  /** Of an exported function. */
  readonly isOptimised: (exported: unknown) => boolean;
  /** Ends the process when no function of the module is optimised. */
  readonly serialize: (module: WebAssembly.Module) => ArrayBuffer;
  readonly deserialize: (code: ArrayBuffer, bytes: Uint8Array) => WebAssembly.Module | undefined;
}

/** Undefined where V8 has no such functions any more. */
let host: Host | undefined | null = null;

function findHost(): Host | undefined {
  try {
    setFlagsFromString(NATIVES_SYNTAX);
    return {
      isOptimised: new Function('exported', 'return %IsTurboFanFunction(exported)') as Host['isOptimised'],
      serialize: new Function('module', 'return %SerializeWasmModule(module)') as Host['serialize'],
      deserialize: new Function('code', 'bytes', 'return %DeserializeWasmModule(code, bytes)') as Host['deserialize'],
    };
  } catch {
    return undefined;
  }
}

function hostOf(): Host | undefined {
  if (host === null) host = findHost();
  return host;
}

/** What is optimised of an instance's module by now; undefined while no exported function is. */
export function machineCodeOf(
  module: WebAssembly.Module,
  exports: Readonly<Record<string, unknown>>,
): Uint8Array | undefined {
  const known = hostOf();
  const functions = Object.values(exports).filter((exported) => typeof exported === 'function');
  return known && functions.some(known.isOptimised) ? new Uint8Array(known.serialize(module)) : undefined;
}

/**
 * A module of the same bytes with machine code of an earlier run: its functions do not begin slowly.
 * @param code whole and from `machineCodeOf`: V8 executes what is in it
 * @returns undefined when this host cannot use it
 */
export const moduleWith = (code: Uint8Array, bytes: Uint8Array): WebAssembly.Module | undefined =>
  hostOf()?.deserialize(code.slice().buffer, bytes);
