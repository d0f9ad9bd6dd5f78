// The interpreter: a loop over closures, one for each instruction, compiled where the program counter arrives.

import { CodeReader } from '../code.js';
import type { Engine, RunOutcomeKind } from '../engine.js';
import { modeKey } from '../float-mode.js';
import type { LaunchDescriptor } from '../launch.js';
import type { GpuMemory } from '../memory.js';
import type { Probe } from '../probes.js';
import { WORD } from '../state.js';
import { stopWith } from '../stop.js';
import { idleLanes, type Wavefront } from '../wavefront.js';
import { createEnvironment, type Environment } from './environment.js';
import { ObservedRuntime } from './observed-runtime.js';
import { InterpreterProgram, type Step } from './program.js';
import { Runtime } from './runtime.js';
import { RESULT } from './statements.js';

export interface InterpreterOptions {
  /** Without a probe, no code for probes exists. */
  readonly probe?: Probe;
  /** False: another engine counts what it executes. */
  readonly counts?: boolean;
}

/** Programs that are kept; the oldest goes first. */
const KEPT_PROGRAMS = 64;

class Interpreter implements Engine {
  readonly name = 'interp';
  private readonly programs: InterpreterProgram[] = [];
  private readonly runtime: Runtime;
  private readonly environment: Environment;

  constructor(
    private readonly memory: GpuMemory,
    private readonly probe: Probe | undefined,
    private readonly counting: boolean,
  ) {
    this.runtime = probe?.onMemory ? new ObservedRuntime(memory, probe) : new Runtime(memory);
    this.environment = createEnvironment(memory, this.runtime);
  }

  prepare(launch: LaunchDescriptor): void {
    this.programOf(launch);
  }

  run(wavefront: Wavefront, budget: number): RunOutcomeKind {
    const program = this.programOf(wavefront.workGroup.launch);
    try {
      return this.probe
        ? this.observe(wavefront, program, budget, this.probe)
        : this.execute(wavefront, program, budget);
    } catch (error) {
      return stopWith(wavefront, program.code, this.runtime.takeFault(error));
    }
  }

  /** The decoded program of a launch; a new one when the code in memory is not what was decoded. */
  private programOf(launch: LaunchDescriptor): InterpreterProgram {
    const { programs } = this;
    const latest = programs.at(-1);
    if (latest?.launch === launch) return latest;
    const index = programs.findIndex((program) => program.code.matches(this.memory, launch));
    const cached = index < 0 ? undefined : programs.splice(index, 1)[0];
    const program =
      cached ?? new InterpreterProgram(new CodeReader(this.memory, launch), this.environment, this.probe !== undefined);
    program.launch = launch;
    programs.push(program);
    if (programs.length > KEPT_PROGRAMS) programs.shift();
    return program;
  }

  /** The loop without observers. pc in memory is up to date whenever the loop is left. */
  private execute(w: Wavefront, program: InterpreterProgram, budget: number): RunOutcomeKind {
    const { u } = w;
    const { layout } = program;
    const [execFirst, execLast] = [layout.exec, layout.exec + layout.execWords - 1];
    const { changes, idle, taken } = (this.counting ? w.counts.code : program.unseen).byWord(program.launch);
    let table = program.table(modeKey(u[WORD.mode]!));
    let step: Step = table.at(w.pc);
    let left = budget;
    // A straight stretch is counted when execution leaves it: from here up to the end of its last instruction.
    let first = step.word;
    let behind = -1;
    try {
      while (left > 0) {
        left--;
        if (step.vector && (u[execFirst]! & u[execLast]!) !== -1) idle[step.word]! += idleLanes(u, layout);
        const result = step.execute(w);
        switch (result) {
          case RESULT.next: {
            const { waits } = step;
            step = step.next ?? table.follow(step);
            if (waits && w.giveWay()) {
              behind = step.word;
              return 'budget';
            }
            break;
          }
          case RESULT.branch:
          case RESULT.branchMode: {
            const { word, end } = step;
            taken[word]!++;
            if (result === RESULT.branchMode) table = program.table(modeKey(u[WORD.mode]!));
            step = table.jump(this.runtime.target, this.runtime.targetHigh);
            changes[first]!++;
            changes[end]!--;
            first = step.word;
            break;
          }
          case RESULT.mode:
            table = program.table(modeKey(u[WORD.mode]!));
            step = table.at(step.pc + step.size);
            break;
          case RESULT.barrier:
            step = table.follow(step);
            behind = step.word;
            return 'barrier';
          case RESULT.yield:
            step = table.follow(step);
            behind = step.word;
            return 'yield';
          default:
            return 'end';
        }
      }
      behind = step.word;
      return 'budget';
    } finally {
      changes[first]!++;
      changes[behind < 0 ? step.end : behind]!--;
      w.pc = step.pc;
      w.executed += budget - left;
    }
  }

  /** The loop with observers: one instruction at a time, pc always up to date. */
  private observe(w: Wavefront, program: InterpreterProgram, budget: number, probe: Probe): RunOutcomeKind {
    for (let left = budget; left > 0; left--) {
      const pc = w.pc;
      if (!w.passBreakpoint && probe.breaksAt?.(w, pc)) return 'breakpoint';
      w.passBreakpoint = false;
      const step = program.table(modeKey(w.u[WORD.mode]!)).at(pc);
      const instruction = step.instruction;
      if (instruction) {
        probe.onInstructionBefore?.(w, pc, instruction);
        if (this.runtime instanceof ObservedRuntime) this.runtime.begin(w, pc, instruction);
        if (step.vector && this.counting && probe.onFewerLanes) this.reportLanes(w, step, probe);
      }
      const { givesWay } = w;
      const outcome = this.execute(w, program, 1);
      if (instruction) probe.onInstructionAfter?.(w, pc, instruction);
      if (outcome !== 'budget' || (givesWay && !w.givesWay)) return outcome;
    }
    return 'budget';
  }

  private reportLanes(w: Wavefront, { pc, size }: Step, probe: Probe): void {
    const { layout } = w;
    const idle = idleLanes(w.u, layout);
    if (idle > 0) probe.onFewerLanes!(w, pc, pc + size, layout.lanes - idle);
  }
}

/** An engine that runs specialised JavaScript closures; the one to watch kernels with. */
export function createInterpreter(memory: GpuMemory, options: InterpreterOptions = {}): Engine {
  return new Interpreter(memory, options.probe, options.counts !== false);
}
