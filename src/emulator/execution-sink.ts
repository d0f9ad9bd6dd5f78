// Reports of an execution by instruction, instead of by access of a lane: for compiled code.

import type { Instruction } from '../isa/instruction.js';
import type { AccessKind } from './access-kind.js';
import type { Wavefront } from './wavefront.js';

/** Bytes of a line of GPU memory, as a power of two. */
export const LINE_BITS = 6;

/** An access of an instruction, all lanes together. The object is reused: copy what must outlive the call. */
export interface InstructionAccess {
  readonly space: 'global' | 'smem' | 'lds';
  /** `load` where no lane accesses anything. */
  readonly kind: AccessKind;
  /** Lanes that access something; of a scalar access 0. */
  readonly lanes: number;
  /** The most bytes of a lane. */
  readonly bytes: number;
  /**
   * Distinct lines of GPU memory in the order in which they are touched, lane after lane: the first `lineCount`
   * numbers.
   */
  readonly lines: Uint32Array;
  readonly lineCount: number;
  /** Cycles of the banks of LDS, and what these would be without conflicts. */
  readonly ldsCycles: number;
  readonly ldsIdealCycles: number;
}

/**
 * Takes the same as a probe's hooks, for a wavefront in the order of its execution. A probe with a sink may be attached
 * to an engine that compiles: for an instruction either its hooks are called or the sink is.
 */
export interface ExecutionSink {
  /** Absent: control flow is not observed. @param pc where execution continues behind a branch */
  readonly wentTo?: ((wavefront: Wavefront, pc: number) => void) | undefined;
  /** EXEC behind an instruction that may change it. Wanted if `wentTo` is. */
  readonly execBecame?: ((wavefront: Wavefront, low: number, high: number) => void) | undefined;
  /** As a probe's `onFewerLanes`, so many times; negative ones take back what did not happen. */
  readonly ranWithFewer?:
    | ((wavefront: Wavefront, pc: number, end: number, lanes: number, times: number) => void)
    | undefined;
  /** An instruction that accesses memory was executed, whatever EXEC is. */
  accessed(wavefront: Wavefront, pc: number, instruction: Instruction, access: InstructionAccess): void;
}

/** Takes accesses and lanes of many executions added up, in any order. All have come when the engine pauses. */
export interface AccessSums {
  /**
   * An instruction has accessed memory so many times in such a way, lines aside: it has as many of them as `access`
   * says.
   * @param codeAddress of its kernel
   */
  accessedTimes(codeAddress: number, pc: number, access: InstructionAccess, times: number): void;
  /** Lines of GPU memory were touched, by lanes or scalar accesses. @param bits of 32 lines from the first one on */
  touched(firstLine: number, bits: number): void;
  /** As a probe's `onFewerLanes`, so many times; negative ones take back what did not happen. */
  ranWithFewerTimes(codeAddress: number, pc: number, end: number, lanes: number, times: number): void;
}

/** One sink that passes on to several. */
export function combineSinks(sinks: readonly ExecutionSink[]): ExecutionSink {
  if (sinks.length === 1) return sinks[0]!;
  const accessed: ExecutionSink['accessed'] = (wavefront, pc, instruction, access) => {
    for (const sink of sinks) sink.accessed(wavefront, pc, instruction, access);
  };
  const ranWithFewer: ExecutionSink['ranWithFewer'] = sinks.some((sink) => sink.ranWithFewer)
    ? (wavefront, pc, end, lanes, times) => {
        for (const sink of sinks) sink.ranWithFewer?.(wavefront, pc, end, lanes, times);
      }
    : undefined;
  if (!sinks.some(({ wentTo }) => wentTo)) return { accessed, ranWithFewer };
  return {
    accessed,
    ranWithFewer,
    wentTo: (wavefront, pc) => {
      for (const sink of sinks) sink.wentTo?.(wavefront, pc);
    },
    execBecame: (wavefront, low, high) => {
      for (const sink of sinks) sink.execBecame?.(wavefront, low, high);
    },
  };
}
