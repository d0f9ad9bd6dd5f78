// Decoded code of one launch: steps by address, one table for each floating-point mode.

import { isVector } from '../../isa/evaluate.js';
import type { Instruction } from '../../isa/instruction.js';
import { waitsForMemory } from '../barrier-yield.js';
import { type CodeReader, isProblem } from '../code.js';
import { CodeCounts } from '../counts.js';
import { FaultSignal } from '../faults.js';
import type { LaunchDescriptor } from '../launch.js';
import { layout, type StateLayout } from '../state-layout.js';
import type { Wavefront } from '../wavefront.js';
import { compileInstruction, type Execute } from './compile.js';
import type { Environment } from './environment.js';

/** One instruction ready to run. */
export interface Step {
  readonly pc: number;
  readonly size: number;
  /**
   * Number of its word in the code, and of that behind it; the same for what is no instruction. Behind the code all
   * have the last one.
   */
  readonly word: number;
  readonly end: number;
  /** True if it works on lanes. */
  readonly vector: boolean;
  /** True if it waits for accesses to memory. */
  readonly waits: boolean;
  readonly execute: Execute;
  /** The step behind it, once it is known. */
  next: Step | undefined;
  /** Absent when there is no valid instruction at this address: `execute` raises the fault. */
  readonly instruction: Instruction | undefined;
}

/** The steps of one mode. */
class StepTable {
  private readonly steps: (Step | undefined)[] = [];
  private readonly outside = new Map<number, Step>();

  constructor(
    private readonly program: InterpreterProgram,
    private readonly mode: number,
  ) {}

  /** The step at an address. There is always one: invalid code gives a step that faults. */
  at(pc: number): Step {
    const index = (pc - this.program.code.launch.codeAddress) / 4;
    if (!Number.isInteger(index) || index < 0 || index >= this.program.code.words.length) return this.beyond(pc);
    return (this.steps[index] ??= this.make(pc));
  }

  follow(step: Step): Step {
    return (step.next = this.at(step.pc + step.size));
  }

  /** The target of a branch. */
  jump(target: number, high: number): Step {
    return this.at(this.program.code.target(target, high));
  }

  private beyond(pc: number): Step {
    let step = this.outside.get(pc);
    if (!step) {
      step = this.make(pc);
      if (this.outside.size < 1024) this.outside.set(pc, step);
    }
    return step;
  }

  private make(pc: number): Step {
    const word = this.program.wordOf(pc);
    const fetched = this.program.code.fetch(pc);
    if (isProblem(fetched)) {
      const execute = ({ counts }: Wavefront): number => {
        counts.invalid++;
        throw new FaultSignal(fetched.reason, fetched.detail);
      };
      return {
        pc,
        size: 4,
        word,
        end: word,
        vector: false,
        waits: false,
        execute,
        next: undefined,
        instruction: undefined,
      };
    }
    const { environment, observed } = this.program;
    const execute = compileInstruction(fetched, pc, this.mode, environment, observed);
    return {
      pc,
      size: fetched.size,
      word,
      end: word + fetched.size / 4,
      vector: isVector(fetched.def),
      waits: waitsForMemory(this.program.code.isa, fetched),
      execute,
      next: undefined,
      instruction: fetched,
    };
  }
}

/** The decoded program of one launch (and of later ones with the same code and allocation). */
export class InterpreterProgram {
  launch: LaunchDescriptor;
  readonly layout: StateLayout;
  /** Receives counts that are kept elsewhere. */
  readonly unseen = new CodeCounts();
  private readonly tables = new Map<number, StepTable>();
  private lastMode = -1;
  private lastTable: StepTable | undefined;

  constructor(
    readonly code: CodeReader,
    readonly environment: Environment,
    readonly observed: boolean,
  ) {
    this.launch = code.launch;
    this.layout = layout(code.isa);
  }

  /** Number of a word in the code, or of the place behind it. */
  wordOf(pc: number): number {
    const word = this.code.wordOf(pc);
    const last = Math.ceil(this.launch.codeBytes / 4);
    return Number.isInteger(word) && word >= 0 && word < last ? word : last;
  }

  /** The steps for a mode key (float-mode.ts). */
  table(mode: number): StepTable {
    if (this.lastTable && mode === this.lastMode) return this.lastTable;
    let table = this.tables.get(mode);
    if (!table) this.tables.set(mode, (table = new StepTable(this, mode)));
    this.lastMode = mode;
    this.lastTable = table;
    return table;
  }
}
