// Components of 16 bits in VDATA (d16): what texels and elements of buffers become, the way back, and where they lie.
//
// Integers saturate, as Mesa takes for granted of this hardware (integer_dest_saturates); floating-point numbers are
// rounded to nearest even. A half of a register to which no component belongs stays as it is.

import { HALVES } from '../../isa/descriptors/element-access.js';
import type { Instruction } from '../../isa/instruction.js';
import type { HelperContext } from './context.js';
import { NUM_FORMAT } from './formats.js';
import { decodeComponent, encodeComponent, isIntegerFormat } from './numbers.js';
import { vgprOf } from './registers.js';

const BITS = 16;
const LOW = 0xffff;
const NAN = 0x7e00;
const isNan = (single: number): boolean => (single & 0x7fff_ffff) >>> 0 > 0x7f80_0000;

/** The number format of 16 bits in which components of a number format are. */
function formatOf(numFormat: number): number {
  if (!isIntegerFormat(numFormat)) return NUM_FORMAT.float;
  return numFormat === NUM_FORMAT.sint ? NUM_FORMAT.sint : NUM_FORMAT.uint;
}

/** Of a register value of 32 bits. */
function narrowed(value: number, numFormat: number): number {
  const format = formatOf(numFormat);
  return format === NUM_FORMAT.float && isNan(value) ? NAN : encodeComponent(value, BITS, format);
}

/** The register value of 32 bits. */
const widened = (half: number, numFormat: number): number => decodeComponent(half, BITS, formatOf(numFormat), false);

interface Half {
  readonly register: number;
  readonly high: boolean;
}

/** @param layout one of HALVES @param component among those that the instruction moves */
function halfOf(instruction: Instruction, layout: number, component: number): Half {
  const packed = layout === HALVES.packed;
  const register = vgprOf(instruction, 'VDATA', packed ? component >> 1 : component);
  return { register, high: packed ? component % 2 === 1 : layout === HALVES.high };
}

/** Writes a register value as a component; alone in its register it is extended with zeros. */
export function writeHalf(
  instruction: Instruction,
  context: HelperContext,
  lane: number,
  layout: number,
  component: number,
  value: number,
  numFormat: number,
): void {
  const { register, high } = halfOf(instruction, layout, component);
  const half = narrowed(value, numFormat) & LOW;
  const unchanged = layout === HALVES.apart ? 0 : context.vgpr(register, lane) & (high ? LOW : ~LOW);
  context.setVgpr(register, lane, (unchanged | (high ? half << BITS : half)) >>> 0);
}

/** A component as a register value. */
export function readHalf(
  instruction: Instruction,
  context: HelperContext,
  lane: number,
  layout: number,
  component: number,
  numFormat: number,
): number {
  const { register, high } = halfOf(instruction, layout, component);
  const word = context.vgpr(register, lane);
  return widened(high ? word >>> BITS : word & LOW, numFormat);
}
