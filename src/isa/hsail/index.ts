// HSAIL as an instruction set of Atoll's own: instructions of 8 bytes that the loader makes of BRIG (src/hsail/load).

import { addReader } from '../assembler/reader.js';
import { bufferCodec } from '../common/descriptors/buffer.js';
import { imageCodec } from '../common/descriptors/image.js';
import { samplerCodec } from '../common/descriptors/sampler.js';
import { operandCodesFor, type RegisterNames, VGPR_COUNT } from '../common/operands.js';
import { readerFor } from '../common/reader.js';
import type { InstructionRow } from '../define.js';
import { SGPR_COUNT, TTMP0 } from '../instruction.js';
import { defineIsa, type Isa } from '../isa.js';
import { WAVE64 } from '../wave.js';
import { rowsOf, SLOTS } from './family.js';
import { FORMATS } from './formats.js';
import { timingOf } from './rates.js';
import { HSAIL } from './registers.js';
import { ATOMIC, GROUP_ATOMIC } from './rows/atomics.js';
import { COMPARISONS } from './rows/comparisons.js';
import { CONTROL, POINT, STACK } from './rows/control.js';
import { CONVERT } from './rows/conversions.js';
import { FLOAT } from './rows/floats.js';
import { INTEGER } from './rows/integers.js';
import { FLAT, GLOBAL, GROUP } from './rows/memory.js';
import { MULTIMEDIA } from './rows/multimedia.js';
import { PACKED } from './rows/packed.js';
import { PACKED_FLOAT } from './rows/packed-floats.js';
import { PACKED_MOVES } from './rows/packed-moves.js';
import { QUERY } from './rows/queries.js';
import { syntax } from './syntax.js';

const ROWS: Readonly<Record<string, readonly InstructionRow[]>> = {
  IL_INTEGER: INTEGER,
  IL_FLOAT: FLOAT,
  IL_COMPARE: rowsOf('IL_COMPARE', SLOTS, [...COMPARISONS, ...PACKED_MOVES]),
  IL_CONVERT: CONVERT,
  IL_PACKED: rowsOf('IL_PACKED', SLOTS, [...PACKED, ...MULTIMEDIA]),
  IL_PACKED_FLOAT: rowsOf('IL_PACKED_FLOAT', SLOTS, PACKED_FLOAT),
  IL_QUERY: QUERY,
  IL_GLOBAL: GLOBAL,
  IL_FLAT: FLAT,
  IL_GROUP: GROUP,
  IL_ATOMIC: ATOMIC,
  IL_GROUP_ATOMIC: GROUP_ATOMIC,
  IL_CONTROL: CONTROL,
  IL_POINT: POINT,
  IL_STACK: STACK,
};

/** Those of GFX8, as AMD's runtime made them. */
const descriptors = { buffer: bufferCodec(true), image: imageCodec(false), sampler: samplerCodec };

const REGISTER_NAMES: RegisterNames = {
  sgprCount: SGPR_COUNT,
  specials: new Map([
    [124, 'm0'],
    [126, 'exec_lo'],
    [127, 'exec_hi'],
  ]),
  trap: { first: TTMP0, count: 0 },
};
const operands = operandCodesFor(REGISTER_NAMES);

addReader(syntax, readerFor(REGISTER_NAMES, []));

export const hsail: Isa = defineIsa({
  name: HSAIL,
  title: 'HSAIL',
  processors: [],
  formats: FORMATS,
  rows: (format) => ROWS[format] ?? [],
  promotions: {},
  aliases: [],
  wave: WAVE64,
  banks: [
    { name: 'v', kind: 'vector', first: 0, count: VGPR_COUNT, granule: 1 },
    { name: 's', kind: 'scalar', first: 0, count: SGPR_COUNT, granule: 8 },
  ],
  waits: [],
  operands,
  syntax,
  rules: {
    operandCount: (_def, { shape }) => shape.dwords,
    problemOf: () => undefined,
    hasSignedLiteral: () => false,
    isAuxiliary: ({ fields }) => fields['aux'] === 1,
    goesElsewhere: ({ def, fields }) => def.name !== 'ret_kernel' && fields['word'] !== 0,
  },
  descriptors,
  valuCycles: () => 4,
  timing: timingOf(() => hsail),
});
