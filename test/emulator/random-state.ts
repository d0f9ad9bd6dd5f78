// Random instructions and machine states in which they have something to do.

import { VGPR_WORDS, WORD } from '../../src/emulator/state.js';
import { layout } from '../../src/emulator/state-layout.js';
import type { Wavefront } from '../../src/emulator/wavefront.js';
import type { Instruction, Operand } from '../../src/isa/instruction.js';
import { MODE_BITS } from '../../src/isa/language/mode.js';
import { southernIslands } from '../../src/isa/southern-islands/index.js';
import { type Encodable, encodable } from './encodable.js';
import { DATA } from './harness.js';
import type { Random } from './random.js';
import { aimImage } from './random-image.js';

/** Places of these registers, which are the same in all instruction sets. */
const SPECIAL = layout(southernIslands);

/** Bytes of data memory that random accesses mostly hit. */
export const RANGE = 4096;
/** Bytes of LDS of the test work-group. */
export const LDS_BYTES = 2048;

const MODES = [0xc0, 0xf0, 0xc0 | 0x300, 0xf0 | 0x300, 0x1c0];

/** Fills one wavefront: registers with edge values, EXEC and MODE with likely ones. */
export function randomState(random: Random, w: Wavefront, registers: number): void {
  const { u } = w;
  for (let index = 0; index < registers * VGPR_WORDS; index++) u[index] = random.edge();
  for (let index = 0; index < 128; index++) u[WORD.scalars + index] = random.edge();
  const [low, high] = randomMask(random);
  u[SPECIAL.exec] = low;
  u[SPECIAL.exec + 1] = high;
  const [vccLow, vccHigh] = randomMask(random);
  u[SPECIAL.vcc] = vccLow;
  u[SPECIAL.vcc + 1] = vccHigh;
  u[SPECIAL.m0] = random.chance(0.5) ? 0xffff_ffff : random.below(RANGE);
  u[WORD.scc] = random.below(2);
  u[WORD.mode] = random.chance(0.6) ? random.pick(MODES) : random.below(0x400);
}

function randomMask(random: Random): readonly [number, number] {
  switch (random.below(5)) {
    case 0:
      return [0xffff_ffff, 0xffff_ffff];
    case 1:
      return [random.word(), random.word()];
    case 2:
      return [random.word() & random.word() & random.word(), 0];
    case 3:
      return random.chance(0.5) ? [(1 << random.below(32)) >>> 0, 0] : [0, (1 << random.below(32)) >>> 0];
    default:
      return random.chance(0.3) ? [0, 0] : [0xffff_ffff, 0x0000_ffff];
  }
}

const setScalars = (w: Wavefront, operand: Operand | undefined, values: readonly number[]): void => {
  if (operand?.kind !== 'scalar') return;
  values.forEach((value, index) => {
    w.u[WORD.scalars + operand.index + index] = value;
  });
};

const setLanes = (w: Wavefront, operand: Operand | undefined, dword: number, make: () => number): void => {
  if (operand?.kind !== 'vgpr') return;
  for (let lane = 0; lane < VGPR_WORDS; lane++) w.u[(operand.index + dword) * VGPR_WORDS + lane] = make();
};

/** Changes the registers that make addresses, so that most accesses are inside of memory. */
export function aimAddresses(random: Random, w: Wavefront, instruction: Instruction): void {
  const { def, operands, fields } = instruction;
  if (def.isa.rules.indexesRegisters && def.encoding.unit === 'vector' && random.chance(0.2)) {
    w.u[WORD.mode] = w.u[WORD.mode]! | (1 << MODE_BITS.gprIndex);
    w.u[SPECIAL.m0] = random.below(24) | (random.below(16) << 12);
  }
  if (random.chance(0.1)) return;
  switch (def.format) {
    case 'SMRD':
      setScalars(w, operands['SBASE'], [DATA + random.below(64), 0, random.below(RANGE), 0]);
      setScalars(w, operands['OFFSET'], [random.below(256)]);
      return;
    case 'SMEM':
      return aimScalar(random, w, operands);
    case 'FLAT':
    case 'GLOBAL':
    case 'SCRATCH':
      return aimFlat(random, w, instruction);
    case 'DS':
      setLanes(w, operands['ADDR'], 0, () => random.below(LDS_BYTES + 64));
      return;
    case 'MUBUF':
    case 'MTBUF':
      return aimBuffer(random, w, operands, fields);
    case 'VOP1':
    case 'VOP3':
      // Displaced registers: mostly some that there are.
      if (def.name.includes('movrel')) w.u[SPECIAL.m0] = random.below(24) - 4;
      return;
    case 'MIMG':
      return aimImage(random, w, instruction);
    default:
  }
}

