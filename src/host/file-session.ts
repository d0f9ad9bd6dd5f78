// Operations of the session of the guests on their files.

import type { Native, NativeSession } from './native.js';
import type { Tripwire } from './tripwire.js';

export interface FileSession {
  close(fd: number): void;
  /** False where guests would notice. */
  addTripwire(fd: number, size: number, tripwire: Tripwire): boolean;
  /** Allows that its pages are taken; otherwise they are present. */
  allowTripwire(tripwire: Tripwire, allowed: boolean): void;
  removeTripwire(tripwire: Tripwire): void;
}

/** @param session requested when it is needed: there is none yet when files can be opened */
export function fileSession(native: Native, session: () => NativeSession): FileSession {
  const word = (tripwire: Tripwire): Uint8Array => new Uint8Array(tripwire.word);
  return {
    close: (fd) => native.closeSessionFile(session(), fd),
    addTripwire: (fd, size, tripwire) => native.addTripwire(session(), fd, size, word(tripwire)),
    allowTripwire: (tripwire, allowed) => native.allowTripwire(session(), word(tripwire), allowed),
    removeTripwire: (tripwire) => native.removeTripwire(session(), word(tripwire)),
  };
}
