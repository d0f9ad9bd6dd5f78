// Interface of the finalizer's device to the compiler, which the composition root connects.

import type { ControlDirectives } from './control-directives.js';

export interface NamedModule {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Properties that a module has in common with its program, by their names in HSAIL. */
export interface ModuleProperties {
  readonly machineModel: string;
  readonly profile: string;
}

export interface BrigFinalizer {
  /** @throws AtollError for a damaged module, with section and offset */
  inspect(module: NamedModule): Promise<ModuleProperties>;
  /**
   * @param target the chip, by LLVM's name
   * @param directives for all kernels
   * @returns a code object
   * @throws AtollError
   */
  finalize(
    modules: readonly NamedModule[],
    target: string,
    directives: ControlDirectives,
    signal: AbortSignal,
  ): Promise<Uint8Array>;
  /** True for an error of directives that contradict those of a kernel. */
  isMismatch(error: unknown): boolean;
}
