// Registers of a wavefront at its first instruction, as COMPUTE_PGM_RSRC2 requests them.

import { allocatedLds, type GroupBox, groupBoxes, initialMode, type LaunchDescriptor, type Size3 } from './launch.js';
import { TEMPLATE_STRIDE, TEMPLATE_VGPRS, TEMPLATE_WORDS, VGPR_BYTES, VGPR_WORDS, WORD } from './state.js';
import { launchLayout, type StateLayout } from './state-layout.js';
import type { Wavefront } from './wavefront.js';
import { scratchOffsetOf, wavefrontsPerGroup } from './wavefronts.js';
import type { ComputeUnit, WorkGroup } from './workgroup.js';

/** TG_SIZE word: bit 31 marks the first wavefront, the low bits count the wavefronts. */
const FIRST_WAVEFRONT = 0x8000_0000;

/** State that is the same in all work-groups: made once per dispatch. */
export class InitialState {
  private readonly count: number;
  /** For each wavefront of a group the VGPRs that hold local ids; the other allocated ones start as zeros. */
  private readonly ids: readonly Uint32Array[];
  private readonly idBytes: number;
  /** Bytes of the allocated VGPRs. */
  readonly vgprBytes: number;
  /**
   * Words of a slot for the work-group's id in each dimension, and those of them in which work-groups of the box
   * differ.
   */
  private readonly idWords: readonly [x: number, y: number, z: number];
  readonly groupWords: readonly [x: number, y: number, z: number];
  private readonly exec: readonly (readonly [low: number, high: number])[];
  private readonly mode: number;
  private readonly layout: StateLayout;

  /** @param box whose work-groups begin like this */
  constructor(
    private readonly launch: LaunchDescriptor,
    private readonly box: GroupBox = groupBoxes(launch)[0],
  ) {
    const count = wavefrontsPerGroup(launch, box);
    this.count = count;
    this.ids = idsOf(launch, box, count);
    this.idBytes = this.ids[0]?.byteLength ?? 0;
    this.vgprBytes = launch.vgprs * VGPR_BYTES;
    this.idWords = idWords(launch);
    this.groupWords = this.idWords.map((word, d) => (box.counts[d]! > 1 ? word : WORD.nowhere)) as never;
    this.layout = launchLayout(launch);
    this.exec = execOf(this.layout, box, count);
    this.mode = initialMode(launch);
  }

  /** Sees to it that the unit's templates are those of this dispatch. */
  provide(unit: ComputeUnit): void {
    if (unit.templatesOf !== this) this.writeTemplates(unit);
  }

  /** Sets up the state of one wavefront of `group`, which runs on `unit`. */
  apply(wavefront: Wavefront, group: WorkGroup, unit: ComputeUnit): void {
    this.provide(unit);
    unit.bulk.begin(wavefront.base | 0, unit.templates[wavefront.index]!, this.idBytes, this.vgprBytes);
    const { u } = wavefront;
    const [x, y, z] = this.groupWords;
    if (x !== WORD.nowhere) u[x] = group.id[0];
    if (y !== WORD.nowhere) u[y] = group.id[1];
    if (z !== WORD.nowhere) u[z] = group.id[2];
    // Templates are those of the unit's first place.
    if (wavefront.slot !== wavefront.index) {
      u[WORD.ldsBase] = group.ldsBase;
      u[this.scratchWord] = scratchOffsetOf(this.launch, unit.unit, wavefront.slot);
    }
    wavefront.status = 'running';
    wavefront.fault = undefined;
    wavefront.passBreakpoint = false;
    wavefront.givesWay = false;
    wavefront.awaits = undefined;
    wavefront.executed = 0;
  }

  /** Lays down what all work-groups of the dispatch have in common. */
  private writeTemplates(unit: ComputeUnit): void {
    for (let index = 0; index < this.count; index++) {
      const start = unit.templates[index]! >>> 2;
      const words = unit.memory.u32.subarray(start, start + TEMPLATE_STRIDE / 4);
      if (unit.idsOf !== this.ids) {
        words.fill(0, 0, TEMPLATE_WORDS / 4);
        words.set(this.ids[index]!);
      }
      const scalars = words.subarray(TEMPLATE_WORDS / 4).fill(0);
      this.scalars(scalars, index, unit.unit);
      this.fixed(scalars, index);
      scalars[WORD.ldsBase - WORD.scalars] = unit.workGroup.ldsBase;
    }
    unit.templatesOf = this;
    unit.idsOf = this.ids;
  }

