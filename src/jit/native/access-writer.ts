// The stack of a function's operands, and the operations on memory and on vectors that work on it.

import { nonNull, required } from '../../util/required.js';
import type { WasmType } from '../wasm/opcodes.js';
import { type IrBuilder, Vectors } from './ir-builder.js';
import type { ModuleContext, NativeValue } from './ir-types.js';
import type { NativeMemoryAccess, Operation } from './operations.js';
import { SHIFTS, SPLATS, TESTS, VECTOR_OPERATIONS } from './vector-operations.js';

/** `volatile` keeps LLVM from splitting an access, or narrowing it. */
const volatileOf = ({ undivided }: { readonly undivided?: true }): string => (undivided ? ' volatile' : '');

export class AccessWriter {
  private readonly stack: NativeValue[] = [];
  protected readonly vectors: Vectors;

  constructor(
    readonly ir: IrBuilder,
    protected readonly module: ModuleContext,
  ) {
    this.vectors = new Vectors(ir, 1);
  }

  get depth(): number {
    return this.stack.length;
  }
  push(value: NativeValue): void {
    this.stack.push(value);
  }
  pushWord(name: string): void {
    this.stack.push({ type: 'i32', name });
  }
  pop(): NativeValue {
    return required(this.stack.pop(), 'operand on the stack');
  }

  protected give(type: WasmType, name: string, words?: readonly number[]): void {
    this.stack.push(words ? { type, name, words } : { type, name });
  }
  protected popMany(count: number): readonly NativeValue[] {
    return this.stack.splice(this.stack.length - count, count);
  }

  /**
   * A constant whose value LLVM must not know: arithmetic with it is arithmetic, though it may look like none (x + -0).
   */
  plain(value: NativeValue): string {
    if (!value.words) return value.name;
    return this.ir.value(`load <4 x i32>, ptr ${this.module.hidden(value.words)}, align 16, !invariant.load !0`);
  }

  protected address({ offset = 0, far }: Partial<NativeMemoryAccess>): string {
    const { ir } = this;
    const near = ir.value(`zext i32 ${this.pop().name} to i64`);
    const wide = far ? ir.value(`add nuw nsw i64 ${near}, ${this.pop().name}`) : near;
    const sum = offset === 0 ? wide : ir.value(`add nuw nsw i64 ${wide}, ${offset}`);
    return ir.value(`getelementptr i8, ptr %base, i64 ${sum}`);
  }

  protected vectorStore(access: NativeMemoryAccess): void {
    const value = this.pop();
    this.ir.effect(`store${volatileOf(access)} <4 x i32> ${value.name}, ptr ${this.address(access)}, align 1`);
  }

  protected simd(name: Extract<Operation, { kind: 'simd' }>['name']): void {
    const { ir, vectors } = this;
    const splat = SPLATS[name];
    if (splat) {
      return this.give('v128', vectors.back(splat, vectors.same(splat, this.pop().name)));
    }
    const shift = SHIFTS[name];
    if (shift) {
      const [op, element] = shift;
      const distance = ir.value(`and i32 ${this.pop().name}, ${element === 'i32' ? 31 : 63}`);
      const wide = element === 'i32' ? distance : ir.value(`zext i32 ${distance} to i64`);
      const all = vectors.same(element, wide);
      const value = vectors.as(element, this.pop().name);
      return this.give('v128', vectors.back(element, ir.value(`${op} ${vectors.of(element)} ${value}, ${all}`)));
    }
    const test = TESTS[name];
    if (test) return this.give('i32', test(vectors, this.pop().name));
    const emit = required(VECTOR_OPERATIONS[name], 'vector operation');
    const floats = name.startsWith('f');
    const args = this.popMany(emit.length - 1).map((value) => (floats ? this.plain(value) : value.name));
    this.give('v128', emit(vectors, required(args[0], 'operand'), args[1] ?? '', args[2] ?? ''));
  }

  protected lane({ name, lane }: Extract<Operation, { kind: 'lane' }>): void {
    const { ir, vectors } = this;
    const element = name.startsWith('f64') ? 'double' : name.startsWith('i64') ? 'i64' : 'i32';
    const replaced = name.endsWith('replace_lane') ? this.pop() : undefined;
    const vector = vectors.as(element, this.pop().name);
    const type = vectors.of(element);
    if (replaced) {
      const changed = ir.value(`insertelement ${type} ${vector}, ${element} ${replaced.name}, i32 ${lane}`);
      return this.give('v128', vectors.back(element, changed));
    }
    this.give(element === 'double' ? 'f64' : element, ir.value(`extractelement ${type} ${vector}, i32 ${lane}`));
  }

