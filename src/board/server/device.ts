// The device that a board drives: chosen by the name of its platform, with a context and a queue.

import { AtollError } from '../../util/errors.js';
import { elementOf } from '../../util/required.js';
import type { DeviceFacts } from '../protocol.js';
import { check, create, errorName, handles, loadOpenCl, NULL, type OpenCl } from './library.js';

/** Parameters of clGet*Info. Source: CL/cl.h. */
const PLATFORM = { version: 0x0901, name: 0x0902, vendor: 0x0903 } as const;
const DEVICE = {
  type: 0x1000,
  workGroupSize: 0x1004,
  clockMHz: 0x100c,
  allocation: 0x1010,
  images: 0x1016,
  image2dWidth: 0x1011,
  image2dHeight: 0x1012,
  image3dWidth: 0x1013,
  alignmentBits: 0x1019,
  globalMemory: 0x101f,
  localMemory: 0x1023,
  name: 0x102b,
  extensions: 0x1030,
} as const;
const ALL_TYPES = 0xffff_ffffn;
const GPU = 4n;
const PROFILING = 2n;
/** Name of Atoll's own platform: its kernels would come back to a simulation. */
const OWN = /\batoll\b/i;

export interface BoardDevice {
  readonly cl: OpenCl;
  readonly device: bigint;
  readonly context: bigint;
  readonly queue: bigint;
  readonly facts: DeviceFacts;
}

type InfoQuery = (object: bigint, parameter: number, size: bigint, value: Uint8Array, length: Uint8Array) => number;

function info(query: InfoQuery, object: bigint, parameter: number): Buffer {
  const [value, length] = [Buffer.alloc(16 << 10), Buffer.alloc(8)];
  check(query(object, parameter, BigInt(value.length), value, length), 'clGetInfo');
  return value.subarray(0, Number(length.readBigUInt64LE()));
}

const textOf = (bytes: Buffer): string => bytes.toString('utf8').replace(/\0.*$/s, '');
/** Of u32, size_t and u64. */
const numberOf = (bytes: Buffer): number => Number(bytes.length === 4 ? bytes.readUInt32LE() : bytes.readBigUInt64LE());

interface Platform {
  readonly handle: bigint;
  readonly name: string;
  /** Name, vendor and version. */
  readonly words: string;
}

function listed(query: (count: number, list: Uint8Array | bigint, written: Uint8Array) => number): bigint[] {
  const count = Buffer.alloc(4);
  // Loader and platforms say by errors that there is none.
  if (query(0, NULL, count) !== 0) return [];
  const list = Buffer.alloc(8 * count.readUInt32LE());
  if (list.length === 0 || query(list.length / 8, list, Buffer.alloc(4)) !== 0) return [];
  return Array.from({ length: list.length / 8 }, (_, n) => list.readBigUInt64LE(8 * n));
}

function platformsOf(cl: OpenCl): Platform[] {
  const all = listed((count, list, total) => cl.clGetPlatformIDs(count, list, total));
  return all
    .map((handle) => {
      const text = (parameter: number): string => textOf(info(cl.clGetPlatformInfo, handle, parameter));
      const name = text(PLATFORM.name);
      return { handle, name, words: `${name} ${text(PLATFORM.vendor)} ${text(PLATFORM.version)}` };
    })
    .filter(({ words }) => !OWN.test(words));
}

function choose(cl: OpenCl, request: string): { readonly platform: Platform; readonly device: bigint } {
  const platforms = platformsOf(cl);
  if (platforms.length === 0)
    throw new AtollError(
      'HOST',
      'the OpenCL loader of this machine finds no platform',
      'install the OpenCL of a device (pocl-opencl-icd for the CPU), and check with clinfo -l',
    );
  const fitting = platforms.filter(({ words }) => words.toLowerCase().includes(request.toLowerCase()));
  if (fitting.length === 0)
    throw new AtollError(
      'BAD_OPTION',
      `there is no OpenCL platform '${request}'`,
      `platforms: ${platforms.map(({ name }) => name).join(', ')}`,
    );
  const devices = fitting.flatMap((platform) =>
    listed((count, list, total) => cl.clGetDeviceIDs(platform.handle, ALL_TYPES, count, list, total)).map((device) => ({
      platform,
      device,
    })),
  );
  const isGpu = (device: bigint): boolean =>
    (info(cl.clGetDeviceInfo, device, DEVICE.type).readBigUInt64LE() & GPU) !== 0n;
  const chosen = devices.find(({ device }) => isGpu(device)) ?? devices[0];
  if (chosen) return chosen;
  throw new AtollError('HOST', `the OpenCL platform ${elementOf(fitting, 0, 'platform').name} has no device`);
}

/**
 * @throws AtollError HOST, BAD_OPTION when there is no such device @param platform a part of its platform's name; empty
 * for any
 */
export function openDevice(platform: string): BoardDevice {
  const cl = loadOpenCl();
  const chosen = choose(cl, platform);
  const { device } = chosen;
  const query = (parameter: number): Buffer => info(cl.clGetDeviceInfo, device, parameter);
  const number = (parameter: number): number => numberOf(query(parameter));
  const context = create(
    (status) => cl.handle.clCreateContext(NULL, 1, handles([device]), NULL, NULL, status),
    'clCreateContext',
  );
  const queue = create(
    (status) => cl.handle.clCreateCommandQueue(context, device, PROFILING, status),
    'clCreateCommandQueue',
  );
  const facts = {
    platform: chosen.platform.name,
    name: textOf(query(DEVICE.name)),
    workGroupSize: number(DEVICE.workGroupSize),
    localMemory: number(DEVICE.localMemory),
    allocation: number(DEVICE.allocation),
    globalMemory: number(DEVICE.globalMemory),
    alignment: number(DEVICE.alignmentBits) / 8,
    doubles: textOf(query(DEVICE.extensions)).includes('cl_khr_fp64'),
    images: number(DEVICE.images) !== 0,
    image2dWidth: number(DEVICE.image2dWidth),
    image2dHeight: number(DEVICE.image2dHeight),
    image3dWidth: number(DEVICE.image3dWidth),
    clockMHz: number(DEVICE.clockMHz),
  };
  return { cl, device, context, queue, facts };
}

export { errorName };
