// Functions of a compiled module for accesses that may leave the dword that their address is in, where the lane's next
// dword lies elsewhere (ElementStep in src/isa/language/expr.ts). Those that leave it are made byte by byte. Defined
// when first needed.

import type { FunctionBuilder, Local } from '../wasm/function-builder.js';
import type { ModuleBuilder } from '../wasm/module-builder.js';

type Bits = 8 | 16 | 32;
type Functions = Readonly<Record<Bits, number>>;

const [LOW, HIGH] = [0, 1];
const [DWORD_SHIFT, DWORD_BITS] = [2, 3];

/** Pushes whether `bits` at the address lie in one dword, or the step says that bytes follow one another. */
function pushStays(b: FunctionBuilder, bits: Bits, step: Local): void {
  b.get(LOW)
    .i32(DWORD_BITS)
    .op('i32.and')
    .i32(4 - bits / 8)
    .op('i32.le_u');
  b.get(step).i32(4).op('i32.eq').op('i32.or');
}

/** Sets `place` to the address of a byte, of 64 bits. */
function setBytePlace(b: FunctionBuilder, index: number, step: Local, place: Local): void {
  const byte = (): FunctionBuilder => b.get(LOW).i32(DWORD_BITS).op('i32.and').i32(index).op('i32.add');
  b.get(HIGH).op('i64.extend_i32_u').i64(32n).op('i64.shl');
  b.get(LOW).i32(~DWORD_BITS).op('i32.and').op('i64.extend_i32_u').op('i64.or');
  byte().i32(DWORD_SHIFT).op('i32.shr_u').get(step).op('i32.mul').op('i64.extend_i32_u').op('i64.add');
  byte().i32(DWORD_BITS).op('i32.and').op('i64.extend_i32_u').op('i64.add').set(place);
}

/** Pushes the words of an address. */
function pushWords(b: FunctionBuilder, place: Local): void {
  b.get(place).op('i32.wrap_i64').get(place).i64(32n).op('i64.shr_u').op('i32.wrap_i64');
}

export class ElementFunctions {
  private readonly defined = new Map<string, number>();

  /** @param loads by bits, as @param stores, of accesses that are made as a whole */
  constructor(
    private readonly module: ModuleBuilder,
    private readonly loads: Functions,
    private readonly stores: Functions,
  ) {}

  private once(name: string, define: () => number): number {
    let index = this.defined.get(name);
    if (index === undefined) this.defined.set(name, (index = define()));
    return index;
  }

  /** (low, high, step, code) -> value */
  private load(bits: Bits): number {
    return this.once(`load${bits}`, () => {
      const { index, builder: b } = this.module.define({ params: ['i32', 'i32', 'i32', 'i32'], results: ['i32'] });
      const [step, code] = [2, 3];
      const [place, value] = [b.local('i64'), b.local('i32')];
      pushStays(b, bits, step);
      b.if('i32').get(LOW).get(HIGH).get(code).call(this.loads[bits]).else();
      for (let byte = 0; byte < bits / 8; byte++) {
        setBytePlace(b, byte, step, place);
        pushWords(b, place);
        b.get(code)
          .call(this.loads[8])
          .i32(8 * byte)
          .op('i32.shl')
          .get(value)
          .op('i32.or')
          .set(value);
      }
      b.get(value).end();
      return index;
    });
  }

  /** (low words, high words, steps, bits of the lanes, code of the first lane) -> values, 0 elsewhere */
  loadLanes(bits: Bits): number {
    const load = this.load(bits);
    return this.once(`loadLanes${bits}`, () => {
      const params = ['v128', 'v128', 'v128', 'i32', 'i32'] as const;
      const { index, builder: b } = this.module.define({ params, results: ['v128'] });
      const [steps, lanes, code] = [2, 3, 4];
      const result = b.local('v128');
      for (let lane = 0; lane < 4; lane++) {
        b.get(lanes)
          .i32(1 << lane)
          .op('i32.and')
          .if()
          .get(result);
        for (const words of [LOW, HIGH, steps]) b.get(words).lane('i32x4.extract_lane', lane);
        b.get(code).i32(lane).op('i32.add').call(load).lane('i32x4.replace_lane', lane).set(result).end();
      }
      b.get(result);
      return index;
    });
  }

  /** (low, high, value, step, code) */
  store(bits: Bits): number {
    return this.once(`store${bits}`, () => {
      const { index, builder: b } = this.module.define({ params: ['i32', 'i32', 'i32', 'i32', 'i32'], results: [] });
      const [value, step, code] = [2, 3, 4];
      const place = b.local('i64');
      pushStays(b, bits, step);
      b.if().get(LOW).get(HIGH).get(value).get(code).call(this.stores[bits]).else();
      for (let byte = 0; byte < bits / 8; byte++) {
        setBytePlace(b, byte, step, place);
        pushWords(b, place);
        b.get(value)
          .i32(8 * byte)
          .op('i32.shr_u')
          .get(code)
          .call(this.stores[8]);
      }
      b.end();
      return index;
    });
  }

  /**
   * (low, high, value of each dword, step, code): two or four dwords, at once where they lie side by side.
   *
   * @param whole which does that, by the number of dwords
   */
  storeTogether(dwords: number, whole: (dwords: number) => number): number {
    const half = dwords === 2 ? this.store(32) : this.storeTogether(dwords / 2, whole);
    const atOnce = whole(dwords);
    return this.once(`store ${dwords}`, () => {
      const [step, code] = [3 * dwords, 3 * dwords + 1];
      const params = Array.from({ length: code + 1 }, () => 'i32' as const);
      const { index, builder: b } = this.module.define({ params, results: [] });
      for (let dword = 1; dword < dwords; dword++) {
        b.get(LOW)
          .i32(4 * dword)
          .op('i32.add')
          .get(3 * dword + LOW)
          .op('i32.eq');
        if (dword > 1) b.op('i32.and');
      }
      b.if();
      for (let parameter = 0; parameter < step; parameter++) b.get(parameter);
      b.get(code).call(atOnce).else();
      for (const first of [0, step / 2]) {
        for (let parameter = first; parameter < first + step / 2; parameter++) b.get(parameter);
        b.get(step).get(code).call(half);
      }
      b.end();
      return index;
    });
  }
}
