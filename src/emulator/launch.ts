// One kernel launch as the hardware sees it: code, registers, sizes. What made it (OpenCL, a test) does not matter
// here.

import { LDS_GRANULE, MODE_BITS } from './state.js';

export type Size3 = readonly [x: number, y: number, z: number];
/** Indices of a size. */
export const AXES = [0, 1, 2] as const;
export type Axis = (typeof AXES)[number];

/** Start order of work-groups: results that depend on it depend on an order that OpenCL leaves open. */
export type GroupOrder = 'ascending' | 'descending';

/** Everything that the dispatcher needs. Field names follow COMPUTE_PGM_RSRC1/2 where they come from there. */
export interface LaunchDescriptor {
  /** Name for messages. */
  readonly kernel: string;
  /** Name of the instruction set that the code is in (src/isa/isas.ts). */
  readonly isa: string;
  /** Byte address and size of the image's code; branches must stay inside. */
  readonly codeAddress: number;
  readonly codeBytes: number;
  /**
   * The words of the code, in memory of this launch: they stay readable when the program, and its code in GPU memory,
   * have been released. Absent: they are read from GPU memory when the launch is prepared.
   */
  readonly code?: Uint32Array | undefined;
  /** Byte address of the first instruction. */
  readonly entry: number;
  /** Values of s0, s1, ... */
  readonly userSgprs: Uint32Array;
  /** Allocated registers: naming one beyond is a fault. */
  readonly vgprs: number;
  readonly sgprs: number;
  /** Bytes of LDS that a work-group requests (static and dynamic); `allocatedLds` is what it gets. */
  readonly ldsBytes: number;
  /** Bytes of private memory of a work-item; 0 without scratch. */
  readonly scratchBytesPerLane: number;
  /** FLOAT_MODE: bits 0-7 of MODE. */
  readonly floatMode: number;
  readonly ieee: boolean;
  readonly dx10Clamp: boolean;
  /** Work-group ids that follow the user SGPRs. */
  readonly groupIdX: boolean;
  readonly groupIdY: boolean;
  readonly groupIdZ: boolean;
  /** TG_SIZE_EN: a word with the number of wavefronts follows the ids. */
  readonly groupSize: boolean;
  /** SCRATCH_EN: the byte offset of the wavefront's scratch follows. */
  readonly scratchOffset: boolean;
  /** TIDIG_COMP_CNT: 0 gives v0 = local id x, 1 also v1 = y, 2 also v2 = z. */
  readonly localIds: 0 | 1 | 2;
  /**
   * Work-items in all and in a work-group. The global size need not be a multiple of the local size: the last
   * work-groups in such a direction have what is left. Only for kernels that do not read the size, or that support it.
   */
  readonly globalSize: Size3;
  readonly localSize: Size3;
  readonly order?: GroupOrder;
  /**
   * Number of the executing GPU among several with the same memory: each has barriers of its own for all work-groups.
   * Absent: the first one.
   */
  readonly gpu?: number;
  /** Work-groups of launches of the same kernel that are queued behind this one, as far as the queue has been read. */
  readonly following?: number;
  /** The same value is launched again and again: what derives from it is kept. */
  readonly isRepeated?: boolean;
}

export const volume = (size: Size3): number => size[0] * size[1] * size[2];

/** Work-groups by dimension. */
export const groupCounts = (launch: Pick<LaunchDescriptor, 'globalSize' | 'localSize'>): Size3 => [
  Math.ceil(launch.globalSize[0] / launch.localSize[0]),
  Math.ceil(launch.globalSize[1] / launch.localSize[1]),
  Math.ceil(launch.globalSize[2] / launch.localSize[2]),
];

/** Work-groups of one size, which are numbered one behind the other: x runs fastest. */
export interface GroupBox {
  readonly localSize: Size3;
  /** Number of work-groups in each direction, and the id of the first of them. */
  readonly counts: Size3;
  readonly origin: Size3;
  /** Number of the first of them in the launch. */
  readonly first: number;
}

/** Whole work-groups in one direction, and the last one where it has what is left. */
interface Part {
  readonly local: number;
  readonly count: number;
  readonly origin: number;
}

function partsOf(global: number, local: number): readonly Part[] {
  const [count, rest] = [Math.floor(global / local), global % local];
  const parts = [
    { local, count, origin: 0 },
    { local: rest, count: 1, origin: count },
  ];
  return parts.filter((part) => part.local > 0 && part.count > 0);
}

/**
 * The work-groups of a launch by their size, up to eight boxes of them in the order of numbers: whole ones first, where
 * there are any, and behind them those that have what is left of some dimensions.
 */
export function groupBoxes({
  globalSize,
  localSize,
}: Pick<LaunchDescriptor, 'globalSize' | 'localSize'>): readonly [GroupBox, ...GroupBox[]] {
  const [inX, inY, inZ] = globalSize.map((global, d) => partsOf(global, localSize[d]!));
  const boxes: GroupBox[] = [];
  let first = 0;
  for (const z of inZ!)
    for (const y of inY!)
      for (const x of inX!) {
        const counts: Size3 = [x.count, y.count, z.count];
        boxes.push({
          localSize: [x.local, y.local, z.local],
          counts,
          origin: [x.origin, y.origin, z.origin],
          first,
        });
        first += volume(counts);
      }
  return boxes as never;
}

/** The box that a work-group of the launch is in, by its id. */
export const boxOfGroup = (boxes: readonly [GroupBox, ...GroupBox[]], group: Size3): GroupBox =>
  boxes.findLast(({ origin }) => origin.every((start, d) => group[d]! >= start)) ?? boxes[0];

/** The box that a work-group is in, by its number. */
export const boxOfNumber = (boxes: readonly [GroupBox, ...GroupBox[]], number: number): GroupBox =>
  boxes.findLast(({ first }) => number >= first) ?? boxes[0];

/** Id of the work-group of a box with a number of the launch. */
export function groupId({ first, counts: [x, y], origin }: GroupBox, number: number): [number, number, number] {
  const n = number - first;
  return [origin[0] + (n % x), origin[1] + (Math.floor(n / x) % y), origin[2] + Math.floor(n / (x * y))];
}

export const groupTotal = (launch: LaunchDescriptor): number => volume(groupCounts(launch));
/** Bytes of LDS that a work-group can reach: whole units of allocation. */
export const allocatedLds = ({ ldsBytes }: LaunchDescriptor): number => Math.ceil(ldsBytes / LDS_GRANULE) * LDS_GRANULE;

/** True if generic addresses may name LDS or private memory (APERTURES, src/isa/language/expr.ts). */
export const hasApertures = ({ ldsBytes, scratchBytesPerLane }: LaunchDescriptor): boolean =>
  ldsBytes > 0 || scratchBytesPerLane > 0;

/** The MODE register at the start of a wavefront. */
export const initialMode = (launch: LaunchDescriptor): number =>
  (launch.floatMode & 0xff) |
  (Number(launch.dx10Clamp) << MODE_BITS.dx10Clamp) |
  (Number(launch.ieee) << MODE_BITS.ieee);

/**
 * True if a kernel has no name: its loader names it by its address. ROCm's runtime launches such kernels of its own.
 */
export const isNameless = ({ kernel }: Pick<LaunchDescriptor, 'kernel'>): boolean => /^0x[0-9a-f]+$/.test(kernel);
