// View of an editor while a thread of the program is stopped in a failed call: that thread, and the caller.

import type { DebugProtocol } from '@vscode/debugprotocol';
import { callerText, type FailedCall, failureText } from '../../launch/failed-call.js';

/** Threads of the program are numbered beyond wavefronts. */
const FIRST_THREAD = 1 << 30;

const threadId = ({ thread }: FailedCall): number => FIRST_THREAD + thread;

export const callThreads = (failed: FailedCall): { threads: readonly DebugProtocol.Thread[] } => ({
  threads: [{ id: threadId(failed), name: callerText(failed) }],
});

/** The call, and the program's function that has made it; neither has a source here. */
export function callStack(failed: FailedCall): DebugProtocol.StackTraceResponse['body'] {
  const nowhere = { line: 0, column: 0 };
  const { call, caller, callerOffset } = failed;
  const from = { id: FIRST_THREAD + 1, name: `${caller} at 0x${callerOffset.toString(16)}`, ...nowhere };
  const stackFrames = [{ id: FIRST_THREAD, name: call, ...nowhere }, ...(caller === '' ? [] : [from])];
  return { stackFrames, totalFrames: stackFrames.length };
}

export const callException = (failed: FailedCall): DebugProtocol.ExceptionInfoResponse['body'] => ({
  exceptionId: failed.error,
  description: failureText(failed),
  breakMode: 'always',
});

export const callStopped = (failed: FailedCall, breakpoint: number): DebugProtocol.StoppedEvent['body'] => ({
  reason: 'exception',
  description: 'an OpenCL call has failed',
  text: failureText(failed),
  threadId: threadId(failed),
  allThreadsStopped: true,
  hitBreakpointIds: [breakpoint],
});
