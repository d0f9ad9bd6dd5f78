// Hardware registers of a wavefront (s_getreg_b32), and the supported messages. Source: "Southern Islands Series ISA",
// tables of HW_ID, GPR_ALLOC and LDS_ALLOC.

import { TRAP_TEXTS } from '../abi/trap-numbers.js';
import { MESSAGE_SIGNAL } from '../isa/messages.js';
import { FaultSignal } from './faults.js';
import { hasInterrupts, raiseAllInterrupts, raiseInterrupt } from './interrupts.js';
import type { GpuMemory } from './memory.js';
import { LDS_GRANULE, WORD } from './state.js';
import type { Wavefront } from './wavefront.js';

/** HW_ID: the wavefront's slot in bits 3:0; everything else about its place is 0, so that runs repeat. */
export const hardwareId = (wavefront: Wavefront): number => wavefront.slot & 15;

/** GPR_ALLOC: VGPRs in units of 4 less one in bits 13:8, SGPRs in units of 8 less one in bits 27:24. */
export function gprAllocation(wavefront: Wavefront): number {
  const { vgprs, sgprs } = wavefront.workGroup.launch;
  return ((Math.ceil(vgprs / 4) - 1) << 8) | ((Math.ceil(sgprs / 8) - 1) << 24);
}

/** LDS_ALLOC: size in units of 64 dwords in bits 20:12. */
export const ldsAllocation = (wavefront: Wavefront): number =>
  Math.ceil(wavefront.u[WORD.ldsLimit]! / LDS_GRANULE) << 12;

const MSG_INTERRUPT = 1;

/**
 * Sends a message.
 * @param m0 its data
 * @returns why it cannot be sent
 */
export function sendMessage(memory: GpuMemory, simm16: number, m0: number): string | undefined {
  if (simm16 === MESSAGE_SIGNAL) {
    // Without a receiver of interrupts, no host waits for one.
    if (hasInterrupts(memory)) raiseAllInterrupts(memory);
    return undefined;
  }
  const id = simm16 & 15;
  if (id === MSG_INTERRUPT && hasInterrupts(memory)) {
    raiseInterrupt(memory, m0);
    return undefined;
  }
  return id === 0 ? undefined : `message ${id} goes to a graphics stage or to the driver's interrupt handler`;
}

/** Why s_sethalt cannot be executed, or undefined when it does nothing. */
export const haltProblem = (simm16: number): string | undefined =>
  simm16 & 1 ? 's_sethalt stops the wavefront, and nothing resumes it' : undefined;

/**
 * The fault in which s_trap ends.
 * @param place the address, low and high, and the lane, of traps that name them
 */
export function trapFault(simm16: number, [low, high, lane]: readonly number[]): FaultSignal {
  const text = TRAP_TEXTS[simm16 & 0xff] ?? `trap ${simm16 & 0xff}: there is no trap handler`;
  if (low === undefined || high === undefined) return new FaultSignal('trap', text);
  return new FaultSignal('trap', text, lane, (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0));
}
