// MIMG: images. "Southern Islands Series ISA", chapter "Vector Memory Image Instructions".
//
// The effect of an image instruction depends on descriptors that are known only when it executes, so every row is a
// helper statement. Its traits define the layout of the addresses in VADDR.

import type { DefinitionRow, Operands } from '../../define.js';
import type { AtomicFn, Ex, Stmt } from '../../language/expr.js';
import type { SampleForm, Traits } from '../../traits.js';
import { mimg } from '../family.js';
import { sampleForms } from '../image-forms.js';

type Slots = 'VDATA' | 'VADDR' | 'SRSRC' | 'SSAMP';

/** Without the registers that fields add: dmask and tfe decide on VDATA, the form on VADDR, r128 on SRSRC. */
const REGISTERS = { dwords: { VDATA: 1, VADDR: 1, SRSRC: 8 } };
const SAMPLER_REGISTERS = { dwords: { ...REGISTERS.dwords, SSAMP: 4 } };

const addresses = ({ VADDR, SRSRC }: Operands<Slots>): readonly Ex[] => [VADDR.u32, SRSRC.u32];

const helper = (name: string, reads: readonly Ex[], writes: readonly string[]): Stmt => ({
  kind: 'helper',
  name,
  reads,
  writes,
});

const loadRow = (opcode: number, meaning: string, traits: Traits = {}): DefinitionRow<Slots> => [
  opcode,
  meaning,
  (operands) => [helper('image_load', addresses(operands), ['VDATA'])],
  { ...REGISTERS, traits },
];

const storeRow = (opcode: number, meaning: string, traits: Traits = {}): DefinitionRow<Slots> => [
  opcode,
  meaning,
  (operands) => [helper('image_store', [...addresses(operands), operands.VDATA.u32], [])],
  { ...REGISTERS, traits },
];

const atomicRow = (opcode: number, atomic: AtomicFn, meaning: string): DefinitionRow<Slots> => [
  opcode,
  `${meaning}; with glc VDATA = old value`,
  (operands) => [helper('image_atomic', [...addresses(operands), operands.VDATA.u32], ['VDATA'])],
  { ...REGISTERS, traits: { atomic } },
];

const IMPLICIT_NOTE =
  'the level of detail comes from derivatives between pixels, which compute kernels do not have: executes on images of one level whose sampler filters alike in both directions';

/** A form that computes the level itself is limited to images in which the level does not matter. */
function samplingRow(opcode: number, form: SampleForm, what: string): DefinitionRow<Slots> {
  const name = form.gather ? 'image_gather4' : 'image_sample';
  const partial = form.lod === 'implicit' && { support: { level: 'partial', note: IMPLICIT_NOTE } as const };
  return [
    opcode,
    what,
    (operands) => [helper(name, [...addresses(operands), operands.SSAMP.u32], ['VDATA'])],
    { ...SAMPLER_REGISTERS, traits: { sample: form }, ...(partial || {}) },
  ];
}

const samplingRows: Readonly<Record<string, DefinitionRow<Slots>>> = Object.fromEntries(
  sampleForms().map(({ name, opcode, form, meaning }) => [name, samplingRow(opcode, form, meaning)]),
);

export const MIMG = mimg({
  image_load: loadRow(0, 'VDATA = texel at integer coordinates'),
  image_load_mip: loadRow(1, 'VDATA = texel at integer coordinates of a mip level', { mip: true }),
  image_load_pck: loadRow(2, 'VDATA = raw dwords of a texel', { raw: true }),
  image_load_pck_sgn: loadRow(3, 'VDATA = raw texel, sign-extended from the component size', {
    raw: true,
    signed: true,
  }),
  image_load_mip_pck: loadRow(4, 'VDATA = raw dwords of a texel of a mip level', { mip: true, raw: true }),
  image_load_mip_pck_sgn: loadRow(5, 'VDATA = raw texel of a mip level, sign-extended from the component size', {
    mip: true,
    raw: true,
    signed: true,
  }),
  image_store: storeRow(8, 'Texel at integer coordinates = VDATA'),
  image_store_mip: storeRow(9, 'Texel at integer coordinates of a mip level = VDATA', { mip: true }),
  image_store_pck: storeRow(10, 'Raw dwords of a texel = VDATA', { raw: true }),
  image_store_mip_pck: storeRow(11, 'Raw dwords of a texel of a mip level = VDATA', { mip: true, raw: true }),
  image_get_resinfo: [
    14,
    'VDATA = width, height, depth or slices of the level VADDR, and number of levels',
    (operands) => [helper('image_get_resinfo', addresses(operands), ['VDATA'])],
    REGISTERS,
  ],
  image_atomic_swap: atomicRow(15, 'swap', 'Texel = DATA'),
  image_atomic_cmpswap: atomicRow(16, 'cmpswap', 'if (texel == second DATA) texel = first DATA'),
  image_atomic_add: atomicRow(17, 'add', 'Texel += DATA'),
  image_atomic_sub: atomicRow(18, 'sub', 'Texel -= DATA'),
  image_atomic_rsub: atomicRow(19, 'rsub', 'Texel = DATA - texel'),
  image_atomic_smin: atomicRow(20, 'smin', 'Texel = min(texel, DATA), signed'),
  image_atomic_umin: atomicRow(21, 'umin', 'Texel = min(texel, DATA), unsigned'),
  image_atomic_smax: atomicRow(22, 'smax', 'Texel = max(texel, DATA), signed'),
  image_atomic_umax: atomicRow(23, 'umax', 'Texel = max(texel, DATA), unsigned'),
  image_atomic_and: atomicRow(24, 'and', 'Texel &= DATA'),
  image_atomic_or: atomicRow(25, 'or', 'Texel |= DATA'),
  image_atomic_xor: atomicRow(26, 'xor', 'Texel ^= DATA'),
  image_atomic_inc: atomicRow(27, 'inc', 'Texel = texel >= DATA ? 0 : texel + 1'),
  image_atomic_dec: atomicRow(28, 'dec', 'Texel = texel == 0 || texel > DATA ? DATA : texel - 1'),
  image_atomic_fcmpswap: atomicRow(29, 'fcmpswap', 'if (texel == second DATA, as floating point) texel = first DATA'),
  image_atomic_fmin: atomicRow(30, 'fmin', 'Texel = min(texel, DATA), floating point'),
  image_atomic_fmax: atomicRow(31, 'fmax', 'Texel = max(texel, DATA), floating point'),
  ...samplingRows,
  image_get_lod: [
    96,
    'VDATA = level of detail that a sample would use',
    () => [
      {
        kind: 'unsupported',
        reason: 'the level of detail comes from derivatives between pixels, which only pixel shaders have',
      },
    ],
    SAMPLER_REGISTERS,
  ],
});
