// What the device of our own protocol needs beside what all devices do.

import type { FrontEnd } from '../../compiler/front-end.js';
import type { Personality } from '../personalities.js';

export interface AtollServices {
  /** The devices that guests see. */
  readonly devices: readonly Personality[];
  readonly frontEnd: FrontEnd;
  readonly release: string;
  /** Bytes that every launch can print; the default of the devices where it is absent. */
  readonly printfBuffer?: number | undefined;
  /** Told of a build under way. */
  onBuild?(build: Promise<void>): void;
}
