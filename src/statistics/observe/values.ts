// What VGPRs hold, and after how many instructions they are used again, in every n-th work-group of a launch.

import { VALUE_FIELDS, type ValueObservations } from '../../emulator/observations.js';
import type { Probe } from '../../emulator/probes.js';
import { LANES, WORD } from '../../emulator/state.js';
import type { Wavefront } from '../../emulator/wavefront.js';
import type { WorkGroup } from '../../emulator/workgroup.js';
import type { Instruction } from '../../isa/instruction.js';
import { DistinctWords } from './distinct.js';
import { InstructionSums } from './instruction-sums.js';
import { everyOf } from './sampling.js';
import { type VgprUses, vgprUsesOf } from './vgprs.js';

/** Where a wavefront was when it used each VGPR last. */
interface Path {
  executed: number;
  readonly used: Map<number, number>;
}

/** A probe for one launch. */
export class ValueProbe implements Probe {
  private readonly bySite = new InstructionSums(VALUE_FIELDS);
  private readonly reuse = new Map<number, number>();
  private readonly paths = new Map<Wavefront, Path>();
  private groups = 0;
  /** EXEC when the instruction began, which it may change. */
  private low = 0;
  private high = 0;
  private readonly distinct = new DistinctWords();

  /** @param every work-groups whose number is a multiple of this are looked at; absent: as sampling.ts says */
  constructor(private readonly every: number | undefined) {}

  onWorkGroupStart(group: WorkGroup): void {
    for (const wavefront of group.wavefronts) this.paths.delete(wavefront);
    if (group.number % everyOf(group.launch, this.every) !== 0) return;
    this.groups++;
    for (const wavefront of group.wavefronts) this.paths.set(wavefront, { executed: 0, used: new Map() });
  }

  onInstructionBefore(wavefront: Wavefront, pc: number, instruction: Instruction): void {
    const path = this.paths.get(wavefront);
    if (!path) return;
    path.executed++;
    const uses = vgprUsesOf(instruction);
    this.noteReuse(path, uses);
    this.low = wavefront.u[WORD.exec]!;
    this.high = wavefront.u[WORD.exec + 1]!;
    if ((this.low | this.high) === 0 || uses.reads.length === 0) return;
    const sums = this.bySite.at(wordOf(wavefront, pc));
    for (const register of uses.reads) {
      const { lanes, values } = this.look(wavefront, register);
      sums.readLanes += lanes;
      sums.readValues += values;
    }
  }

  onInstructionAfter(wavefront: Wavefront, pc: number, instruction: Instruction): void {
    if ((this.low | this.high) === 0 || !this.paths.has(wavefront)) return;
    const { writes } = vgprUsesOf(instruction);
    if (writes.length === 0) return;
    const sums = this.bySite.at(wordOf(wavefront, pc));
    for (const register of writes) {
      const { lanes, values } = this.look(wavefront, register);
      sums.writtenLanes += lanes;
      sums.writtenValues += values;
    }
  }

  private noteReuse({ executed, used }: Path, { all }: VgprUses): void {
    for (const register of all) {
      const before = used.get(register);
      used.set(register, executed);
      if (before !== undefined) this.reuse.set(executed - before, (this.reuse.get(executed - before) ?? 0) + 1);
    }
  }

  /** The active lanes of a register, and how many values they have. */
  private look({ u }: Wavefront, register: number): DistinctWords {
    this.distinct.look(u, LANES * register, this.low, this.high);
    return this.distinct;
  }

  get observations(): ValueObservations {
    const { groups, bySite, reuse } = this;
    return { groups, instructions: bySite.values, reuse: Float64Array.from([...reuse].flat()) };
  }
}

const wordOf = (wavefront: Wavefront, pc: number): number => (pc - wavefront.workGroup.launch.codeAddress) / 4;
