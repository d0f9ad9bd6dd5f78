// The part of the WebAssembly JavaScript interface that we use. Node has it, but its types come only with the browser's
// globals, which would let names like `status` or `event` pass unnoticed. Source: W3C, WebAssembly JavaScript
// Interface.

declare namespace WebAssembly {
  interface MemoryDescriptor {
    /** Pages of 64 KiB. */
    readonly initial: number;
    readonly maximum?: number;
    readonly shared?: boolean;
  }

  class Memory {
    constructor(descriptor: MemoryDescriptor);
    readonly buffer: ArrayBuffer | SharedArrayBuffer;
  }

  class Module {
    /** @throws CompileError */
    constructor(bytes: Uint8Array | ArrayBuffer);
  }

  type ImportValue = Memory | Global | Table | ((...args: never[]) => unknown) | number | bigint;
  type Imports = Readonly<Record<string, Readonly<Record<string, ImportValue>>>>;

  class Instance {
    /** @throws LinkError, RuntimeError */
    constructor(module: Module, imports?: Imports);
    readonly exports: Readonly<Record<string, unknown>>;
  }

  class Global {
    constructor(
      descriptor: { readonly value: 'i32' | 'i64' | 'f32' | 'f64'; readonly mutable?: boolean },
      value?: number | bigint,
    );
    value: number | bigint;
  }

  class Table {
    constructor(descriptor: { readonly element: 'anyfunc'; readonly initial: number; readonly maximum?: number });
    get(index: number): ((...args: never[]) => unknown) | null;
    set(index: number, value: ((...args: never[]) => unknown) | null): void;
  }

  class CompileError extends Error {}
  class LinkError extends Error {}
  class RuntimeError extends Error {}

  function compile(bytes: Uint8Array | ArrayBuffer): Promise<Module>;
  function validate(bytes: Uint8Array | ArrayBuffer): boolean;
}
