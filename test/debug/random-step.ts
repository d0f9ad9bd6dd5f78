// One random instruction on one random state, watched: the reports of tracer and debugger, beside what really
// happened.

import { type AccessGroup, accessesOf } from '../../src/debug/memory-accesses.js';
import { readLines, watchWrites } from '../../src/debug/operand-values.js';
import { changesSince, type StateChanges, takeSnapshot } from '../../src/debug/snapshot.js';
import { Counts } from '../../src/emulator/counts.js';
import type { RunOutcomeKind } from '../../src/emulator/engine.js';
import { createInterpreter } from '../../src/emulator/index.js';
import type { MemoryAccess } from '../../src/emulator/probes.js';
import { WORD } from '../../src/emulator/state.js';
import { ComputeUnit } from '../../src/emulator/workgroup.js';
import type { InstructionDef } from '../../src/isa/define.js';
import type { Instruction } from '../../src/isa/instruction.js';
import { REGISTERS } from '../emulator/encodable.js';
import { CODE, createMemory, DATA, launchOf } from '../emulator/harness.js';
import { Random } from '../emulator/random.js';
import { aimAddresses, LDS_BYTES, RANGE, randomInstruction, randomState } from '../emulator/random-state.js';

export interface WatchedStep {
  readonly instruction: Instruction;
  readonly outcome: RunOutcomeKind;
  /** The tracer's result. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly groups: readonly AccessGroup[];
  /** The executed changes. */
  readonly changes: StateChanges;
  readonly accesses: readonly Readonly<MemoryAccess>[];
}

const END = 0xbf81_0000;

export class StepWatcher {
  private readonly memory = createMemory();
  private readonly unit = new ComputeUnit(this.memory, 0);
  private readonly random: Random;

  constructor(seed: number) {
    this.random = new Random(seed);
  }

  /** Undefined when no encoding of the definition was found. */
  try(def: InstructionDef): WatchedStep | undefined {
    const { memory, unit, random } = this;
    const instruction = randomInstruction(random, def);
    if (!instruction) return undefined;
    const w = unit.wavefronts[0]!;
    const { workGroup } = unit;
    const launch = launchOf(memory, Uint32Array.of(...instruction.words, END), {
      vgprs: REGISTERS,
      ldsBytes: LDS_BYTES,
    });
    workGroup.launch = launch;
    workGroup.wavefronts = [w];
    w.counts = new Counts();
    randomState(random, w, REGISTERS);
    aimAddresses(random, w, instruction);
    for (let at = DATA; at < DATA + 4 * RANGE; at += 4) memory.u32[at / 4] = random.edge();
    w.pc = CODE;
    w.u[WORD.ldsLimit] = LDS_BYTES;
    w.u[WORD.ldsBase] = workGroup.ldsBase;
    w.fault = undefined;
    const accesses: MemoryAccess[] = [];
    const engine = createInterpreter(memory, {
      probe: { onMemory: (_w, _pc, _instruction, access) => void accesses.push({ ...access }) },
    });
    engine.prepare(launch);
    const before = takeSnapshot(w);
    const [reads, groups] = [readLines(w, instruction), accessesOf(memory, w, instruction)];
    const watch = watchWrites(w, instruction);
    const outcome = engine.run(w, 1);
    return { instruction, outcome, reads, groups, writes: watch(w), changes: changesSince(before, w), accesses };
  }
}
