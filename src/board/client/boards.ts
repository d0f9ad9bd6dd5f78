// All guests of a run on a board: what the processor thread gives launches to.

import type { AllocationRecord } from '../../driver/core/processor/messages.js';
import type { LaunchRun, RemoteExecutor, RemoteLaunch } from '../../driver/core/processor/remote-executor.js';
import type { Native } from '../../host/native.js';
import type { EventTimes } from '../calibration/times.js';
import { type ComparePlace, type CompareSettings, CrossCheckedRun } from './compared-run.js';
import type { BoardAccess, BoardConnection } from './connect.js';
import { BoardGuest } from './guest.js';
import { BoardRun } from './run.js';

/** Plain data: it crosses threads. */
export interface BoardSettings {
  readonly access: BoardAccess;
  /** A connection for the first guest. */
  readonly connected: BoardConnection | undefined;
  /** Launches are executed here as well, and compared. */
  readonly compare?: CompareSettings | undefined;
  /** Times of profiling events; absent: those of the device. */
  readonly times?: EventTimes | undefined;
}

export class Boards implements RemoteExecutor {
  private readonly guests = new Map<number, BoardGuest>();
  private connected: BoardConnection | undefined;
  private readonly place: ComparePlace | undefined;

  constructor(
    private readonly settings: BoardSettings,
    private readonly native: Native,
    /** A line for the person. */
    private readonly log: (text: string) => void = () => {},
  ) {
    this.connected = settings.connected;
    if (settings.compare) this.place = { settings: settings.compare, recorded: false };
  }

  start(session: number, what: RemoteLaunch): LaunchRun {
    const guest = this.guest(session);
    const time = this.settings.times?.launch;
    return this.place ? new CrossCheckedRun(guest, what, this.place, time) : new BoardRun(guest, what, time);
  }

  memory(session: number, allocation: AllocationRecord, allocated: boolean): void {
    this.guest(session).memory(allocation, allocated);
  }

  programGone(session: number, program: number): void {
    this.guests.get(session)?.programGone(program);
  }

  left(session: number): void {
    this.guests.get(session)?.close();
    this.guests.delete(session);
  }

  private guest(session: number): BoardGuest {
    let guest = this.guests.get(session);
    if (!guest) {
      const take = (): BoardConnection | undefined => {
        const { connected } = this;
        this.connected = undefined;
        return connected;
      };
      // A launch that fails by it is reported anyway.
      const log = this.place?.settings.goesOn ? this.log : () => {};
      guest = new BoardGuest(this.settings.access, this.native, take, this.place !== undefined, log);
      this.guests.set(session, guest);
    }
    return guest;
  }
}