/** Numbers are large: the base, and the size of a buffer, make up for them. */
function aimScalar(random: Random, w: Wavefront, { SBASE, OFFSET }: Instruction['operands']): void {
  const number = OFFSET?.kind === 'const' ? OFFSET.bits | 0 : 0;
  const base = DATA + random.below(64) - number;
  setScalars(w, SBASE, [base >>> 0, base < 0 ? 0xffff_ffff : 0, Math.max(number, 0) + random.below(RANGE), 0]);
  setScalars(w, OFFSET, [random.below(256)]);
}

function aimBuffer(
  random: Random,
  w: Wavefront,
  operands: Instruction['operands'],
  fields: Instruction['fields'],
): void {
  const stride = random.chance(0.5) ? 0 : random.pick([4, 8, 12, 16, 64]);
  const swizzle = random.chance(0.3) ? 0x8000_0000 : 0;
  const format = (random.below(8) << 12) | (random.below(16) << 15);
  const selects = random.pick([0xfac, 0x688, 0xfff, 0x204, random.below(0x1000)]);
  const shape = (random.below(4) << 19) | (random.below(4) << 21) | (random.below(8) === 0 ? 1 << 23 : 0);
  const word1 = ((stride << 16) | swizzle) >>> 0;
  const records = stride === 0 ? random.below(RANGE) : random.below(RANGE / stride + 1);
  setScalars(w, operands['SRSRC'], [DATA + 16 * random.below(16), word1, records, (format | selects | shape) >>> 0]);
  setScalars(w, operands['SOFFSET'], [random.below(64)]);
  const address = fields['addr64'] ? RANGE : stride === 0 ? RANGE : RANGE / stride;
  setLanes(w, operands['VADDR'], 0, () => random.below(address));
  setLanes(w, operands['VADDR'], 1, () => (fields['addr64'] ? 0 : random.below(stride || 64)));
}

/** Addresses of GPU memory; generic ones are in the apertures, too. */
function aimFlat(random: Random, w: Wavefront, { def, operands }: Instruction): void {
  const { ADDR, SADDR } = operands;
  const based = SADDR?.kind === 'scalar';
  const isOffset = based || def.format === 'SCRATCH';
  const windows = def.format === 'FLAT' ? [0, 0, 0x1_0000, 0x2_0000] : [0];
  const window = random.chance(0.5) ? random.pick(windows) : undefined;
  const highs = Array.from({ length: VGPR_WORDS }, () => window ?? random.pick(windows));
  const low = (high: number): number => (high === 0 ? DATA : 0) + random.below(RANGE / 4);
  let lane = 0;
  if (isOffset) setLanes(w, ADDR, 0, () => random.below(RANGE / 64));
  else {
    setLanes(w, ADDR, 0, () => low(highs[lane++]!));
    lane = 0;
    setLanes(w, ADDR, 1, () => highs[lane++]!);
  }
  setScalars(w, SADDR, def.format === 'SCRATCH' ? [random.below(RANGE / 64)] : [DATA, 0]);
  // Base of private memory: on gfx8 in units of 256 bytes.
  w.u.set(def.isa.name === 'gfx803' ? [0, DATA / 256] : [DATA, 0], SPECIAL.flatScratch);
}

/** A random instruction of a definition: random words with its opcode that decode. */
export function randomInstruction(random: Random, target: Encodable): Instruction | undefined {
  for (let attempt = 0; attempt < 200; attempt++) {
    const instruction = encodable(random, target);
    if (instruction) return instruction;
  }
  return undefined;
}
