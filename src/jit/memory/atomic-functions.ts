// Functions of a compiled module for atomic operations of one lane: on GPU memory with the processor's atomic
// instructions, on LDS (which only one thread accesses) with plain ones.

import type { AddressSpace } from '../../emulator/address-space.js';
import { PERMISSION } from '../../emulator/memory.js';
import type { AtomicFn, Space } from '../../isa/language/expr.js';
import { required } from '../../util/required.js';
import type { FunctionBuilder } from '../wasm/function-builder.js';
import type { ModuleBuilder } from '../wasm/module-builder.js';
import { accessKind, pushAllowed, pushInside, pushLds } from './access-checks.js';
import { accessing, pushPlace } from './gpu-place.js';

/** Parameters of an atomic function after the address. */
const [DATA, COMPARE, CODE] = [2, 3, 4];

export type AtomicBits = 32 | 64;
type Type = 'i32' | 'i64';
const typeOf = (bits: AtomicBits): Type => (bits === 32 ? 'i32' : 'i64');

/** Operations of WebAssembly. */
const DIRECT: Readonly<Partial<Record<AtomicFn, 'xchg' | 'add' | 'sub' | 'and' | 'or' | 'xor'>>> = {
  swap: 'xchg',
  add: 'add',
  sub: 'sub',
  and: 'and',
  or: 'or',
  xor: 'xor',
};

/** Locals of one operation: the old value, the data and the comparand. */
export interface AtomicOperands {
  readonly old: number;
  readonly data: number;
  readonly compare: number;
}

/** Pushes instructions of one width. */
class Width {
  readonly type: Type;
  constructor(
    readonly b: FunctionBuilder,
    readonly bits: AtomicBits,
  ) {
    this.type = typeOf(bits);
  }
  get(local: number): this {
    this.b.get(local);
    return this;
  }
  op(
    name: 'add' | 'sub' | 'and' | 'or' | 'xor' | 'eq' | 'eqz' | 'ne' | 'lt_s' | 'lt_u' | 'gt_s' | 'gt_u' | 'ge_u',
  ): this {
    this.b.op(`${this.type}.${name}`);
    return this;
  }
  /** A constant. */
  number(value: number): this {
    if (this.type === 'i32') this.b.i32(value);
    else this.b.i64(BigInt(value));
    return this;
  }
  select(): this {
    this.b.op('select');
    return this;
  }
}

const NAN32 = 0x7fc0_0000;

type Next = (w: Width, operands: AtomicOperands) => void;

const binary =
  (name: 'add' | 'sub' | 'and' | 'or' | 'xor'): Next =>
  (w, { old, data }) => {
    w.get(old).get(data).op(name);
  };
/** The old value if its comparison with the data is true, otherwise the data. */
const choice =
  (name: 'lt_s' | 'lt_u' | 'gt_s' | 'gt_u'): Next =>
  (w, { old, data }) => {
    w.get(old).get(data).get(old).get(data).op(name).select();
  };

/** Pushes the stored value, computed from the old value, the data and the comparand. */
const NEXT: Readonly<Partial<Record<AtomicFn, Next>>> = {
  swap: (w, { data }) => w.get(data),
  add: binary('add'),
  sub: binary('sub'),
  and: binary('and'),
  or: binary('or'),
  xor: binary('xor'),
  rsub: (w, { old, data }) => w.get(data).get(old).op('sub'),
  smin: choice('lt_s'),
  smax: choice('gt_s'),
  umin: choice('lt_u'),
  umax: choice('gt_u'),
  inc: (w, { old, data }) => w.number(0).get(old).number(1).op('add').get(old).get(data).op('ge_u').select(),
  dec: (w, { old, data }) => {
    w.get(data).get(old).number(1).op('sub');
    w.get(old).op('eqz').get(old).get(data).op('gt_u').b.op('i32.or');
    w.select();
  },
  cmpswap: (w, { old, data, compare }) => w.get(data).get(old).get(old).get(compare).op('eq').select(),
  mskor: (w, { old, data, compare }) => w.get(old).get(data).number(-1).op('xor').op('and').get(compare).op('or'),
  // By vectors: compiled code has no scalars of f32.
  fadd: ({ b }, { old, data }) => {
    const sum = b.local('v128');
    b.get(old).simd('i32x4.splat').get(data).simd('i32x4.splat').simd('f32x4.add').set(sum);
    b.get(sum).words(NAN32).get(sum).get(sum).simd('f32x4.eq').simd('v128.bitselect').lane('i32x4.extract_lane', 0);
  },
  wrap: (w, { old, data, compare }) => {
    w.get(old).get(data).op('sub').get(old).get(compare).op('add');
    w.get(old).get(data).op('ge_u').select();
  },
};

