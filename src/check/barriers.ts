// Barriers that not all work-items of a work-group reach, or that are not one barrier.

import type { Wavefront } from '../emulator/wavefront.js';
import type { WorkGroup } from '../emulator/workgroup.js';
import type { Instruction } from '../isa/instruction.js';

/** Position of a waiting wavefront. */
interface WaitingWavefront {
  readonly pc: number;
  readonly instruction: Instruction;
}

/** Reports a defect at a barrier. @param lane a work-item that does not reach it; -1 for all of the wavefront */
export type OnDivergence = (w: Wavefront, at: WaitingWavefront, text: string, lane: number) => void;

export const isBarrier = ({ def }: Instruction): boolean =>
  def.semantics.some((statement) => statement.kind === 'effect' && statement.name === 'barrier');

export class BarrierCheck {
  private readonly begun = new WeakMap<Wavefront, bigint>();
  private readonly waiting = new WeakMap<Wavefront, WaitingWavefront>();

  constructor(private readonly onDivergence: OnDivergence) {}

  groupStart({ wavefronts }: WorkGroup): void {
    for (const wavefront of wavefronts) this.begun.set(wavefront, wavefront.exec);
  }

  /** Gives what puts the state of the work-group back. */
  park({ wavefronts }: WorkGroup): () => void {
    const states = wavefronts.map(
      (wavefront) => [wavefront, this.begun.get(wavefront), this.waiting.get(wavefront)] as const,
    );
    return () => {
      for (const [wavefront, begun, waiting] of states) {
        if (begun !== undefined) this.begun.set(wavefront, begun);
        if (waiting) this.waiting.set(wavefront, waiting);
      }
    };
  }

  /** A wavefront is about to execute a barrier. */
  reach(w: Wavefront, pc: number, instruction: Instruction): void {
    const at = { pc, instruction };
    this.waiting.set(w, at);
    const absent = (this.begun.get(w) ?? w.exec) & ~w.exec;
    if (absent === 0n) return;
    let lane = 0;
    let count = 0;
    for (let l = w.layout.lanes - 1; l >= 0; l--)
      if (((absent >> BigInt(l)) & 1n) !== 0n) [lane, count] = [l, count + 1];
    const items = count === 1 ? 'a work-item of this wavefront does' : `${count} work-items of this wavefront do`;
    this.onDivergence(w, at, `${items} not reach the barrier`, lane);
  }

  /** All wavefronts of a work-group that have not ended wait. */
  meet({ wavefronts }: WorkGroup): void {
    const present = wavefronts.filter(({ status }) => status !== 'ended');
    const first = present[0] && this.waiting.get(present[0]);
    if (!first) return;
    const ended = wavefronts.find(({ status }) => status === 'ended');
    if (ended)
      this.onDivergence(
        present[0]!,
        first,
        `wavefront ${ended.index} of the work-group has ended without reaching the barrier`,
        -1,
      );
    for (const wavefront of present) {
      const own = this.waiting.get(wavefront);
      if (!own || own.pc === first.pc) continue;
      this.onDivergence(
        wavefront,
        own,
        `wavefronts ${present[0]!.index} and ${wavefront.index} of the work-group wait at different barriers`,
        -1,
      );
      return;
    }
  }
}
