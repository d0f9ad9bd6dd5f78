// What a simulation and a board say to each other (docs/board.md). Bodies are MessagePack, so that either side may be any machine.

import type { GivenNode } from './devices/protocol.js';

/** Opens every connection, from the board: magic, version, nonce. */
export const MAGIC = 'ATOLLBRD';
export const VERSION = 3;
/** Bytes of the greeting: magic 8, u32 version, u32 zero, nonce. Little-endian. */
export const NONCE_BYTES = 16;
export const GREETING_BYTES = 16 + NONCE_BYTES;

/** A frame: u32 bytes of the head, u32 bytes of data, head (MessagePack), data. Little-endian. */
export const FRAME_BYTES = 8;
export const HEAD_LIMIT = 32 << 20;
export const DATA_LIMIT = 8 << 20;

/** What programs may count on. Sizes in bytes. */
export interface DeviceFacts {
  readonly platform: string;
  readonly name: string;
  readonly workGroupSize: number;
  readonly localMemory: number;
  readonly allocation: number;
  readonly globalMemory: number;
  /** Of the origins of sub-buffers. */
  readonly alignment: number;
  readonly doubles: boolean;
  readonly images: boolean;
  readonly image2dWidth: number;
  readonly image2dHeight: number;
  readonly image3dWidth: number;
  /** Its highest clock in MHz; 0 where it does not say. */
  readonly clockMHz: number;
}

/** Requests whose time can be measured; on a device, so many bytes. */
export type MeasuredRequest = 'read' | 'write' | 'copy' | 'fill';
export const MEASURED_LIMIT = 256 << 20;
export const ROUNDS_LIMIT = 100;

/** One translation unit, with what it includes by name. */
export interface SourcePart {
  readonly source: string;
  readonly options: string;
  readonly headers: readonly { readonly name: string; readonly source: string }[];
}

/** CL_MEM_OBJECT_IMAGE1D_BUFFER: an image that is a view of its buffer. Source: CL/cl.h. */
export const IMAGE_OF_BUFFER = 0x10f6;

export interface ImageShape {
  /** cl_mem_object_type, cl_channel_order and cl_channel_type. */
  readonly type: number;
  readonly order: number;
  readonly dataType: number;
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly arraySize: number;
  /** Bytes from a row, and from a slice, to the next one in the guest's memory. */
  readonly rowPitch: number;
  readonly slicePitch: number;
  readonly pixelBytes: number;
}

/** `writes` where the kernel may change it. Buffers by their number. */
export type BoardArgument =
  | { readonly is: 'value'; readonly bytes: Uint8Array }
  | { readonly is: 'buffer'; readonly buffer: number; readonly offset: number; readonly writes: boolean }
  | { readonly is: 'null' }
  | { readonly is: 'local'; readonly size: number }
  | {
      readonly is: 'image';
      readonly buffer: number;
      readonly offset: number;
      readonly shape: ImageShape;
      readonly writes: boolean;
    }
  | { readonly is: 'sampler'; readonly normalized: boolean; readonly addressing: number; readonly filter: number };

export interface BoardLaunch {
  readonly do: 'launch';
  readonly program: number;
  readonly kernel: string;
  readonly workDim: number;
  readonly globalOffset: readonly number[];
  readonly globalSize: readonly number[];
  /** Absent where the device is to choose. */
  readonly localSize?: readonly number[] | undefined;
  readonly arguments: readonly BoardArgument[];
  readonly prints: boolean;
}

/** From the simulation. `write` has data. */
export type Order =
  | {
      readonly do: 'hello';
      readonly version: number;
      readonly nonce: Uint8Array;
      readonly proof: Uint8Array;
      readonly platform: string;
      /** Device files that are wanted in place of an OpenCL; empty for all that there are. */
      readonly devices?: readonly string[] | undefined;
    }
  /** A buffer of zeros. */
  | { readonly do: 'buffer'; readonly buffer: number; readonly size: number }
  | { readonly do: 'free'; readonly buffer: number }
  | { readonly do: 'write'; readonly buffer: number; readonly offset: number }
  | {
      readonly do: 'program';
      readonly program: number;
      readonly parts: readonly SourcePart[];
      readonly options: string;
    }
  | { readonly do: 'forget'; readonly program: number }
  | { readonly do: 'measure'; readonly request: MeasuredRequest; readonly bytes: number; readonly rounds: number }
  | BoardLaunch;

/** From the board. `changed` and `printed` have data. */
export type Answer =
  | { readonly do: 'ready'; readonly proof: Uint8Array; readonly facts: DeviceFacts }
  /** Device files: what follows is devices/protocol.ts. */
  | { readonly do: 'gives'; readonly proof: Uint8Array; readonly nodes: readonly GivenNode[] }
  | { readonly do: 'refused'; readonly text: string }
  /** A launch or build is still under way. */
  | { readonly do: 'alive' }
  /** @property failure why it could not be built */
  | { readonly do: 'built'; readonly failure?: string | undefined }
  | { readonly do: 'changed'; readonly buffer: number; readonly offset: number }
  | { readonly do: 'printed' }
  /** @property nanoseconds by the device's clock */
  | { readonly do: 'done'; readonly nanoseconds: number }
  | { readonly do: 'failed'; readonly text: string }
  /** @property nanoseconds of each round, by the device's clock */
  | { readonly do: 'measured'; readonly nanoseconds: readonly number[] };