  /** A load for its effect on the pages of the host: LLVM would leave out one without a use. */
  protected touch(access: Partial<NativeMemoryAccess>): void {
    this.ir.value(`load volatile i8, ptr ${this.address(access)}, align 1`);
  }

  protected memory(access: Extract<Operation, { kind: 'memory' }>): void {
    const { ir } = this;
    const { name } = access;
    const volatile = volatileOf(access);
    const type = name.startsWith('i64') ? 'i64' : 'i32';
    const bits = /(\d+)_u$|store(\d+)$/.exec(name);
    const stored = bits ? `i${bits[1] ?? bits[2]}` : type;
    if (!name.includes('store')) {
      const loaded = ir.value(`load${volatile} ${stored}, ptr ${this.address(access)}, align 1`);
      return this.give(type, stored === type ? loaded : ir.value(`zext ${stored} ${loaded} to ${type}`));
    }
    const { name: whole } = this.pop();
    const value = stored === type ? whole : ir.value(`trunc ${type} ${whole} to ${stored}`);
    ir.effect(`store${volatile} ${stored} ${value}, ptr ${this.address(access)}, align 1`);
  }

  protected atomic(access: Extract<Operation, { kind: 'atomic' }>): void {
    const { ir } = this;
    const { name } = access;
    const type = name.startsWith('i64') ? 'i64' : 'i32';
    const function_ = name.slice(name.lastIndexOf('.') + 1);
    const value = this.pop().name;
    if (function_ === 'cmpxchg') {
      const expected = this.pop().name;
      const address = this.address(access);
      const pair = ir.value(`cmpxchg ptr ${address}, ${type} ${expected}, ${type} ${value} seq_cst seq_cst`);
      return this.give(type, ir.value(`extractvalue { ${type}, i1 } ${pair}, 0`));
    }
    this.give(type, ir.value(`atomicrmw ${function_} ptr ${this.address(access)}, ${type} ${value} seq_cst`));
  }

  protected wholeVector(access: NativeMemoryAccess): void {
    const address = this.address(access);
    this.give('v128', this.ir.value(`load${volatileOf(access)} <4 x i32>, ptr ${address}, align 1`));
  }

  protected vectorLoad(access: Extract<Operation, { kind: 'vectorLoad' }>): void {
    const { ir, vectors } = this;
    const { name } = access;
    if (name === 'v128.load') return this.wholeVector(access);
    const address = this.address(access);
    const element = name.includes('64') ? 'i64' : 'i32';
    const type = vectors.of(element);
    const loaded = ir.value(`load${volatileOf(access)} ${element}, ptr ${address}, align 1`);
    const all = name.endsWith('splat')
      ? vectors.same(element, loaded)
      : ir.value(`insertelement ${type} zeroinitializer, ${element} ${loaded}, i32 0`);
    this.give('v128', vectors.back(element, all));
  }

  protected laneMemory(access: Extract<Operation, { kind: 'laneMemory' }>): void {
    const { ir, vectors } = this;
    const { name, lane } = access;
    const volatile = volatileOf(access);
    const bits = Number(nonNull(/\d+(?=_lane)/.exec(name), 'width of the lane')[0]);
    const element = `i${bits}` as 'i8' | 'i16' | 'i32' | 'i64';
    const vector = this.pop().name;
    const address = this.address(access);
    const type = vectors.of(element);
    const elements = vectors.as(element, vector);
    if (name.startsWith('v128.load')) {
      const loaded = ir.value(`load${volatile} ${element}, ptr ${address}, align 1`);
      const changed = ir.value(`insertelement ${type} ${elements}, ${element} ${loaded}, i32 ${lane}`);
      return this.give('v128', vectors.back(element, changed));
    }
    const value = ir.value(`extractelement ${type} ${elements}, i32 ${lane}`);
    ir.effect(`store${volatile} ${element} ${value}, ptr ${address}, align 1`);
  }

  protected fill(): void {
    const { ir } = this;
    const [count, byte] = [this.pop().name, this.pop().name];
    const args = [
      ['ptr', this.address({})],
      ['i8', ir.value(`trunc i32 ${byte} to i8`)],
      ['i64', ir.value(`zext i32 ${count} to i64`)],
      ['i1', 'false'],
    ] as const;
    ir.intrinsic('llvm.memset.p0.i64', 'void', args);
  }
}
