// Functions of a compiled module for atomic operations of one lane: on GPU memory with the processor's atomic instructions,
// on LDS (which one thread works on) with plain ones.

import { PERMISSION } from '../emulator/memory.js';
import type { AtomicFn, Space } from '../isa/expr.js';
import { accessKind, pushAllowed, pushInside, pushLds } from './access-checks.js';
import type { FunctionBuilder } from './function-builder.js';
import type { ModuleBuilder } from './module-builder.js';
import type { ATOMIC, OP } from './opcodes.js';

/** Parameters of an atomic function behind the place. */
const [DATA, COMPARE, CODE] = [2, 3, 4];

/** Operations that WebAssembly has. */
const DIRECT: Readonly<Partial<Record<AtomicFn, keyof typeof ATOMIC>>> = {
  swap: 'i32.atomic.rmw.xchg',
  add: 'i32.atomic.rmw.add',
  sub: 'i32.atomic.rmw.sub',
  and: 'i32.atomic.rmw.and',
  or: 'i32.atomic.rmw.or',
  xor: 'i32.atomic.rmw.xor',
};

const binary =
  (name: keyof typeof OP) =>
  (b: FunctionBuilder, old: number): void => {
    b.get(old).get(DATA).op(name);
  };
/** The old value where a compare with the data says so, else the data. */
const choice =
  (name: keyof typeof OP) =>
  (b: FunctionBuilder, old: number): void => {
    b.get(old).get(DATA).get(old).get(DATA).op(name).op('select');
  };

/** Pushes what is stored: from the old value, the data and what to compare with. */
const NEXT: Readonly<Partial<Record<AtomicFn, (b: FunctionBuilder, old: number) => void>>> = {
  swap: (b) => b.get(DATA),
  add: binary('i32.add'),
  sub: binary('i32.sub'),
  and: binary('i32.and'),
  or: binary('i32.or'),
  xor: binary('i32.xor'),
  rsub: (b, old) => b.get(DATA).get(old).op('i32.sub'),
  smin: choice('i32.lt_s'),
  smax: choice('i32.gt_s'),
  umin: choice('i32.lt_u'),
  umax: choice('i32.gt_u'),
  inc: (b, old) => b.i32(0).get(old).i32(1).op('i32.add').get(old).get(DATA).op('i32.ge_u').op('select'),
  dec: (b, old) => {
    b.get(DATA).get(old).i32(1).op('i32.sub');
    b.get(old).op('i32.eqz').get(old).get(DATA).op('i32.gt_u').op('i32.or').op('select');
  },
  cmpswap: (b, old) => b.get(DATA).get(old).get(old).get(COMPARE).op('i32.eq').op('select'),
  mskor: (b, old) => b.get(old).get(DATA).i32(-1).op('i32.xor').op('i32.and').get(COMPARE).op('i32.or'),
};

/** Whether compiled code can do an operation (the floating-point ones are left to the interpreter). */
export const isAtomicExpressible = (fn: AtomicFn, bits: number): boolean => bits === 32 && fn in NEXT;

/** The atomic functions that a module needs, defined at their first use. */
export class AtomicFunctions {
  private readonly defined = new Map<string, number>();

  constructor(private readonly module: ModuleBuilder) {}

  index(space: Space, fn: AtomicFn): number {
    const key = `${space === 'lds' ? 'lds' : 'global'} ${fn}`;
    let index = this.defined.get(key);
    if (index === undefined) {
      index = space === 'lds' ? this.defineLds(fn) : this.defineGlobal(fn);
      this.defined.set(key, index);
    }
    return index;
  }

  private begin(): { readonly index: number; readonly builder: FunctionBuilder } {
    return this.module.define({ params: ['i32', 'i32', 'i32', 'i32', 'i32'], results: ['i32'] });
  }

  private defineGlobal(fn: AtomicFn): number {
    const { index, builder: b } = this.begin();
    pushAllowed(b, 4, PERMISSION.readWrite);
    b.get(0).i32(3).op('i32.and').op('i32.eqz').op('i32.and').if('i32');
    const direct = DIRECT[fn];
    if (direct) b.get(0).get(DATA).atomic(direct);
    else if (fn === 'cmpswap') b.get(0).get(COMPARE).get(DATA).atomic('i32.atomic.rmw.cmpxchg');
    else this.exchangeLoop(b, fn);
    b.else().get(CODE).get(0).get(1).i32(accessKind(4, PERMISSION.readWrite));
    b.call(this.module.importIndex('fault')).i32(0).end();
    return index;
  }

  /** Repeats until nobody else has changed the word between reading and writing it. */
  private exchangeLoop(b: FunctionBuilder, fn: AtomicFn): void {
    const old = b.local('i32');
    b.loop();
    b.get(0).memory('i32.load').set(old);
    b.get(0).get(old);
    NEXT[fn]!(b, old);
    b.atomic('i32.atomic.rmw.cmpxchg').get(old).op('i32.ne').brIf(0).end();
    b.get(old);
  }

  private defineLds(fn: AtomicFn): number {
    const { index, builder: b } = this.begin();
    const old = b.local('i32');
    b.get(0).i32(-4).op('i32.and').set(0);
    pushInside(b, 4);
    b.if('i32');
    pushLds(b).memory('i32.load').set(old);
    pushLds(b);
    NEXT[fn]!(b, old);
    b.memory('i32.store').get(old).else().i32(0).end();
    return index;
  }
}
