// Compiled code that adds up what other compiled code has recorded: it knows patterns again, and marks the lines that
// they touch.

import { LINE_BITS } from '../../emulator/execution-sink.js';
import { VGPR_WORDS } from '../../emulator/state.js';
import { encodeModule } from '../wasm/encoder.js';
import type { FunctionBuilder, Local } from '../wasm/function-builder.js';
import { ModuleBuilder } from '../wasm/module-builder.js';
import {
  ALIKE_MASK,
  CONTINUES,
  FEWER_BYTES,
  GROUP,
  GROUP_BYTES,
  GROUP_HEAD,
  IN_LDS_AT,
  ITEM,
  LANES_BYTES,
  LANES_HEAD,
  LINEAR_BYTES,
  MAX_BYTES,
  NONE_BYTES,
  SCALAR_BYTES,
  TABLE,
  TAG_MASK,
} from './layout.js';
import { ADDRESSES_AT, ALL_ON, defineSame, defineTouch } from './sums-functions.js';
import { SLOT, SLOT_BYTES, SLOT_COUNT_BITS, SLOTS } from './sums-layout.js';

/**
 * Calls `miss` for what is no known pattern: (byte address of the first item, its slot, the first address) -> where the
 * next item is.
 */
export type UnknownPattern = (at: number, slot: number, base: number) => number;
export interface SumFunctions {
  /** Items from a byte address on; a word of 0 ends them. */
  readonly sum: (at: number) => void;
}

/** Odd numbers without a pattern. */
const [HEAD_FACTOR, LAST_FACTOR, NEXT_FACTOR, KEY_FACTOR] = [
  0x9e37_79b1, 0x85eb_ca6b, 0xc2b2_ae35, 0x27d4_eb2f,
] as const;

class SumEmitter {
  private readonly b: FunctionBuilder;
  readonly index: number;
  private readonly at = 0;
  private readonly head: Local;
  private readonly base: Local;
  private readonly bytes: Local;
  private readonly hash: Local;
  private readonly key: Local;
  private readonly slot: Local;
  private readonly next: Local;
  private readonly count: Local;
  private readonly line: Local;

  constructor(
    module: ModuleBuilder,
    private readonly miss: number,
    private readonly touch: number,
    private readonly same: number,
  ) {
    const { index, builder: b } = module.define({ params: ['i32'], results: [] });
    this.index = index;
    this.b = b;
    [this.head, this.base, this.bytes, this.hash, this.key] = this.five();
    [this.slot, this.next, this.count, this.line] = this.five();
    this.emit();
  }

  private five(): [Local, Local, Local, Local, Local] {
    const word = (): Local => this.b.local('i32');
    return [word(), word(), word(), word(), word()];
  }

  private emit(): void {
    const { b, at, head } = this;
    b.loop();
    b.get(at).memory('i32.load').tee(head).op('i32.eqz').if().op('return').end();
    b.get(at).memory('i32.load', 4).set(this.bytes);
    this.ifTag(ITEM.group, () => this.group());
    this.ifTag(ITEM.table, () => {
      b.get(at).get(at).memory('i32.load', TABLE.bytes).op('i32.add').set(at).br(1);
    });
    this.ifTag(ITEM.lanes, () => this.lanes());
    this.ifTag(ITEM.linear, () => this.linear());
    this.ifTag(ITEM.scalar, () => this.scalar());
    this.ifTag(ITEM.fewer, () => this.fewer());
    b.get(at).i32(NONE_BYTES).op('i32.add').set(at).br(0).end();
  }

  /** @param emit in two labels, of which the outer one continues with the next item */
  private ifTag(tag: number, emit: () => void): void {
    const { b } = this;
    b.get(this.head).i32(TAG_MASK).op('i32.and').i32(tag).op('i32.eq').if();
    emit();
    b.end();
  }

  private lanes(): void {
    const { b, at, base } = this;
    this.findBase(0);
    b.get(at).i32(LANES_BYTES).op('i32.add').set(this.next);
    this.lookUp(() => {
      b.get(at).get(this.slot).i32(SLOT.place).op('i32.add').get(base).call(this.same).op('i32.eqz').brIf(0);
    });
  }

  /**
   * Instructions of a group have the same cycles wherever its base is, if it lies alike and all lanes are within the
   * limit.
   */
  private group(): void {
    const { b, at, base, bytes, key, slot, head, hash } = this;
    const mask = GROUP_HEAD - LANES_HEAD;
    this.findBase(mask);
    b.get(at).memory('i32.load', GROUP.id).set(bytes);
    b.get(base).get(bytes).op('i32.and').i32(ALIKE_MASK).op('i32.and').set(key);
    b.get(head).get(bytes).op('i32.add').i32(HEAD_FACTOR).op('i32.mul').get(hash).op('i32.add');
    b.get(key).i32(KEY_FACTOR).op('i32.mul').op('i32.add');
    this.toSlot();
    b.block();
    this.unlessEqual(SLOT.head, head);
    this.unlessEqual(SLOT.bytes, bytes);
    this.unlessEqual(SLOT.key, key);
    this.unlessWithin();
    b.get(at).i32(mask).op('i32.add').get(slot).i32(SLOT.place).op('i32.add').get(base).call(this.same);
    b.op('i32.eqz').brIf(0);
    this.hit();
    b.get(at).i32(GROUP_BYTES).op('i32.add').set(at).br(2).end();
    b.get(at).get(slot).get(base).call(this.miss).set(at).br(1);
  }

