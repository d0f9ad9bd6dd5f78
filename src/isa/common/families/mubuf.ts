// MUBUF: untyped buffer access. "Southern Islands Series ISA", chapter "Vector Memory Buffer Instructions".

import type { DefinitionRow, Family, InstructionRow, Operands, RowOptions } from '../../define.js';
import { refuse } from '../../helpers.js';
import { type AtomicFn, bool, type Ex, flag, ops, type Stmt, u32 } from '../../language/expr.js';
import {
  type BufferOperands,
  bufferAccess,
  bufferDwords,
  bufferElement,
  descriptorField,
  ldsTransferAddress,
  loadFrom,
  storeTo,
} from '../addressing/buffer.js';
import { formatLoad, formatStore } from '../addressing/format.js';
import { BUFFER_RESOURCE } from '../descriptors/buffer.js';
import { mubuf } from '../family.js';

type Slots = 'VDATA' | 'VADDR' | 'SRSRC' | 'SOFFSET';

const { andB, notB, shl, shrS } = ops;

/**
 * Registers of the operands without those that fields add: tfe one more VDATA, idxen with offen (or addr64) a second
 * VADDR.
 */
const registers = (data: number): RowOptions => ({ dwords: { VDATA: data, VADDR: 1, SRSRC: 4 } });

/** tfe requests a status dword after the data: 0, since every page of memory is resident. */
export const textureFailStatus = (VDATA: Operands<Slots>['VDATA'], data: number): Stmt =>
  VDATA.at(data).set(u32(0), flag('tfe'));

/** A load of one dword or less: to VDATA, or with lds set to LDS (there always zero-extended). */
function narrowLoad(opcode: number, bits: 8 | 16 | 32, signed = false): DefinitionRow<Slots> {
  const extension = bits === 32 ? '' : `, ${signed ? 'sign' : 'zero'}-extended`;
  return [
    opcode,
    `VDATA = ${bits} bits of the buffer${extension}`,
    (operands) => {
      const loaded = loadFrom(bufferElement(operands, bits), bits);
      const shift = u32(32 - bits);
      const value = signed ? shrS(shl(loaded, shift), shift) : loaded;
      return [
        operands.VDATA.set(value, notB(flag('lds'))),
        { kind: 'store', space: 'lds', bits: 32, address: ldsTransferAddress, value: loaded, valid: flag('lds') },
        textureFailStatus(operands.VDATA, 1),
      ];
    },
    registers(1),
  ];
}

const wideLoad = (opcode: number, count: number): DefinitionRow<Slots> => [
  opcode,
  `VDATA = ${count} dwords of the buffer`,
  (operands) => [
    refuse('refuse_lds'),
    ...bufferDwords(operands, count).map((access, i) => operands.VDATA.at(i).set(loadFrom(access, 32))),
    textureFailStatus(operands.VDATA, count),
  ],
  registers(count),
];

const store = (opcode: number, bits: 8 | 16 | 32, count = 1): DefinitionRow<Slots> => [
  opcode,
  bits === 32
    ? `Buffer = ${count === 1 ? '1 dword' : `${count} dwords`} of VDATA`
    : `Buffer = low ${bits} bits of VDATA`,
  (operands) => {
    const accesses = bits === 32 ? bufferDwords(operands, count) : [bufferElement(operands, bits)];
    return [refuse('refuse_lds'), ...accesses.map((access, i) => storeTo(access, bits, operands.VDATA.at(i).u32))];
  },
  registers(count),
];

/**
 * With glc the old value goes to VDATA. The compare forms have the new value first and what to compare with after it.
 */
function atomic(opcode: number, meaning: string, fn: AtomicFn, bits: 32 | 64): DefinitionRow<Slots> {
  const compares = fn === 'cmpswap' || fn === 'fcmpswap';
  const size = bits / 32;
  const data = compares ? 2 * size : size;
  return [
    opcode,
    `${meaning}; with glc VDATA = old value`,
    (operands) => {
      const { address, valid } = bufferAccess(operands, bits === 64 ? 8 : 4);
      const value = (dword: number): Ex => {
        const slot = operands.VDATA.at(dword);
        return bits === 64 ? slot.u64 : slot.u32;
      };
      const compare = compares ? { compare: value(size) } : {};
      const ret = { slot: 'VDATA', dword: 0, whenField: 'glc' };
      return [
        refuse('refuse_lds'),
        { kind: 'atomic', space: 'global', fn, bits, address, valid, data: value(0), ...compare, ret },
        operands.VDATA.at(data).set(u32(0), andB(flag('tfe'), flag('glc'))),
      ];
    },
    registers(data),
  ];
}

