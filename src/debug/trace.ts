// A trace of wave-instructions: where, encoding, text, values read, memory touched, state changed. It holds nothing of
// the host (no times, no host addresses), so that traces of two runs or two engines can be compared line by line.

import { describeFault, type GpuFault } from '../emulator/faults.js';
import { floatMode } from '../emulator/float-mode.js';
import type { LaunchDescriptor } from '../emulator/launch.js';
import type { Probe } from '../emulator/probes.js';
import { WORD } from '../emulator/state.js';
import { stateWord, type Wavefront } from '../emulator/wavefront.js';
import type { WorkGroup } from '../emulator/workgroup.js';
import { isVector } from '../isa/evaluate.js';
import type { Instruction } from '../isa/instruction.js';
import { printInstruction } from '../isa/print.js';
import type { LaunchContexts } from '../launch/launch-context.js';
import { placeText } from '../source/locator.js';
import { accessesOf } from './memory-accesses.js';
import { hex, hex32 } from './numbers.js';
import { accessLine, knownEffects, type OperandWatch, readLines, watchWrites } from './operand-values.js';
import type { TraceBudget } from './trace-budget.js';
import type { TraceFilter } from './trace-filter.js';

/** Takes text; buffers it as it likes. */
export type TraceSink = (text: string) => void;

const WORDS_COLUMN = 17;
const LABELS = { read: '    in   ', memory: '    mem  ', change: '    out  ' } as const;

export interface TraceOptions {
  readonly filter: TraceFilter;
  readonly sink: TraceSink;
  readonly budget: TraceBudget;
  /** Of launches, for their source. */
  readonly launchContexts?: LaunchContexts | undefined;
  /** Number of the guest, when there can be several. */
  readonly session?: number;
}

/** A probe that writes a trace of one guest. */
export class TraceProbe implements Probe {
  private launch: LaunchDescriptor | undefined;
  private launches = 0;
  /** The place in the source that was named last. */
  private source = '';
  /** Registers that the traced instruction changes; absent while none is traced. */
  private watch: OperandWatch | undefined;

  constructor(private readonly options: TraceOptions) {}

  onWorkGroupStart({ launch }: WorkGroup): void {
    if (launch === this.launch) return;
    this.launch = launch;
    this.launches++;
    if (this.options.budget.spent) return;
    const { kernel, globalSize, localSize } = launch;
    const guest = this.options.session === undefined ? '' : ` of guest ${this.options.session}`;
    this.options.sink(
      `# launch ${this.launches}${guest}: kernel ${kernel}, global size ${globalSize.join(' ')}, local size ${localSize.join(' ')}\n`,
    );
  }

  onInstructionBefore(wavefront: Wavefront, pc: number, instruction: Instruction): void {
    this.watch = undefined;
    const { budget, filter, sink } = this.options;
    const { launch } = wavefront.workGroup;
    const one = { launch, number: this.launches, wavefront, pc, instruction };
    if (!filter.accepts(one) || !budget.take()) return;
    sink(this.sourceLine(launch, pc) + this.header(wavefront, pc, instruction));
    if (isVector(instruction.def) && floatMode(stateWord(wavefront.u, WORD.mode)).skipVector) {
      sink('    skipped by MODE\n');
      return;
    }
    const memory = knownEffects(instruction).memory === 'none' ? [] : this.memoryLines(wavefront, instruction);
    sink(listed(LABELS.read, readLines(wavefront, instruction)) + listed(LABELS.memory, memory));
    this.watch = watchWrites(wavefront, instruction);
  }

  onInstructionAfter(wavefront: Wavefront): void {
    const { budget, sink } = this.options;
    if (this.watch) sink(listed(LABELS.change, this.watch(wavefront)));
    if (this.watch && budget.spent) sink(`# the trace ends after ${budget.limit} wave-instructions (--trace-count)\n`);
    this.watch = undefined;
  }

  onFault(fault: GpuFault): void {
    if (!this.options.budget.spent || this.watch) this.options.sink(`# ${describeFault(fault)}\n`);
    this.watch = undefined;
  }

  /** A line about the source where that is another place than before. */
  private sourceLine(launch: LaunchDescriptor, pc: number): string {
    const place = this.options.launchContexts?.at(launch, pc);
    const text = place ? placeText(place) : '';
    if (text === this.source) return '';
    this.source = text;
    return text === '' ? '# no source line\n' : `# ${text}\n`;
  }

  /** `k #1 (0, 0, 0) w2 0x40000010 +0x10  7e020280           v_mov_b32_e32 v1, 0`. */
  private header({ workGroup, index }: Wavefront, pc: number, instruction: Instruction): string {
    const { kernel, codeAddress } = workGroup.launch;
    const words = instruction.words.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join(' ');
    const place = `${kernel} #${this.launches} (${workGroup.id.join(', ')}) w${index} ${hex32(pc)} +${hex(pc - codeAddress)}`;
    return `${place}  ${words.padEnd(WORDS_COLUMN)}  ${printInstruction(instruction)}\n`;
  }

  private memoryLines(wavefront: Wavefront, instruction: Instruction): string[] {
    return accessesOf(wavefront.memory, wavefront, instruction).map(accessLine);
  }
}

const listed = (label: string, lines: readonly string[]): string => lines.map((line) => `${label}${line}\n`).join('');
