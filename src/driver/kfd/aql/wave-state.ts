// Saved wavefronts of a queue, as gfx9 has them in the queue's context save area. Sources: Linux,
// cwsr_trap_handler_gfx9.asm and kfd_mqd_manager_v9.c; ROCdbgapi, register_address and control_stack_iterate of gfx9.
//
// The wave area begins behind the control stack, and its last wavefront is first in the control stack. From its lower
// end on, a wavefront has vector registers (a row of 64 words each), scalar registers, 16 hardware registers, 16 trap
// temporaries, the LDS of its work-group if it is the first of it, and 64 bytes more.

import { type AddressSpace, codeBlock } from '../../../emulator/address-space.js';
import type { SavedGroup, SavedLaunch, SavedWavefront } from '../../../emulator/saved-groups.js';
import { VGPR_WORDS, WORD } from '../../../emulator/state.js';
import { launchLayout } from '../../../emulator/state-layout.js';
import { elementOf } from '../../../util/required.js';

export interface WaveState {
  /** From its lower end on; empty without wavefronts. */
  readonly controlStack: Uint32Array;
  readonly area: Uint32Array;
}

export const NO_WAVES: WaveState = { controlStack: new Uint32Array(0), area: new Uint32Array(0) };

/** Registers are allocated in fours; a wavefront has all 112 scalar registers, and 16 more of the trap handler. */
const VGPR_GRANULE = 4;
const SGPRS = 112;
/** SGPRs, FLAT_SCRATCH, XNACK_MASK and VCC, at their operand codes. */
const NAMED_SGPRS = 108;
const SGPR_GRANULE = 16;
const LDS_GRANULE_WORDS = 128;
const HARDWARE_REGISTERS = 16;
const TRAP_TEMPORARIES = 16;
const END_WORDS = 16;
const HW = { m0: 0, pc: 1, exec: 3, status: 5, trapsts: 6, xnackMask: 7, mode: 9 } as const;
const TTMP = { packet: 6, groupId: 8, indexInGroup: 11 } as const;
const PACKET_MASK = 0x1ff_ffff;
const XNACK_MASK = 104;
const STATUS = { execz: 9, vccz: 10, inGroup: 11, inBarrier: 12, valid: 16 } as const;
/** Before the entries are two packets of the command processor, here those without effect. */
const NO_PACKETS = [0x8000_0000, 0x8000_0000] as const;
const STATE_ENTRY = 0x8000_0000;
const ENTRY = { lastInGroup: 1 << 16, firstInGroup: 1 << 17 } as const;

interface Place {
  readonly group: SavedGroup;
  readonly index: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** Wavefronts that have not ended, in the order of work-groups. */
function placesOf(groups: readonly SavedGroup[]): Place[] {
  return groups.flatMap((group) => {
    const indices = group.wavefronts.flatMap(({ status }, index) => (status === 'ended' ? [] : index));
    return indices.map((index, n) => ({ group, index, isFirst: n === 0, isLast: n === indices.length - 1 }));
  });
}

const roundedUp = (value: number, step: number): number => Math.ceil(value / step) * step;

/** @param packet index of the dispatch packet in its ring */
export function waveStateOf({ launch, groups }: SavedLaunch, space: AddressSpace, packet: number): WaveState {
  const places = placesOf(groups);
  if (places.length === 0) return NO_WAVES;
  const vgprs = roundedUp(Math.max(launch.vgprs, 1), VGPR_GRANULE);
  const ldsWords = roundedUp(elementOf(groups, 0, 'work-group').lds.byteLength / 4, LDS_GRANULE_WORDS);
  const wavefrontWords = vgprs * VGPR_WORDS + SGPRS + HARDWARE_REGISTERS + TRAP_TEMPORARIES + END_WORDS;
  const firsts = places.filter(({ isFirst }) => isFirst).length;
  const area = new Uint32Array(places.length * wavefrontWords + firsts * ldsWords);
  let end = area.length;
  for (const place of places) {
    end -= wavefrontWords + (place.isFirst ? ldsWords : 0);
    const block = codeBlock(launch.codeAddress);
    writeWavefront(area.subarray(end), place, { vgprs, space, block, packet, layout: launchLayout(launch) });
  }
  const state =
    STATE_ENTRY | (vgprs / VGPR_GRANULE - 1) | ((SGPRS / SGPR_GRANULE) << 6) | ((ldsWords / LDS_GRANULE_WORDS) << 9);
  const entries = places.map(
    ({ isFirst, isLast }) => (isFirst ? ENTRY.firstInGroup : 0) | (isLast ? ENTRY.lastInGroup : 0),
  );
  return { controlStack: Uint32Array.from([...NO_PACKETS, state, ...entries]), area };
}

interface WavefrontForm {
  readonly vgprs: number;
  readonly space: AddressSpace;
  /** See {@link codeBlock}. */
  readonly block: number;
  readonly packet: number;
  readonly layout: ReturnType<typeof launchLayout>;
}

function writeWavefront(to: Uint32Array, { group, index, isFirst }: Place, form: WavefrontForm): void {
  const wavefront = elementOf(group.wavefronts, index, 'wavefront');
  const { vgprs, words } = wavefront;
  to.set(vgprs);
  const scalars = form.vgprs * VGPR_WORDS;
  to.set(words.subarray(0, NAMED_SGPRS), scalars);
  const hardware = scalars + SGPRS;
  writeHardware(to.subarray(hardware, hardware + HARDWARE_REGISTERS), group, wavefront, form);
  const temporaries = to.subarray(hardware + HARDWARE_REGISTERS, hardware + HARDWARE_REGISTERS + TRAP_TEMPORARIES);
  temporaries[TTMP.packet] = form.packet & PACKET_MASK;
  temporaries.set(group.id, TTMP.groupId);
  temporaries[TTMP.indexInGroup] = index;
  if (!isFirst) return;
  const lds = hardware + HARDWARE_REGISTERS + TRAP_TEMPORARIES;
  to.set(new Uint32Array(group.lds.slice().buffer), lds);
}

function writeHardware(
  to: Uint32Array,
  { wavefronts }: SavedGroup,
  { words, status }: SavedWavefront,
  { space, block, layout }: WavefrontForm,
): void {
  const word = (index: number): number => elementOf(words, index - WORD.scalars, 'word of the state');
  const pc = space.addressOf(block + word(WORD.pc));
  const mask = (first: number): readonly [number, number] => [word(first), word(first + 1)];
  const isZero = (first: number): boolean => mask(first).every((half) => half === 0);
  const { exec, vcc, m0 } = layout;
  to[HW.m0] = word(m0);
  to[HW.pc] = Number(pc & 0xffff_ffffn);
  to[HW.pc + 1] = Number(pc >> 32n);
  to.set(mask(exec), HW.exec);
  to[HW.status] =
    word(WORD.scc) |
    (Number(isZero(exec)) << STATUS.execz) |
    (Number(isZero(vcc)) << STATUS.vccz) |
    (Number(wavefronts.length > 1) << STATUS.inGroup) |
    (Number(status === 'barrier') << STATUS.inBarrier) |
    (1 << STATUS.valid);
  to[HW.trapsts] = word(WORD.trapStatus);
  to.set(mask(WORD.scalars + XNACK_MASK), HW.xnackMask);
  to[HW.mode] = word(WORD.mode);
}
