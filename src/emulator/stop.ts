// Treatment of an engine's errors: a fault of the kernel becomes a value, any other error is a defect of ours and is
// rethrown.

import { printInstruction } from '../isa/print.js';
import { AtollError } from '../util/errors.js';
import { type CodeReader, isProblem } from './code.js';
import type { RunOutcomeKind } from './engine.js';
import { FaultSignal, type GpuFault } from './faults.js';
import type { Wavefront } from './wavefront.js';

/** Notes on the wavefront why it stopped; its pc must be at the instruction. */
export function stopWith(wavefront: Wavefront, code: CodeReader, error: unknown): RunOutcomeKind {
  const signal = signalOf(error);
  if (!signal) throw error;
  const { workGroup, pc } = wavefront;
  const fetched = code.fetch(pc);
  const fault: GpuFault = {
    reason: signal.reason,
    detail: signal.detail,
    kernel: workGroup.launch.kernel,
    pc,
    offset: pc - workGroup.launch.codeAddress,
    text: isProblem(fetched) ? fetched.text : printInstruction(fetched),
    words: fetched.words,
    workGroup: workGroup.id,
    wavefront: wavefront.index,
    ...(signal.lane === undefined ? {} : { lane: signal.lane }),
    ...(signal.address === undefined ? {} : { address: signal.address }),
  };
  wavefront.fault = fault;
  return 'fault';
}

function signalOf(error: unknown): FaultSignal | undefined {
  if (error instanceof FaultSignal) return error;
  if (error instanceof AtollError && error.code === 'UNSUPPORTED') return new FaultSignal('unsupported', error.message);
  return undefined;
}
