// Image and sampler descriptors with coordinates that mostly hit, for random image instructions.

import { DATA_FORMATS } from '../../src/emulator/image/formats.js';
import { VGPR_WORDS, WORD } from '../../src/emulator/state.js';
import type { Wavefront } from '../../src/emulator/wavefront.js';
import { imageResource } from '../../src/isa/common/descriptors/image.js';
import { SAMPLER_RESOURCE } from '../../src/isa/common/descriptors/sampler.js';
import { writeField } from '../../src/isa/descriptors/field.js';
import type { Selects } from '../../src/isa/descriptors/selects.js';
import type { ImageKind } from '../../src/isa/descriptors/views.js';
import type { Instruction, Operand } from '../../src/isa/instruction.js';
import { DATA, DATA_BYTES } from './harness.js';
import type { Random } from './random.js';

const KINDS: readonly ImageKind[] = ['1d', '2d', '2d', '2d', '3d', '1dArray', '2dArray', 'cube'];
const SELECTS: readonly Selects[] = [
  ['x', 'y', 'z', 'w'],
  ['x', 'y', 'z', 'w'],
  ['z', 'y', 'x', 'w'],
  ['x', 'zero', 'zero', 'one'],
  ['x', 'x', 'x', 'one'],
  ['x', 'y', 'zero', 'oneInside'],
  ['zero', 'one', 'w', 'x'],
];
/** Number formats that most data formats have: unorm to sint, float. */
const NUMBER_FORMATS = [0, 1, 2, 3, 4, 5, 7] as const;
const LARGEST = 20;

function setScalars(w: Wavefront, operand: Operand | undefined, words: ArrayLike<number>): void {
  if (operand?.kind !== 'scalar') return;
  for (let i = 0; i < Math.min(operand.count, words.length); i++) w.u[WORD.scalars + operand.index + i] = words[i]!;
}

/** An image of a few kilobytes; now and then one that reaches beyond its allocation, or none. */
function randomImage(random: Random): Uint32Array {
  if (random.chance(0.03)) return new Uint32Array(8);
  const words = imageResource({
    kind: random.pick(KINDS),
    base: random.chance(0.1) ? DATA + DATA_BYTES - 256 : DATA + 256 * random.below(8),
    width: 1 + random.below(LARGEST),
    height: 1 + random.below(LARGEST / 2),
    depth: 1 + random.below(4),
    pitch: LARGEST + random.below(8),
    dataFormat: random.pick(DATA_FORMATS).code,
    numFormat: random.chance(0.9) ? random.pick(NUMBER_FORMATS) : random.below(16),
    selects: random.pick(SELECTS),
    arraySize: 1 + random.below(4),
    levels: random.chance(0.9) ? 1 : 2,
  });
  if (random.chance(0.1)) words[3] = (words[3]! & ~0xfff) | random.below(0x1000);
  if (random.chance(0.3)) words[5] = words[5]! | random.below(2);
  return words;
}

function randomSampler(random: Random): Uint32Array {
  const words = new Uint32Array(4);
  const set = (name: keyof typeof SAMPLER_RESOURCE, value: number): void =>
    writeField(words, SAMPLER_RESOURCE[name], value);
  for (const axis of ['clampX', 'clampY', 'clampZ'] as const) set(axis, random.below(8));
  set('forceUnnormalized', random.below(2));
  const compare = random.below(8);
  set('depthCompare', compare);
  set('truncCoord', compare & 1);
  const filter = random.below(2);
  set('xyMagFilter', filter);
  set('xyMinFilter', random.chance(0.9) ? filter : random.below(4));
  set('zFilter', random.below(3));
  set('mipFilter', random.below(3));
  set('maxLod', random.below(0x800));
  set('borderColorType', random.below(3));
  return words;
}

const scratch = new Float32Array(1);
const scratchBits = new Uint32Array(scratch.buffer);

/** A coordinate near the image: in texels or normalized, often half-way between two texels, now and then anything. */
function coordinate(random: Random): number {
  if (random.chance(0.05)) return random.edge();
  const texels = random.below(4 * LARGEST) / 2 - LARGEST / 2;
  const value = texels + (random.chance(0.5) ? 0 : random.word() / 2 ** 32);
  scratch[0] = random.chance(0.5) ? value : value / LARGEST;
  return scratchBits[0]!;
}

/** Changes descriptors and coordinates of an image instruction, so that it has something to do. */
export function aimImage(random: Random, w: Wavefront, { def, operands }: Instruction): void {
  setScalars(w, operands['SRSRC'], randomImage(random));
  setScalars(w, operands['SSAMP'], randomSampler(random));
  const { VADDR } = operands;
  if (VADDR?.kind !== 'vgpr') return;
  const floating = def.traits.sample !== undefined;
  for (let dword = 0; dword < VADDR.count; dword++) {
    const near = dword === 0 ? LARGEST + 2 : dword === 1 ? LARGEST / 2 + 1 : 4;
    const start = random.below(LARGEST);
    for (let lane = 0; lane < VGPR_WORDS; lane++) {
      const number = dword === 0 && lane % 8 !== 7 ? (start + lane) % near : random.below(near);
      w.u[(VADDR.index + dword) * VGPR_WORDS + lane] = floating ? coordinate(random) : number;
    }
  }
}
