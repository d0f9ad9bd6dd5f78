// Key of a compiled image routine, taken from an instruction and the descriptors that it names when it executes; and
// the numbers that such a routine gets as parameters. Images with several levels, cubes, depth compares and uncommon
// formats have no shape: the interpreter executes these.

import type { AddressSpace } from '../../emulator/address-space.js';
import { isIntegerFormat } from '../../emulator/image/numbers.js';
import { effectiveMask } from '../../emulator/image/operands.js';
import { type Sampler, samplerOf } from '../../emulator/image/sampler.js';
import { type Dimensions, type Surface, surfaceBytes, surfaceOf } from '../../emulator/image/surface.js';
import { VGPR_COUNT } from '../../emulator/state.js';
import type { InstructionDef } from '../../isa/define.js';
import { CLAMP } from '../../isa/descriptors/sampling.js';
import type { Instruction } from '../../isa/instruction.js';
import type { SampleForm } from '../../isa/traits.js';
import { isConvertible } from './components.js';

/** Selection of texels by floating-point coordinates. */
export interface Sampling {
  /** Values of CLAMP for each axis. */
  readonly clamp: readonly number[];
  /** Linear filter for each axis. */
  readonly linear: readonly boolean[];
  readonly unnormalized: boolean;
  /** Nearest filters do not round coordinates. */
  readonly truncates: boolean;
  /** The first address dword has packed texel offsets. */
  readonly offset: boolean;
  /** For each component whether the border has 1. */
  readonly border: readonly boolean[];
}

export interface ImageAccessShape {
  readonly operation: 'load' | 'store' | 'sample';
  readonly widths: readonly number[];
  readonly bytes: number;
  readonly numFormat: number;
  readonly selects: number;
  readonly dimensions: Dimensions;
  readonly layered: boolean;
  /** Component mask of the instruction, not 0. */
  readonly mask: number;
  /** Address dwords before the coordinates, and whether a slice follows these. */
  readonly leading: number;
  readonly slice: boolean;
  readonly sampling: Sampling | undefined;
}

/**
 * True if a routine has other results when the CPU treats denormal operands as zeros. Selection and conversion of a
 * texel do not: a coordinate just below 0 selects texel 0 at an edge, and stored or loaded values keep their bits or
 * are far from denormal.
 */
export const needsDenormals = ({ sampling }: ImageAccessShape): boolean =>
  sampling !== undefined &&
  (!sampling.unnormalized ||
    sampling.offset ||
    sampling.linear.includes(true) ||
    sampling.clamp.some((mode) => mode !== CLAMP.clampToEdge));

/** Parameters: base, width, height, depth, pitch (in texels), first slice, last slice. */
export type ImageNumbers = readonly [number, number, number, number, number, number, number];

export interface DescribedImage {
  readonly shape: ImageAccessShape;
  readonly numbers: ImageNumbers;
}

/** By the helper that an instruction is. */
const OPERATIONS: ReadonlyMap<string, 'load' | 'store'> = new Map([
  ['image_load', 'load'],
  ['image_store', 'store'],
]);

/** An access by integer coordinates that converts, in the only level. */
function plainAccess({ semantics: [statement], traits }: InstructionDef): 'load' | 'store' | undefined {
  if (statement?.kind !== 'helper' || traits.mip || traits.raw) return undefined;
  return OPERATIONS.get(statement.name);
}

/** True if an instruction may have a routine, for some descriptors. */
export function mayHaveRoutine({ def, fields }: Instruction): boolean {
  if (fields['tfe'] || fields['d16'] || fields['a16']) return false;
  const form = def.traits.sample;
  return plainAccess(def) !== undefined || (form !== undefined && !form.gather && !form.compare);
}

/** True if routines support a surface: one level, a format that is converted in vectors. */
function isPlain(surface: Surface): boolean {
  const { format, numFormat, baseLevel, lastLevel, cube } = surface;
  if (cube || baseLevel !== 0 || lastLevel !== 0 || format.sharedExponent) return false;
  return format.widths.every((width) => isConvertible(width, numFormat));
}

function samplingOf(form: SampleForm, surface: Surface, sampler: Sampler, unorm: boolean): Sampling | undefined {
  // With one level, the level of detail decides between the two filters and nothing else.
  if (sampler.magLinear !== sampler.minLinear) return undefined;
  const linear = sampler.magLinear && !isIntegerFormat(surface.numFormat);
  return {
    clamp: sampler.clamp.slice(0, surface.dimensions),
    linear: [linear, linear, linear && (sampler.zLinear ?? true)].slice(0, surface.dimensions),
    unnormalized: sampler.unnormalized || unorm,
    truncates: sampler.truncates,
    offset: form.offset,
    border: sampler.border.map((component) => component === 1),
  };
}

const leadingDwords = (form: SampleForm, dimensions: Dimensions): number =>
  Number(form.offset) + Number(form.bias) + (form.lod === 'derivatives' ? 2 * dimensions : 0);

function fits({ operands }: Instruction, slot: string, dwords: number): boolean {
  const operand = operands[slot];
  return operand?.kind === 'vgpr' && operand.index + dwords <= VGPR_COUNT;
}

/**
 * @param image the words of the T# @param sampler those of the S#, for sampling
 * @returns nothing where the interpreter has to execute the instruction @throws FaultSignal as the interpreter would
 */
export function describeImage(
  instruction: Instruction,
  image: ArrayLike<number>,
  sampler: ArrayLike<number>,
  space: AddressSpace,
): DescribedImage | undefined {
  const { def, fields } = instruction;
  const surface = surfaceOf(image, def.isa.descriptors.image);
  const base = space.translate(BigInt(surface.base), surfaceBytes(surface));
  if (base === undefined || !isPlain(surface)) return undefined;
  const form = def.traits.sample;
  const sampling =
    form && samplingOf(form, surface, samplerOf(sampler, def.isa.descriptors.sampler), fields['unorm'] === 1);
  if (form && !sampling) return undefined;
  const mask = effectiveMask(instruction);
  const leading = form ? leadingDwords(form, surface.dimensions) : 0;
  const slice = fields['da'] === 1;
  const components = mask.toString(2).replaceAll('0', '').length;
  if (!fits(instruction, 'VADDR', leading + surface.dimensions + Number(slice))) return undefined;
  if (!fits(instruction, 'VDATA', components)) return undefined;
  const { format, numFormat, selects, dimensions, layered, width, height, depth, pitch } = surface;
  return {
    shape: {
      operation: plainAccess(def) ?? 'sample',
      widths: format.widths,
      bytes: format.bytes,
      numFormat,
      selects,
      dimensions,
      layered,
      mask,
      leading,
      slice,
      sampling,
    },
    numbers: [base, width, height, depth, pitch, surface.firstSlice, surface.lastSlice],
  };
}
