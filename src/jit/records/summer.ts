// Adds up accesses: patterns that it has seen are counted by compiled code (sums-code.ts), others it looks at itself.

import type { AccessSums, InstructionAccess } from '../../emulator/execution-sink.js';
import { LINE_BITS } from '../../emulator/execution-sink.js';
import type { GpuMemory } from '../../emulator/memory.js';
import { VGPR_WORDS } from '../../emulator/state.js';
import type { Wavefront } from '../../emulator/wavefront.js';
import { AccessReader, ITEM_WORDS, stretchOf } from './access-reader.js';
import { GroupReader } from './group-reader.js';
import {
  ALIKE_MASK,
  CURSOR,
  FIRST,
  GROUP,
  GROUP_BYTES,
  GROUP_HEAD,
  ITEM,
  LANES_HEAD,
  MASK_BYTES,
  NUMBER_AT,
  TAG_MASK,
} from './layout.js';
import type { AccessRecording, RecordConsumer, Stretch } from './reader.js';
import { type SumFunctions, sumFunctions } from './sums-code.js';
import {
  DIRTY,
  LANE_MASK_BYTES,
  LANE_MASKS,
  MAX_LINES,
  PART_BITS,
  PARTS,
  SLOT,
  SLOT_BYTES,
  SLOT_COUNT,
  SLOTS,
  TOUCHED,
} from './sums-layout.js';

/** An access of an instruction. */
interface AccessAt {
  readonly pc: number;
  readonly access: InstructionAccess;
}

/** Owner of the pattern in a slot: an instruction and its accesses, or a stretch. */
interface Pattern {
  readonly codeAddress: number;
  readonly accesses: readonly AccessAt[];
  readonly stretch?: Stretch;
}

const NO_LINES = new Uint32Array(0);

export class RecordSummer implements RecordConsumer {
  private readonly reader = new AccessReader();
  private readonly groups = new GroupReader();
  private readonly patterns: (Pattern | undefined)[] = Array.from({ length: SLOT_COUNT }, () => undefined);
  private readonly functions: SumFunctions;
  private readonly u32: Uint32Array;
  private readonly dirty: Uint8Array;
  private recording!: AccessRecording;
  private translation: object | undefined;
  /** Behind the items, in words. */
  private end = 0;

  constructor(
    memory: GpuMemory,
    private readonly sums: AccessSums,
  ) {
    const { u32 } = memory;
    this.u32 = u32;
    this.dirty = new Uint8Array(u32.buffer, DIRTY, PARTS);
    for (let bits = 0; bits < 16; bits++)
      for (let lane = 0; lane < 4; lane++)
        u32[(LANE_MASKS + LANE_MASK_BYTES * bits) / 4 + lane] = (bits >>> lane) & 1 ? 0xffff_ffff : 0;
    this.functions = sumFunctions(memory.memory, (at, slot, base) => this.miss(at >>> 0, slot, base >>> 0));
  }

  begin(counts: number): void {
    this.u32[(counts + CURSOR) >>> 2] = counts + FIRST;
  }

  drain(recording: AccessRecording): void {
    const { counts, translation } = recording;
    const { u32 } = this;
    this.end = u32[(counts + CURSOR) >>> 2]! >>> 2;
    if (this.end === (counts + FIRST) >>> 2) return;
    if (translation !== this.translation) this.forget();
    this.translation = translation;
    this.recording = recording;
    u32[this.end] = 0;
    this.functions.sum(counts + FIRST);
    this.begin(counts);
  }

  flush(): void {
    for (let slot = 0; slot < SLOT_COUNT; slot++) this.passOn(slot);
    const { dirty } = this;
    for (let part = dirty.indexOf(1); part >= 0; part = dirty.indexOf(1, part + 1)) this.passOnLines(part);
  }

  private passOnLines(part: number): void {
    const { u32 } = this;
    this.dirty[part] = 0;
    const words = 2 ** PART_BITS / 32;
    for (let word = part * words; word < (part + 1) * words; word++) {
      const bits = u32[TOUCHED / 4 + word]!;
      if (bits === 0) continue;
      u32[TOUCHED / 4 + word] = 0;
      this.sums.touched(32 * word, bits);
    }
  }

  /** Numbers mean other instructions from now on. */
  private forget(): void {
    this.groups.forget();
    for (let slot = 0; slot < SLOT_COUNT; slot++) {
      this.passOn(slot);
      this.u32[wordOf(slot) + SLOT.head / 4] = 0;
      this.patterns[slot] = undefined;
    }
  }

  private passOn(slot: number): void {
    const at = wordOf(slot) + SLOT.hits / 4;
    const hits = this.u32[at]!;
    const pattern = this.patterns[slot];
    if (hits === 0 || !pattern) return;
    this.u32[at] = 0;
    const { codeAddress, accesses, stretch } = pattern;
    for (const { pc, access } of accesses) this.sums.accessedTimes(codeAddress, pc, access, hits);
    if (stretch) this.sums.ranWithFewerTimes(codeAddress, stretch.pc, stretch.end, stretch.lanes, hits);
  }