  /** User data and what follows the work-group's ids. @param u the words of a slot from its scalar file on */
  private scalars(u: Uint32Array, index: number, unit: number): void {
    const { launch } = this;
    u.set(launch.userSgprs, 0);
    this.idWords.forEach((word, d) => {
      if (word !== WORD.nowhere) u[word - WORD.scalars] = this.box.origin[d]!;
    });
    let next = launch.userSgprs.length;
    next += Number(launch.groupIdX) + Number(launch.groupIdY) + Number(launch.groupIdZ);
    if (launch.groupSize) u[next++] = this.count | (index === 0 ? FIRST_WAVEFRONT : 0);
    if (launch.scratchOffset) u[next++] = scratchOffsetOf(launch, unit, index);
  }

  /** Word of a slot for that: it follows the work-group's ids and size. */
  private get scratchWord(): number {
    const { userSgprs, groupIdX, groupIdY, groupIdZ, groupSize, scratchOffset } = this.launch;
    const before = [groupIdX, groupIdY, groupIdZ, groupSize].filter(Boolean).length;
    return scratchOffset ? WORD.scalars + userSgprs.length + before : WORD.nowhere;
  }

  /** Registers with a position of their own. @param u as for `scalars` */
  private fixed(u: Uint32Array, index: number): void {
    const [low, high] = this.exec[index]!;
    const { m0, exec, execWords } = this.layout;
    u[m0 - WORD.scalars] = allocatedLds(this.launch);
    u[exec - WORD.scalars] = low;
    if (execWords === 2) u[exec + 1 - WORD.scalars] = high;
    u[WORD.mode - WORD.scalars] = this.mode;
    u[WORD.pc - WORD.scalars] = this.launch.entry;
    u[WORD.ldsLimit - WORD.scalars] = allocatedLds(this.launch);
  }
}

/** Ids that a launch does not request go to a word that is never read. */
function idWords(launch: LaunchDescriptor): readonly [number, number, number] {
  let next = WORD.scalars + launch.userSgprs.length;
  const word = (isEnabled: boolean): number => (isEnabled ? next++ : WORD.nowhere);
  return [word(launch.groupIdX), word(launch.groupIdY), word(launch.groupIdZ)];
}

/** The ids of shapes of work-groups: launches follow one another with the same. */
const knownIds = new Map<string, readonly Uint32Array[]>();
const KNOWN_IDS = 64;

function idsOf(launch: LaunchDescriptor, { localSize }: GroupBox, count: number): readonly Uint32Array[] {
  const { lanes } = launchLayout(launch);
  const key = `${lanes},${localSize.join()},${launch.localIds},${Math.min(launch.vgprs, TEMPLATE_VGPRS)}`;
  let ids = knownIds.get(key);
  if (!ids) {
    if (knownIds.size >= KNOWN_IDS) knownIds.clear();
    ids = Array.from({ length: count }, (_, index) => localIds(launch, localSize, index, lanes));
    knownIds.set(key, ids);
  }
  return ids;
}

function localIds(launch: LaunchDescriptor, [sizeX, sizeY, sizeZ]: Size3, index: number, lanes: number): Uint32Array {
  const coordinates = Math.min(launch.localIds + 1, launch.vgprs);
  const registers = new Uint32Array((coordinates * VGPR_BYTES) / 4);
  for (let lane = 0; lane < lanes; lane++) {
    const flat = index * lanes + lane;
    if (flat >= sizeX * sizeY * sizeZ) break;
    const id = [flat % sizeX, Math.floor(flat / sizeX) % sizeY, Math.floor(flat / (sizeX * sizeY))];
    for (let d = 0; d < coordinates; d++) registers[d * VGPR_WORDS + lane] = id[d]!;
  }
  return registers;
}

function execOf(layout: StateLayout, box: GroupBox, count: number): (readonly [low: number, high: number])[] {
  const exec: (readonly [low: number, high: number])[] = [];
  for (let index = 0; index < count; index++) exec.push(activeLanes(layout, box, index));
  return exec;
}

function activeLanes(
  { lanes }: StateLayout,
  { localSize: [x, y, z] }: GroupBox,
  index: number,
): readonly [low: number, high: number] {
  const active = Math.min(x * y * z - index * lanes, lanes);
  const mask = (count: number): number => (count >= 32 ? 0xffff_ffff : 2 ** Math.max(count, 0) - 1);
  return [mask(active), mask(active - 32)];
}
