// /dev/atoll0: every open is a session of its own.

import { constants } from 'node:os';
import { DEVICE_PATH, IOCTL_TYPE } from '../abi/schema.js';
import type { Device, OpenRequest, VirtualFile } from '../host/device.js';
import type { Personality } from './personalities.js';
import type { DriverServices } from './services.js';
import { Session } from './session.js';

/** The processor thread waits on all doorbells in one futex call, which takes 128 words. */
const SESSION_LIMIT = 120;

export class AtollDevice implements Device {
  readonly path = DEVICE_PATH;
  /** Numbers of the local/experimental range of the kernel's devices.txt. */
  readonly major = 240;
  readonly minor = 0;
  readonly requests = { type: IOCTL_TYPE };
  readonly #sessions = new Map<number, Session>();

  constructor(
    readonly devices: readonly Personality[],
    private readonly services: DriverServices,
  ) {}

  open(request: OpenRequest): VirtualFile | number {
    if (this.#sessions.size >= SESSION_LIMIT) return -constants.errno.EMFILE;
    try {
      const session = new Session(request, this.devices, this.services, () => this.#sessions.delete(session.id));
      this.#sessions.set(session.id, session);
      return session;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.services.log(`no address space for another guest: ${error.message}`);
      return -constants.errno.ENOMEM;
    }
  }

  session(id: number): Session | undefined {
    return this.#sessions.get(id);
  }

  /** Tells every guest that nothing more will be executed. */
  lose(errno: number): void {
    for (const session of this.#sessions.values()) session.lose(errno);
  }
}
