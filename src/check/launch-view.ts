// The launch that is being checked: what it may touch, and how its instructions and work-items are named.

import { boxOfGroup, boxOfNumber, groupBoxes, groupId, type LaunchDescriptor, type Size3 } from '../emulator/launch.js';
import { launchLayout } from '../emulator/state-layout.js';
import type { Wavefront } from '../emulator/wavefront.js';
import type { Instruction } from '../isa/instruction.js';
import { printInstruction } from '../isa/print.js';
import type { KernelEvent } from '../launch/host-event.js';
import type { LaunchContexts } from '../launch/launch-context.js';
import { SourceLocator } from '../source/locator.js';
import type { FindingLocation, FindingWorkItem } from './finding.js';
import { claimsOf, type HsailClaims } from './hsail-claims.js';
import type { AllowedRange, Objects } from './objects.js';

/** Of the arguments of a kernel, with what conventions put around them. */
const SEGMENT = 64 * 1024;

/** Of HIP's runtime, or without a name: of the one below. */
const RUNTIME_KERNEL = /^(?:__amd_rocclr_|0x[0-9a-f]+$)/;

/** A line of HSAIL text. */
interface HsailLine {
  readonly line: number;
  readonly claims: HsailClaims | undefined;
}

export class LaunchView {
  /** Bytes that the kernel may access, the arguments first; undefined if unknown: everything that is allocated. */
  readonly ranges: readonly AllowedRange[] | undefined;
  readonly text: string;
  /** A kernel by which ROCm's runtime copies or fills memory, whatever that holds. */
  readonly isCopy: boolean;
  /** Instructions that touched memory, by number, for shadows that have no room for addresses. */
  readonly instructions: { readonly pc: number; readonly instruction: Instruction }[] = [];
  private readonly numbers = new Map<number, number>();
  private isHsail: boolean | undefined;
  private readonly hsailLines = new Map<number, HsailLine>();
  /** The pc of the last request: the lanes of an instruction follow one another. */
  private lastPc = -1;
  private lastNumber = 0;
  private readonly kernel: KernelEvent | undefined;
  private readonly own: SourceLocator | undefined;

  /** @param segment where its arguments are */
  constructor(
    readonly launch: LaunchDescriptor,
    objects: Objects,
    segment: number,
    private readonly launchContexts: LaunchContexts,
  ) {
    this.isCopy = RUNTIME_KERNEL.test(launch.kernel);
    this.kernel = objects.kernelAt(launch.codeAddress);
    this.own = this.kernel && new SourceLocator(this.kernel.debug);
    const note = objects.launchAt(segment);
    this.ranges = note && [...objects.argumentRanges(note, this.kernel), ...this.ownRanges(segment)];
    const sizes = `global size (${launch.globalSize.join(', ')}), local size (${launch.localSize.join(', ')})`;
    const call = note?.isRecorded ? 'clCommandNDRangeKernelKHR' : 'clEnqueueNDRangeKernel';
    this.text = note ? `${call} call ${note.call}, ${sizes}` : sizes;
  }

  /** Memory of the kernel beside its arguments. */
  private ownRanges(segment: number): AllowedRange[] {
    const { codeAddress, codeBytes } = this.launch;
    const bytes = this.kernel?.bytes ?? codeBytes;
    const plain = (start: number, size: number): AllowedRange => {
      return { start, end: start + size, object: undefined, argument: undefined };
    };
    return [plain(segment, SEGMENT), plain(codeAddress, bytes)];
  }

  /** Number of an instruction among those that touched memory. */
  numberOf(pc: number, instruction: Instruction): number {
    if (pc !== this.lastPc) {
      this.lastNumber = this.findNumber(pc, instruction);
      this.lastPc = pc;
    }
    return this.lastNumber;
  }

  private findNumber(pc: number, instruction: Instruction): number {
    let number = this.numbers.get(pc);
    if (number === undefined) {
      number = this.instructions.length;
      this.instructions.push({ pc, instruction });
      this.numbers.set(pc, number);
    }
    return number;
  }

  private get where(): SourceLocator {
    return this.own ?? this.launchContexts.of(this.launch).where;
  }

  /** The line of an instruction in HSAIL text, and its claims; undefined where the source is another one. */
  hsailLine(pc: number): HsailLine | undefined {
    this.isHsail ??= this.where.isHsail;
    if (!this.isHsail) return undefined;
    let line = this.hsailLines.get(pc);
    if (!line) {
      const own = this.where.lineAt(pc - this.launch.codeAddress);
      const row = own?.intermediate ?? own;
      const text = row?.file.endsWith('.hsail') ? this.where.text(row) : undefined;
      line = { line: row?.line ?? 0, claims: text === undefined ? undefined : claimsOf(text) };
      this.hsailLines.set(pc, line);
    }
    return line;
  }

  place(pc: number, instruction: Instruction): FindingLocation {
    const offset = pc - this.launch.codeAddress;
    const { where } = this;
    const frames = where.at(offset);
    if (!frames) return { offset, instruction: printInstruction(instruction) };
    const [{ file, line, column }] = frames;
    const source = { file, line, column };
    const stack = frames.map((frame) => ({
      name: frame.name,
      file: frame.file,
      line: frame.line,
      column: frame.column,
    }));
    return { offset, instruction: printInstruction(instruction), source, excerpt: where.excerpt(source), stack };
  }

  /** Work-item of a lane; all of a wavefront for lane -1. */
  workItem({ workGroup, index }: Wavefront, lane: number): FindingWorkItem {
    return this.itemOf(workGroup.id, index, lane);
  }

  itemOf(group: Size3, wavefront: number, lane: number): FindingWorkItem {
    if (lane < 0) return { group: [...group], wavefront };
    const [x, y] = boxOfGroup(groupBoxes(this.launch), group).localSize;
    const flat = wavefront * launchLayout(this.launch).lanes + lane;
    const local: Size3 = [flat % x, Math.floor(flat / x) % y, Math.floor(flat / (x * y))];
    return { group: [...group], local, wavefront, lane };
  }

  /** The id of a work-group by its number. */
  groupOf(number: number): Size3 {
    return groupId(boxOfNumber(groupBoxes(this.launch), number), number);
  }
}
