// Operations as bytes, to be kept: every word in as few bytes as it needs. A store of them contains the version of this
// format.

import { required } from '../../util/required.js';
import { ByteWriter } from './byte-writer.js';
import { Code } from './code.js';
import type { FunctionCode, ModuleCode, Signature } from './module-code.js';
import { TYPE, type WasmType } from './opcodes.js';

const TYPES = Object.keys(TYPE) as WasmType[];

class Packer {
  readonly out = new ByteWriter();

  private list<T>(items: readonly T[], write: (item: T) => void): void {
    this.out.unsigned(items.length);
    items.forEach(write);
  }
  private readonly type = (type: WasmType): void => this.out.byte(TYPES.indexOf(type));
  private signature({ params, results }: Signature): void {
    this.list(params, this.type);
    this.list(results, this.type);
  }

  module({ imports, functions, exports }: ModuleCode): void {
    this.list(imports, ({ name, signature }) => {
      this.out.text(name);
      this.signature(signature);
    });
    this.list(exports, ({ name, index }) => {
      this.out.text(name);
      this.out.unsigned(index);
    });
    this.list(functions, ({ signature, locals, code }) => {
      this.signature(signature);
      this.list(locals, ({ type, count }) => {
        this.type(type);
        this.out.unsigned(count);
      });
      this.out.unsigned(code.length);
      for (const word of code.words) this.out.signed(word);
    });
  }
}

class Unpacker {
  private at = 0;
  constructor(private readonly bytes: Uint8Array) {}

  private unsigned(): number {
    return this.bits(0) >>> 0;
  }
  private signed(): number {
    return this.bits(1);
  }
  /** @param sign 1: the highest bit that is there continues up to the last one */
  private bits(sign: 0 | 1): number {
    const { bytes } = this;
    let value = 0;
    for (let end = 7; end < 42; end += 7) {
      const byte = bytes[this.at++];
      if (byte === undefined) break;
      value |= (byte & 0x7f) << (end - 7);
      if (byte < 0x80) return sign === 1 && end < 32 ? (value << (32 - end)) >> (32 - end) : value;
    }
    throw new RangeError('packed operations end too early');
  }
  private list<T>(read: () => T): T[] {
    return Array.from({ length: this.unsigned() }, read);
  }
  private text(): string {
    const length = this.unsigned();
    this.at += length;
    return Buffer.from(this.bytes.subarray(this.at - length, this.at)).toString();
  }
  private readonly type = (): WasmType => required(TYPES[this.unsigned()], 'type');
  private signature(): Signature {
    return { params: this.list(this.type), results: this.list(this.type) };
  }
  private readonly function = (): FunctionCode => {
    const signature = this.signature();
    const locals = this.list(() => ({ type: this.type(), count: this.unsigned() }));
    const words = new Int32Array(this.unsigned());
    for (let word = 0; word < words.length; word++) words[word] = this.signed();
    return { signature, locals, code: Code.of(words) };
  };

  module(): ModuleCode {
    const imports = this.list(() => ({ name: this.text(), signature: this.signature() }));
    const exports = this.list(() => ({ name: this.text(), index: this.unsigned() }));
    return { imports, exports, functions: this.list(this.function) };
  }
}

export function packModule(module: ModuleCode): Uint8Array {
  const packer = new Packer();
  packer.module(module);
  return packer.out.view().slice();
}

/** @throws RangeError when it is not whole */
export const unpackModule = (bytes: Uint8Array): ModuleCode => new Unpacker(bytes).module();
