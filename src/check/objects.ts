// The memory objects of one guest, as its OpenCL library reports them, and which bytes a launch may touch.

import type { HostEvent, KernelEvent, MemoryObjectEvent } from '../launch/host-event.js';

/** A memory object; released ones are kept for a while, since kernels may still use them. */
export interface MemoryObject extends MemoryObjectEvent {
  released: boolean;
}

/** Bytes [start, end) that a launch may access. */
export interface AllowedRange {
  readonly start: number;
  readonly end: number;
  readonly object: MemoryObject | undefined;
  /** Name of the argument. */
  readonly argument: string | undefined;
  /** Kernels may not write to it, or not read it: the object's flags say which. */
  readonly limited?: boolean;
}

/** Bits of cl_mem_flags. */
export const MEM = { writeOnly: 1 << 1, readOnly: 1 << 2 } as const;

export type OrderNote = Extract<HostEvent, { type: 'order' }>;
type LaunchNote = Extract<HostEvent, { type: 'launch' }>;

const RELEASED_KEPT = 4096;
/** Those of them that a recording has. */
const RELEASED_TOLD = 64;
const CALLS = { buffer: 'clCreateBuffer', 'sub-buffer': 'clCreateSubBuffer', image: 'clCreateImage' } as const;

export class Objects {
  private readonly live = new Map<number, MemoryObject>();
  private readonly released: MemoryObject[] = [];
  private readonly launches = new Map<number, LaunchNote>();
  private readonly orders = new Map<number, OrderNote>();
  private readonly kernels = new Map<number, KernelEvent>();

  take(note: HostEvent): void {
    if (note.type === 'object') this.live.set(note.object, { ...note, released: false });
    else if (note.type === 'released') this.release(note.object);
    else if (note.type === 'launch') this.noteLaunch(note);
    else if (note.type === 'order') this.noteOrder(note);
    else if (note.type === 'kernels') for (const kernel of note.kernels) this.kernels.set(kernel.address, kernel);
  }

  private release(number: number): void {
    const object = this.live.get(number);
    if (!object) return;
    this.live.delete(number);
    object.released = true;
    this.released.unshift(object);
    this.released.length = Math.min(this.released.length, RELEASED_KEPT);
  }

  private noteOrder(note: OrderNote): void {
    const order = note.first > 0 ? this.orders.get(note.segment) : undefined;
    this.orders.set(note.segment, order ? { ...order, clock: [...order.clock, ...note.clock] } : note);
  }

  /** Order of the launch whose arguments are at this address, removed on return; undefined where it is unknown. */
  takeOrder(segment: number): OrderNote | undefined {
    const order = this.orders.get(segment);
    this.orders.delete(segment);
    return order;
  }

  private noteLaunch(note: LaunchNote): void {
    const launch = note.first > 0 ? this.launches.get(note.segment) : undefined;
    this.launches.set(note.segment, launch ? { ...launch, objects: [...launch.objects, ...note.objects] } : note);
  }

  /** The launch with its arguments there; undefined where the guest reports none. */
  launchAt(segment: number): LaunchNote | undefined {
    return this.launches.get(segment);
  }

  kernelAt(codeAddress: number): KernelEvent | undefined {
    return this.kernels.get(codeAddress);
  }

  /** All that has not been released. */
  get living(): readonly MemoryObject[] {
    return [...this.live.values()];
  }

  /** These, behind those that were released lately. */
  get all(): readonly MemoryObject[] {
    return [...this.released.slice(0, RELEASED_TOLD).reverse(), ...this.live.values()];
  }

  /** The number of the object whose memory one has. */
  rootOf(number: number): number {
    return this.live.get(number)?.parent || number;
  }

  /** The ranges of a launch's arguments. */
  argumentRanges(note: LaunchNote, kernel: KernelEvent | undefined): AllowedRange[] {
    return note.objects.flatMap((number, index) => {
      const object = this.live.get(number);
      if (!object) return [];
      const { address, size } = object;
      const argument = kernel?.arguments[index]?.name || `argument ${index}`;
      const limited = (object.flags & (MEM.writeOnly | MEM.readOnly)) !== 0;
      return [{ start: address, end: address + size, object, argument, limited }];
    });
  }

  /** Object whose memory contains, or contained, an address. */
  at(address: number): MemoryObject | undefined {
    let nearest: MemoryObject | undefined;
    for (const object of this.live.values())
      if (isIn(object, address) && (!nearest || object.size < nearest.size)) nearest = object;
    return nearest ?? this.released.find((object) => isIn(object, address));
  }

  /** The object that ends nearest before an address, or begins nearest behind it, within some distance. */
  near(address: number, distance: number): MemoryObject | undefined {
    let best: MemoryObject | undefined;
    let least = distance;
    for (const object of this.live.values()) {
      const gap = address >= object.address ? address - (object.address + object.size) : object.address - address;
      if (gap >= 0 && gap < least) [best, least] = [object, gap];
    }
    return best;
  }
}

const isIn = ({ address, size }: MemoryObjectEvent, at: number): boolean => at >= address && at < address + size;

/** `buffer of 4,096 bytes, made by clCreateBuffer call 3`. */
export const objectText = ({ what, size, call }: MemoryObjectEvent): string =>
  `${what} of ${size.toLocaleString('en')} bytes, made by ${CALLS[what]} call ${call}`;

/** Position of an address relative to an object: `4 bytes after the end of`. */
export function relation({ address, size }: MemoryObjectEvent, at: number): string {
  const bytes = (count: number): string => `${count.toLocaleString('en')} byte${count === 1 ? '' : 's'}`;
  if (at < address) return `${bytes(address - at)} before the start of`;
  if (at >= address + size)
    return at === address + size ? 'directly after the end of' : `${bytes(at - address - size)} after the end of`;
  return `at byte ${(at - address).toLocaleString('en')} of`;
}
