// Builds one function: its operations and its local variables.

import { required } from '../../util/required.js';
import type { Code } from './code.js';
import { CodeBuilder, type Local } from './code-builder.js';
import { bytesOf, endLinearBytes, type LinearChunks, type MaskedChunks } from './compound.js';
import type { FunctionCode, Signature } from './module-code.js';
import type { WasmType } from './opcodes.js';
import { NUMBER } from './operation-table.js';

export type { Local } from './code-builder.js';

const MAX_LOCALS = 40_000;

const [TOUCH_BYTES, IF_ALL_BYTES] = [bytesOf(NUMBER.touch), bytesOf(NUMBER.ifAll, 0)];
const COLLECT_BYTES = bytesOf(NUMBER.collect, 0, 0, 0);
const MASKED_BYTES = [0, 1].map((whole) => bytesOf(NUMBER.maskedLoop, 0, 0, whole));
const [END_MASKED_BYTES, LINEAR_BYTES] = [bytesOf(NUMBER.endMasked, 0, 0), bytesOf(NUMBER.linearLoop)];

export class FunctionBuilder extends CodeBuilder {
  private readonly types: WasmType[];
  private readonly free: Record<WasmType, Local[]> = { i32: [], i64: [], f64: [], v128: [] };
  private temporary: Local[] | undefined;

  constructor(readonly signature: Signature) {
    super();
    this.types = [...signature.params];
  }

  /** A new local; inside `scratch` it is given back at the end. */
  local(type: WasmType): Local {
    const reused = this.temporary ? this.free[type].pop() : undefined;
    const local = reused ?? this.types.push(type) - 1;
    if (this.types.length > MAX_LOCALS) throw new RangeError('too many local variables in one function');
    this.temporary?.push(local);
    return local;
  }

  /** A new local that lives as long as the function, even when it is taken inside `scratch`. */
  persistent(type: WasmType): Local {
    const outer = this.temporary;
    this.temporary = undefined;
    const local = this.local(type);
    this.temporary = outer;
    return local;
  }

  /** Locals taken from here on are given back by the function that is returned. */
  beginScratch(): () => void {
    const outer = this.temporary;
    const locals: Local[] = [];
    this.temporary = locals;
    return () => {
      for (const local of locals) this.free[required(this.types[local], 'type of the local')].push(local);
      if (this.temporary === locals) this.temporary = outer;
    };
  }

  /** Runs `emit`; locals that it takes may be reused afterwards. */
  scratch(emit: () => void): void {
    const end = this.beginScratch();
    emit();
    end();
  }

  /** Looks at the byte at an address, for the effect that this has on the host's pages. */
  touch(): this {
    this.out.add(NUMBER.touch, TOUCH_BYTES);
    return this;
  }
  /** `if` all lanes of the chunk are active. @param active i32: their bits */
  ifAll(active: Local): this {
    this.out.addWith(NUMBER.ifAll, active, IF_ALL_BYTES);
    this.out.depth++;
    return this;
  }
  /** Adds truth values of a chunk to an i64 of all lanes' bits. @param lane number of the chunk's first one */
  collect(bits: Local, vector: Local, lane: Local): this {
    this.out.addWords(NUMBER.collect, [bits, vector, lane], COLLECT_BYTES);
    return this;
  }

  /**
   * A loop over chunks, from the one at `pointer` on. @param emit the code of one, in two labels; it may use `active`
   */
  maskedLoop({ pointer, exec, active, whole }: MaskedChunks, emit: () => void): void {
    const { out } = this;
    out.addWords(
      NUMBER.maskedLoop,
      [exec, active, Number(whole)],
      required(MASKED_BYTES[Number(whole)], 'bytes of the loop'),
    );
    out.depth += 2;
    emit();
    out.addWords(NUMBER.endMasked, [pointer, exec], END_MASKED_BYTES);
    out.depth -= 2;
  }

  /** The same without a look at lanes. @param emit the code of one chunk, in one label */
  linearLoop({ pointer, first, chunks, repeated, growing }: LinearChunks, emit: () => void): void {
    const { out } = this;
    out.add(NUMBER.linearLoop, LINEAR_BYTES);
    out.depth++;
    const before = out.bytes;
    emit();
    const locals = [pointer, first, ...growing.flatMap(({ vector, growth }) => [vector, growth])];
    const bytes = endLinearBytes(locals, chunks, repeated, out.bytes - before);
    out.addWords(NUMBER.endLinear, [2 + locals.length, chunks, repeated, ...locals], bytes);
    out.depth--;
  }

  /** Type of a local. */
  typeOf(local: Local): WasmType {
    return required(this.types[local], 'type of the local');
  }

  /**
   * Takes over code that was written for another function.
   *
   * @param params locals of the other function that become the parameters, in order
   */
  adopt(code: Code, from: FunctionBuilder, params: readonly Local[]): void {
    const numbers = new Int32Array(from.types.length).fill(-1);
    params.forEach((local, index) => {
      numbers[local] = index;
    });
    code.eachLocal((local) => {
      if (numbers[local]! < 0) numbers[local] = this.types.push(from.typeOf(local)) - 1;
    });
    code.renumber(numbers);
    this.out.append(code);
  }

  /** Leaves out locals that no code names, and puts those of one type together. */
  private compact(): readonly { readonly type: WasmType; readonly count: number }[] {
    const { types } = this;
    const used = new Uint8Array(types.length);
    this.out.eachLocal((local) => {
      used[local] = 1;
    });
    const numbers = new Int32Array(types.length);
    let next = this.signature.params.length;
    for (let param = 0; param < next; param++) numbers[param] = param;
    const first = next;
    const runs = (['i32', 'i64', 'f64', 'v128'] as const).map((type) => {
      const before = next;
      for (let local = first; local < types.length; local++)
        if (used[local] && types[local] === type) numbers[local] = next++;
      return { type, count: next - before };
    });
    this.out.renumber(numbers);
    return runs.filter(({ count }) => count > 0);
  }

  /** The function, as it is. Once. */
  finish(): FunctionCode {
    const { signature, out } = this;
    return { signature, locals: this.compact(), code: out };
  }
}
