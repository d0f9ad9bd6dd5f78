// Operation of a program on memory, as its OpenCL library reports it to a device that checks it. Plain data: it crosses
// threads.

import type { DebugInfo } from '../source/debug-info.js';
import type { KernelArgument } from './argument.js';

/** Bytes in rows and slices. Addresses are offsets in GPU memory, pitches bytes. */
export interface Box {
  readonly address: number;
  readonly width: number;
  readonly rows: number;
  readonly rowPitch: number;
  readonly slices: number;
  readonly slicePitch: number;
}

/** A buffer, a part of one, or an image. */
export interface MemoryObjectEvent {
  readonly type: 'object';
  readonly what: 'buffer' | 'sub-buffer' | 'image';
  /** Its number, from 1. */
  readonly object: number;
  /** Number of the call of its kind (clCreateBuffer, ...) that made it, from 1. */
  readonly call: number;
  /** The number of the object that it is a part of; 0 for none. */
  readonly parent: number;
  readonly address: number;
  readonly size: number;
  /** cl_mem_flags. */
  readonly flags: number;
}

/** A kernel, beside what launches need of it. */
export interface KernelEvent {
  readonly name: string;
  /** Offset in GPU memory of its code, and of the constants behind; bytes of both. */
  readonly address: number;
  readonly bytes: number;
  readonly arguments: readonly KernelArgument[];
  readonly debug: DebugInfo;
}

export type HostEvent =
  | MemoryObjectEvent
  | { readonly type: 'released'; readonly object: number }
  /** Whole pages that have been marked (poison.ts): what holds something else is written later, by whomever. */
  | { readonly type: 'marked'; readonly address: number; readonly size: number }
  /** These pages are given back. */
  | { readonly type: 'givenBack'; readonly address: number; readonly size: number }
  /** The host has written these bytes. */
  | { readonly type: 'written'; readonly box: Box }
  /** The host has copied bytes; both boxes have one shape. */
  | { readonly type: 'copied'; readonly box: Box; readonly from: Box }
  /** A launch is about to be submitted, by the call of that number. */
  | {
      readonly type: 'launch';
      readonly call: number;
      /** That call has recorded it into a command buffer. */
      readonly isRecorded?: boolean;
      /** Address of its arguments. */
      readonly segment: number;
      /** The objects of the arguments from `first` on; 0 where one has none. */
      readonly first: number;
      readonly objects: readonly number[];
    }
  /**
   * Launches that precede the launch with these arguments in any execution: a number of each chain, from `first` on.
   */
  | {
      readonly type: 'order';
      readonly segment: number;
      /** Its chain, and its number there, from 1. */
      readonly chain: number;
      readonly position: number;
      readonly first: number;
      readonly clock: readonly number[];
    }
  | { readonly type: 'kernels'; readonly kernels: readonly KernelEvent[] };
