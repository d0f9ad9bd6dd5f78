// /dev/dri/renderD128 and the next ones: the memory of a GPU, and what libdrm asks of a board.

import { ARENA_NUMBER, DRM_TYPE, GrowArena } from '../../abi/arena-schema.js';
import { FILE_SIZE } from '../../abi/memory-map.js';
import type { Device, IoctlCall, OpenRequest, VirtualFile, VirtualTree } from '../../host/device.js';
import { RequestError } from '../core/errno.js';
import { Arena } from './arena.js';
import { type Agent, ARENA, FIRST_RENDER_MINOR } from './chips.js';
import { answered } from './error-reply.js';

const MAJOR = 226;
const FOLDER = { folder: true } as const;

/** Numbers of requests. Source: libdrm's drm.h and amdgpu_drm.h. */
const VERSION = 0x00;
const GET_CLIENT = 0x05;
const AMDGPU_INFO = 0x45;

/** struct drm_version: three numbers, then lengths and addresses of three texts. */
const VERSION_BYTES = 64;
const DRIVER = { major: 3, minor: 42, patch: 0, texts: ['amdgpu', '20150101', 'AMD GPU'] } as const;
const TEXTS_AT = 16;
/** struct drm_client: whether the caller is authenticated. */
const CLIENT_BYTES = 40;
const AUTH_AT = 4;

/** struct drm_amdgpu_info: where to write, how much, which question. */
const INFO_BYTES = 32;
const QUERY = { accelWorking: 0x00, readRegister: 0x15, deviceInfo: 0x16 } as const;
/** struct drm_amdgpu_info_device. Its later fields stay 0. */
const DEVICE_INFO_BYTES = 0x180;
const DEVICE_INFO = {
  deviceId: 0,
  revision: 12,
  family: 16,
  engines: 20,
  arrays: 24,
  counterFrequency: 28,
  engineClock: 32,
  activeUnits: 48,
  addressOffset: 144,
  addressMax: 152,
  addressAlignment: 160,
} as const;

/** Range of addresses that the kernel's own driver allocates. */
const ADDRESSES = { offset: 0x20_0000n, max: 1n << 47n, alignment: 4096 } as const;

function deviceInfo({ chip, identity }: Agent): Uint8Array {
  const view = new DataView(new ArrayBuffer(DEVICE_INFO_BYTES));
  view.setUint32(DEVICE_INFO.deviceId, chip.pciDevice, true);
  view.setUint32(DEVICE_INFO.revision, identity.revision, true);
  view.setUint32(DEVICE_INFO.family, identity.drmFamily, true);
  view.setUint32(DEVICE_INFO.engines, 4, true);
  view.setUint32(DEVICE_INFO.arrays, 1, true);
  // kHz: ours counts nanoseconds.
  view.setUint32(DEVICE_INFO.counterFrequency, 1_000_000, true);
  view.setBigUint64(DEVICE_INFO.engineClock, BigInt(chip.clockMHz) * 1000n, true);
  view.setUint32(DEVICE_INFO.activeUnits, chip.computeUnits, true);
  view.setBigUint64(DEVICE_INFO.addressOffset, ADDRESSES.offset, true);
  view.setBigUint64(DEVICE_INFO.addressMax, ADDRESSES.max, true);
  view.setUint32(DEVICE_INFO.addressAlignment, ADDRESSES.alignment, true);
  return new Uint8Array(view.buffer);
}

/** Answer to a query; undefined for an unknown one. */
function information(query: number, agent: Agent, size: number): Uint8Array | undefined {
  if (query === QUERY.accelWorking) return Uint8Array.of(1, 0, 0, 0);
  if (query === QUERY.deviceInfo) return deviceInfo(agent);
  // Registers of tiles and of units that are switched off: 0.
  if (query === QUERY.readRegister) return new Uint8Array(Math.min(size, 4096));
  return undefined;
}

export class RenderFile implements VirtualFile {
  readonly size = FILE_SIZE;
  /** The process that has taken it as its memory. */
  owner: { release(): void } | undefined;
  /** The heap that its pages are. */
  arena: Arena | undefined;

  constructor(
    readonly request: OpenRequest,
    readonly agent: Agent,
    private readonly log: (text: string) => void,
    private readonly onRelease: () => void,
  ) {}

