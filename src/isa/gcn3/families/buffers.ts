// MUBUF, MTBUF and MIMG that Southern Islands does not have: wider and halved accesses. Source: "AMD GCN3 ISA", "AMD
// Vega ISA", "Vector Memory Buffer Instructions".

import {
  type BufferOperands,
  bufferDwords,
  bufferElement,
  ldsTransferAddress,
  loadFrom,
  scalarBufferAccess,
  storeTo,
} from '../../common/addressing/buffer.js';
import { type ElementFormat, halvesLoad, halvesStore } from '../../common/addressing/format.js';
import { INSTRUCTION_FORMAT, mtbufRows } from '../../common/families/mtbuf.js';
import { mubufRows, resourceFormat, textureFailStatus } from '../../common/families/mubuf.js';
import type { InstructionRow, RowOptions } from '../../define.js';
import { HALVES, registersOf } from '../../descriptors/element-access.js';
import { refuse } from '../../helpers.js';
import { load, ops, type Stmt, u32 } from '../../language/expr.js';
import { bufferFamilies, mimg, type RestatedRow, refused, type StatedRows } from '../family.js';
import { inHalf } from '../halves.js';

type Slots = 'VDATA' | 'VADDR' | 'SRSRC' | 'SOFFSET';

const { shl, shrS, shrU } = ops;

const registers = (data: number): RowOptions => ({ dwords: { VDATA: data, VADDR: 1, SRSRC: 4 } });

const threeLoaded: RestatedRow<Slots> = [
  'VDATA = 3 dwords of the buffer',
  (operands) => [
    refuse('refuse_lds'),
    ...bufferDwords(operands, 3).map((access, i) => operands.VDATA.at(i).set(loadFrom(access, 32))),
    textureFailStatus(operands.VDATA, 3),
  ],
  registers(3),
];
const threeStored: RestatedRow<Slots> = [
  'Buffer = 3 dwords of VDATA',
  (operands) => [
    refuse('refuse_lds'),
    ...bufferDwords(operands, 3).map((access, i) => storeTo(access, 32, operands.VDATA.at(i).u32)),
  ],
  registers(3),
];

const halfLoad = (bits: 8 | 16, signed: boolean, high: boolean): RestatedRow<Slots> => [
  `${high ? 'VDATA[31:16]' : 'VDATA[15:0]'} = ${bits} bits of the buffer, ${signed ? 'sign' : 'zero'}-extended`,
  (operands) => {
    const loaded = loadFrom(bufferElement(operands, bits), bits);
    const unused = u32(32 - bits);
    const value = signed ? shrS(shl(loaded, unused), unused) : loaded;
    return [
      refuse('refuse_lds'),
      operands.VDATA.set(inHalf(operands.VDATA, value, high)),
      textureFailStatus(operands.VDATA, 1),
    ];
  },
  registers(1),
];
const halfStore = (bits: 8 | 16): RestatedRow<Slots> => [
  `Buffer = VDATA[${bits + 15}:16]`,
  (operands) => {
    const value = shrU(operands.VDATA.u32, u32(16));
    return [refuse('refuse_lds'), storeTo(bufferElement(operands, bits), bits, value)];
  },
  registers(1),
];

const COMPONENTS = ['x', 'xy', 'xyz', 'xyzw'] as const;

/** Source of an element's format: the resource, or the instruction. */
type FormatOf = (operands: BufferOperands) => ElementFormat;

/** A load and a store of components of 16 bits. @param registersFor by number of components */
function halves(what: string, count: number, layout: number, formatOf: FormatOf, refuseLds: boolean) {
  const dwords = registersOf(layout, count);
  const refusals = refuseLds ? [refuse('refuse_lds')] : [];
  const where = layout === HALVES.high ? 'VDATA[31:16]' : `VDATA (${layout === HALVES.packed ? 'packed' : 'apart'})`;
  const loaded: RestatedRow<Slots> = [
    `${where} = ${what} in 16 bits`,
    (operands) => [
      ...refusals,
      halvesLoad(operands, formatOf(operands), count, layout),
      textureFailStatus(operands.VDATA, dwords),
    ],
    registers(dwords),
  ];
  const stored: RestatedRow<Slots> = [
    `Element = ${what} in 16 bits of ${where}`,
    (operands) => [...refusals, halvesStore(operands, formatOf(operands), count, layout)],
    registers(dwords),
  ];
  return { loaded, stored };
}

