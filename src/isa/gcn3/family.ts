// The defining functions by which GCN3's and GFX9's own rows are written down. Opcodes stand in columns (opcodes/).

import { assumeField, assumeUnaligned, descriptorField } from '../common/addressing/buffer.js';
import { BUFFER_RESOURCE } from '../common/descriptors/buffer.js';
import { type Family, familiesOf, type InstructionRow, type Operands, type RowOptions } from '../define.js';
import { type Destination, type Ex, ops, type Stmt, select, u32 } from '../language/expr.js';

/** One instruction: its meaning, in words and as statements. */
export type RestatedRow<S extends string> = readonly [
  meaning: string,
  semantics: (operands: Operands<S>) => readonly Stmt[],
  options?: RowOptions | undefined,
];

export type StatedRows<S extends string> = Readonly<Record<string, RestatedRow<S>>>;

const families = familiesOf('');

const stating =
  <S extends string>(define: Family<S>) =>
  (rows: StatedRows<S>): readonly InstructionRow[] =>
    define(Object.fromEntries(Object.entries(rows).map(([name, [...stated]]) => [name, [{}, ...stated]])));

const family = <S extends string>(format: string, slots: readonly S[]) => stating(families(format, slots));

const BUFFER = ['VDATA', 'VADDR', 'SRSRC', 'SOFFSET'] as const;

/**
 * Elements of swizzled buffers: until gfx8 the descriptor says how long they are, on GFX9 they are dwords (field value
 * 1).
 */
const DWORDS = u32(1);

/**
 * Resources that add the number of the lane have no format: its field is the upper bits of the stride. Source: LLVM's
 * AMDGPU back end (SIInstrInfo::getScratchRsrcWords23), for gfx8 and GFX9.
 */
const strideOf = (SRSRC: Destination): Ex<'u32'> => {
  const { stride, dataFormat, addTidEnable } = BUFFER_RESOURCE;
  const addsLane = ops.ne(descriptorField(SRSRC, addTidEnable), u32(0));
  const upper = ops.shl(descriptorField(SRSRC, dataFormat), u32(stride.width));
  return ops.or(descriptorField(SRSRC, stride), select(addsLane, upper, u32(0)));
};

/** Accesses of buffers, whose descriptors generations have in ways of their own. */
export function bufferFamilies(gfx9: boolean) {
  const define = (format: string) =>
    families(format, BUFFER, ({ SRSRC }) => {
      assumeField(SRSRC, BUFFER_RESOURCE.stride, strideOf(SRSRC));
      if (!gfx9) return;
      assumeField(SRSRC, BUFFER_RESOURCE.elementSize, DWORDS);
      assumeUnaligned(SRSRC);
    });
  const [untyped, typed] = [define('MUBUF'), define('MTBUF')];
  return { untyped, typed, mubuf: stating(untyped), mtbuf: stating(typed) };
}

export const sop1 = family('SOP1', ['D', 'S0']);
export const sop2 = family('SOP2', ['D', 'S0', 'S1']);
export const sopk = family('SOPK', ['D']);
export const sopc = family('SOPC', ['S0', 'S1']);
export const sopp = family('SOPP', []);
export const smem = family('SMEM', ['D', 'SBASE', 'OFFSET']);
export const vop1 = family('VOP1', ['D', 'S0']);
export const vop2 = family('VOP2', ['D', 'S0', 'S1']);
export const vop2k = family('VOP2', ['D', 'S0', 'S1', 'K']);
export const vop3 = family('VOP3', ['D', 'S0', 'S1', 'S2']);
export const vop3b = family('VOP3', ['D', 'SDST', 'S0', 'S1', 'S2']);
export const vop3p = family('VOP3P', ['D', 'S0', 'S1', 'S2']);
export const ds = family('DS', ['D', 'ADDR', 'DATA0', 'DATA1']);
export const mimg = family('MIMG', ['VDATA', 'VADDR', 'SRSRC', 'SSAMP']);
export const flat = family('FLAT', ['D', 'ADDR', 'DATA']);
export const global = family('GLOBAL', ['D', 'ADDR', 'DATA', 'SADDR']);
export const scratch = family('SCRATCH', ['D', 'ADDR', 'DATA', 'SADDR']);

/** An instruction that is decoded but not executed: its operands with the registers that they span. */
export const refused = <S extends string>(
  meaning: string,
  reason: string,
  dwords: Readonly<Partial<Record<S, number>>>,
  options: RowOptions = {},
): RestatedRow<S> => [
  meaning,
  () => [{ kind: 'unsupported', reason }],
  { ...options, dwords: dwords as Record<string, number> },
];
