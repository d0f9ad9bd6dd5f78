// A call of OpenCL that has failed in a program: its thread waits until the debugger continues it. Plain data: it
// crosses threads.

export interface FailedCall {
  /** In its session, from 1. */
  readonly number: number;
  readonly call: string;
  /** The name of the error. */
  readonly error: string;
  /**
   * The file of the program, or of a library, from which it was made, and where in it; empty where that is not known.
   */
  readonly caller: string;
  readonly callerOffset: bigint;
  readonly process: number;
  readonly thread: number;
  readonly threadName: string;
}

/** `clCreateBuffer has failed: CL_INVALID_BUFFER_SIZE`. */
export const failureText = ({ call, error }: FailedCall): string => `${call} has failed: ${error}`;

/** `thread 1234 (worker) of process 1230`. */
export const callerText = ({ thread, threadName, process }: FailedCall): string =>
  `thread ${thread}${threadName === '' ? '' : ` (${threadName})`} of process ${process}`;

/** The call, its thread, and where it was made, in lines. */
export function callLines(failed: FailedCall): string[] {
  const { call, caller, callerOffset } = failed;
  const at = `0x${callerOffset.toString(16)}`;
  const from = caller === '' ? [] : [`called from ${caller} at ${at}: addr2line -fie ${caller} ${at}`];
  return [`${call}, ${callerText(failed)}`, ...from];
}
