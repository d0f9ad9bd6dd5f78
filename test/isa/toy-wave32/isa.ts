// An instruction set that no chip has, to show that nothing outside of src/isa relies on those of GCN: wavefronts of 32
// lanes, masks of one word, a second bank of vector registers, which makes three with the scalar one, and registers
// with a meaning at other operand codes.

import { type Family, familiesOf } from '../../../src/isa/define.js';
import type { BufferCodec, Descriptors, ImageCodec, SamplerCodec } from '../../../src/isa/descriptors/views.js';
import type { FieldSpec, FormatSpec, FormatUnit, SlotKind } from '../../../src/isa/format.js';
import { defineIsa } from '../../../src/isa/isa.js';
import { EXEC, type Ex, LANE, load, ops, type Source, type Stmt, u32 } from '../../../src/isa/language/expr.js';
import { layoutOf } from '../../../src/isa/layout.js';
import type { ConditionName, OperandCodes } from '../../../src/isa/operand-codes.js';
import { slotText } from '../../../src/isa/print.js';
import type { Syntax } from '../../../src/isa/syntax.js';
import { type RegisterBank, vectorName, WAVE32 } from '../../../src/isa/wave.js';

export const NAME = 'toy-wave32';

/** Vector registers v0-v63, accumulators a0-a15 behind them, scalar registers s0-s9. */
export const BANKS: readonly RegisterBank[] = [
  { name: 'v', kind: 'vector', first: 0, count: 64, granule: 8 },
  { name: 'a', kind: 'vector', first: 64, count: 16, granule: 8 },
  { name: 's', kind: 'scalar', first: 0, count: 10, granule: 2 },
];
export const ACCUMULATORS = 64;

/** Each has a neighbour, which a mask of two words would change. */
export const SPECIAL = { vcc: 10, exec: 20, m0: 30, flatScratch: 32 } as const;
const SCALARS = 34;

const isScalarRegister = (code: number): boolean => code < SCALARS;
const CONDITIONS: ReadonlyMap<number, ConditionName> = new Map();

const operands: OperandCodes = {
  special: SPECIAL,
  literal: 255,
  vgpr: 256,
  vgprCount: 80,
  ldsDirect: 254,
  sgprCount: 10,
  apertures: new Map(),
  conditions: CONDITIONS,
  conditionCodes: { VCCZ: 251, EXECZ: 252, SCC: 253 },
  inlineFloats: new Map(),
  inlineConstant: () => undefined,
  inlineFloatText: () => undefined,
  inlineInteger: () => undefined,
  integerCode: () => undefined,
  floatCode: () => undefined,
  isScalarRegister,
  scalarRangeProblem: (code, count) => (isScalarRegister(code + count - 1) ? undefined : `there is no s${code}`),
  scalarName: (code) => Object.entries(SPECIAL).find(([, special]) => special === code)?.[0] ?? `s${code}`,
  vgprName: (index) => vectorName(BANKS, index),
};

const bits = (low: number, width = 8): FieldSpec => ({ word: 0, low, width });
const OPCODE = bits(24, 4);

const format = (
  name: string,
  number: number,
  unit: FormatUnit,
  slots: Readonly<Record<string, readonly [SlotKind, number]>>,
): FormatSpec => ({
  name,
  title: name,
  unit,
  vector: unit !== 'scalar',
  words: 1,
  mask: 0xf000_0000,
  bits: (number << 28) >>> 0,
  opcode: OPCODE,
  fields: Object.fromEntries(Object.entries(slots).map(([slot, [, low]]) => [slot.toLowerCase(), bits(low)])),
  slots: Object.fromEntries(Object.entries(slots).map(([slot, [kind]]) => [slot, { kind, field: slot.toLowerCase() }])),
  literal: false,
});

const FORMATS = [
  format('TOY_VECTOR', 1, 'vector', { D: ['vgpr', 0], S0: ['vgpr', 8], S1: ['vgpr', 16] }),
  format('TOY_COMPARE', 2, 'vector', { D: ['sdst', 0], S0: ['vgpr', 8], S1: ['vgpr', 16] }),
  format('TOY_SCALAR', 3, 'scalar', { S0: ['ssrc', 0] }),
  format('TOY_MEMORY', 4, 'vectorMemory', { DATA: ['vgpr', 0], INDEX: ['vgpr', 8], BASE: ['ssrc', 16] }),
];