  private unlessWithin(): void {
    const { b, at, base, slot } = this;
    const from = (field: number): void => {
      b.get(base).op('i64.extend_i32_u').get(slot).memory('i32.load', field).op('i64.extend_i32_s').op('i64.add');
    };
    from(SLOT.low);
    b.i64(0n).op('i64.lt_s').brIf(0);
    from(SLOT.reach);
    b.get(at).memory('i32.load', GROUP.limit).op('i64.extend_i32_u').op('i64.gt_s').brIf(0);
  }

  /**
   * The address of the first active lane, and a hash of where others are. @param more bytes of the item's head than
   * LANES_HEAD
   */
  private findBase(more: number): void {
    const { b, at, base, hash } = this;
    b.get(at)
      .loadVector(LANES_HEAD + more)
      .words(ALL_ON)
      .simd('i32x4.eq')
      .simd('i32x4.all_true')
      .if();
    b.get(at)
      .memory('i32.load', ADDRESSES_AT + more)
      .set(base);
    const from = (lane: number): void =>
      void b
        .get(at)
        .memory('i32.load', ADDRESSES_AT + more + 4 * lane)
        .get(base)
        .op('i32.sub');
    from(VGPR_WORDS - 1);
    b.i32(LAST_FACTOR).op('i32.mul');
    from(1);
    b.i32(NEXT_FACTOR).op('i32.mul').op('i32.add').set(hash);
    b.else();
    this.findFirst(more);
    b.end();
  }

  /** The same where lanes are off, with a hash of the mask. An item without lanes has any address: it misses. */
  private findFirst(more: number): void {
    const { b, at, base } = this;
    const [bits, lane] = [b.local('i64'), b.local('i32')];
    b.get(at)
      .memory('i64.load', LANES_HEAD + more)
      .tee(bits)
      .op('i64.eqz')
      .if();
    b.get(at)
      .memory('i64.load', LANES_HEAD + more + 8)
      .set(bits)
      .i32(VGPR_WORDS / 2)
      .set(lane)
      .else()
      .i32(0)
      .set(lane)
      .end();
    // A byte has the bits of four lanes.
    const place = (): void => void b.get(bits).op('i64.ctz').op('i32.wrap_i64').i32(63).op('i32.and');
    place();
    b.i32(3).op('i32.shr_u').i32(2).op('i32.shl');
    place();
    b.i32(7)
      .op('i32.and')
      .op('i32.add')
      .get(lane)
      .op('i32.add')
      .i32(VGPR_WORDS - 1)
      .op('i32.and')
      .set(lane);
    b.get(lane).i32(2).op('i32.shl').get(at).op('i32.add');
    b.memory('i32.load', ADDRESSES_AT + more).set(base);
    this.hashMask(more);
  }

  private hashMask(more: number): void {
    const { b, at, hash } = this;
    const word = (n: number): void => void b.get(at).memory('i32.load', LANES_HEAD + more + 4 * n);
    word(0);
    for (let n = 1; n < 4; n++) {
      b.i32(NEXT_FACTOR).op('i32.mul');
      word(n);
      b.op('i32.add');
    }
    b.i32(LAST_FACTOR).op('i32.mul').set(hash);
  }

  private linear(): void {
    const { b, at } = this;
    b.get(at).memory('i32.load', 8).set(this.base);
    b.get(at).memory('i32.load', 12).i32(LAST_FACTOR).op('i32.mul').set(this.hash);
    b.get(at).i32(LINEAR_BYTES).op('i32.add').set(this.next);
    this.lookUp(() => {
      b.get(at).memory('i32.load', 12).get(this.slot).memory('i32.load', SLOT.step).op('i32.ne').brIf(0);
    });
  }

  /** A stretch with so many lanes is a pattern without places. */
  private fewer(): void {
    const { b, at, head, bytes, slot } = this;
    b.i32(0).set(this.base);
    b.get(head).i32(HEAD_FACTOR).op('i32.mul').get(bytes).i32(KEY_FACTOR).op('i32.mul').op('i32.add');
    this.toSlot();
    b.block();
    this.unlessEqual(SLOT.head, head);
    this.unlessEqual(SLOT.bytes, bytes);
    this.hit();
    b.get(at).i32(FEWER_BYTES).op('i32.add').set(at).br(2).end();
    b.get(at).get(slot).get(this.base).call(this.miss).set(at).br(1);
  }

  /** Takes a hash from the stack. */
  private toSlot(): void {
    const { b, slot } = this;
    b.i32(32 - SLOT_COUNT_BITS).op('i32.shr_u');
    b.i32(SLOT_BYTES).op('i32.mul').i32(SLOTS).op('i32.add').set(slot);
  }

