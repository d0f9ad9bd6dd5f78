// Names inside operands and modifiers that are no registers: counters, hardware registers, messages, selects of SDWA,
// controls of DPP, modes of register indexing. The spelling is LLVM's.

import type { ReadNumber } from '../assembler/reader.js';
import { HWREG_NAMES, MESSAGES } from '../common/symbols.js';
import type { WaitCounter } from '../wave.js';
import type { Generation } from './generation.js';

/** GFX9 has two more bits of vmcnt at the top. */
export const countersOf = ({ gfx9 }: Generation): readonly WaitCounter[] => [
  { name: 'vmcnt', places: gfx9 ? [[0, 4] as const, [14, 2] as const] : [[0, 4]] },
  { name: 'expcnt', places: [[4, 3]] },
  { name: 'lgkmcnt', places: [[8, 4]] },
];

export const hardwareRegistersOf = ({ gfx9 }: Generation): ReadonlyMap<number, string> =>
  gfx9
    ? new Map([
        ...HWREG_NAMES,
        [15, 'HW_REG_SH_MEM_BASES'],
        [16, 'HW_REG_TBA_LO'],
        [17, 'HW_REG_TBA_HI'],
        [18, 'HW_REG_TMA_LO'],
        [19, 'HW_REG_TMA_HI'],
      ])
    : HWREG_NAMES;

export const messagesOf = ({ gfx9 }: Generation): ReadonlyMap<number, string> =>
  new Map([
    ...MESSAGES,
    [4, 'MSG_SAVEWAVE'],
    ...(gfx9
      ? ([
          [5, 'MSG_STALL_WAVE_GEN'],
          [6, 'MSG_HALT_WAVES'],
          [7, 'MSG_ORDERED_PS_DONE'],
          [8, 'MSG_EARLY_PRIM_DEALLOC'],
          [9, 'MSG_GS_ALLOC_REQ'],
          [10, 'MSG_GET_DOORBELL'],
        ] as const)
      : []),
  ]);

export const SELECTS = ['BYTE_0', 'BYTE_1', 'BYTE_2', 'BYTE_3', 'WORD_0', 'WORD_1', 'DWORD'];
export const UNUSED = ['UNUSED_PAD', 'UNUSED_SEXT', 'UNUSED_PRESERVE'];

/** Controls of DPP with a count: name, value for 0. */
const COUNTED = [
  ['row_shl', 0x100],
  ['row_shr', 0x110],
  ['row_ror', 0x120],
] as const;
const NAMED: ReadonlyMap<number, string> = new Map([
  [0x130, 'wave_shl:1'],
  [0x134, 'wave_rol:1'],
  [0x138, 'wave_shr:1'],
  [0x13c, 'wave_ror:1'],
  [0x140, 'row_mirror'],
  [0x141, 'row_half_mirror'],
  [0x142, 'row_bcast:15'],
  [0x143, 'row_bcast:31'],
]);

/** The text of a control; undefined when it has none. */
export function printLaneControl(control: number): string | undefined {
  if (control < 0x100) return `quad_perm:[${[0, 2, 4, 6].map((low) => (control >> low) & 3).join(',')}]`;
  const counted = COUNTED.find(([, first]) => control > first && control < first + 16);
  return counted ? `${counted[0]}:${control - counted[1]}` : NAMED.get(control);
}

/** The names under which controls stand. */
export const LANE_CONTROLS = [
  'quad_perm',
  ...COUNTED.map(([name]) => name),
  ...new Set([...NAMED.values()].map((name) => name.replace(/:.*$/, ''))),
];

/** The control that a modifier means; undefined when it is none. */
export function parseLaneControl(name: string, value: string, read: ReadNumber): number | undefined {
  if (name === 'quad_perm') {
    const lanes = listOf(value, read);
    return lanes?.length === 4 && lanes.every((lane) => lane < 4)
      ? lanes.reduce((bits, lane, i) => bits | (lane << (2 * i)), 0)
      : undefined;
  }
  const count = value === '' ? undefined : read(value);
  const counted = COUNTED.find(([each]) => each === name);
  if (counted) return count !== undefined && count > 0 && count < 16 ? counted[1] + count : undefined;
  const text = count === undefined ? name : `${name}:${count}`;
  return [...NAMED].find(([, each]) => each === text)?.[0];
}

/** `[0,1,1]` */
export function listOf(text: string, read: ReadNumber): number[] | undefined {
  const inner = /^\[(.*)\]$/.exec(text)?.[1];
  const numbers = inner?.split(',').map((part) => read(part.trim()));
  return numbers?.every((number) => number !== undefined && number >= 0) ? (numbers as number[]) : undefined;
}

const INDEX_MODES = ['SRC0', 'SRC1', 'SRC2', 'DST'];

/** `gpr_idx(SRC0,DST)`: which operands are indexed. */
export const printIndexMode = (mode: number): string =>
  mode < 16 ? `gpr_idx(${INDEX_MODES.filter((_, i) => (mode >> i) & 1).join(',')})` : `0x${mode.toString(16)}`;

export function parseIndexMode(text: string): number | undefined {
  const inner = /^gpr_idx\((.*)\)$/.exec(text.replaceAll(/\s+/g, ''))?.[1];
  if (inner === undefined) return undefined;
  const bits = inner === '' ? [] : inner.split(',').map((name) => INDEX_MODES.indexOf(name));
  return bits.includes(-1) ? undefined : bits.reduce((mode, bit) => mode | (1 << bit), 0);
}
