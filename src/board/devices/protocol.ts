// What a machine with a program and a board with its devices say to each other, once they know each other (../protocol.ts). The board knows
// nothing of any device: it gets calls as numbers, bytes, and places in these bytes that are to be addresses.

/** A device file that a board gives. */
export interface GivenNode {
  readonly path: string;
  readonly type: 'character' | 'block';
  readonly major: number;
  readonly minor: number;
}

/** Memory that a call names. */
export interface CarriedArea {
  readonly length: number;
  /** Its bytes come with the call; zeros otherwise. */
  readonly gives: boolean;
  /** Its bytes come back. */
  readonly takes: boolean;
  /** Its address stands in another area, which came before it. */
  readonly holder?: { readonly area: number; readonly at: number } | undefined;
}

/** A number in decimal digits, or the address of an area. */
export type CarriedArgument = { readonly value: string } | { readonly area: number };

/** Calls that are carried as they are. */
export const CARRIED = ['read', 'write', 'pread64', 'pwrite64', 'lseek', 'ioctl'] as const;
export type CarriedName = (typeof CARRIED)[number];

/** From the program's side. `call` has the data of its areas, `memory` runs (packRuns of device-recordings). Each `id` gets one `answered`. */
export type DeviceOrder =
  | { readonly do: 'open'; readonly id: number; readonly path: string; readonly flags: number; readonly file: number }
  | { readonly do: 'close'; readonly file: number }
  | {
      readonly do: 'call';
      readonly id: number;
      readonly name: CarriedName;
      readonly file: number;
      /** Behind the descriptor. */
      readonly arguments: readonly CarriedArgument[];
      readonly areas: readonly CarriedArea[];
      /** The program's file does not wait. */
      readonly nonBlocking: boolean;
    }
  | {
      readonly do: 'poll';
      readonly id: number;
      readonly entries: readonly { readonly file: number; readonly events: number }[];
      /** Negative: no end. */
      readonly milliseconds: number;
    }
  | {
      readonly do: 'map';
      readonly id: number;
      readonly file: number;
      readonly mapping: number;
      readonly offset: number;
      readonly length: number;
      /** Words in it, at which others wait when the program changes them. */
      readonly wakes: readonly number[];
    }
  | { readonly do: 'memory'; readonly mapping: number; readonly runs: number }
  | {
      readonly do: 'futex';
      readonly id: number;
      readonly mapping: number;
      readonly offset: number;
      readonly wakes: boolean;
      /** How many to wake, or the value to wait at. */
      readonly value: number;
      readonly milliseconds: number;
    }
  /** The program has been interrupted: what waits is to end. */
  | { readonly do: 'cancel'; readonly id: number };

/** From the board. `answered` has data of areas, `memory` runs. */
export type DeviceAnswer =
  | {
      readonly do: 'answered';
      readonly id: number;
      readonly result: number;
      /** Of a poll, in the order of its entries. */
      readonly events?: readonly number[] | undefined;
    }
  | { readonly do: 'memory'; readonly mapping: number; readonly runs: number }
  | { readonly do: 'alive' };

/** Bytes of memory that one call may carry, in either direction; a frame takes no more. */
export const CARRIED_LIMIT = 4 << 20;
/** Mappings of one program together: each call compares them. */
export const MAPPED_LIMIT = 256 << 20;
/** Milliseconds from one sign of life to the next. */
export const BEAT_MS = 500;
/** Milliseconds after which a wait looks whether it is still wanted. */
export const SLICE_MS = 100;