  ioctl(call: IoctlCall): number | Promise<number> {
    return answered(call, this.log, () => this.answer(call));
  }

  private answer(call: IoctlCall): number {
    const number = call.request & 0xff;
    if (number === VERSION) return this.version(call);
    if (number === GET_CLIENT) return this.client(call);
    if (number === AMDGPU_INFO) return this.info(call);
    if (number === ARENA_NUMBER) return this.growArena(call);
    throw new RequestError('ENOTTY', `libdrm's request 0x${number.toString(16)} is for graphics`);
  }

  private version(call: IoctlCall): number {
    const view = this.read(call, VERSION_BYTES);
    view.setInt32(0, DRIVER.major, true);
    view.setInt32(4, DRIVER.minor, true);
    view.setInt32(8, DRIVER.patch, true);
    DRIVER.texts.forEach((text, n) => {
      const at = TEXTS_AT + 16 * n;
      const room = view.getBigUint64(at, true);
      const bytes = Buffer.from(text).subarray(0, room < 64n ? Number(room) : 64);
      view.setBigUint64(at, BigInt(text.length), true);
      if (bytes.length > 0) this.write(call, view.getBigUint64(at + 8, true), bytes);
    });
    this.write(call, call.argument, new Uint8Array(view.buffer, view.byteOffset, VERSION_BYTES));
    return 0;
  }

  private client(call: IoctlCall): number {
    const view = this.read(call, CLIENT_BYTES);
    view.setInt32(AUTH_AT, 1, true);
    this.write(call, call.argument, new Uint8Array(view.buffer, view.byteOffset, CLIENT_BYTES));
    return 0;
  }

  private info(call: IoctlCall): number {
    const view = this.read(call, INFO_BYTES);
    const size = view.getUint32(8, true);
    const query = view.getUint32(12, true);
    const bytes = information(query, this.agent, size);
    if (!bytes) throw new RequestError('EINVAL', `libdrm's query 0x${query.toString(16)} is unknown`);
    this.write(call, view.getBigUint64(0, true), bytes.subarray(0, size));
    return 0;
  }

  private growArena(call: IoctlCall): number {
    if (this.owner) throw new RequestError('EBUSY', 'the file is memory of the runtime');
    const view = this.read(call, GrowArena.size);
    this.arena ??= new Arena(this.request.pid, this.request.fd, this.request.inode);
    this.arena.grow(GrowArena.read(view).bytes);
    GrowArena.write(view, { address: ARENA.address, capacity: BigInt(ARENA.capacity) });
    this.write(call, call.argument, new Uint8Array(view.buffer, view.byteOffset, GrowArena.size));
    return 0;
  }

  private read(call: IoctlCall, size: number): DataView {
    const bytes = call.memory.read(call.argument, size);
    if (!bytes) throw new RequestError('EFAULT', 'argument is not readable');
    const copy = bytes.slice();
    return new DataView(copy.buffer, copy.byteOffset, size);
  }

  private write(call: IoctlCall, address: bigint, bytes: Uint8Array): void {
    if (bytes.length > 0 && !call.memory.write(address, bytes))
      throw new RequestError('EFAULT', `0x${address.toString(16)} is not writable`);
  }

  release(): void {
    this.onRelease();
    this.owner?.release();
    this.arena?.release();
  }
}

export class RenderDevice implements Device {
  readonly major = MAJOR;
  readonly requests = { type: DRM_TYPE };
  readonly path: string;
  readonly minor: number;
  /** libdrm takes two render nodes without a primary node in this folder for the same GPU. */
  readonly trees: readonly VirtualTree[];

  /** @param files those that are open, by inode */
  constructor(
    private readonly agent: Agent,
    private readonly files: Map<number, RenderFile>,
    private readonly log: (text: string) => void,
  ) {
    this.minor = agent.renderMinor;
    const node = `renderD${agent.renderMinor}`;
    this.path = `/dev/dri/${node}`;
    const entries = { [`card${agent.renderMinor - FIRST_RENDER_MINOR}`]: FOLDER, [node]: FOLDER };
    this.trees = [{ prefix: `/sys/dev/char/${MAJOR}:${agent.renderMinor}/device/drm`, entries }];
  }

  open(request: OpenRequest): VirtualFile {
    const file = new RenderFile(request, this.agent, this.log, () => this.files.delete(request.inode));
    this.files.set(request.inode, file);
    return file;
  }
}
