// Accesses of one execution of an instruction, from the items that compiled code has written: lines, or cycles of the
// banks of LDS.

import { type InstructionAccess, LINE_BITS } from '../../emulator/execution-sink.js';
import { VGPR_WORDS } from '../../emulator/state.js';
import type { Instruction } from '../../isa/instruction.js';
import type { RecordedAccess } from '../../isa/records.js';
import { required } from '../../util/required.js';
import { KINDS } from './accesses.js';
import {
  CONTINUES,
  EXEC_BYTES,
  FEWER_BYTES,
  GROUP_BYTES,
  ITEM,
  KIND_AT,
  LANES_BYTES,
  LANES_HEAD,
  LINEAR_BYTES,
  MASK_BYTES,
  MAX_BYTES,
  NONE_BYTES,
  SCALAR_BYTES,
  STRETCH_AT,
  TAG_MASK,
  WENT_BYTES,
} from './layout.js';
import { BankCycles, LineSet } from './lines.js';

/** Properties of a recorded instruction. */
export interface RecordedInstruction {
  readonly pc: number;
  readonly instruction: Instruction;
  /** The memory that it accesses; undefined for one that is recorded for another reason. */
  readonly space: RecordedAccess['access'];
}

/** Words of items by their tags. */
export const ITEM_WORDS = new Uint8Array(TAG_MASK + 1);
ITEM_WORDS[ITEM.went] = WENT_BYTES / 4;
ITEM_WORDS[ITEM.exec] = EXEC_BYTES / 4;
ITEM_WORDS[ITEM.lanes] = LANES_BYTES / 4;
ITEM_WORDS[ITEM.linear] = LINEAR_BYTES / 4;
ITEM_WORDS[ITEM.scalar] = SCALAR_BYTES / 4;
ITEM_WORDS[ITEM.none] = NONE_BYTES / 4;
ITEM_WORDS[ITEM.fewer] = FEWER_BYTES / 4;
ITEM_WORDS[ITEM.group] = GROUP_BYTES / 4;

/** Decodes an item of a stretch that begins with fewer lanes than all. @param pc where it begins */
export function stretchOf(word: number, pc: number): { readonly lanes: number; readonly end: number } {
  return { lanes: word & (2 ** STRETCH_AT - 1), end: pc + 4 * (word >>> STRETCH_AT) };
}

const KIND_MASK = 3;
/** Lanes that LDS serves at a time. */
const HALF = 32;
type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

export class AccessReader {
  private readonly lines = new LineSet();
  private readonly banks = new BankCycles();
  /** Of the last execution. */
  readonly access: Writable<InstructionAccess>;
  /** Lanes of the wavefront. */
  private width = VGPR_WORDS;

  constructor() {
    const { lines } = this.lines;
    this.access = {
      space: 'global',
      kind: 'load',
      lanes: 0,
      bytes: 0,
      lines,
      lineCount: 0,
      ldsCycles: 0,
      ldsIdealCycles: 0,
    };
  }

  /** End of the items of one execution. @param first word of the first one @param end behind all items */
  static behind(u32: Uint32Array, first: number, end: number): number {
    let at = first + ITEM_WORDS[u32[first]! & TAG_MASK]!;
    while (at < end && (u32[at]! & CONTINUES) !== 0) at += ITEM_WORDS[u32[at]! & TAG_MASK]!;
    return at;
  }

  /** Fills `access`. @param behind where its items end */
  read(u32: Uint32Array, first: number, behind: number, { space, instruction }: RecordedInstruction): void {
    this.width = instruction.def.isa.wave.lanes;
    const { access, lines, banks } = this;
    lines.clear();
    banks.clear();
    access.space = required(space, 'address space of the recorded access');
    access.lanes = access.bytes = 0;
    this.see(u32, first, behind, space);
    access.kind = access.bytes === 0 ? 'load' : KINDS[(u32[first + 1]! >>> KIND_AT) & KIND_MASK]!;
    access.lineCount = lines.count;
    access.ldsCycles = banks.cycles;
    access.ldsIdealCycles = banks.ideal;
  }

