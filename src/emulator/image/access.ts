// Bodies of image_load, image_store, image_atomic and image_get_resinfo: texels at integer coordinates.
// Source: "Southern Islands Series ISA", chapter "Vector Memory Image Instructions".

import type { Instruction } from '../../isa/instruction.js';
import type { AtomicFn } from '../../isa/language/expr.js';
import { comparesData } from '../../isa/traits.js';
import { FaultSignal } from '../faults.js';
import type { HelperBody, HelperContext } from './context.js';
import { NUM_FORMAT } from './formats.js';
import { AddressReader, effectiveMask, imageWords, readMasked, writeMasked, writeStatus } from './operands.js';
import { vgprOf } from './registers.js';
import { levelSize, type Surface, surfaceOf, texelAddress } from './surface.js';
import { applySelects, loadTexel, readRaw, storeTexel, unapplySelects, writeRaw } from './texel.js';

const memory = new Uint32Array(4);
const register = new Uint32Array(4);

/**
 * Address of the texel that a lane names, or -1. VADDR holds x, y, z, then the slice with da, then the level of mip
 * forms.
 */
function laneTexel(
  instruction: Instruction,
  context: HelperContext,
  surface: Surface,
  lane: number,
  hasLevel: boolean,
): number {
  const addresses = new AddressReader(instruction, context, lane);
  const next = (present: boolean): number => (present ? addresses.integer() : 0);
  const x = next(true);
  const y = next(surface.dimensions >= 2);
  const z = next(surface.dimensions === 3);
  const slice = next(instruction.fields['da'] === 1);
  const level = next(hasLevel);
  return texelAddress(surface, surface.baseLevel + level, x, y, z, surface.layered ? surface.firstSlice + slice : 0);
}

function forEachTexel(
  instruction: Instruction,
  context: HelperContext,
  visit: (surface: Surface, lane: number, address: number) => void,
): void {
  const surface = surfaceOf(imageWords(instruction, context), instruction.def.isa.descriptors.image);
  const hasLevel = instruction.def.traits.mip === true;
  for (let lane = 0; lane < context.lanes; lane++) {
    if (context.active(lane)) visit(surface, lane, laneTexel(instruction, context, surface, lane, hasLevel));
  }
}

/** Sign-extends raw dwords from the size of a component, when that is less than a dword. */
function extendRaw(surface: Surface, words: Uint32Array): void {
  const shift = 32 - surface.format.widths[0]!;
  for (let i = 0; i < words.length; i++) words[i] = (words[i]! << shift) >> shift;
}

/** VDATA = texel. */
export const imageLoad: HelperBody = (instruction, context) => {
  const isRaw = instruction.def.traits.raw === true;
  const isSigned = instruction.def.traits.signed === true;
  forEachTexel(instruction, context, (surface, lane, address) => {
    memory.fill(0);
    if (isRaw) {
      if (address >= 0) readRaw(context, address, surface.format.bytes, memory);
      if (isSigned) extendRaw(surface, memory);
      writeMasked(instruction, context, lane, memory, surface.numFormat);
      return;
    }
    if (address >= 0) loadTexel(context, address, surface.format, surface.numFormat, memory);
    applySelects(surface.selects, surface.numFormat, memory, register);
    writeMasked(instruction, context, lane, register, surface.numFormat);
  });
};

/** Texel = VDATA. */
export const imageStore: HelperBody = (instruction, context) => {
  const isRaw = instruction.def.traits.raw === true;
  forEachTexel(instruction, context, (surface, lane, address) => {
    if (address < 0) return;
    readMasked(instruction, context, lane, register, surface.numFormat);
    if (isRaw) {
      writeRaw(context, address, surface.format.bytes, register);
      return;
    }
    unapplySelects(surface.selects, register, memory);
    storeTexel(context, address, surface.format, surface.numFormat, memory);
  });
};

/** Sizes of the level that VADDR names; a level that does not exist has size 0. */
export const imageGetResinfo: HelperBody = (instruction, context) => {
  const surface = surfaceOf(imageWords(instruction, context), instruction.def.isa.descriptors.image);
  const levels = surface.lastLevel - surface.baseLevel + 1;
  for (let lane = 0; lane < context.lanes; lane++) {
    if (!context.active(lane)) continue;
    const level = new AddressReader(instruction, context, lane).integer();
    const values = level < levels ? sizes(surface, level, levels) : [0, 0, 0, levels];
    writeMasked(instruction, context, lane, values, NUM_FORMAT.uint);
  }
};

/** Width, height (slices of a 1D array), depth (slices of a 2D array), levels. */
function sizes(surface: Surface, level: number, levels: number): readonly number[] {
  const slices = surface.lastSlice - surface.firstSlice + 1;
  const size = (extent: number): number => levelSize(extent, surface.baseLevel + level);
  if (surface.layered && surface.dimensions === 1) return [size(surface.width), slices, 1, levels];
  const depth = surface.layered ? slices : size(surface.depth);
  return [size(surface.width), size(surface.height), depth, levels];
}

/** Texel = texel op VDATA; the size of the data (half of dmask for the compare forms) is the size of the operation. */
export const imageAtomic: HelperBody = (instruction, context) => {
  const fn = instruction.def.traits.atomic!;
  const compares = comparesData(fn);
  const enabled = effectiveMask(instruction).toString(2).replaceAll('0', '').length;
  const dwords = compares ? enabled / 2 : enabled;
  if (dwords !== 1 && dwords !== 2) {
    throw new FaultSignal('unsupported', `an atomic on an image needs 32 or 64 bits, dmask selects ${32 * dwords}`);
  }
  const returns = instruction.fields['glc'] === 1;
  forEachTexel(instruction, context, (surface, lane, address) => {
    if (surface.format.bytes !== 4 * dwords) {
      throw new FaultSignal(
        'unsupported',
        `an atomic of ${4 * dwords} bytes does not fit texels of ${surface.format.bytes} bytes`,
        lane,
      );
    }
    const old = address < 0 ? 0n : texelAtomic(instruction, context, lane, fn, address, dwords);
    if (!returns) return;
    for (let i = 0; i < dwords; i++) {
      context.setVgpr(vgprOf(instruction, 'VDATA', i), lane, Number((old >> BigInt(32 * i)) & 0xffff_ffffn));
    }
    writeStatus(instruction, context, lane, enabled);
  });
};

function texelAtomic(
  instruction: Instruction,
  context: HelperContext,
  lane: number,
  fn: AtomicFn,
  address: number,
  dwords: 1 | 2,
): bigint {
  const data = (dword: number): number => {
    const operand = instruction.operands['VDATA'];
    const inside = operand?.kind === 'vgpr' && dword < operand.count;
    return inside ? context.vgpr(vgprOf(instruction, 'VDATA', dword), lane) : 0;
  };
  if (dwords === 1) return BigInt(context.atomic32(fn, address, data(0), data(1)));
  const wide = (dword: number): bigint => (BigInt(data(dword + 1)) << 32n) | BigInt(data(dword));
  return context.atomic64(fn, address, wide(0), wide(2));
}