/** Components of 16 bits: gfx8.0 has each in a register, later chips two in one. */
const d16Rows = (prefix: 'buffer' | 'tbuffer', formatOf: FormatOf, layout: number): StatedRows<Slots> =>
  Object.fromEntries(
    COMPONENTS.flatMap((components) => {
      const refuseLds = prefix === 'buffer';
      const { loaded, stored } = halves(`components ${components}`, components.length, layout, formatOf, refuseLds);
      return [
        [`${prefix}_load_format_d16_${components}`, loaded],
        [`${prefix}_store_format_d16_${components}`, stored],
      ];
    }),
  );

const highHalf = halves('component x', 1, HALVES.high, resourceFormat, true);

const STORE_FROM_LDS = {
  buffer_store_lds_dword: [
    'Buffer = the dword of LDS at M0[15:0] + offset + 4 * lane',
    ({ SRSRC, SOFFSET }): Stmt[] => {
      const value = load('lds', 32, ldsTransferAddress);
      return [{ kind: 'store', space: 'global', bits: 32, ...scalarBufferAccess({ SRSRC, SOFFSET }), value }];
    },
    { dwords: { SRSRC: 4 }, order: ['SRSRC', 'SOFFSET'], traits: { fromLds: true } },
  ],
} as const satisfies Parameters<ReturnType<typeof bufferFamilies>['mubuf']>[0];

const GATHER_ROW = {
  image_gather4h: refused(
    'VDATA = one component of four texels of a row',
    'gathering along a row is for graphics',
    { VDATA: 1, VADDR: 1, SRSRC: 8, SSAMP: 4 },
    {
      traits: {
        sample: { gather: true, offset: false, compare: false, lod: 'implicit', bias: false, clamp: false },
      },
    },
  ),
};

/** @param gfx9 two components of 16 bits lie in one register, and elements of swizzled buffers are dwords */
export const bufferRows = (gfx9: boolean): readonly InstructionRow[] => {
  const layout = gfx9 ? HALVES.packed : HALVES.apart;
  const { untyped, typed, mubuf, mtbuf } = bufferFamilies(gfx9);
  return [
    ...mubufRows(untyped),
    ...mtbufRows(typed),
    ...mubuf({
      ...d16Rows('buffer', resourceFormat, layout),
      buffer_load_dwordx3: threeLoaded,
      buffer_store_dwordx3: threeStored,
      buffer_load_ubyte_d16: halfLoad(8, false, false),
      buffer_load_ubyte_d16_hi: halfLoad(8, false, true),
      buffer_load_sbyte_d16: halfLoad(8, true, false),
      buffer_load_sbyte_d16_hi: halfLoad(8, true, true),
      buffer_load_short_d16: halfLoad(16, false, false),
      buffer_load_short_d16_hi: halfLoad(16, false, true),
      ...STORE_FROM_LDS,
      buffer_store_byte_d16_hi: halfStore(8),
      buffer_store_short_d16_hi: halfStore(16),
      buffer_load_format_d16_hi_x: highHalf.loaded,
      buffer_store_format_d16_hi_x: highHalf.stored,
      buffer_wbinvl1_vol: [
        'Write back and invalidate volatile lines of the vector L1 cache',
        () => [{ kind: 'effect', name: 'cache', args: [] }],
      ],
    }),
    ...mtbuf(d16Rows('tbuffer', () => INSTRUCTION_FORMAT, layout)),
    ...mimg(GATHER_ROW),
  ];
};
