// The sites in kernels that call image routines: one for each image instruction, with the descriptors that it saw last.

import type { AddressSpace } from '../../emulator/address-space.js';
import { VGPR_BYTES, WORD } from '../../emulator/state.js';
import { execWordsOf, layout, type StateLayout } from '../../emulator/state-layout.js';
import { stateWord, type Wavefront } from '../../emulator/wavefront.js';
import type { Instruction } from '../../isa/instruction.js';
import { required } from '../../util/required.js';
import { describeBuffer, isIndexedBuffer } from './buffer.js';
import type { RunRoutine } from './routine.js';
import { type DescribedImage, describeImage, type ImageAccessShape, mayHaveRoutine, needsDenormals } from './shape.js';

/** True if an instruction may have routines, for some descriptors. */
export const hasRoutines = (instruction: Instruction): boolean =>
  instruction.operands['SRSRC']?.kind === 'scalar' && (mayHaveRoutine(instruction) || isIndexedBuffer(instruction));

/** Machine code of a routine by another compiler than the host's. */
export type RoutineCode = object;

/**
 * Data by which machine code executes an image instruction itself, as long as the registers are those of its last
 * execution by the host.
 */
export interface BoundSite {
  readonly routine: RoutineCode;
  /** Byte offsets in the slot of a wavefront, and the words there. */
  readonly sources: Uint32Array;
  readonly words: Uint32Array;
  /** Byte offsets in the slot: what the routine gets before the image's numbers. */
  readonly address: number;
  readonly data: number;
  readonly exec: number;
  readonly image: Int32Array;
  /** The processor must not take denormal operands for zeros. */
  readonly needsDenormals: boolean;
  /** High word of the addresses of refused accesses. */
  readonly highWord: number;
}

/** Source of routines, and the address space of GPU memory. */
interface Routines {
  readonly space: AddressSpace;
  routine(shape: ImageAccessShape): RunRoutine;
  reportTo(note: ReportFault): void;
}

export class ImageSite {
  private readonly words: Uint32Array;
  private readonly sources: Uint32Array;
  private readonly imageWords: number;
  private readonly layout: StateLayout;
  private readonly isBuffer: boolean;
  private isResolved = false;
  private described: DescribedImage | undefined;
  private run: RunRoutine | undefined;
  private needsDenormals = false;
  private readonly address: number;
  private readonly data: number;

  constructor(
    private readonly routines: Routines,
    private readonly instruction: Instruction,
  ) {
    const { SRSRC, SSAMP, SOFFSET, VADDR, VDATA } = instruction.operands;
    this.layout = layout(instruction.def.isa);
    this.isBuffer = isIndexedBuffer(instruction);
    const { buffer, image, sampler } = instruction.def.isa.descriptors;
    const words = instruction.fields['r128'] ? image.shortDwords : image.dwords;
    this.imageWords = this.isBuffer ? buffer.dwords : words;
    const sources: number[] = [];
    if (SRSRC?.kind === 'scalar') for (let i = 0; i < this.imageWords; i++) sources.push(SRSRC.index + i);
    if (SSAMP?.kind === 'scalar') for (let i = 0; i < sampler.dwords; i++) sources.push(SSAMP.index + i);
    if (SOFFSET?.kind === 'scalar') sources.push(SOFFSET.index);
    this.sources = Uint32Array.from(sources, (index) => WORD.scalars + index);
    this.words = new Uint32Array(sources.length);
    this.address = VADDR?.kind === 'vgpr' ? VADDR.index * VGPR_BYTES : 0;
    this.data = VDATA?.kind === 'vgpr' ? VDATA.index * VGPR_BYTES : 0;
  }

  /** Executes the instruction by a compiled routine, or gives false: nothing has happened then. */
  execute(w: Wavefront, note: ReportFault, withDenormals: () => void): boolean {
    this.look(w.u);
    const { run, described } = this;
    if (!run || !described) return false;
    const [base, width, height, depth, pitch, first, last] = described.numbers;
    const { u } = w;
    this.routines.reportTo(note);
    if (this.needsDenormals) withDenormals();
    const [low, high] = execWordsOf(u, this.layout);
    run(w.base + this.address, w.base + this.data, low, high, base, width, height, depth, pitch, first, last);
    return true;
  }

  /** Finds the routine again when a descriptor is not what it was. */
  private look(u: Uint32Array): void {
    const { words, sources } = this;
    let same = this.isResolved;
    for (let i = 0; i < sources.length; i++) {
      const word = stateWord(u, required(sources[i], 'source of the descriptor'));
      if (words[i] === word) continue;
      words[i] = word;
      same = false;
    }
    if (same) return;
    this.isResolved = true;
    const described = this.describe();
    this.described = described;
    this.run = described && this.routines.routine(described.shape);
    this.needsDenormals = described !== undefined && needsDenormals(described.shape);
  }

  /** Shape of the last execution; undefined when the interpreter executed it. */
  get shape(): ImageAccessShape | undefined {
    return this.described?.shape;
  }

  /**
   * Data by which machine code repeats the last execution.
   *
   * @param routineOf gives machine code of a routine, if there is some
   */
  served(routineOf: (shape: ImageAccessShape) => RoutineCode | undefined): BoundSite | undefined {
    const { described, words, sources, address, data, needsDenormals: denormals } = this;
    const routine = described && routineOf(described.shape);
    if (!routine) return undefined;
    return {
      routine,
      sources: sources.map((word) => 4 * word),
      words,
      address,
      data,
      exec: 4 * this.layout.exec,
      image: Int32Array.from(described.numbers),
      needsDenormals: denormals,
      highWord: this.routines.space.highWord,
    };
  }

  /** Nothing for descriptors that fault, too: the interpreter says how. */
  private describe(): DescribedImage | undefined {
    const { instruction } = this;
    const [resource, rest] = [this.words.subarray(0, this.imageWords), this.words.subarray(this.imageWords)];
    const { space } = this.routines;
    if (this.isBuffer) return describeBuffer(instruction, resource, rest[0] ?? constantOffset(instruction), space);
    try {
      return describeImage(instruction, resource, rest, space);
    } catch {
      return undefined;
    }
  }
}

/** The scalar offset of an instruction that names no register for it. */
function constantOffset({ operands: { SOFFSET } }: Instruction): number {
  return SOFFSET?.kind === 'const' ? SOFFSET.bits >>> 0 : 0;
}

/** Notes a refused access: (lane, low word of the address, high word, kind). */
export type ReportFault = (lane: number, low: number, high: number, kind: number) => void;
