// Values of several chunks at once: vectors lie side by side in wider ones, scalars are as many scalars, and numbers
// that grow evenly from chunk to chunk are one.

import { required } from '../../util/required.js';
import type { WasmType } from '../wasm/opcodes.js';
import type { FunctionWriter } from './function-writer.js';
import { type IrBuilder, Vectors } from './ir-builder.js';
import { IR_TYPE, type NativeValue } from './ir-types.js';

/** One value for all chunks, one for each, vectors side by side, or an i32 of the first chunk and its growth. */
export type Wide =
  | { readonly kind: 'same'; readonly type: WasmType; readonly value: NativeValue; readonly number?: number }
  | { readonly kind: 'each'; readonly type: WasmType; readonly parts: readonly string[] }
  | { readonly kind: 'vector'; readonly type: 'v128'; readonly name: string }
  | { readonly kind: 'linear'; readonly type: 'i32'; readonly first: string; readonly step: number };

export const numberOf = (number: number): Wide => ({
  kind: 'same',
  type: 'i32',
  value: { type: 'i32', name: String(number) },
  number,
});
export const sameOf = (value: NativeValue): Wide => ({ kind: 'same', type: value.type, value });
export const vectorOf = (name: string): Wide => ({ kind: 'vector', type: 'v128', name });

export class WideValues {
  readonly vectors: Vectors;
  private readonly ir: IrBuilder;
  /** Steps of locals that hold numbers which grow evenly. */
  private readonly steps = new Map<number, number>();

  /** @param count of chunks */
  constructor(
    private readonly writer: FunctionWriter,
    readonly count: number,
  ) {
    this.ir = writer.ir;
    this.vectors = new Vectors(this.ir, count);
  }

  /** A value for each chunk. */
  parts(value: Wide): readonly string[] {
    if (value.kind === 'each') return value.parts;
    if (value.kind === 'vector') return this.vectors.split(value.name);
    const all = Array.from({ length: this.count });
    if (value.kind === 'same') {
      const name = this.writer.plain(value.value);
      return all.map(() => name);
    }
    const { first, step } = value;
    return all.map((_, part) => (part === 0 ? first : this.ir.value(`add i32 ${first}, ${part * step}`)));
  }

  /** Vectors side by side. @param exact whether LLVM may know what constants they are */
  vector(value: Wide, exact = true): string {
    if (value.kind === 'vector') return value.name;
    if (value.kind === 'same' && value.value.words && exact) {
      const words = Array.from({ length: this.count }, () => required(value.value.words, 'words of the value')).flat();
      return `<${words.map((word) => `i32 ${word}`).join(', ')}>`;
    }
    return this.vectors.join(this.parts(value));
  }

  of(type: WasmType, parts: readonly string[]): Wide {
    return type === 'v128' ? vectorOf(this.vectors.join(parts)) : { kind: 'each', type, parts };
  }

  /** In all elements of a chunk its scalar. */
  spread(element: 'i32' | 'i64' | 'double', parts: readonly string[]): Wide {
    const { ir, vectors } = this;
    const type = `<${this.count} x ${element}>`;
    const all = parts.reduce(
      (vector, part, at) => ir.value(`insertelement ${type} ${vector}, ${element} ${part}, i32 ${at}`),
      'undef',
    );
    const count = vectors.elements(element);
    const mask = Array.from({ length: count }, (_, at) => `i32 ${Math.floor(at / (count / this.count))}`).join(', ');
    return vectorOf(
      vectors.back(element, ir.value(`shufflevector ${type} ${all}, ${type} undef, <${count} x i32> <${mask}>`)),
    );
  }

  typeOf(local: number): WasmType {
    return required(this.writer.source.locals[local], 'local');
  }

  /** Places of a local of the chunks: vectors have one, scalars one for each chunk. */
  private places(local: number): readonly string[] {
    return this.writer.widePlaces(local, this.count, this.vectors.type);
  }
  get(local: number): Wide {
    const { ir } = this;
    const type = this.typeOf(local);
    const places = this.places(local);
    if (type === 'v128') return vectorOf(ir.value(`load ${this.vectors.type}, ptr ${places[0]}`));
    const step = this.steps.get(local);
    if (step !== undefined) return { kind: 'linear', type: 'i32', first: ir.value(`load i32, ptr ${places[0]}`), step };
    return { kind: 'each', type, parts: places.map((place) => ir.value(`load ${IR_TYPE[type]}, ptr ${place}`)) };
  }
  set(local: number, value: Wide): void {
    const { ir } = this;
    const places = this.places(local);
    this.steps.delete(local);
    if (value.type === 'v128') {
      ir.effect(`store ${this.vectors.type} ${this.vector(value, false)}, ptr ${places[0]}`);
    } else if (value.kind === 'linear') {
      this.steps.set(local, value.step);
      ir.effect(`store i32 ${value.first}, ptr ${places[0]}`);
    } else
      this.parts(value).forEach((part, at) => {
        ir.effect(`store ${IR_TYPE[value.type]} ${part}, ptr ${places[at]}`);
      });
  }
  /** The same value, with a place for each chunk: code that is not always executed may write it then. */
  settle(local: number): void {
    if (this.steps.has(local)) this.set(local, { kind: 'each', type: 'i32', parts: this.parts(this.get(local)) });
  }
}
