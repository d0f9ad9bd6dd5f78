// Exit status of a guest.
import { constants } from 'node:os';

export interface GuestExit {
  /** The exit status as a shell gives it: the guest's own, or 128 + signal. */
  readonly code: number;
  /** Name of the signal that ended the guest. */
  readonly signal?: string;
  readonly coreDumped?: boolean;
}

/** A shell's status for death by signal, but for the signal. */
export const SIGNALLED = 128;

const signalNames = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));
const coreFlag = 0x80;

/** Decodes a wait status (wait(2)). */
export function decodeStatus(status: number): GuestExit {
  const signal = status & 0x7f;
  if (signal === 0) return { code: (status >> 8) & 0xff };
  const name = signalNames.get(signal) ?? `SIGRT${signal}`;
  return { code: SIGNALLED + signal, signal: name, coreDumped: (status & coreFlag) !== 0 };
}
