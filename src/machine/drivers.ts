// The drivers of the devices that every run has, and the front end that builds their programs. Loaded when a guest
// opens one.

import { FrontEnd, type FrontEndOptions } from '../compiler/front-end.js';
import { AtollDevice } from '../driver/atoll/device.js';
import type { AtollServices } from '../driver/atoll/services.js';
import type { Contexts } from '../driver/core/contexts.js';
import { multi2simDevices } from '../driver/multi2sim/device.js';
import type { Device } from '../host/device.js';

export interface DriversOptions {
  readonly contexts: Contexts;
  readonly frontEnd: FrontEndOptions;
  /** For the device of our own protocol. */
  readonly services: Omit<AtollServices, 'frontEnd'>;
}

export interface Drivers {
  readonly frontEnd: FrontEnd;
  readonly devices: readonly Device[];
}

export function openDrivers({ contexts, frontEnd: options, services }: DriversOptions): Drivers {
  const frontEnd = new FrontEnd(options);
  return { frontEnd, devices: [new AtollDevice(contexts, { ...services, frontEnd }), ...multi2simDevices(contexts)] };
}
