// Records what wavefronts execute: a probe for one launch, which the interpreter calls. It is the reference for other ways of recording.

import { LdsBanks } from '../../emulator/lds-banks.js';
import type { MemoryAccess, Probe } from '../../emulator/probes.js';
import { WORD } from '../../emulator/state.js';
import type { Wavefront } from '../../emulator/wavefront.js';
import type { WorkGroup } from '../../emulator/workgroup.js';
import { classOf } from '../../isa/classes.js';
import type { Instruction } from '../../isa/instruction.js';
import { writesExec } from '../program/exec.js';
import { accessWord, blockWord, EXEC_ALL, KIND, lineWords, MOST_CONFLICTS, MOST_LINES, TAG } from './words.js';
import type { RecordWriter } from './writer.js';

const LINE_BITS = 6;

/** What has to be recorded of an instruction. */
interface Wanted {
  readonly access: 'vector' | 'lds' | 'scalar' | undefined;
  readonly exec: boolean;
  readonly branch: boolean;
}

const known = new WeakMap<Instruction, Wanted>();
const ACCESSES: Readonly<Record<string, Wanted['access']>> = { vmem: 'vector', lds: 'lds', smem: 'scalar' };

function wantedOf(instruction: Instruction): Wanted {
  let wanted = known.get(instruction);
  if (!wanted) {
    const own = classOf(instruction.def);
    wanted = { access: ACCESSES[own], exec: writesExec(instruction), branch: own === 'branch' };
    known.set(instruction, wanted);
  }
  return wanted;
}

export class BlockRecorder implements Probe {
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
    const { access, exec, branch } = wantedOf(instruction);
    if (access) this.add(wavefront, access === 'lds' ? this.ldsWords() : this.accessWords(TAG[access]));
    if (exec) this.add(wavefront, execWords(wavefront));
    if (branch) this.add(wavefront, [blockWord((wavefront.pc - wavefront.workGroup.launch.codeAddress) / 4)]);
    this.forget();
  }

  private add({ workGroup, index }: Wavefront, words: readonly number[]): void {
    this.writer.add(workGroup.number, index, words);
  }

  private accessWords(tag: number): readonly number[] {
    const lines = [...this.lines].slice(0, MOST_LINES);
    const lanes = tag === TAG.scalar ? 0 : this.lanes.size;
    return lineWords(accessWord(tag, KIND[this.kind], lanes, this.dwords, lines.length), lines);
  }

  private ldsWords(): readonly number[] {
    const { cycles, ideal } = this.banks.take();
    const conflicts = Math.min(cycles - ideal, MOST_CONFLICTS);
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

function execWords({ u }: Wavefront): readonly number[] {
  const [low, high] = [u[WORD.exec]!, u[WORD.exec + 1]!];
  return (low & high) >>> 0 === 0xffff_ffff ? [EXEC_ALL] : [TAG.exec, low, high];
}
