// A call of a peer as the kernel may be given it: of the shape that the call has, with every length compared with its
// area. What a request points to follows from its description, and from the bytes that came; no number of the peer's
// becomes an address.

import { constants } from 'node:os';
import { areasOf } from '../../../device-recordings/areas.js';
import { schemaOf } from '../../../device-recordings/requests/known.js';
import type { GuestMemory } from '../../../host/device.js';
import { addressOf } from '../../c-memory.js';
import type { KernelCallArgument } from '../kernel-calls.js';
import { CARRIED_LIMIT, type CarriedArea, type CarriedName, type DeviceOrder } from '../protocol.js';

export type CallOrder = Extract<DeviceOrder, { do: 'call' }>;

/** Permitted parts of a call. */
export interface CallRights {
  /** Of the device. */
  readonly path: string;
  /** Also requests without a description: their structures may hold any address. */
  readonly anyRequest: boolean;
}

export interface CheckedCall {
  readonly values: readonly KernelCallArgument[];
  /** Contents of the areas that the call writes. */
  readonly outputs: () => readonly Buffer[];
}

/** The kernel may write more than the structure that is known; that must not be other memory. */
const SLACK = 4096;
const ADDRESS_BYTES = 8;
const REFUSED = -constants.errno.ENOTTY;

/** Bytes that a call takes while it is under way. */
export const memoryOf = ({ areas }: CallOrder): number => areas.reduce((sum, { length }) => sum + length + SLACK, 0);

/** An area with its memory in this process. */
interface AllocatedArea extends CarriedArea {
  readonly buffer: Buffer;
  readonly address: bigint;
}

class Areas {
  private readonly areas: readonly AllocatedArea[];

  /** @throws RangeError for areas that do not fit together */
  constructor(areas: readonly CarriedArea[], data: Buffer) {
    const total = areas.reduce((sum, { length }) => sum + length, 0);
    if (total > CARRIED_LIMIT) throw new RangeError(`${total} bytes of memory for one call`);
    const outputBytes = areas.reduce((sum, { gives, length }) => sum + (gives ? length : 0), 0);
    if (outputBytes !== data.length)
      throw new RangeError(`${data.length} bytes of data, where ${outputBytes} are given`);
    let at = 0;
    this.areas = areas.map((area) => {
      const buffer = Buffer.alloc(area.length + SLACK);
      if (area.gives) data.copy(buffer, 0, at, (at += area.length));
      return { ...area, buffer, address: addressOf(buffer) };
    });
    for (const [n, area] of this.areas.entries()) this.place(n, area);
  }

  private place(n: number, { holder, address }: AllocatedArea): void {
    if (!holder) return;
    const structure = holder.area < n ? this.areas[holder.area] : undefined;
    if (!structure) throw new RangeError(`areas.${n}.holder: area ${holder.area} does not come before it`);
    if (holder.at + ADDRESS_BYTES > structure.length)
      throw new RangeError(`areas.${n}.holder: no address at ${holder.at} of area ${holder.area}`);
    structure.buffer.writeBigUInt64LE(address, holder.at);
  }

  /** Contents of the areas that the call writes. */
  outputs(): readonly Buffer[] {
    return this.areas.flatMap(({ takes, buffer, length }) => (takes ? [buffer.subarray(0, length)] : []));
  }

  addressAt(n: number): bigint {
    return this.at(n).address;
  }

  bufferAt(n: number): Buffer {
    return this.at(n).buffer;
  }

  private at(n: number): AllocatedArea {
    const area = this.areas[n];
    if (area === undefined) throw new RangeError(`there is no area ${n}`);
    return area;
  }

  /** Memory of the structures of the call. */
  get memory(): GuestMemory {
    const read: GuestMemory['read'] = (address, length) => {
      const area = this.areas.find(
        ({ address: start, length: size }) => address >= start && address + BigInt(length) <= start + BigInt(size),
      );
      const at = area ? Number(address - area.address) : 0;
      return area?.buffer.subarray(at, at + length);
    };
    return { read, write: () => false, readString: () => undefined };
  }