const families = familiesOf(NAME);
const vector = families('TOY_VECTOR', ['D', 'S0', 'S1']);
const compare = families('TOY_COMPARE', ['D', 'S0', 'S1']);
const scalar: Family<'S0'> = families('TOY_SCALAR', ['S0']);
const memory = families('TOY_MEMORY', ['DATA', 'INDEX', 'BASE']);

/** Dword INDEX behind BASE. */
const place = ({ INDEX, BASE }: Readonly<Record<'INDEX' | 'BASE', Source>>): Ex<'u64'> =>
  ops.zext64(ops.add(BASE.u32, ops.shl(INDEX.u32, u32(2))));

const ROWS = [
  ...vector({
    t_add: [0, 'D = S0 + S1', ({ D, S0, S1 }) => [D.set(ops.add(S0.u32, S1.u32))]],
    t_mac: [
      1,
      'D += S0 * (S1 + lane)',
      ({ D, S0, S1 }) => [D.set(ops.add(D.u32, ops.mul(S0.u32, ops.add(S1.u32, LANE))))],
    ],
  }),
  ...compare({ t_less: [0, 'D = lanes in which S0 < S1', ({ D, S0, S1 }) => [D.mask(ops.ltU(S0.u32, S1.u32))]] }),
  ...scalar({
    t_and_exec: [0, 'EXEC &= S0', ({ S0 }) => [EXEC.set(ops.and64(EXEC.u64, ops.zext64(S0.u32)))]],
    t_end: [1, 'End', () => [{ kind: 'effect', name: 'endpgm', args: [] }]],
  }),
  ...memory({
    t_store: [
      0,
      'Dword INDEX behind BASE = DATA',
      ({ DATA, ...at }): Stmt[] => [{ kind: 'store', space: 'global', bits: 32, address: place(at), value: DATA.u32 }],
    ],
    t_load: [1, 'DATA = dword INDEX behind BASE', ({ DATA, ...at }) => [DATA.set(load('global', 32, place(at)))]],
  }),
];

const none = (): never => {
  throw new TypeError(`${NAME} has no resource descriptors`);
};
const codec = { dwords: 0, shortDwords: 0, decode: none, encode: none, hasFormat: () => false };
const descriptors: Descriptors = {
  buffer: codec satisfies BufferCodec,
  image: codec satisfies ImageCodec,
  sampler: codec satisfies SamplerCodec,
};

const syntax: Syntax = {
  constantKind: () => undefined,
  operandSyntax: (def) => layoutOf(def).slots,
  isWritten: () => true,
  mnemonic: ({ name }) => name,
  form: () => 'e32',
  printer: {
    implied: () => [],
    operands: ({ instruction: { def, operands: of } }) =>
      layoutOf(def).slots.map((slot) => slotText(def.isa.operands, slot, of[slot.name]!)),
    modifiers: () => '',
  },
  names: { printWaitCounts: String, printHardwareRegister: String, printMessage: String },
};

export const toyWave32 = defineIsa({
  name: NAME,
  title: 'Toy of 32 lanes',
  processors: [],
  formats: FORMATS,
  rows: () => ROWS,
  promotions: {},
  aliases: [],
  wave: WAVE32,
  banks: BANKS,
  waits: [],
  operands,
  syntax,
  rules: {
    operandCount: (_def, { shape }) => shape.dwords,
    problemOf: () => undefined,
    hasSignedLiteral: () => false,
  },
  descriptors,
  valuCycles: () => 1,
});

const word = (number: number, opcode: number, d = 0, s0 = 0, s1 = 0): number =>
  ((number << 28) | (opcode << 24) | (s1 << 16) | (s0 << 8) | d) >>> 0;

/** Code of its instructions. */
export const toy = {
  add: (d: number, s0: number, s1: number) => word(1, 0, d, s0, s1),
  mac: (d: number, s0: number, s1: number) => word(1, 1, d, s0, s1),
  less: (d: number, s0: number, s1: number) => word(2, 0, d, s0, s1),
  andExec: (s0: number) => word(3, 0, s0),
  end: () => word(3, 1),
  store: (data: number, index: number, base: number) => word(4, 0, data, index, base),
  load: (data: number, index: number, base: number) => word(4, 1, data, index, base),
};
