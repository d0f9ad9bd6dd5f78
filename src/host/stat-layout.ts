// What stat(2) and its relatives say about a virtual device, in the layout of each ABI.
// Layouts: arch/x86/include/uapi/asm/stat.h (struct stat of x86-64, struct stat64 of i386), include/uapi/linux/stat.h.
import type { Device } from './device.js';

const characterDevice = 0o020000;
const everybodyReadsAndWrites = 0o666;
const mode = characterDevice | everybodyReadsAndWrites;
const blockSize = 4096;
/** The file system that the devices pretend to be on: an unnamed one (major 0). */
const fileSystem = { major: 0, minor: 5 };
const bornAt = Math.floor(Date.now() / 1000);

/** A stable inode number for the device file itself. */
export function inodeOf(device: Device): number {
  return 0x40000000 + device.major * 0x1000 + device.minor;
}

/** The kernel's new_encode_dev (include/linux/kdev_t.h). */
function encodeNumber(major: number, minor: number): bigint {
  return BigInt(((minor & 0xff) | ((major & 0xfff) << 8) | ((minor & ~0xff) << 12)) >>> 0);
}

type Width = 2 | 4 | 8;
/** [offset, width in bytes, value] of every field that is not zero. */
type Field = readonly [number, Width, bigint | number];

interface Layout {
  readonly size: number;
  fields(device: Device): readonly Field[];
}

const layouts: Record<'stat' | 'stat64' | 'statx', Layout> = {
  stat: {
    size: 144,
    fields: (device) => [
      [0, 8, encodeNumber(fileSystem.major, fileSystem.minor)],
      [8, 8, inodeOf(device)],
      [16, 8, 1],
      [24, 4, mode],
      [40, 8, encodeNumber(device.major, device.minor)],
      [56, 8, blockSize],
      ...[72, 88, 104].map((offset): Field => [offset, 8, bornAt]),
    ],
  },
  stat64: {
    size: 96,
    fields: (device) => [
      [0, 8, encodeNumber(fileSystem.major, fileSystem.minor)],
      [12, 4, inodeOf(device)],
      [16, 4, mode],
      [20, 4, 1],
      [32, 8, encodeNumber(device.major, device.minor)],
      [52, 4, blockSize],
      ...[64, 72, 80].map((offset): Field => [offset, 4, bornAt]),
      [88, 8, inodeOf(device)],
    ],
  },
  statx: {
    size: 256,
    fields: (device) => [
      [0, 4, 0x7ff], // STATX_BASIC_STATS
      [4, 4, blockSize],
      [16, 4, 1],
      [28, 2, mode],
      [32, 8, inodeOf(device)],
      ...[64, 96, 112].map((offset): Field => [offset, 8, bornAt]),
      [128, 4, device.major],
      [132, 4, device.minor],
      [136, 4, fileSystem.major],
      [140, 4, fileSystem.minor],
    ],
  },
};

/** The structure that the guest's buffer gets. */
export function encodeStat(layout: keyof typeof layouts, device: Device): Uint8Array {
  const { size, fields } = layouts[layout];
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  for (const [offset, width, value] of fields(device)) {
    if (width === 8) view.setBigUint64(offset, BigInt(value), true);
    else if (width === 4) view.setUint32(offset, Number(value), true);
    else view.setUint16(offset, Number(value), true);
  }
  return bytes;
}