/** Pushes the value that an operation stores. */
export const pushNext = (b: FunctionBuilder, fn: AtomicFn, bits: AtomicBits, operands: AtomicOperands): void =>
  void required(NEXT[fn], 'atomic function')(new Width(b, bits), operands);

/** Executes an operation on GPU memory, at an aligned place, and pushes the old value. */
export function pushAtomic(
  b: FunctionBuilder,
  fn: AtomicFn,
  bits: AtomicBits,
  address: number,
  operands: Omit<AtomicOperands, 'old'>,
): void {
  const type = typeOf(bits);
  const { data, compare } = operands;
  const direct = DIRECT[fn];
  if (direct) {
    pushPlace(b, address).get(data);
    accessing(b, address).atomic(`${type}.atomic.rmw.${direct}`);
    return;
  }
  if (fn === 'cmpswap') {
    pushPlace(b, address).get(compare).get(data);
    accessing(b, address).atomic(`${type}.atomic.rmw.cmpxchg`);
    return;
  }
  // Repeats until no other thread has changed the value between the read and the write.
  const old = b.local(type);
  b.loop();
  pushPlace(b, address);
  accessing(b, address).memory(`${type}.load`).set(old);
  pushPlace(b, address).get(old);
  pushNext(b, fn, bits, { old, data, compare });
  accessing(b, address).atomic(`${type}.atomic.rmw.cmpxchg`).get(old).op(`${type}.ne`).brIf(0).end();
  b.get(old);
}

/**
 * True if compiled code can execute an operation. Sums of f32 keep denormals, so the condition is that the CPU keeps
 * them; the interpreter executes comparisons of floating-point numbers.
 */
export const isAtomicExpressible = (fn: AtomicFn, denormals: boolean): boolean =>
  fn in NEXT && (fn !== 'fadd' || denormals);

/** The atomic functions that a module needs, defined at their first use. */
export class AtomicFunctions {
  private readonly defined = new Map<string, number>();

  constructor(
    private readonly module: ModuleBuilder,
    private readonly space: AddressSpace,
  ) {}

  index(space: Space, fn: AtomicFn, bits: AtomicBits): number {
    const key = `${space === 'lds' ? 'lds' : 'global'} ${fn} ${bits}`;
    let index = this.defined.get(key);
    if (index === undefined) {
      index = space === 'lds' ? this.defineLds(fn, bits) : this.defineGlobal(fn, bits);
      this.defined.set(key, index);
    }
    return index;
  }

  private begin(bits: AtomicBits): { readonly index: number; readonly builder: FunctionBuilder } {
    const type = typeOf(bits);
    return this.module.define({ params: ['i32', 'i32', type, type, 'i32'], results: [type] });
  }

  private defineGlobal(fn: AtomicFn, bits: AtomicBits): number {
    const { index, builder: b } = this.begin(bits);
    const bytes = bits / 8;
    const type = typeOf(bits);
    const place = pushAllowed(b, this.space, bytes, PERMISSION.readWrite);
    b.get(0)
      .i32(bytes - 1)
      .op('i32.and')
      .op('i32.eqz')
      .op('i32.and')
      .if(type);
    pushAtomic(b, fn, bits, place, { data: DATA, compare: COMPARE });
    b.else().get(CODE).get(0).get(1).i32(accessKind(bytes, PERMISSION.readWrite));
    b.call(this.module.importIndex('fault'));
    new Width(b, bits).number(0).b.end();
    return index;
  }

  private defineLds(fn: AtomicFn, bits: AtomicBits): number {
    const { index, builder: b } = this.begin(bits);
    const bytes = bits / 8;
    const w = new Width(b, bits);
    const old = b.local(w.type);
    b.get(0).i32(-bytes).op('i32.and').set(0);
    pushInside(b, bytes);
    b.if(w.type);
    pushLds(b).memory(`${w.type}.load`).set(old);
    pushLds(b);
    required(NEXT[fn], 'atomic function')(w, { old, data: DATA, compare: COMPARE });
    b.memory(`${w.type}.store`).get(old).else();
    w.number(0).b.end();
    return index;
  }
}