  private see(u32: Uint32Array, first: number, behind: number, space: RecordedAccess['access']): void {
    const { lines, access } = this;
    const tag = u32[first]! & TAG_MASK;
    if (tag === ITEM.none) return;
    if (space === 'smem') return this.scalars(u32, first, behind);
    const bytes = u32[first + 1]! & MAX_BYTES;
    const step = u32[first + 3]! | 0;
    const isLinear = tag === ITEM.linear && behind === first + LINEAR_BYTES / 4;
    if (isLinear && space !== 'lds' && step >= 0 && step <= 2 ** LINE_BITS) {
      const address = u32[first + 2]!;
      lines.fill(address >>> LINE_BITS, (address + (this.width - 1) * step + bytes - 1) >>> LINE_BITS);
      access.lanes = this.width;
      access.bytes = bytes;
    } else if (tag === ITEM.lanes && behind === first + LANES_BYTES / 4 && space !== 'lds') this.some(u32, first);
    else this.lanes(u32, first, behind, space === 'lds');
  }

  /** Of one item that names its lanes: often they are few. */
  private some(u32: Uint32Array, first: number): void {
    const { access } = this;
    const bytes = u32[first + 1]! & MAX_BYTES;
    const addresses = first + (LANES_HEAD + MASK_BYTES) / 4;
    let lanes = 0;
    for (let word = 0; word < MASK_BYTES / 4; word++)
      for (let bits = u32[first + LANES_HEAD / 4 + word]!; bits !== 0; bits &= bits - 1) {
        const bit = 31 - Math.clz32(bits & -bits);
        // A byte has the bits of four lanes.
        this.touch(u32[addresses + 16 * word + 4 * (bit >>> 3) + (bit & 7)]!, bytes);
        lanes++;
      }
    access.lanes = lanes;
    access.bytes = lanes === 0 ? 0 : bytes;
  }

  private scalars(u32: Uint32Array, first: number, behind: number): void {
    for (let at = first; at < behind; at += SCALAR_BYTES / 4) {
      if (u32[at + 3] === 0) continue;
      const bytes = u32[at + 1]! & MAX_BYTES;
      this.access.bytes += bytes;
      this.touch(u32[at + 2]!, bytes);
    }
  }

  private touch(address: number, bytes: number): void {
    const last = (address + bytes - 1) >>> LINE_BITS;
    for (let line = address >>> LINE_BITS; line <= last; line++) this.lines.add(line);
  }

  /** Lane after lane. */
  private lanes(u32: Uint32Array, first: number, behind: number, lds: boolean): void {
    const { banks, access, width } = this;
    for (let lane = 0; lane < width; lane++) {
      if (lds && lane % HALF === 0) banks.beginHalf();
      const bytes = this.lane(u32, first, behind, lane, lds);
      if (bytes > 0) access.lanes++;
      if (bytes > access.bytes) access.bytes = bytes;
      if (lds && lane % HALF === HALF - 1) banks.endHalf();
    }
  }

  /** @returns bytes that a lane accesses */
  private lane(u32: Uint32Array, first: number, behind: number, lane: number, lds: boolean): number {
    let sum = 0;
    for (let at = first; at < behind; ) {
      const bytes = u32[at + 1]! & MAX_BYTES;
      let address: number;
      if ((u32[at]! & TAG_MASK) === ITEM.linear) {
        address = (u32[at + 2]! + lane * (u32[at + 3]! | 0)) >>> 0;
        at += LINEAR_BYTES / 4;
      } else {
        // A byte has the bits of four lanes.
        const bits = u32[at + LANES_HEAD / 4 + (lane >> 4)]! >>> (((lane >> 2) & 3) * 8 + (lane & 3));
        address = u32[at + (LANES_HEAD + MASK_BYTES) / 4 + lane]!;
        at += LANES_BYTES / 4;
        if ((bits & 1) === 0) continue;
      }
      sum += bytes;
      if (lds) this.touchBanks(address, bytes);
      else this.touch(address, bytes);
    }
    return sum;
  }

  private touchBanks(address: number, bytes: number): void {
    const last = (address + bytes - 1) >>> 2;
    for (let word = address >>> 2; word <= last; word++) this.banks.add(word);
  }
}
