// Observes an engine that knows no probes: one instruction at a time, with the same hooks as the observed interpreter.
// Accesses of memory are not shown (`onMemory`).

import { CodeReader, type FetchResult, isProblem } from '../emulator/code.js';
import type { Engine, RunOutcomeKind } from '../emulator/engine.js';
import type { LaunchDescriptor } from '../emulator/launch.js';
import type { GpuMemory } from '../emulator/memory.js';
import type { Probe } from '../emulator/probes.js';
import type { Wavefront } from '../emulator/wavefront.js';
import { required } from '../util/required.js';

class SteppedEngine implements Engine {
  readonly name: string;
  private code: CodeReader | undefined;
  private readonly decoded = new Map<number, FetchResult>();

  constructor(
    private readonly memory: GpuMemory,
    private readonly inner: Engine,
    private readonly probe: Probe,
  ) {
    this.name = inner.name;
  }

  prepare(launch: LaunchDescriptor): void {
    this.inner.prepare(launch);
    if (this.code?.launch === launch) return;
    this.code = new CodeReader(this.memory, launch);
    this.decoded.clear();
  }

  run(wavefront: Wavefront, budget: number): RunOutcomeKind {
    if (this.code?.launch !== wavefront.workGroup.launch) this.prepare(wavefront.workGroup.launch);
    for (let left = budget; left > 0; left--) {
      if (!wavefront.passBreakpoint && this.probe.breaksAt?.(wavefront, wavefront.pc)) return 'breakpoint';
      wavefront.passBreakpoint = false;
      const { givesWay } = wavefront;
      const outcome = this.step(wavefront, required(this.code, 'code'));
      if (outcome !== 'budget' || (givesWay && !wavefront.givesWay)) return outcome;
    }
    return 'budget';
  }

  private step(wavefront: Wavefront, code: CodeReader): RunOutcomeKind {
    const { pc } = wavefront;
    const fetched = this.decoded.get(pc) ?? code.fetch(pc);
    this.decoded.set(pc, fetched);
    if (isProblem(fetched)) return this.inner.run(wavefront, 1);
    this.probe.onInstructionBefore?.(wavefront, pc, fetched);
    const outcome = this.inner.run(wavefront, 1);
    if (outcome !== 'fault') this.probe.onInstructionAfter?.(wavefront, pc, fetched);
    return outcome;
  }
}

/** @param inner an engine that executes exactly one instruction with a budget of 1 */
export const observeSteps = (memory: GpuMemory, inner: Engine, probe: Probe): Engine =>
  new SteppedEngine(memory, inner, probe);
