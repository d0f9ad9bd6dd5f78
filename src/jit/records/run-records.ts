// Records of a run's accesses. Addresses are stored while its loop computes them, in items whose heads are written
// before the loop, behind all conditions under which the run may be abandoned.

import type { Stmt } from '../../isa/language/expr.js';
import { type MachineLocals, PARAM } from '../kernel/machine.js';
import { instructionOf } from '../kernel/place-code.js';
import type { VectorValues } from '../vector/vector-values.js';
import type { Local } from '../wasm/function-builder.js';
import { type AccessPlace, kindOf, placesOf } from './accesses.js';
import {
  CURSOR,
  headOf,
  IN_LDS_AT,
  ITEM,
  KIND_AT,
  LANES_BYTES,
  LANES_HEAD,
  LINEAR_BYTES,
  MASK_BYTES,
  NONE_BYTES,
} from './layout.js';
import { type ItemAllocator, LdsGroups, type LdsRecordHead } from './lds-groups.js';

/** Lane 0 has it, the others follow at a distance; an i64 local that is set before the loop. */
export interface LinearPlace {
  readonly first: Local;
  readonly step: number;
}

/** A place of an instruction if it is linear, which the run relies on then; undefined where it is not. */
export type FindLinear = (place: AccessPlace) => LinearPlace | undefined;

/** Memory accesses of an instruction. */
export interface RecordedStatements {
  readonly statements: readonly Stmt[];
  readonly inLds: boolean;
}

export class RunRecords {
  private readonly heads: { readonly offset: number; readonly emit: LdsRecordHead }[] = [];
  private bytes = 0;
  private base: Local | undefined;
  private readonly groups: LdsGroups | undefined;

  constructor(private readonly machine: MachineLocals) {
    const room: ItemAllocator = { add: (bytes, head) => this.add(bytes, head), base: () => this.itemBase() };
    if (machine.records?.sums) this.groups = new LdsGroups(machine, room);
  }

  get isEmpty(): boolean {
    return this.bytes === 0;
  }

  /** Emits into the loop what stores the addresses of an instruction, which have not been changed. */
  note(v: VectorValues, { statements, inLds }: RecordedStatements, linear: FindLinear): void {
    const { b } = v;
    const number = instructionOf(v.code);
    const places = placesOf(statements, (node) => v.isUniform(node));
    const accesses = kindOf(statements);
    if (inLds && !places.some((place) => linear(place)) && this.groups?.note(v, places, accesses)) return;
    const kind = (accesses << KIND_AT) | (Number(inLds) << IN_LDS_AT);
    for (const [position, place] of places.entries()) {
      const form = linear(place);
      const continues = position > 0;
      if (form) this.addLinear(headOf(ITEM.linear, number, continues), place.bytes | kind, form);
      else this.addLanes(v, headOf(ITEM.lanes, number, continues), { ...place, bytes: place.bytes | kind });
    }
    if (places.length > 0) return;
    this.add(NONE_BYTES, (base, offset) => b.get(base).i32(headOf(ITEM.none, number)).memory('i32.store', offset));
  }

  /** Base of the run's items. */
  private itemBase(): Local {
    return (this.base ??= this.machine.builder.local('i32'));
  }

  private add(bytes: number, head: LdsRecordHead): number {
    const offset = this.bytes;
    this.heads.push({ offset, emit: head });
    this.bytes += bytes;
    return offset;
  }

  private addLinear(head: number, bytes: number, { first, step }: LinearPlace): void {
    const b = this.machine.builder;
    this.add(LINEAR_BYTES, (base, offset) => {
      b.get(base).i32(head).memory('i32.store', offset);
      b.get(base)
        .i32(bytes)
        .memory('i32.store', offset + 4);
      b.get(base)
        .get(first)
        .op('i32.wrap_i64')
        .memory('i32.store', offset + 8);
      b.get(base)
        .i32(step)
        .memory('i32.store', offset + 12);
    });
  }

  private addLanes(v: VectorValues, head: number, { address, valid, bytes }: AccessPlace): void {
    const { b, run } = v;
    const offset = this.add(LANES_BYTES, (base, at) => {
      b.get(base).i32(head).memory('i32.store', at);
      b.get(base)
        .i32(bytes)
        .memory('i32.store', at + 4);
      // Chunks without active lanes are left out.
      b.get(base)
        .words(0)
        .storeVector(at + LANES_HEAD);
    });
    const items = this.itemBase();
    const low = address.ty === 'u64' ? v.addresses(address).low : v.word(address);
    b.get(items).get(run.lane).i32(2).op('i32.shl').op('i32.add').get(low);
    b.storeVector(offset + LANES_HEAD + MASK_BYTES);
    const mask = valid && v.word(valid);
    b.get(items).get(run.lane).i32(2).op('i32.shr_u').op('i32.add').get(run.active);
    if (mask !== undefined) b.get(mask).simd('i32x4.bitmask').op('i32.and');
    b.memory('i32.store8', offset + LANES_HEAD);
  }

  /** Emits, just before the loop, what makes the items. */
  finish(): void {
    if (this.isEmpty) return;
    this.groups?.finish();
    const b = this.machine.builder;
    const base = this.itemBase();
    b.get(PARAM.counts).memory('i32.load', CURSOR).set(base);
    b.get(PARAM.counts).get(base).i32(this.bytes).op('i32.add').memory('i32.store', CURSOR);
    for (const { offset, emit } of this.heads) emit(base, offset);
  }
}
