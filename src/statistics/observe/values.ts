// What VGPRs hold, and after how many instructions they are used again, in every n-th work-group of a launch.

import { VALUE_FIELDS, type ValueObservations } from '../../emulator/observations.js';
import type { Probe } from '../../emulator/probes.js';
import { LANES } from '../../emulator/state.js';
import type { Wavefront } from '../../emulator/wavefront.js';
import type { WorkGroup } from '../../emulator/workgroup.js';
import type { Instruction } from '../../isa/instruction.js';
import { InstructionSums } from './instruction-sums.js';
import { type VgprUses, vgprUsesOf } from './vgprs.js';

/** Where a wavefront was when it used each VGPR last. */
interface Path {
  executed: number;
  readonly used: Map<number, number>;
}

type Values = { lanes: number; values: number };

/** A probe for one launch. */
export class ValueProbe implements Probe {
  private readonly bySite = new InstructionSums(VALUE_FIELDS);
  private readonly reuse = new Map<number, number>();
  private readonly paths = new Map<Wavefront, Path>();
  private groups = 0;
  /** EXEC when the instruction began, which it may change. */
  private exec = 0n;
  private readonly distinct = new Set<number>();

  /** @param every work-groups whose number is a multiple of this are looked at */
  constructor(private readonly every: number) {}

  onWorkGroupStart(group: WorkGroup): void {
    for (const wavefront of group.wavefronts) this.paths.delete(wavefront);
    if (group.number % this.every !== 0) return;
    this.groups++;
    for (const wavefront of group.wavefronts) this.paths.set(wavefront, { executed: 0, used: new Map() });
  }

  onInstructionBefore(wavefront: Wavefront, pc: number, instruction: Instruction): void {
    const path = this.paths.get(wavefront);
    if (!path) return;
    path.executed++;
    const uses = vgprUsesOf(instruction);
    this.noteReuse(path, uses);
    this.exec = wavefront.exec;
    if (this.exec === 0n || uses.reads.length === 0) return;
    const sums = this.bySite.at(wordOf(wavefront, pc));
    for (const register of uses.reads) {
      const { lanes, values } = this.look(wavefront, register);
      sums.readLanes += lanes;
      sums.readValues += values;
    }
  }

  onInstructionAfter(wavefront: Wavefront, pc: number, instruction: Instruction): void {
    if (this.exec === 0n || !this.paths.has(wavefront)) return;
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
  private look({ u }: Wavefront, register: number): Values {
    const { distinct, exec } = this;
    distinct.clear();
    let lanes = 0;
    for (let lane = 0; lane < LANES; lane++) {
      if (((exec >> BigInt(lane)) & 1n) === 0n) continue;
      lanes++;
      distinct.add(u[LANES * register + lane]!);
    }
    return { lanes, values: distinct.size };
  }

  get observations(): ValueObservations {
    const { groups, bySite, reuse } = this;
    return { groups, instructions: bySite.values, reuse: Float64Array.from([...reuse].flat()) };
  }
}

const wordOf = (wavefront: Wavefront, pc: number): number => (pc - wavefront.workGroup.launch.codeAddress) / 4;
