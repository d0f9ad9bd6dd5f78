// Records of LDS where only sums are needed: instructions that address it from one register, as those of an unrolled
// loop do, are a group, whose base is recorded once for all of them.

import { required } from '../../util/required.js';
import type { MachineLocals } from '../kernel/machine.js';
import { instructionOf } from '../kernel/place-code.js';
import { type LdsAddress, ldsPlace } from '../memory/places.js';
import type { VectorValues } from '../vector/vector-values.js';
import type { Local } from '../wasm/function-builder.js';
import type { AccessPlace } from './accesses.js';
import {
  ALIKE_BITS,
  GROUP,
  GROUP_BYTES,
  GROUP_HEAD,
  headOf,
  ITEM,
  MASK_BYTES,
  NO_LIMIT,
  OFFSET_MASK,
  PLACE,
  PLACE_WORDS,
  TABLE,
} from './layout.js';

/** Emits the words of an item that do not depend on lanes. */
export type LdsRecordHead = (base: Local, offset: number) => void;

/** Allocator of a run's items. */
export interface ItemAllocator {
  /** @returns the offset of an item of so many bytes */
  add(bytes: number, head: LdsRecordHead): number;
  /** Base of the offsets. */
  base(): Local;
}

interface Group {
  readonly id: number;
  /** Of its first instruction. */
  readonly number: number;
  readonly limit: LdsAddress['limit'];
  /** PLACE_WORDS of each place. */
  readonly places: number[];
  /** The most bytes of a place, and at least those of a word of LDS. */
  widest: number;
  table: number;
}

const VECTOR_WORDS = 4;

export class LdsGroups {
  private readonly groups = new Map<string, Group>();

  constructor(
    private readonly machine: MachineLocals,
    private readonly room: ItemAllocator,
  ) {}

  /** Emits into the loop what stores the base, if no other instruction has. False: an address has another shape. */
  note(v: VectorValues, places: readonly AccessPlace[], kind: number): boolean {
    const offsets = places.map(({ address, valid, bytes }) => ldsPlace(address, valid, 8 * bytes));
    const [first] = offsets;
    if (!first) return false;
    const own = offsets.flatMap((place) => (place && belongs(place, first) ? [place] : []));
    if (own.length < offsets.length) return false;
    const number = instructionOf(v.code);
    const base = v.word(first.base);
    const key = `${base} ${first.limit}`;
    let group = this.groups.get(key);
    if (!group) {
      group = {
        id: required(this.machine.records, 'records').nextGroup(),
        number,
        limit: first.limit,
        places: [],
        widest: 4,
        table: 0,
      };
      this.groups.set(key, group);
      this.store(v, group, base);
    }
    for (const [position, place] of own.entries()) {
      group.places.push(headOf(0, number, position > 0), wordOf(place, kind));
      group.widest = Math.max(group.widest, place.bytes);
    }
    return true;
  }

  private store({ b, run }: VectorValues, group: Group, own: Local): void {
    const offset = this.room.add(GROUP_BYTES, (base, at) => {
      const set = (field: number, push: () => void): void => {
        b.get(base);
        push();
        b.memory('i32.store', at + field);
      };
      set(0, () => b.i32(headOf(ITEM.group, group.number)));
      set(GROUP.table, () => b.i32(group.table - at));
      set(GROUP.id, () => b.i32((group.id << ALIKE_BITS) | (group.widest - 1)));
      set(GROUP.limit, () => {
        if (group.limit === 'M0') b.get(this.machine.m0);
        else b.i32(NO_LIMIT | 0);
      });
      // Chunks without active lanes are left out.
      b.get(base)
        .words(0)
        .storeVector(at + GROUP_HEAD);
    });
    const items = this.room.base();
    b.get(items).get(run.lane).i32(2).op('i32.shl').op('i32.add').get(own);
    b.storeVector(offset + GROUP_HEAD + MASK_BYTES);
    b.get(items).get(run.lane).i32(2).op('i32.shr_u').op('i32.add').get(run.active);
    b.memory('i32.store8', offset + GROUP_HEAD);
  }

  /** The run has no more instructions. */
  finish(): void {
    const b = this.machine.builder;
    for (const group of this.groups.values()) {
      const { places } = group;
      const count = places.length / PLACE_WORDS;
      // As long as TABLE_HEAD.
      const words = [headOf(ITEM.table, 0), 0, count, 0, ...places];
      while (words.length % VECTOR_WORDS !== 0) words.push(0);
      words[TABLE.bytes / 4] = 4 * words.length;
      group.table = this.room.add(4 * words.length, (base, at) => {
        for (let n = 0; n < words.length; n += VECTOR_WORDS)
          b.get(base)
            .v128([
              required(words[n], 'word') | 0,
              required(words[n + 1], 'word') | 0,
              required(words[n + 2], 'word') | 0,
              required(words[n + 3], 'word') | 0,
            ])
            .storeVector(at + 4 * n);
      });
    }
  }
}

const belongs = (place: LdsAddress, first: LdsAddress): boolean =>
  place.base === first.base && place.limit === first.limit && place.offset <= OFFSET_MASK;

const wordOf = ({ offset, bytes, aligned, carries, limit }: LdsAddress, kind: number): number =>
  (offset << PLACE.offset) |
  (Math.log2(bytes) << PLACE.log2Bytes) |
  (kind << PLACE.kind) |
  (Number(aligned) << PLACE.aligned) |
  (Number(carries) << PLACE.carries) |
  (Number(limit === 'M0') << PLACE.limited);
