// Services of the device of our own protocol, beside those of all devices.

import type { FrontEnd } from '../../compiler/front-end.js';
import type { Compilation } from '../../compiler/request/compilation.js';
import type { DeviceModel } from '../device-models.js';

/** Commands of the guest's library that move memory, in the order of their times in DEVICE_INFO. */
export const TRANSFERS = ['read', 'write', 'copy', 'fill'] as const;

/**
 * Times of transfers in profiling events, by {@link TRANSFERS}; zeros: the measured ones. Plain data: it crosses
 * threads.
 */
export interface TransferTimes {
  readonly offsetNs: readonly bigint[];
  readonly femtosecondsPerByte: readonly bigint[];
}

export interface AtollServices {
  /** The devices that guests see. */
  readonly devices: readonly DeviceModel[];
  readonly frontEnd: FrontEnd;
  /** Programs are built by these, too, and their launches compared. */
  readonly compilations?: readonly Compilation[] | undefined;
  readonly release: string;
  /** Bytes that every launch can print; the default of the devices where it is absent. */
  readonly printfBuffer?: number | undefined;
  /** Times of transfers of another device. */
  readonly transfers?: TransferTimes | undefined;
  /** Reports a difference between compilations before any launch: a build that fails in one of them. */
  onUnequalBuild?(text: string): void;
  /** Called with each build that begins. */
  onBuild?(build: Promise<void>): void;
}
