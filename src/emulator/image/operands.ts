// The operands of an image instruction, as the bodies of the helpers read and write them.

import { HALVES, registersOf } from '../../isa/descriptors/element-access.js';
import type { Instruction, Operand } from '../../isa/instruction.js';
import { FaultSignal } from '../faults.js';
import { readHalf, writeHalf } from './components16.js';
import type { HelperContext } from './context.js';
import { NUM_FORMAT } from './formats.js';
import { decodeComponent, floatOf } from './numbers.js';
import { vgprOf } from './registers.js';

/** The dwords of a descriptor in scalar registers. */
export function descriptorWords(
  instruction: Instruction,
  slot: string,
  count: number,
  context: HelperContext,
): Uint32Array {
  const operand: Operand | undefined = instruction.operands[slot];
  if (operand?.kind !== 'scalar') throw new FaultSignal('bad-register', `${slot} is not a scalar register`);
  return Uint32Array.from({ length: count }, (_, i) => context.scalar(operand.index + i));
}

/** The image descriptor, or its short form with r128. */
export function imageWords(instruction: Instruction, context: HelperContext): Uint32Array {
  const { dwords, shortDwords } = instruction.def.isa.descriptors.image;
  return descriptorWords(instruction, 'SRSRC', instruction.fields['r128'] ? shortDwords : dwords, context);
}

const HALF_BITS = 16;
const HALF_MASK = 0xffff;

/**
 * The addresses of a lane, one after another. With a16 those from the derivatives on are halves, two in a register; the
 * ones before keep a register each.
 */
export class AddressReader {
  private register = 0;
  private isHigh = false;
  private readonly isHalves: boolean;

  constructor(
    private readonly instruction: Instruction,
    private readonly context: HelperContext,
    private readonly lane: number,
  ) {
    this.isHalves = Boolean(instruction.fields['a16']);
  }

  private get current(): number {
    return this.context.vgpr(vgprOf(this.instruction, 'VADDR', this.register), this.lane);
  }

  /** A register of its own. */
  word(): number {
    const word = this.current;
    this.register++;
    return word;
  }

  /** A number that is a half in its own register with a16. */
  single(): number {
    return this.isHalves ? halfFloat(this.word() & HALF_MASK) : floatOf(this.word());
  }

  /** An unsigned number of 32 bits, or of 16. */
  integer(): number {
    return this.isHalves ? this.half() : this.word();
  }

  float(): number {
    return this.isHalves ? halfFloat(this.half()) : floatOf(this.word());
  }

  /** The next component begins a register. */
  align(): void {
    if (this.isHigh) this.register++;
    this.isHigh = false;
  }

  private half(): number {
    const word = this.current;
    const half = this.isHigh ? word >>> HALF_BITS : word & HALF_MASK;
    if (this.isHigh) this.register++;
    this.isHigh = !this.isHigh;
    return half;
  }
}

const halfFloat = (half: number): number => floatOf(decodeComponent(half, HALF_BITS, NUM_FORMAT.float, false));

/** Mask of an instruction's components: an empty mask counts as X. */
export const effectiveMask = (instruction: Instruction): number => instruction.fields['dmask'] || 1;

/** Position of components of 16 bits, one of HALVES; undefined for components of 32 bits. */
function halvesOf({ def, fields }: Instruction): number | undefined {
  if (!fields['d16']) return undefined;
  return def.isa.rules.packsComponents ? HALVES.packed : HALVES.apart;
}

/** A mask of the four texels that are gathered. */
export const ALL_COMPONENTS = 0b1111;

/**
 * Writes the components that dmask names to consecutive registers, and the status dword that tfe requests (0:
 * resident).
 */
export function writeMasked(
  instruction: Instruction,
  context: HelperContext,
  lane: number,
  values: ArrayLike<number>,
  numFormat: number,
): void {
  writeComponents(instruction, context, lane, values, numFormat, effectiveMask(instruction));
}

/** Writes the components of a mask to consecutive registers or halves of them, and behind them the status. */
export function writeComponents(
  instruction: Instruction,
  context: HelperContext,
  lane: number,
  values: ArrayLike<number>,
  numFormat: number,
  mask: number,
): void {
  const layout = halvesOf(instruction);
  let count = 0;
  for (let i = 0; i < 4; i++) {
    if ((mask & (1 << i)) === 0) continue;
    if (layout === undefined) context.setVgpr(vgprOf(instruction, 'VDATA', count), lane, values[i]!);
    else writeHalf(instruction, context, lane, layout, count, values[i]!, numFormat);
    count++;
  }
  writeStatus(instruction, context, lane, layout === undefined ? count : registersOf(layout, count));
}

/** The dword after the data when tfe is set: 0, every page is resident. */
export function writeStatus(instruction: Instruction, context: HelperContext, lane: number, dword: number): void {
  if (instruction.fields['tfe']) context.setVgpr(vgprOf(instruction, 'VDATA', dword), lane, 0);
}

/** Reads the components that dmask names from consecutive registers; the others are 0 (as GFX6 to GFX11 do). */
export function readMasked(
  instruction: Instruction,
  context: HelperContext,
  lane: number,
  out: Uint32Array,
  numFormat: number,
): void {
  const mask = effectiveMask(instruction);
  const layout = halvesOf(instruction);
  const component = (i: number): number =>
    layout === undefined
      ? context.vgpr(vgprOf(instruction, 'VDATA', i), lane)
      : readHalf(instruction, context, lane, layout, i, numFormat);
  let count = 0;
  for (let i = 0; i < 4; i++) out[i] = mask & (1 << i) ? component(count++) : 0;
}
