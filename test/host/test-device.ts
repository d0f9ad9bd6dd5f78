// A device for tests; test/guest/guest.h has the guest's side of its requests. Answers are made in TypeScript.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { constants } from 'node:os';
import type { Device, IoctlCall, OpenRequest, VirtualFile } from '../../src/host/device.js';
import { loadNative, protection } from '../../src/host/native.js';

const { EFAULT, EINVAL } = constants.errno;
const exchangeSize = 16;
const deviceSize = 1 << 26;
const requestTypeByte = 0xa7;

/** Events of the device, in order: `open` and `release` with the file's number. */
export interface DeviceLog {
  readonly events: string[];
  opens: number;
  releases: number;
  mostOpen: number;
}

export function createLog(): DeviceLog {
  return { events: [], opens: 0, releases: 0, mostOpen: 0 };
}

/** `/dev/atoll-test`. `fault` makes it misbehave, to test the host: opens refused or thrown, ioctls thrown. */
export function createTestDevice(log: DeviceLog, fault?: 'refuse-open' | 'throw-open' | 'throw-ioctl'): Device {
  return {
    path: '/dev/atoll-test',
    major: 240,
    minor: 3,
    requests: { type: requestTypeByte },
    open: (request) => {
      if (fault === 'refuse-open') return -constants.errno.EBUSY;
      if (fault === 'throw-open') throw new Error('the device is broken');
      return openFile(log, request, fault === 'throw-ioctl');
    },
  };
}

function openFile(log: DeviceLog, request: OpenRequest, broken: boolean): VirtualFile {
  const number = ++log.opens;
  log.mostOpen = Math.max(log.mostOpen, log.opens - log.releases);
  if (log.events.length < 1000) log.events.push(`open ${number} ${request.abi}`);
  return {
    size: deviceSize,
    ioctl: (call) => {
      if (broken) throw new Error('the device is broken');
      return (call.request & 0xff) === 8 ? touchShared(call, request) : answer(call, log);
    },
    release: () => {
      log.releases++;
      if (log.events.length < 1000) log.events.push(`release ${number}`);
    },
  };
}

function answer(call: IoctlCall, log: DeviceLog): number | Promise<number> {
  switch (call.request & 0xff) {
    case 1:
      return increment(call);
    case 2:
      return later(call);
    case 3:
      return -(exchange(call)?.getUint32(0, true) ?? EFAULT);
    case 4:
      return log.releases;
    case 5:
      return call.memory.readString(call.argument, 256)?.length ?? -EFAULT;
    case 6:
      return new Promise<number>(() => {});
    case 7:
      return identify(call);
    default:
      return -EINVAL;
  }
}

/** Maps the file into WebAssembly memory and looks at one byte of it, and at the physical page behind that byte. */
function touchShared(call: IoctlCall, { fd, inode }: OpenRequest): number {
  const view = exchange(call);
  if (!view) return -EFAULT;
  const offset = view.getUint32(0, true);
  if (offset >= deviceSize) return -EINVAL;
  const pages = deviceSize / 65536;
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  const bytes = new Uint8Array(memory.buffer);
  loadNative().mapFixed(bytes, 0, fd, 0, deviceSize, protection.readWrite);
  view.setBigUint64(8, BigInt(bytes[offset]!) | (frameNumber(inode, offset) << 8n), true);
  bytes[offset] = 0x99;
  loadNative().unmapToZero(bytes, 0, deviceSize);
  return store(call, view) ? 0 : -EFAULT;
}

/** The page frame behind our own mapping of a file (proc(5), pagemap); 0 for ordinary users. */
function frameNumber(inode: number, offset: number): bigint {
  const line = readFileSync('/proc/self/maps', 'utf8')
    .split('\n')
    .find((text) => text.includes(` ${inode} `))!;
  const entry = Buffer.alloc(8);
  const pagemap = openSync('/proc/self/pagemap', 'r');
  readSync(pagemap, entry, 0, 8, ((BigInt(`0x${line.split('-')[0]}`) + BigInt(offset)) / 4096n) * 8n);
  closeSync(pagemap);
  return entry.readBigUInt64LE() & ((1n << 55n) - 1n);
}

function exchange(call: IoctlCall): DataView<ArrayBufferLike> | undefined {
  const bytes = call.memory.read(call.argument, exchangeSize);
  return bytes && new DataView(bytes.buffer);
}

function store(call: IoctlCall, view: DataView<ArrayBufferLike>): boolean {
  return call.memory.write(call.argument, new Uint8Array(view.buffer));
}

function increment(call: IoctlCall): number {
  const view = exchange(call);
  if (!view) return -EFAULT;
  view.setBigUint64(8, view.getBigUint64(8, true) + 1n, true);
  return store(call, view) ? view.getUint32(0, true) & 0x7fffffff : -EFAULT;
}

async function later(call: IoctlCall): Promise<number> {
  const milliseconds = exchange(call)?.getUint32(0, true);
  if (milliseconds === undefined) return -EFAULT;
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  return increment(call);
}

function identify(call: IoctlCall): number {
  const view = exchange(call);
  if (!view) return -EFAULT;
  view.setUint32(0, call.tid, true);
  view.setBigUint64(8, BigInt(call.pid), true);
  return store(call, view) ? 0 : -EFAULT;
}

/** `/dev/atoll-plain`: requests 1 to 24 without a type byte; 24 adds two words. */
export function createPlainDevice(): Device {
  return {
    path: '/dev/atoll-plain',
    major: 240,
    minor: 4,
    requests: { from: 1, to: 24 },
    open: () => ({
      size: 4096,
      ioctl: (call) => {
        if (call.request !== 24) return call.request > 24 ? -EINVAL : call.request;
        const bytes = call.memory.read(call.argument, 8);
        if (!bytes) return -EFAULT;
        const view = new DataView(bytes.buffer);
        return view.getUint32(0, true) + view.getUint32(4, true);
      },
      release: () => {},
    }),
  };
}
