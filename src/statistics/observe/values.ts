// Values of VGPRs, and the distances between their uses in instructions, in every n-th work-group of a launch.

import { VALUE_FIELDS, type ValueObservations } from '../../emulator/observations.js';
import type { Probe } from '../../emulator/probes.js';
import { VGPR_WORDS, WORD } from '../../emulator/state.js';
import { execWordsOf } from '../../emulator/state-layout.js';
import type { Wavefront } from '../../emulator/wavefront.js';
import type { WorkGroup } from '../../emulator/workgroup.js';
import { isIndexed } from '../../isa/indexed-registers.js';
import type { Instruction } from '../../isa/instruction.js';
import { DistinctWords } from './distinct.js';
import { InstructionSums } from './instruction-sums.js';
import { HeldValues, lanesOf, valuesOf } from './register-values.js';
import { everyOf } from './sampling.js';
import { type VgprUses, vgprUsesOf } from './vgprs.js';

/** Position of a wavefront at its last use of each VGPR (0: none), and their values. */
interface Path {
  /** Work-group of the value: a place may have been taken over by another work-group. */
  readonly group: number;
  /** Changes by others that are taken into account. */
  edits: number;
  executed: number;
  readonly used: Float64Array;
  readonly values: HeldValues;
}

const REGISTERS = 256;
/** Distances that are counted in an array: most are near. */
const NEAR = 1024;

/** A probe for one launch. */
export class ValueProbe implements Probe {
  private readonly bySite = new InstructionSums(VALUE_FIELDS);
  private readonly near = new Float64Array(NEAR);
  private readonly far = new Map<number, number>();
  private readonly paths = new Map<Wavefront, Path>();
  private groups = 0;
  /** EXEC when the instruction began, which it may change. */
  private low = 0;
  private high = 0;
  private readonly distinct = new DistinctWords();
  /** Of the instruction that executes; undefined in work-groups that are not looked at. */
  private path: Path | undefined;
  private uses: VgprUses | undefined;
  /** True if it is an instruction of the program. */
  private counts = true;

  /** @param every work-groups whose number is a multiple of this are looked at; absent: as sampling.ts says */
  constructor(private readonly every: number | undefined) {}

  onWorkGroupStart(group: WorkGroup): void {
    for (const wavefront of group.wavefronts) this.paths.delete(wavefront);
    if (group.number % everyOf(group.launch, this.every) !== 0) return;
    this.groups++;
    for (const wavefront of group.wavefronts)
      this.paths.set(wavefront, {
        group: group.number,
        edits: wavefront.edits,
        executed: 0,
        used: new Float64Array(REGISTERS),
        values: new HeldValues(),
      });
  }

  onInstructionBefore(wavefront: Wavefront, pc: number, instruction: Instruction): void {
    const path = this.pathOf(wavefront);
    this.path = path;
    if (!path) return;
    this.counts = !(instruction.def.isa.rules.isAuxiliary?.(instruction) ?? false);
    if (this.counts) path.executed++;
    if (path.edits !== wavefront.edits) path.values.forgetAll();
    path.edits = wavefront.edits;
    const uses = vgprUsesOf(instruction);
    this.uses = uses;
    if (this.counts) this.noteReuse(path, uses);
    [this.low, this.high] = execWordsOf(wavefront.u, wavefront.layout);
    if (!this.counts || (this.low | this.high) === 0 || uses.reads.length === 0) return;
    const sums = this.bySite.at(wordOf(wavefront, pc));
    for (const register of uses.reads) {
      const word = this.look(path, wavefront, register);
      sums.readLanes += lanesOf(word);
      sums.readValues += valuesOf(word);
    }
  }

  private pathOf(wavefront: Wavefront): Path | undefined {
    const path = this.paths.get(wavefront);
    return path?.group === wavefront.workGroup.number ? path : undefined;
  }

  onInstructionAfter(wavefront: Wavefront, pc: number, instruction: Instruction): void {
    const { path, uses } = this;
    if (!path || !uses) return;
    const { writes } = uses;
    if (uses.computed || isIndexed(instruction, wavefront.u[WORD.mode]!)) path.values.forgetAll();
    // Some write whatever EXEC is.
    for (const register of writes) path.values.forget(register);
    if (!this.counts || (this.low | this.high) === 0 || writes.length === 0) return;
    const sums = this.bySite.at(wordOf(wavefront, pc));
    for (const register of writes) {
      const word = this.look(path, wavefront, register);
      sums.writtenLanes += lanesOf(word);
      sums.writtenValues += valuesOf(word);
    }
  }

  private noteReuse({ executed, used }: Path, { all }: VgprUses): void {
    const { near, far } = this;
    for (const register of all) {
      const before = used[register]!;
      used[register] = executed;
      if (before === 0) continue;
      const distance = executed - before;
      if (distance < NEAR) near[distance]!++;
      else far.set(distance, (far.get(distance) ?? 0) + 1);
    }
  }

  /** The active lanes of a register, and how many values they have. */
  private look({ values }: Path, { u }: Wavefront, register: number): number {
    return values.look(this.distinct, u, register, VGPR_WORDS * register, this.low, this.high);
  }

  /** Pairs of a distance and how often there was one. */
  private get reuse(): number[] {
    const pairs = [...this.near].flatMap((times, distance) => (times > 0 ? [distance, times] : []));
    return [...pairs, ...[...this.far].flat()];
  }

  get observations(): ValueObservations {
    const { groups, bySite, reuse } = this;
    return { groups, instructions: bySite.values, reuse: Float64Array.from(reuse) };
  }
}

const wordOf = (wavefront: Wavefront, pc: number): number => (pc - wavefront.workGroup.launch.codeAddress) / 4;