  /** An access with another pattern than the slot's, which it takes if it can. @returns where the next item is */
  private miss(at: number, slotAddress: number, base: number): number {
    const { u32, reader, end } = this;
    const first = at >>> 2;
    if ((u32[first]! & TAG_MASK) === ITEM.group) return this.missGroup(slotAddress, first, base);
    const behind = AccessReader.behind(u32, first, end);
    const recorded = this.recording.find(u32[first]! >>> NUMBER_AT);
    const { pc, space } = recorded;
    const { codeAddress } = this.recording;
    const slot = (slotAddress - SLOTS) / SLOT_BYTES;
    if ((u32[first]! & TAG_MASK) === ITEM.fewer) {
      this.fillStretch(slot, first);
      this.patterns[slot] = { codeAddress, accesses: [], stretch: { pc, ...stretchOf(u32[first + 1]!, pc) } };
      return behind * 4;
    }
    reader.read(u32, first, behind, recorded);
    this.touch(reader.access);
    if (space === 'smem' || reader.access.lanes === 0) return behind * 4;
    if (this.fill(slot, first, behind, base))
      this.patterns[slot] = { codeAddress, accesses: [{ pc, access: withoutLines(reader.access) }] };
    else this.sums.accessedTimes(codeAddress, pc, reader.access, 1);
    return behind * 4;
  }

  /** The same of a group. */
  private missGroup(slotAddress: number, first: number, base: number): number {
    const { u32, recording } = this;
    const { codeAddress } = recording;
    const slot = (slotAddress - SLOTS) / SLOT_BYTES;
    const { accesses: all, range } = this.groups.read(u32, first, base);
    const accesses: AccessAt[] = [];
    for (const { number, access } of all)
      if (access.lanes > 0) accesses.push({ pc: recording.find(number).pc, access });
    if (range) {
      this.passOn(slot);
      const at = wordOf(slot);
      u32[at + SLOT.head / 4] = u32[first]!;
      u32[at + SLOT.bytes / 4] = u32[first + GROUP.id / 4]!;
      u32[at + SLOT.key / 4] = base & u32[first + GROUP.id / 4]! & ALIKE_MASK;
      u32[at + SLOT.low / 4] = range[0];
      u32[at + SLOT.reach / 4] = range[1];
      u32[at + SLOT.hits / 4] = 1;
      this.copyPlace(first + (GROUP_HEAD - LANES_HEAD) / 4, at + SLOT.place / 4, base);
      this.patterns[slot] = { codeAddress, accesses };
    } else for (const { pc, access } of accesses) this.sums.accessedTimes(codeAddress, pc, access, 1);
    return 4 * first + GROUP_BYTES;
  }

  private touch({ lines, lineCount }: InstructionAccess): void {
    const { u32, dirty } = this;
    for (let n = 0; n < lineCount; n++) {
      const line = lines[n]!;
      u32[TOUCHED / 4 + (line >>> 5)]! |= 1 << (line & 31);
      dirty[line >>> PART_BITS] = 1;
    }
  }

  private fillStretch(slot: number, first: number): void {
    const { u32 } = this;
    this.passOn(slot);
    const at = wordOf(slot);
    u32[at + SLOT.head / 4] = u32[first]!;
    u32[at + SLOT.bytes / 4] = u32[first + 1]!;
    u32[at + SLOT.hits / 4] = 1;
  }

  retract({ workGroup }: Wavefront, { pc, end, lanes }: Stretch): void {
    this.sums.ranWithFewerTimes(workGroup.launch.codeAddress, pc, end, lanes, -1);
  }

  /** Puts the pattern into the slot; false when it has more places or lines than there is room for. */
  private fill(slot: number, first: number, behind: number, base: number): boolean {
    const { u32 } = this;
    const { access } = this.reader;
    const second = first + ITEM_WORDS[u32[first]! & TAG_MASK]!;
    const isPair = second < behind;
    if (isPair && second + ITEM_WORDS[u32[second]! & TAG_MASK]! < behind) return false;
    if (access.lineCount > MAX_LINES) return false;
    this.passOn(slot);
    const at = wordOf(slot);
    const set = (field: keyof typeof SLOT, value: number): void => {
      u32[at + SLOT[field] / 4] = value;
    };
    set('head', u32[first]!);
    set('bytes', u32[first + 1]!);
    set('key', base & (access.space === 'lds' ? 3 : 2 ** LINE_BITS - 1));
    set('head2', isPair ? u32[second]! : 0);
    set('bytes2', isPair ? u32[second + 1]! : 0);
    set('step', u32[first + 3]!);
    set('step2', isPair ? u32[second + 3]! : 0);
    set('apart', isPair ? u32[second + 2]! - base : 0);
    set('hits', 1);
    set('lineCount', access.lineCount);
    if (hasLanes(u32[first]!)) this.copyPlace(first, at + SLOT.place / 4, base);
    if (isPair && hasLanes(u32[second]!)) this.copyPlace(second, at + SLOT.place2 / 4, base);
    for (let n = 0; n < access.lineCount; n++) u32[at + SLOT.lines / 4 + n] = access.lines[n]! - (base >>> LINE_BITS);
    return true;
  }

  /** Of an item of lanes the mask, and where each lane is from the first one on. */
  private copyPlace(item: number, to: number, base: number): void {
    const { u32 } = this;
    const [mask, addresses] = [item + LANES_HEAD / 4, item + (LANES_HEAD + MASK_BYTES) / 4];
    u32.copyWithin(to, mask, addresses);
    for (let lane = 0; lane < VGPR_WORDS; lane++) u32[to + MASK_BYTES / 4 + lane] = u32[addresses + lane]! - base;
  }
}

const hasLanes = (head: number): boolean => (head & TAG_MASK) === ITEM.lanes;
const wordOf = (slot: number): number => (SLOTS + slot * SLOT_BYTES) >>> 2;
const withoutLines = (access: InstructionAccess): InstructionAccess => ({ ...access, lines: NO_LINES });
