// Results of stat(2) and its relatives for a virtual device, in the layout of each ABI. Layouts:
// arch/x86/include/uapi/asm/stat.h (struct stat of x86-64, struct stat64 of i386), include/uapi/linux/stat.h.
import type { BigIntStats } from 'node:fs';
import { elementOf } from '../util/required.js';
import type { Device } from './device.js';

const characterDevice = 0o020000;
const everybodyReadsAndWrites = 0o666;
const blockDevice = 0o060000;
const modeOf = ({ isBlock }: Device): number => (isBlock ? blockDevice : characterDevice) | everybodyReadsAndWrites;
const blockSize = 4096;
/** The file system that the devices pretend to be on: an unnamed one (major 0). */
const fileSystem = { major: 0, minor: 5 };
const bornAt = BigInt(Math.floor(Date.now() / 1000)) * 1_000_000_000n;

/** A stable inode number for the device file itself. */
export function inodeOf(device: Device): number {
  return 0x40000000 + device.major * 0x1000 + device.minor;
}

/** The kernel's new_encode_dev (include/linux/kdev_t.h). */
function encodeNumber({ major, minor }: Number2): bigint {
  return BigInt(((minor & 0xff) | ((major & 0xfff) << 8) | ((minor & ~0xff) << 12)) >>> 0);
}

type Width = 2 | 4 | 8;
/** [offset, width in bytes, value] of every field that is not zero. */
type Field = readonly [number, Width, bigint | number];
interface Number2 {
  readonly major: number;
  readonly minor: number;
}
/** Result of one of the calls; times are accessed, modified, changed. */
interface Status {
  readonly fileSystem: Number2;
  readonly inode: bigint | number;
  readonly mode: number;
  readonly links: number;
  readonly user: number;
  readonly group: number;
  readonly special: Number2;
  readonly size: bigint | number;
  readonly blocks: bigint | number;
  readonly nanoseconds: readonly [bigint, bigint, bigint];
}

interface Layout {
  readonly size: number;
  fields(status: Status): readonly Field[];
}
export type StatLayout = 'stat' | 'stat64' | 'statx';

const second = 1_000_000_000n;
/** Seconds and nanoseconds, `step` bytes apart, at each of the offsets. */
const times = ({ nanoseconds }: Status, offsets: readonly number[], width: Width, step: number): Field[] =>
  nanoseconds.flatMap((time, i): Field[] => {
    const offset = elementOf(offsets, i, 'offset of a time');
    return [
      [offset, width, time / second],
      [offset + step, 4, time % second],
    ];
  });

const layouts: Record<StatLayout, Layout> = {
  stat: {
    size: 144,
    fields: (status) => [
      [0, 8, encodeNumber(status.fileSystem)],
      [8, 8, status.inode],
      [16, 8, status.links],
      [24, 4, status.mode],
      [28, 4, status.user],
      [32, 4, status.group],
      [40, 8, encodeNumber(status.special)],
      [48, 8, status.size],
      [56, 8, blockSize],
      [64, 8, status.blocks],
      ...times(status, [72, 88, 104], 8, 8),
    ],
  },
  stat64: {
    size: 96,
    fields: (status) => [
      [0, 8, encodeNumber(status.fileSystem)],
      [12, 4, BigInt.asUintN(32, BigInt(status.inode))],
      [16, 4, status.mode],
      [20, 4, status.links],
      [24, 4, status.user],
      [28, 4, status.group],
      [32, 8, encodeNumber(status.special)],
      [44, 8, status.size],
      [52, 4, blockSize],
      [56, 8, status.blocks],
      ...times(status, [64, 72, 80], 4, 4),
      [88, 8, status.inode],
    ],
  },
  statx: {
    size: 256,
    fields: (status) => [
      [0, 4, 0x7ff], // STATX_BASIC_STATS
      [4, 4, blockSize],
      [16, 4, status.links],
      [20, 4, status.user],
      [24, 4, status.group],
      [28, 2, status.mode],
      [32, 8, status.inode],
      [40, 8, status.size],
      [48, 8, status.blocks],
      ...times(status, [64, 112, 96], 8, 8),
      [128, 4, status.special.major],
      [132, 4, status.special.minor],
      [136, 4, status.fileSystem.major],
      [140, 4, status.fileSystem.minor],
    ],
  },
};

function encode(layout: StatLayout, status: Status): Uint8Array {
  const { size, fields } = layouts[layout];
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  for (const [offset, width, value] of fields(status)) {
    if (width === 8) view.setBigUint64(offset, BigInt(value), true);
    else if (width === 4) view.setUint32(offset, Number(value), true);
    else view.setUint16(offset, Number(value), true);
  }
  return bytes;
}

/** The structure that the guest's buffer gets, of a device. */
export const encodeStat = (layout: StatLayout, device: Device): Uint8Array =>
  encode(layout, {
    fileSystem,
    inode: inodeOf(device),
    mode: modeOf(device),
    links: 1,
    user: 0,
    group: 0,
    special: device,
    size: 0,
    blocks: 0,
    nanoseconds: [bornAt, bornAt, bornAt],
  });

/** The kernel's new_decode_dev (include/linux/kdev_t.h). */
const decodeNumber = (number: bigint): Number2 => ({
  major: Number((number >> 8n) & 0xfffn),
  minor: Number((number & 0xffn) | ((number >> 12n) & 0xfff00n)),
});

/** The same of a file of this machine. */
export const encodeStatus = (layout: StatLayout, stats: BigIntStats): Uint8Array =>
  encode(layout, {
    fileSystem: decodeNumber(stats.dev),
    inode: stats.ino,
    mode: Number(stats.mode),
    links: Number(stats.nlink),
    user: Number(stats.uid),
    group: Number(stats.gid),
    special: decodeNumber(stats.rdev),
    size: stats.size,
    blocks: stats.blocks,
    nanoseconds: [stats.atimeNs, stats.mtimeNs, stats.ctimeNs],
  });