  /** @throws RangeError when the call does not name exactly these areas, each for what it is there for */
  expectNamed(named: ReturnType<typeof areasOf>['areas']): void {
    const seen = new Set<number>();
    for (const { name, address, length, when } of named) {
      const n = this.areas.findIndex((each) => each.address === address);
      const area = this.areas[n];
      if (area?.length !== length || !(when === 'after' ? area.takes : area.gives))
        throw new RangeError(`${name}: ${length} bytes, which no area has`);
      seen.add(n);
    }
    if (seen.size !== this.areas.length) throw new RangeError('an area that the call does not name');
  }
}

type Shape = (order: CallOrder, areas: Areas, rights: CallRights) => readonly KernelCallArgument[] | number;

const numberAt = ({ arguments: values }: CallOrder, n: number): bigint => {
  const argument = values[n];
  if (!argument || !('value' in argument)) throw new RangeError(`arguments.${n}: a number is required`);
  return BigInt(argument.value);
};

function expectArguments({ name, arguments: values }: CallOrder, count: number): void {
  if (values.length !== count) throw new RangeError(`${name}: ${values.length} arguments, ${count} are required`);
}

/** A read or write: one area of the requested length. */
const transfer =
  (positioned: boolean, reads: boolean): Shape =>
  (order, areas) => {
    const [first] = order.arguments;
    const [area, ...more] = order.areas;
    expectArguments(order, positioned ? 3 : 2);
    if (!first || !('area' in first) || first.area !== 0 || !area || more.length > 0)
      throw new RangeError(`${order.name}: one area is required`);
    if (area.takes !== reads || area.gives === reads || area.holder)
      throw new RangeError(`${order.name}: its area has the other direction`);
    const count = numberAt(order, 1);
    if (count !== BigInt(area.length)) throw new RangeError(`${count} bytes in an area of ${area.length}`);
    return [areas.bufferAt(first.area), count, ...(positioned ? [numberAt(order, 2)] : [])];
  };

const seek: Shape = (order) => {
  expectArguments(order, 2);
  if (order.areas.length > 0) throw new RangeError('lseek takes no memory');
  return [numberAt(order, 0), numberAt(order, 1)];
};

const request: Shape = (order, areas, { path, anyRequest }) => {
  expectArguments(order, 2);
  const number = numberAt(order, 0);
  if (number < 0n || number > 0xffff_ffffn) throw new RangeError(`arguments.0: ${number} is not a request`);
  const schema = schemaOf(path, Number(number), order.abi);
  if (schema.ofDescriptor || (schema.opaque && !anyRequest)) return REFUSED;
  const [, argument] = order.arguments;
  if (schema.size === 0) {
    if (order.areas.length > 0) throw new RangeError(`${schema.name} takes no memory`);
    return [number, numberAt(order, 1)];
  }
  if (!argument || !('area' in argument)) throw new RangeError(`${schema.name}: its structure is required`);
  const address = areas.addressAt(argument.area);
  const { memory } = areas;
  const values = [0n, number, address, 0n, 0n, 0n] as const;
  areas.expectNamed(areasOf({ name: 'ioctl', arguments: values, pid: 0, tid: 0, abi: order.abi, memory }, path).areas);
  return [number, areas.bufferAt(argument.area)];
};

const SHAPES: Readonly<Record<CarriedName, Shape>> = {
  read: transfer(false, true),
  write: transfer(false, false),
  pread64: transfer(true, true),
  pwrite64: transfer(true, false),
  lseek: seek,
  ioctl: request,
};

/**
 * @returns the call; a negative errno for one that is not made
 * @throws RangeError for an order that does not fit together
 */
export function checkedCall(order: CallOrder, data: Buffer, rights: CallRights): CheckedCall | number {
  const areas = new Areas(order.areas, data);
  const values = SHAPES[order.name](order, areas, rights);
  return typeof values === 'number' ? values : { values, outputs: () => areas.outputs() };
}
