// All sessions of all devices: whom an event of the processor threads concerns.

import { constants } from 'node:os';
import { MAX_DEVICES } from '../abi/schema.js';
import type { OpenRequest } from '../host/device.js';
import { AtollError } from '../util/errors.js';
import { BuildRoom } from './build-room.js';
import type { Personality } from './personalities.js';
import type { ProcessorEvent } from './processor/messages.js';
import type { DriverServices } from './services.js';
import { Session } from './session.js';

/** The processor thread waits on all doorbells in one futex call, which takes 128 words. */
const SESSION_LIMIT = 120;

export class Sessions {
  private readonly sessions = new Map<number, Session>();
  private readonly builds = new BuildRoom();
  private lost = 0;

  /** @throws AtollError BAD_OPTION for more devices than the protocol has room for */
  constructor(
    readonly devices: readonly Personality[],
    readonly services: DriverServices,
  ) {
    if (devices.length <= MAX_DEVICES) return;
    throw new AtollError(
      'BAD_OPTION',
      `${devices.length} devices are too many`,
      `at most ${MAX_DEVICES} can be simulated`,
    );
  }

  /** A session for an open, or -errno. @param launches whether its `launch` will be called */
  open(request: OpenRequest, launches = false): Session | number {
    if (this.lost) return -this.lost;
    if (this.sessions.size >= SESSION_LIMIT) return -constants.errno.EMFILE;
    try {
      const session = new Session(
        request,
        this.devices,
        this.services,
        launches,
        () => this.sessions.delete(session.id),
        this.builds,
      );
      this.sessions.set(session.id, session);
      return session;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.services.log(`no address space for another guest: ${error.message}`);
      return -constants.errno.ENOMEM;
    }
  }

  /** Takes note of what a processor thread reports. */
  receive(event: ProcessorEvent): void {
    if (event.do === 'launched')
      for (const { session, signal } of event.reports) this.sessions.get(session)?.finished(signal, undefined);
    else if (event.do === 'fault') this.sessions.get(event.session)?.failed(event.signal, event.sequence, event.text);
    else if (event.do === 'lost') this.sessions.get(event.session)?.lost(event.text);
  }

  /** Nothing more will be executed: every guest hears of it, and no other one may begin. */
  lose(errno: number): void {
    this.lost = errno;
    for (const session of this.sessions.values()) session.lose(errno);
  }
}
