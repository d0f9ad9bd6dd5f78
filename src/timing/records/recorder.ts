// Records what wavefronts execute: a probe for one launch, which the interpreter calls. It is the reference for other
// ways of recording.

import { type ExecutionSink, type InstructionAccess, LINE_BITS } from '../../emulator/execution-sink.js';
import { LdsBanks } from '../../emulator/lds-banks.js';
import type { MemoryAccess, Probe } from '../../emulator/probes.js';
import { execWordsOf, type StateLayout } from '../../emulator/state-layout.js';
import type { Wavefront } from '../../emulator/wavefront.js';
import type { WorkGroup } from '../../emulator/workgroup.js';
import type { Instruction } from '../../isa/instruction.js';
import { recordedOf } from '../../isa/records.js';
import { accessWord, blockWord, EXEC_ALL, KIND, lineWords, MAX_CONFLICTS, MAX_LINES, TAG } from './words.js';
import type { RecordWriter } from './writer.js';

const TAGS = { global: TAG.vector, lds: TAG.lds, smem: TAG.scalar } as const;

export class BlockRecorder implements Probe, Required<Omit<ExecutionSink, 'ranWithFewer'>> {
  private readonly lines = new Set<number>();
  private readonly lanes = new Set<number>();
  private readonly banks = new LdsBanks();
  private kind: MemoryAccess['kind'] = 'load';
  /** Bytes of the lane that was seen last, and the most of any. */
  private lane = -1;
  private bytes = 0;
  private most = 0;

  constructor(private readonly writer: RecordWriter) {}

  onWorkGroupStart({ number, wavefronts, launch }: WorkGroup): void {
    const entry = blockWord((launch.entry - launch.codeAddress) / 4);
    for (const { index } of wavefronts) this.writer.add(number, index, [entry]);
  }

  onWorkGroupEnd({ number }: WorkGroup): void {
    this.writer.endGroup(number);
  }

  onInstructionBefore(): void {
    this.forget();
  }

  onMemory(_wavefront: Wavefront, _pc: number, _instruction: Instruction, access: MemoryAccess): void {
    const { space, lane, address, size, kind } = access;
    this.kind = kind;
    this.lanes.add(lane);
    this.bytes = lane === this.lane ? this.bytes + size : size;
    this.lane = lane;
    this.most = Math.max(this.most, this.bytes);
    if (space === 'lds') return this.banks.note(access);
    const end = Math.floor((address + size - 1) / 2 ** LINE_BITS);
    for (let line = Math.floor(address / 2 ** LINE_BITS); line <= end; line++) this.lines.add(line);
  }

  onInstructionAfter(wavefront: Wavefront, _pc: number, instruction: Instruction): void {
    const { access, exec, branch } = recordedOf(instruction);
    if (access) this.add(wavefront, access === 'lds' ? this.ldsWords() : this.accessWords(TAGS[access]));
    if (exec) this.execBecame(wavefront, ...execWordsOf(wavefront.u, wavefront.layout));
    if (branch) this.wentTo(wavefront, wavefront.pc);
    this.forget();
  }

  wentTo(wavefront: Wavefront, pc: number): void {
    this.add(wavefront, [blockWord((pc - wavefront.workGroup.launch.codeAddress) / 4)]);
  }

  execBecame(wavefront: Wavefront, low: number, high: number): void {
    this.add(wavefront, execWords(wavefront.layout, low, high));
  }

  accessed(wavefront: Wavefront, _pc: number, _instruction: Instruction, access: InstructionAccess): void {
    const { space, kind, lanes, lines, lineCount, ldsCycles, ldsIdealCycles } = access;
    const dwords = Math.ceil(access.bytes / 4);
    if (space === 'lds') {
      const conflicts = Math.min(ldsCycles - ldsIdealCycles, MAX_CONFLICTS);
      return this.add(wavefront, [accessWord(TAG.lds, KIND[kind], lanes, dwords, conflicts)]);
    }
    const count = Math.min(lineCount, MAX_LINES);
    this.add(wavefront, lineWords(accessWord(TAGS[space], KIND[kind], lanes, dwords, count), lines.subarray(0, count)));
  }

  private add({ workGroup, index }: Wavefront, words: readonly number[]): void {
    this.writer.add(workGroup.number, index, words);
  }

  private accessWords(tag: number): readonly number[] {
    const lines = [...this.lines].slice(0, MAX_LINES);
    const lanes = tag === TAG.scalar ? 0 : this.lanes.size;
    return lineWords(accessWord(tag, KIND[this.kind], lanes, this.dwords, lines.length), lines);
  }

  private ldsWords(): readonly number[] {
    const { cycles, ideal } = this.banks.take();
    const conflicts = Math.min(cycles - ideal, MAX_CONFLICTS);
    return [accessWord(TAG.lds, KIND[this.kind], this.lanes.size, this.dwords, conflicts)];
  }

  private get dwords(): number {
    return Math.ceil(this.most / 4);
  }

  private forget(): void {
    if (this.lanes.size === 0) return;
    this.lines.clear();
    this.lanes.clear();
    this.banks.take();
    this.lane = -1;
    this.kind = 'load';
    this.bytes = this.most = 0;
  }
}

function execWords({ execWords: words }: StateLayout, low: number, high: number): readonly number[] {
  const all = words === 2 ? low & high : low;
  return all >>> 0 === 0xffff_ffff ? [EXEC_ALL] : [TAG.exec, low, high];
}
