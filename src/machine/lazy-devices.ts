// Devices whose drivers are loaded when a guest first opens one: what builds programs and answers their requests is
// half of all code.

import { ATOLL_FACE, checkChips } from '../driver/atoll/device-node.js';
import { MULTI2SIM_FACES } from '../driver/multi2sim/device-nodes.js';
import type { Device, DeviceNode, IoctlCall, OpenRequest, OpenResult, RequestDescription } from '../host/device.js';
import type { Drivers, DriversOptions } from './drivers.js';

/** A device by its face, until its driver is there. */
class LazyDevice implements Device {
  readonly path: string;
  readonly major: number;
  readonly minor: number;
  readonly requests: DeviceNode['requests'];
  readonly refusesRealTime: boolean;
  private device: Device | undefined;

  constructor(
    face: DeviceNode,
    private readonly load: () => Promise<Drivers>,
  ) {
    this.path = face.path;
    this.major = face.major;
    this.minor = face.minor;
    this.requests = face.requests;
    this.refusesRealTime = face.refusesRealTime ?? false;
  }

  ready(): Promise<void> | undefined {
    if (this.device) return this.device.ready?.();
    return this.load().then(({ devices }) => {
      this.device = devices.find(({ path }) => path === this.path);
      return this.device?.ready?.();
    });
  }

  open(request: OpenRequest): OpenResult | Promise<OpenResult> {
    if (!this.device) throw new Error(`the driver of ${this.path} has not been loaded`);
    return this.device.open(request);
  }

  describe(call: IoctlCall): RequestDescription | undefined {
    return this.device?.describe?.(call);
  }
}

export class LazyDevices {
  readonly devices: readonly Device[];
  private loading: Promise<Drivers> | undefined;
  private drivers: Drivers | undefined;

  /** @throws AtollError BAD_OPTION for more chips than there is room for */
  constructor(private readonly options: DriversOptions) {
    checkChips(options.services.devices);
    this.devices = [ATOLL_FACE, ...MULTI2SIM_FACES].map((face) => new LazyDevice(face, () => this.load()));
  }

  /** Loads the drivers, once. */
  load(): Promise<Drivers> {
    this.loading ??= import('./drivers.js').then(({ openDrivers }) => {
      this.drivers = openDrivers(this.options);
      return this.drivers;
    });
    return this.loading;
  }

  /** Devices are not opened any more. */
  async dispose(): Promise<void> {
    await this.drivers?.frontEnd.dispose();
  }
}
