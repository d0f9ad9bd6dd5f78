// Registers of a wavefront at its first instruction, as COMPUTE_PGM_RSRC2 asks for them.

import { M0_INDEX } from '../isa/instruction.js';
import {
  initialMode,
  type LaunchDescriptor,
  type Size3,
  scratchBytesPerWavefront,
  wavefrontsPerGroup,
} from './launch.js';
import { LANES, SCRATCH_PER_UNIT, VGPR_BYTES, WORD } from './state.js';
import type { Wavefront } from './wavefront.js';
import type { WorkGroup } from './workgroup.js';

/** TG_SIZE word: bit 31 marks the first wavefront, the low bits count the wavefronts. */
const FIRST_WAVEFRONT = 0x8000_0000;

/** What does not change from work-group to work-group: made once per dispatch. */
export class InitialState {
  /** For each wavefront of a group its VGPRs (all allocated ones: zero behind the local ids). */
  private readonly vgprs: readonly Uint32Array[];
  private readonly exec: readonly (readonly [low: number, high: number])[];
  private readonly mode: number;

  constructor(private readonly launch: LaunchDescriptor) {
    const count = wavefrontsPerGroup(launch);
    this.vgprs = Array.from({ length: count }, (_, index) => localIds(launch, index));
    this.exec = Array.from({ length: count }, (_, index) => activeLanes(launch, index));
    this.mode = initialMode(launch);
  }

  /** Sets up the state of one wavefront of `group`. */
  apply(wavefront: Wavefront, group: WorkGroup, unit: number): void {
    const { u, index } = wavefront;
    u.set(this.vgprs[index]!, 0);
    u.fill(0, WORD.scalars, WORD.end);
    this.scalars(u, group.id, index, unit);
    const [low, high] = this.exec[index]!;
    u[WORD.exec] = low;
    u[WORD.exec + 1] = high;
    u[WORD.mode] = this.mode;
    u[WORD.pc] = this.launch.entry;
    u[WORD.ldsLimit] = this.launch.ldsBytes;
    u[WORD.ldsBase] = group.ldsBase;
    wavefront.status = 'running';
    wavefront.fault = undefined;
    wavefront.passBreakpoint = false;
    wavefront.executed = 0;
  }

  private scalars(u: Uint32Array, id: Size3, index: number, unit: number): void {
    const { launch } = this;
    u.set(launch.userSgprs, WORD.scalars);
    let next = WORD.scalars + launch.userSgprs.length;
    if (launch.groupIdX) u[next++] = id[0];
    if (launch.groupIdY) u[next++] = id[1];
    if (launch.groupIdZ) u[next++] = id[2];
    if (launch.groupSize) u[next++] = this.vgprs.length | (index === 0 ? FIRST_WAVEFRONT : 0);
    if (launch.scratchOffset) u[next++] = unit * SCRATCH_PER_UNIT + index * scratchBytesPerWavefront(launch);
    u[WORD.scalars + M0_INDEX] = launch.ldsBytes;
  }
}

function localIds(launch: LaunchDescriptor, index: number): Uint32Array {
  const [sizeX, sizeY, sizeZ] = launch.localSize;
  const registers = new Uint32Array((launch.vgprs * VGPR_BYTES) / 4);
  const coordinates = Math.min(launch.localIds + 1, launch.vgprs);
  for (let lane = 0; lane < LANES; lane++) {
    const flat = index * LANES + lane;
    if (flat >= sizeX * sizeY * sizeZ) break;
    const id = [flat % sizeX, Math.floor(flat / sizeX) % sizeY, Math.floor(flat / (sizeX * sizeY))];
    for (let d = 0; d < coordinates; d++) registers[d * LANES + lane] = id[d]!;
  }
  return registers;
}

function activeLanes(launch: LaunchDescriptor, index: number): readonly [low: number, high: number] {
  const [x, y, z] = launch.localSize;
  const active = Math.min(x * y * z - index * LANES, LANES);
  const mask = (count: number): number => (count >= 32 ? 0xffff_ffff : 2 ** Math.max(count, 0) - 1);
  return [mask(active), mask(active - 32)];
}
