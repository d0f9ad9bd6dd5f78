// PROGINFO, the note of register and value pairs that describes a kernel, in the order of genuine images.
// Source: CAL 1.4 images; names after CLRX's documentation and Multi2Sim.
import type { UserElement } from './image.js';
import { groupsOfSize } from './word-groups.js';

export const PROG_INFO = {
  userElementCount: 0x8000_1000,
  firstUserElement: 0x8000_1001,
  vgprs: 0x8000_1041,
  sgprs: 0x8000_1042,
  maxSgpr: 0x8000_1863,
  maxVgpr: 0x8000_1864,
  floatMode: 0x8000_1043,
  ieeeMode: 0x8000_1044,
  scratchDwords: 0x8000_1045,
  rsrc2: 0x0000_2e13,
  workGroupX: 0x8000_001c,
  workGroupY: 0x8000_001d,
  workGroupZ: 0x8000_001e,
  unknown1841: 0x8000_1841,
  uavMask: 0x8000_001f,
  firstUavMask: 0x8000_1843,
  unknown0a: 0x8000_000a,
  wavefrontSize: 0x8000_0078,
  maxLdsBytes: 0x8000_0081,
  ldsBytes: 0x8000_0082,
} as const;

export const MAX_USER_ELEMENTS = 16;
/** Words of the UAV mask: one bit for each of 1024 UAVs. */
export const UAV_MASK_WORDS = 32;

/** Contents of a scalar register window of a Catalyst kernel. */
export const USER_DATA_CLASS = {
  immResource: 0,
  immSampler: 1,
  immConstantBuffer: 2,
  immVertexBuffer: 3,
  immUav: 4,
  immScratchBuffer: 13,
  ptrResourceTable: 17,
  ptrInternalResourceTable: 18,
  ptrSamplerTable: 19,
  ptrConstantBufferTable: 20,
  ptrUavTable: 23,
  ptrInternalGlobalTable: 24,
} as const;

export interface ProgInfo {
  readonly userElements: readonly UserElement[];
  readonly vgprs: number;
  readonly sgprs: number;
  readonly floatMode: number;
  readonly ieeeMode: number;
  readonly scratchDwords: number;
  readonly rsrc2: number;
  /** x, y, z; genuine images say 256, 0, 0 when the source requires nothing. */
  readonly workGroup: readonly [number, number, number];
  /** 32 words, bit n for UAV n. */
  readonly uavMask: readonly number[];
  readonly ldsBytes: number;
}

/** The four pairs of a user element; zeros for a slot that is not used. */
function userElementWords(e: UserElement | undefined, slot: number): number[] {
  const values = e ? [e.dataClass, e.apiSlot, e.firstSgpr, e.sgprCount] : [0, 0, 0, 0];
  return values.flatMap((value, i) => [PROG_INFO.firstUserElement + 4 * slot + i, value]);
}

/** The pairs of the note, flat: register, value, register, value... 114 of them. */
export function progInfoWords(info: ProgInfo): number[] {
  const elements = Array.from({ length: MAX_USER_ELEMENTS }, (_, k) => userElementWords(info.userElements[k], k));
  const masks = info.uavMask.slice(0, UAV_MASK_WORDS).flatMap((mask, k) => [PROG_INFO.firstUavMask + k, mask]);
  return [
    ...[PROG_INFO.userElementCount, info.userElements.length],
    ...elements.flat(),
    ...[PROG_INFO.vgprs, info.vgprs, PROG_INFO.sgprs, info.sgprs],
    ...[PROG_INFO.maxSgpr, 102, PROG_INFO.maxVgpr, 256],
    ...[PROG_INFO.floatMode, info.floatMode, PROG_INFO.ieeeMode, info.ieeeMode],
    ...[PROG_INFO.scratchDwords, info.scratchDwords, PROG_INFO.rsrc2, info.rsrc2],
    ...[PROG_INFO.workGroupX, info.workGroup[0], PROG_INFO.workGroupY, info.workGroup[1]],
    ...[PROG_INFO.workGroupZ, info.workGroup[2], PROG_INFO.unknown1841, 0],
    ...[PROG_INFO.uavMask, info.uavMask[0] ?? 0, ...masks],
    ...[PROG_INFO.unknown0a, 1, PROG_INFO.wavefrontSize, 64],
    ...[PROG_INFO.maxLdsBytes, 32_768, PROG_INFO.ldsBytes, info.ldsBytes],
  ];
}

/** Reads the pairs back; a register that is missing counts as 0. */
export function parseProgInfo(words: readonly number[]): ProgInfo {
  const values = new Map(groupsOfSize(words, 2));
  const get = (register: number): number => values.get(register) ?? 0;
  const count = Math.min(get(PROG_INFO.userElementCount), MAX_USER_ELEMENTS);
  return {
    userElements: Array.from({ length: count }, (_, k) => {
      const at = PROG_INFO.firstUserElement + 4 * k;
      return { dataClass: get(at), apiSlot: get(at + 1), firstSgpr: get(at + 2), sgprCount: get(at + 3) };
    }),
    vgprs: get(PROG_INFO.vgprs),
    sgprs: get(PROG_INFO.sgprs),
    floatMode: get(PROG_INFO.floatMode),
    ieeeMode: get(PROG_INFO.ieeeMode),
    scratchDwords: get(PROG_INFO.scratchDwords),
    rsrc2: get(PROG_INFO.rsrc2),
    workGroup: [get(PROG_INFO.workGroupX), get(PROG_INFO.workGroupY), get(PROG_INFO.workGroupZ)],
    uavMask: Array.from({ length: UAV_MASK_WORDS }, (_, k) => get(PROG_INFO.firstUavMask + k)),
    ldsBytes: get(PROG_INFO.ldsBytes),
  };
}
