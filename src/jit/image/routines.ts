// Compiled image routines, kept by shape, and the sites in kernels that call them.

import type { AddressSpace } from '../../emulator/address-space.js';
import type { GpuMemory } from '../../emulator/memory.js';
import { VGPR_BYTES, WORD } from '../../emulator/state.js';
import type { Wavefront } from '../../emulator/wavefront.js';
import type { Instruction } from '../../isa/instruction.js';
import { describeBuffer, isIndexedBuffer } from './buffer.js';
import { emitRoutine, type RunRoutine } from './routine.js';
import {
  type DescribedImage,
  describeImage,
  type ImageNumbers,
  type ImageShape,
  mayHaveRoutine,
  needsDenormals,
} from './shape.js';

/** Routines that are kept: programs use a few formats and samplers. */
const KEPT = 256;
const IMAGE_WORDS = 8;
const SAMPLER_WORDS = 4;
const BUFFER_WORDS = 4;

/** Notes a refused access: (lane, low word of the address, high word, kind). */
export type NoteFault = (lane: number, low: number, high: number, kind: number) => void;

export class ImageRoutines {
  private readonly routines = new Map<string, RunRoutine>();
  private note: NoteFault = () => undefined;

  constructor(private readonly memory: GpuMemory) {}

  /** The site of an instruction, or nothing when no routine can ever execute it. */
  site(instruction: Instruction): ImageSite | undefined {
    const { SRSRC: image } = instruction.operands;
    const possible = image?.kind === 'scalar' && (mayHaveRoutine(instruction) || isIndexedBuffer(instruction));
    return possible ? new ImageSite(this, instruction) : undefined;
  }

  /** Where GPU memory lies. */
  get space(): AddressSpace {
    return this.memory.space;
  }

  /** The routine for a shape, compiled at its first use. */
  routine(shape: ImageShape): RunRoutine {
    const key = JSON.stringify(shape);
    let routine = this.routines.get(key);
    if (!routine) {
      if (this.routines.size >= KEPT) this.routines.clear();
      routine = this.compile(shape);
      this.routines.set(key, routine);
    }
    return routine;
  }

  private compile(shape: ImageShape): RunRoutine {
    const { highWord } = this.memory.space;
    const fault = (lane: number, low: number, kind: number): void => this.note(lane, low, highWord, kind);
    const imports = { atoll: { memory: this.memory.memory, fault } };
    return new WebAssembly.Instance(new WebAssembly.Module(emitRoutine(shape)), imports).exports['run'] as RunRoutine;
  }

  /** Says where refused accesses of the next routine are noted. */
  reportTo(note: NoteFault): void {
    this.note = note;
  }
}

/** One image instruction of a kernel, with the descriptors that it saw last. */
export class ImageSite {
  private readonly words: Uint32Array;
  private readonly sources: Uint32Array;
  private readonly imageWords: number;
  private readonly isBuffer: boolean;
  private known = false;
  private run: RunRoutine | undefined;
  private numbers: ImageNumbers | undefined;
  private needsDenormals = false;
  private readonly address: number;
  private readonly data: number;

  constructor(
    private readonly routines: ImageRoutines,
    private readonly instruction: Instruction,
  ) {
    const { SRSRC, SSAMP, SOFFSET, VADDR, VDATA } = instruction.operands;
    this.isBuffer = isIndexedBuffer(instruction);
    this.imageWords = this.isBuffer ? BUFFER_WORDS : instruction.fields['r128'] ? IMAGE_WORDS / 2 : IMAGE_WORDS;
    const sources: number[] = [];
    if (SRSRC?.kind === 'scalar') for (let i = 0; i < this.imageWords; i++) sources.push(SRSRC.index + i);
    if (SSAMP?.kind === 'scalar') for (let i = 0; i < SAMPLER_WORDS; i++) sources.push(SSAMP.index + i);
    if (SOFFSET?.kind === 'scalar') sources.push(SOFFSET.index);
    this.sources = Uint32Array.from(sources, (index) => WORD.scalars + index);
    this.words = new Uint32Array(sources.length);
    this.address = VADDR?.kind === 'vgpr' ? VADDR.index * VGPR_BYTES : 0;
    this.data = VDATA?.kind === 'vgpr' ? VDATA.index * VGPR_BYTES : 0;
  }

  /** Executes the instruction by a compiled routine, or gives false: nothing has happened then. */
  execute(w: Wavefront, note: NoteFault, withDenormals: () => void): boolean {
    this.look(w.u);
    const { run, numbers } = this;
    if (!run || !numbers) return false;
    const [base, width, height, depth, pitch, first, last] = numbers;
    const { u } = w;
    this.routines.reportTo(note);
    if (this.needsDenormals) withDenormals();
    const [low, high] = [u[WORD.exec]!, u[WORD.exec + 1]!];
    run(w.base + this.address, w.base + this.data, low, high, base, width, height, depth, pitch, first, last);
    return true;
  }

  /** Finds the routine again when a descriptor is not what it was. */
  private look(u: Uint32Array): void {
    const { words, sources } = this;
    let same = this.known;
    for (let i = 0; i < sources.length; i++) {
      const word = u[sources[i]!]!;
      if (words[i] === word) continue;
      words[i] = word;
      same = false;
    }
    if (same) return;
    this.known = true;
    const described = this.describe();
    this.run = described && this.routines.routine(described.shape);
    this.needsDenormals = described !== undefined && needsDenormals(described.shape);
    this.numbers = described?.numbers;
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
