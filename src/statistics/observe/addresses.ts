// Memory accesses of a launch: lines and pages, the coalescing of lanes, bank conflicts of LDS. Also the number of
// active lanes of code, where these are not all.

import {
  type AccessSums,
  type ExecutionSink,
  type InstructionAccess,
  LINE_BITS,
} from '../../emulator/execution-sink.js';
import { LdsBanks } from '../../emulator/lds-banks.js';
import { ACCESS_FIELDS, type AddressObservations, LANE_FIELDS } from '../../emulator/observations.js';
import type { MemoryAccess, Probe } from '../../emulator/probes.js';
import { VGPR_WORDS } from '../../emulator/state.js';
import type { Wavefront } from '../../emulator/wavefront.js';
import type { Instruction } from '../../isa/instruction.js';
import { InstructionSums } from './instruction-sums.js';
import { PAIR_FIELDS, PairSums } from './pair-sums.js';

/** Lines of a page, and pages, as numbers of lines. */
const PAGE_LINES = 64;

/** The first and the last line, or word, of an access. */
const first = (address: number, bits: number): number => Math.floor(address / 2 ** bits);
const last = ({ address, size }: MemoryAccess, bits: number): number => first(address + size - 1, bits);

/** A probe for one launch. */
export class AddressProbe implements Probe, ExecutionSink, AccessSums {
  private readonly bySite = new InstructionSums(ACCESS_FIELDS);
  /** By the word of the instruction and the cycles of an execution. */
  private readonly conflicts = new PairSums();
  /** By the word where a stretch begins, and its length with the number of lanes. */
  private readonly stretches = new PairSums();
  /** Lines of each page that was touched, as two words of bits. */
  private readonly pages = new Map<number, [low: number, high: number]>();
  /** Of the instruction that executes. */
  private word = 0;
  private readonly lanes = new Set<number>();
  private readonly lines = new Set<number>();
  private readonly banks = new LdsBanks();
  private sawGlobal = false;
  private sawLds = false;

  onInstructionBefore(wavefront: Wavefront, pc: number, _instruction: Instruction): void {
    // A launch that faulted has not reported its end.
    this.finish();
    this.word = (pc - wavefront.workGroup.launch.codeAddress) / 4;
  }

  onInstructionAfter(): void {
    this.finish();
  }

  onMemory(_wavefront: Wavefront, _pc: number, _instruction: Instruction, access: MemoryAccess): void {
    if (access.space === 'lds') return this.noteLds(access);
    const end = last(access, LINE_BITS);
    for (let line = first(access.address, LINE_BITS); line <= end; line++) {
      this.touch(line);
      if (access.space === 'global') this.lines.add(line);
    }
    if (access.space !== 'global') return;
    this.sawGlobal = true;
    this.lanes.add(access.lane);
  }

  accessed({ workGroup }: Wavefront, pc: number, _instruction: Instruction, access: InstructionAccess): void {
    const { lines, lineCount } = access;
    for (let n = 0; n < lineCount; n++) this.touch(lines[n]!);
    this.accessedTimes(workGroup.launch.codeAddress, pc, access, 1);
  }

  accessedTimes(codeAddress: number, pc: number, access: InstructionAccess, times: number): void {
    const { space, lanes, lineCount, ldsCycles, ldsIdealCycles } = access;
    if (lanes === 0) return;
    const sums = this.bySite.at((pc - codeAddress) / 4);
    if (space === 'global') {
      sums.accesses += times;
      sums.lanes += times * lanes;
      sums.lines += times * lineCount;
    } else {
      sums.ldsAccesses += times;
      sums.ldsCycles += times * ldsCycles;
      sums.ldsIdealCycles += times * ldsIdealCycles;
      this.conflicts.add((pc - codeAddress) / 4, ldsCycles - ldsIdealCycles, times);
    }
  }

  onFewerLanes({ workGroup }: Wavefront, pc: number, end: number, lanes: number): void {
    this.ranWithFewerTimes(workGroup.launch.codeAddress, pc, end, lanes, 1);
  }

  ranWithFewer({ workGroup }: Wavefront, pc: number, end: number, lanes: number, times: number): void {
    this.ranWithFewerTimes(workGroup.launch.codeAddress, pc, end, lanes, times);
  }

  ranWithFewerTimes(codeAddress: number, pc: number, end: number, lanes: number, times: number): void {
    this.stretches.add((pc - codeAddress) / 4, ((end - pc) / 4) * VGPR_WORDS + lanes, times);
  }

  touched(firstLine: number, bits: number): void {
    this.pageOf(firstLine)[firstLine % PAGE_LINES < 32 ? 0 : 1] |= bits;
  }

  private noteLds(access: MemoryAccess): void {
    this.sawLds = true;
    this.banks.note(access);
  }

  private touch(line: number): void {
    this.pageOf(line)[line % PAGE_LINES < 32 ? 0 : 1] |= 1 << (line & 31);
  }

  private pageOf(line: number): [low: number, high: number] {
    const page = Math.floor(line / PAGE_LINES);
    let lines = this.pages.get(page);
    if (!lines) this.pages.set(page, (lines = [0, 0]));
    return lines;
  }

  private finish(): void {
    if (this.sawGlobal) {
      const sums = this.bySite.at(this.word);
      sums.accesses++;
      sums.lanes += this.lanes.size;
      sums.lines += this.lines.size;
      this.lanes.clear();
      this.lines.clear();
      this.sawGlobal = false;
    }
    if (this.sawLds) this.finishLds();
  }

  private finishLds(): void {
    const sums = this.bySite.at(this.word);
    sums.ldsAccesses++;
    const { cycles, ideal } = this.banks.take();
    sums.ldsCycles += cycles;
    sums.ldsIdealCycles += ideal;
    this.conflicts.add(this.word, cycles - ideal, 1);
    this.sawLds = false;
  }

  get observations(): AddressObservations {
    this.finish();
    const pages = [...this.pages].flatMap(([page, [low, high]]) => [page, low, high]);
    return {
      instructions: this.bySite.values,
      conflicts: this.conflicts.values,
      lanes: this.laneRows,
      pages: Uint32Array.from(pages),
    };
  }

  private get laneRows(): Float64Array {
    const { values } = this.stretches;
    const rows = new Float64Array((values.length / PAIR_FIELDS) * LANE_FIELDS.length);
    for (let at = 0, to = 0; at < values.length; at += PAIR_FIELDS, to += LANE_FIELDS.length) {
      const [word, shape] = [values[at]!, values[at + 1]!];
      rows.set([word, word + Math.floor(shape / VGPR_WORDS), shape % VGPR_WORDS, values[at + 2]!], to);
    }
    return rows;
  }
}
