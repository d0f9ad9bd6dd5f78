// Directory entries (struct linux_dirent64, getdents64(2)) for virtual devices.
import { basename, dirname } from 'node:path';
import type { Device } from './device.js';
import { inodeOf } from './stat-layout.js';

const characterDevice = 2; // DT_CHR
const nameOffset = 19;
const alignment = 8;

/** u64 inode, i64 offset (filled in by the caller), u16 length, u8 type, the name and its NUL, padded to 8 bytes. */
function encodeEntry(device: Device): Uint8Array {
  const name = Buffer.from(basename(device.path), 'latin1');
  const length = Math.ceil((nameOffset + name.length + 1) / alignment) * alignment;
  const entry = new Uint8Array(length);
  const view = new DataView(entry.buffer);
  view.setBigUint64(0, BigInt(inodeOf(device)), true);
  view.setUint16(16, length, true);
  view.setUint8(18, characterDevice);
  entry.set(name, nameOffset);
  return entry;
}

/** The entries of the devices directly in `folder`; undefined when there are none. */
export function deviceEntries(devices: readonly Device[], folder: string): Uint8Array | undefined {
  const entries = devices.filter((device) => dirname(device.path) === folder).map(encodeEntry);
  return entries.length > 0 ? new Uint8Array(Buffer.concat(entries)) : undefined;
}
