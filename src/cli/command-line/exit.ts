// Exit statuses of Atoll. A guest's status is passed on unchanged.

import { AtollError } from '../../util/errors.js';

export const ExitStatus = {
  OK: 0,
  /** A check of the command failed. */ CHECK_FAILED: 1,
  /**
   * An unknown option or a wrong value: nothing was done. EX_USAGE of sysexits.h, which few programs return
   * for something else.
   */ USAGE: 64,
  /** Atoll failed. */ FAILED: 125,
  NOT_EXECUTABLE: 126,
  NOT_FOUND: 127,
} as const;

export function statusOf(error: unknown): number {
  if (!(error instanceof AtollError)) return ExitStatus.FAILED;
  if (error.code === 'BAD_OPTION') return ExitStatus.USAGE;
  if (error.code === 'GUEST_NOT_FOUND') return ExitStatus.NOT_FOUND;
  return error.code === 'GUEST_NOT_EXECUTABLE' ? ExitStatus.NOT_EXECUTABLE : ExitStatus.FAILED;
}
