// The part of the WebAssembly JavaScript API that Atoll uses. Neither the language's own type library nor Node's types
// declare it, and the browser's library would bring the whole DOM with it.

declare namespace WebAssembly {
  interface MemoryDescriptor {
    readonly initial: number;
    readonly maximum: number;
    readonly shared: true;
  }
  class Memory {
    constructor(descriptor: MemoryDescriptor);
    readonly buffer: SharedArrayBuffer;
  }
  class Module {
    constructor(bytes: Uint8Array);
    private readonly opaque: never;
  }
  type ImportValue = Memory | ((...args: never[]) => unknown);
  class Instance {
    constructor(module: Module, imports?: Readonly<Record<string, Readonly<Record<string, ImportValue>>>>);
    readonly exports: Readonly<Record<string, unknown>>;
  }
  class RuntimeError extends Error {}
  class CompileError extends Error {}
  function validate(bytes: Uint8Array): boolean;
}