const ATOMICS: readonly (readonly [name: string, opcode: number, fn: AtomicFn, meaning: string])[] = [
  ['swap', 48, 'swap', 'MEM = DATA'],
  ['cmpswap', 49, 'cmpswap', 'if (MEM == second DATA) MEM = first DATA'],
  ['add', 50, 'add', 'MEM += DATA'],
  ['sub', 51, 'sub', 'MEM -= DATA'],
  ['rsub', 52, 'rsub', 'MEM = DATA - MEM'],
  ['smin', 53, 'smin', 'MEM = min(MEM, DATA), signed'],
  ['umin', 54, 'umin', 'MEM = min(MEM, DATA), unsigned'],
  ['smax', 55, 'smax', 'MEM = max(MEM, DATA), signed'],
  ['umax', 56, 'umax', 'MEM = max(MEM, DATA), unsigned'],
  ['and', 57, 'and', 'MEM &= DATA'],
  ['or', 58, 'or', 'MEM |= DATA'],
  ['xor', 59, 'xor', 'MEM ^= DATA'],
  ['inc', 60, 'inc', 'MEM = MEM >= DATA ? 0 : MEM + 1'],
  ['dec', 61, 'dec', 'MEM = MEM == 0 || MEM > DATA ? DATA : MEM - 1'],
  ['fcmpswap', 62, 'fcmpswap', 'if (MEM == second DATA, as floating point) MEM = first DATA'],
  ['fmin', 63, 'fmin', 'MEM = min(MEM, DATA), floating point'],
  ['fmax', 64, 'fmax', 'MEM = max(MEM, DATA), floating point'],
];

/** The 64-bit atomics follow the 32-bit ones after 32 opcodes. */
const WIDE = 32;

const atomicRows: Readonly<Record<string, DefinitionRow<Slots>>> = Object.fromEntries(
  ATOMICS.flatMap(([name, opcode, fn, meaning]) => [
    [`buffer_atomic_${name}`, atomic(opcode, meaning, fn, 32)],
    [`buffer_atomic_${name}_x2`, atomic(opcode + WIDE, `${meaning} (64 bits)`, fn, 64)],
  ]),
);

/** Format and component selects of the resource. */
export const resourceFormat = ({ SRSRC }: BufferOperands) => ({
  dataFormat: descriptorField(SRSRC, BUFFER_RESOURCE.dataFormat),
  numFormat: descriptorField(SRSRC, BUFFER_RESOURCE.numFormat),
  selects: descriptorField(SRSRC, BUFFER_RESOURCE.dstSel),
});

const COMPONENTS = ['x', 'xy', 'xyz', 'xyzw'] as const;

const formatRows: Readonly<Record<string, DefinitionRow<Slots>>> = Object.fromEntries(
  COMPONENTS.flatMap((components, i): [string, DefinitionRow<Slots>][] => {
    const count = i + 1;
    return [
      [
        `buffer_load_format_${components}`,
        [
          i,
          `VDATA = components ${components} of an element in the resource's format`,
          (operands) => [
            ...(count > 1 ? [refuse('refuse_lds')] : []),
            formatLoad(operands, resourceFormat(operands), count, count === 1 ? flag('lds') : bool(false)),
            textureFailStatus(operands.VDATA, count),
          ],
          { ...registers(count), traits: { resourceFormat: { access: 'load', components: count } } },
        ],
      ],
      [
        `buffer_store_format_${components}`,
        [
          4 + i,
          `Element in the resource's format = components ${components} of VDATA`,
          (operands) => [refuse('refuse_lds'), formatStore(operands, resourceFormat(operands), count)],
          { ...registers(count), traits: { resourceFormat: { access: 'store', components: count } } },
        ],
      ],
    ];
  }),
);

const invalidate = (opcode: number, meaning: string): DefinitionRow<Slots> => [
  opcode,
  meaning,
  () => [{ kind: 'effect', name: 'cache', args: [] }],
];

const rows: Readonly<Record<string, DefinitionRow<Slots>>> = {
  ...formatRows,
  buffer_load_ubyte: narrowLoad(8, 8),
  buffer_load_sbyte: narrowLoad(9, 8, true),
  buffer_load_ushort: narrowLoad(10, 16),
  buffer_load_sshort: narrowLoad(11, 16, true),
  buffer_load_dword: narrowLoad(12, 32),
  buffer_load_dwordx2: wideLoad(13, 2),
  buffer_load_dwordx4: wideLoad(14, 4),
  buffer_store_byte: store(24, 8),
  buffer_store_short: store(26, 16),
  buffer_store_dword: store(28, 32),
  buffer_store_dwordx2: store(29, 32, 2),
  buffer_store_dwordx4: store(30, 32, 4),
  ...atomicRows,
  buffer_wbinvl1_sc: invalidate(112, 'Write back and invalidate the vector L1 cache, shader coherent'),
  buffer_wbinvl1: invalidate(113, 'Write back and invalidate the vector L1 cache'),
};

/** The rows with the operands of a family. */
export const mubufRows = (family: Family<Slots>): readonly InstructionRow[] => family(rows);

export const MUBUF = mubufRows(mubuf);
