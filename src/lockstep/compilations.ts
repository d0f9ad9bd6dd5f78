// Launches in lock step with other compilations of their programs: what the processor thread gives launches to.

import type { Tolerance } from '../board/client/tolerance.js';
import type { AllocationRecord } from '../driver/core/processor/messages.js';
import type { LaunchRun, RemoteExecutor, RemoteLaunch } from '../driver/core/processor/remote-executor.js';
import { type LockstepContext, LockstepGuest } from './guest.js';
import { LockstepRun } from './run.js';

/** Plain data: it crosses threads. */
export interface LockstepSettings {
  readonly tolerance: Tolerance;
  /** Folder for launches that differ. */
  readonly folder: string;
}

export class Compilations implements RemoteExecutor {
  private readonly guests = new Map<number, LockstepGuest>();
  private readonly shared: LockstepContext;

  constructor(
    private readonly settings: LockstepSettings,
    parts: Pick<LockstepContext, 'createEngine' | 'conventions' | 'say'>,
  ) {
    this.shared = { ...parts, folder: settings.folder, savedFiles: new Set() };
  }

  start(session: number, what: RemoteLaunch): LaunchRun {
    return new LockstepRun(this.guest(session), what, this.settings.tolerance);
  }

  memory(session: number, allocation: AllocationRecord, allocated: boolean): void {
    this.guest(session).memory(allocation, allocated);
  }

  programGone(): void {}

  left(session: number): void {
    this.guests.get(session)?.close();
    this.guests.delete(session);
  }

  private guest(session: number): LockstepGuest {
    let guest = this.guests.get(session);
    if (!guest) this.guests.set(session, (guest = new LockstepGuest(this.shared)));
    return guest;
  }
}
