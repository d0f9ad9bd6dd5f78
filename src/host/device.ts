// The interface between the host and a virtual device. The host knows guests, descriptors and system calls; a device
// knows what its ioctls mean. Neither knows the other's business.

import type { Tripwire } from './tripwire.js';
import type { VirtualTree } from './virtual-tree.js';

export type { TreeEntry, VirtualTree } from './virtual-tree.js';

/** The conventions by which a system call was made; decided for each call, never by the class of an ELF file. */
export type Abi = 'x86-64' | 'i386' | 'x32';

/** ioctl requests that a device understands; the seccomp filter stops only those. */
export type RequestRange =
  /** All requests whose type byte (`_IOC_TYPE`, bits 8 to 15) has this value. */
  | { readonly type: number }
  /** All requests from `from` to `to`, both included (drivers that number their requests plainly). */
  | { readonly from: number; readonly to: number };

/** Attributes of an unopened device for guests. */
export interface DeviceNode {
  /** Absolute path, such as `/dev/atoll0`. */
  readonly path: string;
  readonly major: number;
  readonly minor: number;
  readonly requests: RequestRange;
  /** Files that programs expect beside the device, as a driver's part of sysfs. */
  readonly trees?: readonly VirtualTree[];
  /** Programs that use the device get no real-time threads (EPERM): theirs would leave no processor to us. */
  readonly refusesRealTime?: boolean;
  /** A block device instead. */
  readonly isBlock?: boolean;
}

/** A character device that guests see under a path. */
export interface Device extends DeviceNode {
  /** Its files have tripwires. */
  readonly isRung?: boolean;
  /** Its files answer every call of their descriptors: reads, writes, mappings, waits. */
  readonly answersFiles?: boolean;
  /** Asked before each `open`: a promise where something has to be loaded first. */
  ready?(): Promise<void> | undefined;
  /**
   * A guest opens the device. The guest's call returns only after this, or after its promise.
   *
   * @returns the new open file, or a negative errno that the guest's open fails with
   */
  open(request: OpenRequest): OpenResult | Promise<OpenResult>;
  /** For traces: a request by its name, before it is answered; undefined when the device has no such request. */
  describe?(call: IoctlCall): RequestDescription | undefined;
}

/** Result of an open: the file, or a negative errno. */
export type OpenResult = VirtualFile | number;

/** A request and its argument in words. A text is undefined when the argument cannot be read. */
export interface RequestDescription {
  readonly name: string;
  /** Text of the guest's argument; empty when the request has none. */
  readonly input: string | undefined;
  /** Text of what the guest got, valid after a successful answer; empty when there is nothing but the result. */
  output(): string | undefined;
}

export interface OpenRequest {
  readonly pid: number;
  readonly tid: number;
  /** `O_*` flags of the call. */
  readonly flags: number;
  readonly abi: Abi;
  /** Our own descriptor of the guest's memfd. Valid until `release` returns; the host closes it then. */
  readonly fd: number;
  /** Identity of the open file for as long as it lives. */
  readonly inode: number;
}

/** One open file: what a guest's open gave, shared by every descriptor and mapping that stems from it. */
export interface VirtualFile {
  /** Size in bytes of the shared memory behind the file. The host sets and seals it before the guest's open returns. */
  readonly size: number;
  /** Pages at its end that may be taken away until a guest touches one. The size is not sealed then. */
  readonly tripwire?: Tripwire;
  /**
   * Answers one ioctl. Must not block: what takes long is a promise (the calling guest thread waits, the others run).
   *
   * @returns the result (>= 0) or a negative errno
   */
  ioctl(call: IoctlCall): number | Promise<number>;
  /**
   * Answers another call of a descriptor, of devices with `answersFiles`: read, write, lseek, mmap, poll, futex and
   * their relatives.
   *
   * @returns the result, a negative errno, or undefined when the kernel shall do with the shared memory what it was
   * requested. What takes
   *   long is a promise; of a poll or a futex it may only be one when the call is about this file
   */
  call?(call: FileCall): CallResult | Promise<CallResult>;
  /** The last descriptor and the last mapping are gone, or the guest tree has ended. Called exactly once. */
  release(): void;
}

/** A result, a negative errno, or undefined: the kernel's business. */
export type CallResult = number | undefined;

export interface IoctlCall {
  /** The 32-bit request number, unsigned. */
  readonly request: number;
  /** The third argument as the guest passed it, zero-extended. */
  readonly argument: bigint;
  readonly pid: number;
  readonly tid: number;
  readonly abi: Abi;
  readonly memory: GuestMemory;
}

/** The six argument registers of a system call; those that a call does not use have any value. */
export type SyscallArguments = readonly [bigint, bigint, bigint, bigint, bigint, bigint];

/** A call of a descriptor. */
export interface FileCall {
  /** As in the table of system calls. */
  readonly name: string;
  readonly arguments: SyscallArguments;
  readonly pid: number;
  readonly tid: number;
  readonly abi: Abi;
  readonly memory: GuestMemory;
}

/** Memory of the calling guest, usable until the call is answered. A fault is a value, never an exception. */
export interface GuestMemory {
  /** Exactly `length` bytes, or undefined when a part is not readable (EFAULT) or the guest has died. */
  read(address: bigint, length: number): Uint8Array | undefined;
  /** False when a part is not writable (EFAULT) or the guest has died; the bytes before the fault are written. */
  write(address: bigint, bytes: Uint8Array): boolean;
  /** A NUL-terminated string of at most `limit` bytes, as latin-1. */
  readString(address: bigint, limit: number): string | undefined;
}
