// Puts functions together to a WebAssembly module that imports one shared memory and some host functions.

import { ByteWriter } from './byte-writer.js';
import { FunctionBuilder, type Signature } from './function-builder.js';
import { TYPE } from './opcodes.js';

const SECTION = { type: 1, import: 2, function: 3, export: 7, code: 10 } as const;
const MEMORY_PAGES = 65_536;
const SHARED_WITH_MAXIMUM = 3;

export interface ImportedFunction {
  readonly name: string;
  readonly signature: Signature;
}

export class ModuleBuilder {
  private readonly functions: FunctionBuilder[] = [];
  private readonly exports: { readonly name: string; readonly index: number }[] = [];

  constructor(private readonly imports: readonly ImportedFunction[]) {}

  /** A new function and its index for calls. */
  define(signature: Signature): { readonly index: number; readonly builder: FunctionBuilder } {
    const builder = new FunctionBuilder(signature);
    return { index: this.imports.length + this.functions.push(builder) - 1, builder };
  }

  /** Exports a function under a name. */
  export(name: string, index: number): void {
    this.exports.push({ name, index });
  }

  importIndex(name: string): number {
    return this.imports.findIndex((entry) => entry.name === name);
  }

  /** The module's bytes. @param memory whether it imports the memory */
  finish(memory = true): Uint8Array {
    const out = new ByteWriter();
    out.bytes([0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]);
    const signatures = [...this.imports.map((entry) => entry.signature), ...this.functions.map((f) => f.signature)];
    section(out, SECTION.type, signatures, (w, { params, results }) => {
      w.byte(0x60);
      w.unsigned(params.length);
      for (const type of params) w.byte(TYPE[type]);
      w.unsigned(results.length);
      for (const type of results) w.byte(TYPE[type]);
    });
    this.importSection(out, memory);
    section(out, SECTION.function, this.functions, (w, _builder, position) =>
      w.unsigned(this.imports.length + position),
    );
    section(out, SECTION.export, this.exports, (w, { name, index }) => {
      w.text(name);
      w.byte(0);
      w.unsigned(index);
    });
    section(out, SECTION.code, this.functions, (w, builder) => {
      const body = builder.finish();
      w.unsigned(body.length);
      w.append(body);
    });
    return out.view().slice();
  }

  private importSection(out: ByteWriter, memory: boolean): void {
    const entries = [...(memory ? [undefined] : []), ...this.imports];
    section(out, SECTION.import, entries, (w, entry, position) => {
      w.text('atoll');
      w.text(entry?.name ?? 'memory');
      w.byte(entry ? 0 : 2);
      if (entry) return w.unsigned(position - Number(memory));
      w.byte(SHARED_WITH_MAXIMUM);
      w.unsigned(MEMORY_PAGES);
      w.unsigned(MEMORY_PAGES);
    });
  }
}

function section<T>(
  out: ByteWriter,
  id: number,
  items: readonly T[],
  write: (writer: ByteWriter, item: T, position: number) => void,
): void {
  const body = new ByteWriter();
  body.unsigned(items.length);
  items.forEach((item, position) => {
    write(body, item, position);
  });
  out.byte(id);
  out.unsigned(body.length);
  out.append(body);
}
