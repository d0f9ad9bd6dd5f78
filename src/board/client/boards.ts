// All guests of a run on a board: what the processor thread gives launches to.

import type { Elsewhere, LaunchedElsewhere, LaunchRun } from '../../driver/core/processor/elsewhere.js';
import type { Allocated } from '../../driver/core/processor/messages.js';
import type { Native } from '../../host/native.js';
import type { BoardAccess, Connected } from './connect.js';
import { BoardGuest } from './guest.js';
import { BoardRun } from './run.js';

/** Plain data: it crosses threads. */
export interface BoardSettings {
  readonly access: BoardAccess;
  /** A connection for the first guest. */
  readonly connected: Connected | undefined;
}

export class Boards implements Elsewhere {
  private readonly guests = new Map<number, BoardGuest>();
  private connected: Connected | undefined;

  constructor(
    private readonly settings: BoardSettings,
    private readonly native: Native,
  ) {
    this.connected = settings.connected;
  }

  start(session: number, what: LaunchedElsewhere): LaunchRun {
    return new BoardRun(this.guest(session), what);
  }

  memory(session: number, allocation: Allocated, given: boolean): void {
    this.guest(session).memory(allocation, given);
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
      guest = new BoardGuest(this.settings.access, this.native, () => {
        const { connected } = this;
        this.connected = undefined;
        return connected;
      });
      this.guests.set(session, guest);
    }
    return guest;
  }
}
