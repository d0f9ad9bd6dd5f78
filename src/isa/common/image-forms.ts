// The forms of image_sample and image_gather4: their mnemonics, opcodes, and what they read from VADDR in which order.
// Source: "Southern Islands Series ISA", chapter "Vector Memory Image Instructions": image opcodes and addresses.

import type { SampleForm } from '../traits.js';

export interface NamedSampleForm {
  readonly name: string;
  readonly opcode: number;
  readonly form: SampleForm;
  readonly meaning: string;
}

/** The last part of the mnemonics by the low three bits of the opcode. */
const LEVEL_SUFFIXES = ['', '_cl', '_d', '_d_cl', '_l', '_b', '_b_cl', '_lz'] as const;
/** gather4 has no derivatives. */
const GATHER_SUFFIXES = LEVEL_SUFFIXES.filter((suffix) => !suffix.startsWith('_d'));
const COARSE_SUFFIXES = ['_cd', '_cd_cl'] as const;

const SAMPLE_OPCODE = 32;
const GATHER_OPCODE = 64;
const COARSE_OPCODE = 104;

function lodSource(suffix: string): SampleForm['lod'] {
  if (suffix === '_l') return 'explicit';
  if (suffix === '_lz') return 'zero';
  return suffix.startsWith('_d') || suffix.startsWith('_cd') ? 'derivatives' : 'implicit';
}

const LOD_MEANING: Readonly<Record<SampleForm['lod'], string>> = {
  implicit: 'at the level that the neighbouring pixels imply',
  derivatives: 'at the level that the derivatives in VADDR imply',
  explicit: 'at the level in VADDR',
  zero: 'at level 0',
};

function describe(form: SampleForm): string {
  const extras = [
    form.offset ? 'with texel offsets' : '',
    form.bias ? 'plus a bias' : '',
    form.clamp ? 'clamped' : '',
    form.compare ? 'compared with a reference' : '',
  ].filter((text) => text !== '');
  const what = form.gather ? 'VDATA = one component of four texels' : 'VDATA = filtered texel';
  return [`${what} ${LOD_MEANING[form.lod]}`, ...extras].join(', ');
}

function make(gather: boolean, suffix: string, opcode: number, compare: boolean, offset: boolean): NamedSampleForm {
  const form = {
    gather,
    offset,
    compare,
    lod: lodSource(suffix),
    bias: suffix.startsWith('_b'),
    clamp: suffix.endsWith('_cl'),
  };
  const name = `image_${gather ? 'gather4' : 'sample'}${compare ? '_c' : ''}${suffix}${offset ? '_o' : ''}`;
  return { name, opcode, form, meaning: describe(form) };
}

const FLAGS = [
  [false, false],
  [true, false],
  [false, true],
  [true, true],
] as const;

/** Every form, in the order of the opcodes. */
export function sampleForms(): readonly NamedSampleForm[] {
  return FORMS;
}

const FORMS: readonly NamedSampleForm[] = [
  ...FLAGS.flatMap(([compare, offset], block) =>
    LEVEL_SUFFIXES.map((suffix, i) => make(false, suffix, SAMPLE_OPCODE + 8 * block + i, compare, offset)),
  ),
  ...FLAGS.flatMap(([compare, offset], block) =>
    GATHER_SUFFIXES.map((suffix) =>
      make(true, suffix, GATHER_OPCODE + 8 * block + LEVEL_SUFFIXES.indexOf(suffix), compare, offset),
    ),
  ),
  ...FLAGS.flatMap(([compare, offset], block) =>
    COARSE_SUFFIXES.map((suffix, i) => make(false, suffix, COARSE_OPCODE + 2 * block + i, compare, offset)),
  ),
];
