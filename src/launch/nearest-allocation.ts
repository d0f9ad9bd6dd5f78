// Nearest object to an address of GPU memory: an argument of the launch and its buffer, in words.

import type { KernelArgument } from './argument.js';

/** An allocation of GPU memory. */
export interface NamedAllocation {
  readonly address: bigint;
  /** Requested bytes; what is accessible may end a little later. */
  readonly size: number;
  /** Call that made it, as text (`clCreateBuffer call 3`); undefined for memory of the runtime's own. */
  readonly maker: string | undefined;
  /** It has been given back. */
  readonly released?: boolean;
}

/** A pointer among the arguments of a launch. */
export interface PointerArgument {
  readonly index: number;
  readonly name: string;
  readonly address: bigint;
}

/** The buffers among a launch's arguments. @param segment the bytes that the host has filled for it */
export function pointerArguments(all: readonly KernelArgument[], segment: Uint8Array): PointerArgument[] {
  const view = new DataView(segment.buffer, segment.byteOffset, segment.byteLength);
  return all.flatMap(({ kind, name, offset }, index) =>
    (kind === 'global' || kind === 'constant') && offset + 8 <= segment.length
      ? [{ index, name, address: view.getBigUint64(offset, true) }]
      : [],
  );
}

const end = ({ address, size }: NamedAllocation): bigint => address + BigInt(size);
const holds = (allocation: NamedAllocation, address: bigint): boolean =>
  address >= allocation.address && address < end(allocation);

/** Bytes between an address and an allocation; 0 inside. */
function distance(allocation: NamedAllocation, address: bigint): bigint {
  if (address < allocation.address) return allocation.address - address;
  return holds(allocation, address) ? 0n : address - end(allocation);
}

const grouped = (count: bigint | number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
const bytes = (count: bigint | number): string => `${grouped(count)} byte${Number(count) === 1 ? '' : 's'}`;

const argumentName = ({ index, name }: PointerArgument): string =>
  `argument ${index}${name === '' ? '' : ` '${name}'`}`;

const gap = (a: bigint, b: bigint): bigint => (a < b ? b - a : a - b);
const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** The last argument below an address that points to nothing, and is not NULL. */
function lostPointer(
  address: bigint,
  allocations: readonly NamedAllocation[],
  pointers: readonly PointerArgument[],
): PointerArgument | undefined {
  const lost = pointers.filter(
    (pointer) =>
      pointer.address !== 0n && pointer.address <= address && !allocations.some((each) => holds(each, pointer.address)),
  );
  return lost.sort((a, b) => compare(b.address, a.address))[0];
}

/** `4 bytes after the end of`, for what comes behind it. */
function relation(allocation: NamedAllocation, address: bigint): string {
  if (address < allocation.address) return `${bytes(allocation.address - address)} before the beginning of`;
  const into = address - allocation.address;
  if (holds(allocation, address)) return into === 0n ? 'at the beginning of' : `${bytes(into)} into`;
  const behind = address - end(allocation);
  return behind === 0n ? 'directly after the end of' : `${bytes(behind)} after the end of`;
}

/** `4,096 bytes, created by clCreateBuffer call 3`. */
function properties({ size, maker, released }: NamedAllocation): string {
  const creator = maker === undefined ? '' : `, created by ${maker}`;
  return `${bytes(size)}${creator}${released ? ', released since' : ''}`;
}

/**
 * One line, without a full stop: `4 bytes after the end of argument 0 'a', 4,096 bytes, created by clCreateBuffer call
 * 3`; undefined when there is nothing that it could be near to.
 *
 * @param allocations of the guest, those given back lately among them
 */
export function nearestText(
  address: bigint,
  allocations: readonly NamedAllocation[],
  pointers: readonly PointerArgument[],
): string | undefined {
  const own = pointers.flatMap((pointer) => {
    const allocation = allocations.find((each) => holds(each, pointer.address));
    return allocation ? [{ pointer, allocation }] : [];
  });
  const lost = lostPointer(address, allocations, pointers);
  // Of several in one allocation, the one that the address is nearest to.
  const byPointer = own.sort((a, b) => compare(gap(a.pointer.address, address), gap(b.pointer.address, address)));
  const named = nearest(byPointer, address, ({ allocation }) => allocation);
  const any = nearest(
    allocations.filter(({ maker }) => maker !== undefined),
    address,
    (each) => each,
  );
  const least = [named?.allocation, any].flatMap((each) => (each ? [distance(each, address)] : []));
  if (lost && least.every((other) => address - lost.address < other)) {
    const into = address === lost.address ? 'at the beginning of' : `${bytes(address - lost.address)} into`;
    return `${into} ${argumentName(lost)}, which does not point to memory of the device`;
  }
  const null_ = pointers.find((pointer) => pointer.address === 0n && address < 1n << 16n);
  if (null_) return `${bytes(address)} into ${argumentName(null_)}, which is NULL`;
  if (named && (!any || distance(named.allocation, address) <= distance(any, address))) {
    const { pointer, allocation } = named;
    const into = pointer.address - allocation.address;
    const part = into === 0n ? '' : ` (a part from byte ${grouped(into)} on)`;
    return `${relation(allocation, address)} ${argumentName(pointer)}, ${properties(allocation)}${part}`;
  }
  return any && `${relation(any, address)} memory that is not an argument of this launch, ${properties(any)}`;
}

function nearest<T>(all: readonly T[], address: bigint, allocationOf: (each: T) => NamedAllocation): T | undefined {
  let best: T | undefined;
  for (const each of all)
    if (!best || distance(allocationOf(each), address) < distance(allocationOf(best), address)) best = each;
  return best;
}