  private hit(): void {
    const { b, slot } = this;
    b.get(slot).get(slot).memory('i32.load', SLOT.hits).i32(1).op('i32.add').memory('i32.store', SLOT.hits);
  }

  /** @param compare emits the comparison of the first item with the slot's; label 0 is the way out */
  private lookUp(compare: () => void): void {
    const { b, at, base, bytes, key, slot, head } = this;
    // 63 in memory, 3 in LDS.
    const lds = (): void =>
      void b
        .get(bytes)
        .i32(IN_LDS_AT - 2)
        .op('i32.shr_u')
        .i32(4)
        .op('i32.and');
    b.i32(2 ** LINE_BITS - 1);
    lds();
    b.op('i32.shr_u').get(base).op('i32.and').set(key);
    b.get(head).i32(HEAD_FACTOR).op('i32.mul').get(this.hash).op('i32.add');
    b.get(key).i32(KEY_FACTOR).op('i32.mul').op('i32.add');
    this.toSlot();
    b.block();
    this.unlessEqual(SLOT.head, head);
    this.unlessEqual(SLOT.bytes, bytes);
    this.unlessEqual(SLOT.key, key);
    compare();
    this.second();
    this.hit();
    this.touchLines();
    b.get(this.next).set(at).br(2).end();
    b.get(at).get(slot).get(base).call(this.miss).set(at).br(1);
  }

  private unlessEqual(offset: number, local: Local): void {
    this.b.get(this.slot).memory('i32.load', offset).get(local).op('i32.ne').brIf(0);
  }

  /** Compares a second place of the instruction, or that there is none. */
  private second(): void {
    const { b, base, slot, next, head } = this;
    const unless = (offset: number, push: () => void): void => {
      push();
      b.get(slot).memory('i32.load', offset).op('i32.ne').brIf(1);
    };
    b.get(next).memory('i32.load').tee(head).i32(CONTINUES).op('i32.and').op('i32.eqz').if();
    b.get(slot).memory('i32.load', SLOT.head2).brIf(1);
    b.else();
    unless(SLOT.head2, () => b.get(head));
    unless(SLOT.bytes2, () => b.get(next).memory('i32.load', 4));
    b.get(head).i32(TAG_MASK).op('i32.and').i32(ITEM.linear).op('i32.eq').if();
    b.get(next).memory('i32.load', 12).get(slot).memory('i32.load', SLOT.step2).op('i32.ne').brIf(2);
    b.get(next).memory('i32.load', 8).get(base).op('i32.sub');
    b.get(slot).memory('i32.load', SLOT.apart).op('i32.ne').brIf(2);
    b.get(next).i32(LINEAR_BYTES).op('i32.add').set(next);
    b.else();
    b.get(next).get(slot).i32(SLOT.place2).op('i32.add').get(base).call(this.same).op('i32.eqz').brIf(2);
    b.get(next).i32(LANES_BYTES).op('i32.add').set(next);
    b.end();
    b.get(next).memory('i32.load').i32(CONTINUES).op('i32.and').brIf(1);
    b.end();
  }

  private touchLines(): void {
    const { b, slot, count, line, base } = this;
    b.get(slot).memory('i32.load', SLOT.lineCount).tee(count).if();
    b.get(base).i32(LINE_BITS).op('i32.shr_u').set(line).loop();
    b.get(count).i32(1).op('i32.sub').tee(count).i32(2).op('i32.shl').get(slot).op('i32.add');
    b.memory('i32.load', SLOT.lines)
      .get(line)
      .op('i32.add')
      .i32(2 ** (32 - LINE_BITS) - 1)
      .op('i32.and')
      .call(this.touch);
    b.get(count).brIf(0).end().end();
  }

  /** Scalar accesses touch lines, and are not counted. */
  private scalar(): void {
    const { b, at, base, bytes, line, count } = this;
    b.get(at).memory('i32.load', 12).if();
    b.get(at).memory('i32.load', 8).tee(base).i32(LINE_BITS).op('i32.shr_u').set(line);
    b.get(base).get(bytes).i32(MAX_BYTES).op('i32.and').op('i32.add').i32(1).op('i32.sub');
    b.i32(LINE_BITS).op('i32.shr_u').set(count).loop();
    b.get(line).call(this.touch);
    b.get(line).get(count).op('i32.lt_u').if().get(line).i32(1).op('i32.add').set(line).br(1).end().end();
    b.end();
    b.get(at).i32(SCALAR_BYTES).op('i32.add').set(at).br(1);
  }
}

function emit(): Uint8Array {
  const module = new ModuleBuilder([{ name: 'miss', signature: { params: ['i32', 'i32', 'i32'], results: ['i32'] } }]);
  const [touch, same] = [defineTouch(module), defineSame(module)];
  module.export('sum', new SumEmitter(module, module.importIndex('miss'), touch, same).index);
  return encodeModule(module.finish());
}

let compiled: WebAssembly.Module | undefined;

export function sumFunctions(memory: WebAssembly.Memory, miss: UnknownPattern): SumFunctions {
  compiled ??= new WebAssembly.Module(emit());
  return new WebAssembly.Instance(compiled, { atoll: { memory, miss } }).exports as unknown as SumFunctions;
}
