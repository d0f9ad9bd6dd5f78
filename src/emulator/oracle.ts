// The oracle as an engine: every instruction through the tree walker of src/isa/evaluate.ts, on the common state.

import { evaluate, isVector } from '../isa/evaluate.js';
import type { Instruction } from '../isa/instruction.js';
import { waitsForMemory } from './barrier-yield.js';
import { CodeReader, isProblem } from './code.js';
import type { Engine, RunOutcomeKind } from './engine.js';
import { FaultSignal } from './faults.js';
import { floatMode } from './float-mode.js';
import { arriveAtGridBarrier, gridSyncProblem, initGridBarrier } from './grid-sync.js';
import { haltProblem, sendMessage, trapFault } from './hardware.js';
import type { LaunchDescriptor } from './launch.js';
import type { GpuMemory } from './memory.js';
import { OracleState } from './oracle-state.js';
import { WORD } from './state.js';
import { stopWith } from './stop.js';
import { idleLanes, type Wavefront } from './wavefront.js';

class Oracle implements Engine {
  readonly name = 'oracle';
  private code: CodeReader | undefined;
  private readonly decoded = new Map<number, Instruction>();
  private readonly state: OracleState;

  constructor(private readonly memory: GpuMemory) {
    this.state = new OracleState(memory);
  }

  prepare(launch: LaunchDescriptor): void {
    if (this.code?.launch === launch) return;
    this.code = new CodeReader(this.memory, launch);
    this.decoded.clear();
  }

  run(wavefront: Wavefront, budget: number): RunOutcomeKind {
    this.prepare(wavefront.workGroup.launch);
    const code = this.code!;
    try {
      for (let left = budget; left > 0; left--) {
        const outcome = this.step(wavefront, code);
        if (outcome) return outcome;
      }
      return 'budget';
    } catch (error) {
      return stopWith(wavefront, code, this.state.access.takeFault(error));
    }
  }

  private fetch({ pc, counts }: Wavefront, code: CodeReader): Instruction {
    let instruction = this.decoded.get(pc);
    if (!instruction) {
      const fetched = code.fetch(pc);
      if (isProblem(fetched)) {
        counts.invalid++;
        throw new FaultSignal(fetched.reason, fetched.detail);
      }
      instruction = fetched;
      this.decoded.set(pc, instruction);
    }
    return instruction;
  }

  /** One instruction; gives an outcome when the wavefront cannot simply continue. */
  private step(w: Wavefront, code: CodeReader): RunOutcomeKind | undefined {
    // An invalid instruction counts, too, where a wavefront stops at it.
    w.executed++;
    const instruction = this.fetch(w, code);
    const next = w.pc + instruction.size;
    const { counts } = w;
    const [word, behind] = [code.wordOf(w.pc), code.wordOf(next)];
    counts.code.ran(word, behind, 1);
    if (isVector(instruction.def)) counts.code.idled(word, behind, idleLanes(w.u, w.layout));
    if (isVector(instruction.def) && floatMode(w.u[WORD.mode]!).skipVector) {
      w.pc = next;
      return undefined;
    }
    const result = evaluate(instruction, this.state.enter(w));
    this.state.access.settle();
    if (result.kind === 'unsupported') throw new FaultSignal('unsupported', result.reason);
    const { gpu = 0 } = w.workGroup.launch;
    for (const { name, args } of result.effects) {
      const number = Number(args[0] ?? 0n);
      if (name === 'endpgm') return 'end';
      if (name === 'halt') refuse('trap', haltProblem(number));
      if (name === 'trap') throw trapFault(number, args.slice(1).map(Number));
      if (name === 'message') refuse('unsupported', sendMessage(this.memory, number, Number(args[1] ?? 0n)));
      if (name === 'gridBarrier' || name === 'gridBarrierInit')
        refuse('unsupported', gridSyncProblem(this.memory, gpu));
      if (name === 'gridBarrierInit') initGridBarrier(this.memory, gpu, number, Number(args[1]));
      if (name === 'gridBarrier') w.awaits = arriveAtGridBarrier(this.memory, gpu, number, Number(args[1]));
    }
    if (result.branch !== undefined) counts.code.took(word, 1);
    w.pc =
      result.branch === undefined
        ? next
        : code.target(Number(result.branch & 0xffff_ffffn), Number(result.branch >> 32n));
    if (result.effects.some(({ name }) => name === 'barrier' || name === 'gridBarrier')) return 'barrier';
    if (result.effects.some(({ name }) => name === 'yield')) return 'yield';
    return waitsForMemory(code.isa, instruction) && w.giveWay() ? 'budget' : undefined;
  }
}

function refuse(reason: 'trap' | 'unsupported', problem: string | undefined): void {
  if (problem) throw new FaultSignal(reason, problem);
}

/** The slow engine that is obviously right: what the others are compared with. */
export const createOracle = (memory: GpuMemory): Engine => new Oracle(memory);
