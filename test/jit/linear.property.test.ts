// Linear addresses (src/jit/linear-forms.ts): random programs that compute with what local ids give, and access memory with
// it, against the interpreter; near the ends of pages and of words, with values that are almost linear, with inactive lanes.

import test from 'ava';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import { LANES } from '../../src/emulator/state.js';
import { assemble } from '../../src/isa/assemble.js';
import { createJit } from '../../src/jit/jit.js';
import { DATA, DATA_BYTES } from '../emulator/harness.js';
import { Machine } from '../emulator/machine.js';
import { Random } from '../emulator/random.js';

const PROGRAMS = 250;
const LENGTH = 12;
const RESULTS = 0x8000;
const STORED = 12;

const vgpr = (random: Random): string => `v${random.below(10)}`;
const small = (random: Random): string => String(random.pick([0, 1, 2, 3, 4, 16, 63, -1, -4, 31]));
const scalar = (random: Random): string => `s${20 + random.below(6)}`;
const source = (random: Random): string => random.pick([vgpr, vgpr, small, scalar])(random);

/** Registers v10 and v11 are addresses, v12 to v15 data of wide accesses. */
const ARITHMETIC: readonly ((random: Random) => string)[] = [
  (r) => `v_add_i32 ${vgpr(r)}, vcc, ${source(r)}, ${vgpr(r)}`,
  (r) => `v_sub_i32 ${vgpr(r)}, vcc, ${source(r)}, ${vgpr(r)}`,
  (r) => `v_subrev_i32 ${vgpr(r)}, vcc, ${source(r)}, ${vgpr(r)}`,
  (r) => `v_addc_u32 ${vgpr(r)}, vcc, ${source(r)}, ${vgpr(r)}, vcc`,
  (r) => `v_lshlrev_b32 ${vgpr(r)}, ${r.below(6)}, ${vgpr(r)}`,
  (r) => `v_lshrrev_b32 ${vgpr(r)}, ${r.below(9)}, ${vgpr(r)}`,
  (r) => `v_ashrrev_i32 ${vgpr(r)}, ${r.pick([1, 2, 6, 31])}, ${vgpr(r)}`,
  (r) => `v_and_b32 ${vgpr(r)}, ${r.pick(['63', '0xfc', '0xfff', '0xffff', '-4', '5', scalar(r)])}, ${vgpr(r)}`,
  (r) => `v_or_b32 ${vgpr(r)}, ${source(r)}, ${vgpr(r)}`,
  (r) => `v_mul_lo_u32 ${vgpr(r)}, ${vgpr(r)}, ${r.pick(['3', '4', '-1', scalar(r)])}`,
  (r) => `v_mul_u32_u24 ${vgpr(r)}, ${r.pick(['3', '12', scalar(r)])}, ${vgpr(r)}`,
  (r) => `v_max_i32 ${vgpr(r)}, ${source(r)}, ${vgpr(r)}`,
  (r) => `v_min_i32 ${vgpr(r)}, ${source(r)}, ${vgpr(r)}`,
  (r) => `v_min_u32 ${vgpr(r)}, ${source(r)}, ${vgpr(r)}`,
  (r) => `v_mov_b32 ${vgpr(r)}, ${source(r)}`,
  (r) => `v_cvt_f32_u32 ${vgpr(r)}, ${vgpr(r)}`,
  (r) => `v_add_f32 ${vgpr(r)}, ${vgpr(r)}, ${vgpr(r)}`,
  (r) => `v_lshl_b64 v[${2 * r.below(5)}:9], v[0:1], ${r.below(4)}`.replace(/\[(\d):9\]/, (_, n) => `[${n}:${+n + 1}]`),
  (r) => `v_cmp_${r.pick(['lt_u32', 'ge_i32', 'eq_u32', 'ne_u32', 'le_u32'])} vcc, ${source(r)}, ${vgpr(r)}`,
  (r) => `v_cmp_lt_i32_e64 s[30:31], ${vgpr(r)}, ${vgpr(r)}`,
  (r) => `v_cndmask_b32 ${vgpr(r)}, ${vgpr(r)}, ${vgpr(r)}, vcc`,
  (r) => `v_cndmask_b32_e64 ${vgpr(r)}, ${vgpr(r)}, ${vgpr(r)}, s[30:31]`,
  (r) => `s_add_u32 ${scalar(r)}, ${scalar(r)}, ${r.pick(['4', '64', scalar(r)])}`,
  (r) => `s_lshl_b32 ${scalar(r)}, ${scalar(r)}, 1`,
  (r) => `s_load_dword ${scalar(r)}, s[44:45], ${r.below(32)}`,
];

const TYPES: readonly (readonly [name: string, bytes: number, registers: number])[] = [
  ['ubyte', 1, 1],
  ['sbyte', 1, 1],
  ['ushort', 2, 1],
  ['dword', 4, 1],
  ['dword', 4, 1],
  ['dwordx2', 8, 2],
  ['dwordx4', 16, 4],
];

/** An access at an address that is computed from a register, sometimes with another step than its size. */
function access(random: Random): string {
  const [name, bytes, registers] = random.pick(TYPES);
  const store = random.chance(0.4);
  const type = store ? name.replace('ubyte', 'byte').replace('sbyte', 'byte').replace('ushort', 'short') : name;
  const shift = random.chance(0.85) ? Math.log2(bytes) : random.below(5);
  const data = registers === 1 ? vgpr(random) : `v[12:${11 + registers}]`;
  const text = `buffer_${store ? 'store' : 'load'}_${type} ${data}`;
  const index = random.chance(0.7) ? ['v_and_b32 v10, 0xfff, v0', `v_mov_b32 v10, ${vgpr(random)}`] : [];
  const from = index.length > 0 ? random.pick(index) : `v_and_b32 v10, 0x3ff, ${vgpr(random)}`;
  const offset = random.chance(0.5) ? '' : ` offset:${random.pick([1, 4, 16, 256, 2048])}`;
  if (random.chance(0.4))
    return `${from}\nv_lshlrev_b32 v10, ${shift}, v10\n${text}, v10, s[48:51], ${random.pick(['0', 's26'])} offen${offset}`;
  const upper = random.pick(['v_mov_b32 v11, 0', 'v_ashrrev_i32 v11, 31, v10']);
  const added = random.chance(0.5)
    ? ''
    : `v_add_i32 v10, vcc, s27, v10\nv_mov_b32 v14, 0\nv_addc_u32 v11, vcc, v14, v11, vcc\n`;
  return `${from}\n${upper}\nv_lshl_b64 v[10:11], v[10:11], ${shift}\n${added}${text}, v[10:11], s[44:47], 0 addr64${offset}`;
}

const MASKS = ['s_mov_b64 exec, s[32:33]', 's_mov_b64 exec, -1', 's_and_saveexec_b64 s[34:35], vcc'];

function program(random: Random): { readonly text: string; readonly code: Uint32Array } {
  const lines: string[] = [];
  for (let n = 0; n < LENGTH; n++) {
    if (random.chance(0.35)) lines.push(access(random));
    else if (random.chance(0.12)) lines.push(random.pick(MASKS));
    else lines.push(random.pick(ARITHMETIC)(random));
  }
  const end = ['v_mov_b32 v22, vcc_lo', 'v_mov_b32 v23, s30', 's_mov_b64 exec, -1'];
  for (const [slot, register] of [...Array.from({ length: STORED }, (_, n) => n), 22, 23].entries())
    end.push(`buffer_store_dword v${register}, v20, s[36:39], 0 offen offset:${256 * slot}`);
  const text = lines.join('\n');
  const { words, problems } = assemble([text, ...end, 's_endpgm'].join('\n'));
  if (problems.length > 0) throw new Error(problems.map(({ message, text: line }) => `${line}: ${message}`).join('\n'));
  return { text, code: Uint32Array.from(words) };
}

const STARTS = [0, 0, 64, 1000, 0x3c0, 0xfff, 0xffff_ffc0, 0xffff_ffe0, 0x7fff_ffe0, 0x3fff_fff0];
const BASES = [0, 0, 0, 0x100, 0xf00, 0xfff4, DATA_BYTES - 256, DATA_BYTES - 252, DATA_BYTES - 0x1000, -256, -4];

function stateOf(random: Random): number[] {
  const state = Array.from({ length: 24 * LANES + 52 }, () => random.edge());
  const fill = (register: number, value: (lane: number) => number): void => {
    for (let lane = 0; lane < LANES; lane++) state[register * LANES + lane] = value(lane) >>> 0;
  };
  const start = random.chance(0.7) ? random.pick(STARTS) : random.below(0x1000);
  fill(0, (lane) => start + lane);
  for (const register of [1, 2]) {
    const value = random.chance(0.6) ? random.below(64) : random.edge();
    fill(register, () => value);
  }
  // Almost as guessed.
  if (random.chance(0.2)) state[random.below(3) * LANES + random.below(LANES)] = random.below(128);
  if (random.chance(0.1)) fill(0, (lane) => start + (lane % 16));
  fill(20, (lane) => 4 * lane);
  const set = (register: number, ...values: readonly number[]): void =>
    values.forEach((value, index) => {
      state[24 * LANES + register + index] = value >>> 0;
    });
  for (let register = 20; register < 26; register++)
    set(register, random.chance(0.7) ? random.below(256) : random.edge());
  set(26, 4 * random.below(64), random.pick([0, 16, 256, 0x1000, -64]));
  set(
    32,
    ...random.pick([
      [-1, -1],
      [-1, 0x7fff_ffff],
      [0xf0f0_1234, 0x8000_0001],
      [0, 0],
    ] as const),
  );
  const base = DATA + random.pick(BASES);
  set(36, DATA + RESULTS, 0, 0x1_0000, 0);
  set(44, base, 0, 0xffff_ffff, 0);
  set(48, DATA, 0, random.pick([0x4000, 0x1001, 0x1_0000]), 0);
  return state;
}

/** The parts of data memory that programs reach. */
const partsOf = (machine: Machine): readonly Uint32Array[] => [
  machine.data(0x6000),
  machine.data(DATA_BYTES / 4).subarray(-0x1000),
];
const NUMBERS = Uint32Array.from({ length: 0x6000 }, (_, index) => Math.imul(index, 0x9e37_79b1) >>> 7);

for (const [how, exact] of [
  ['as they are', false],
  ['with all registers', true],
] as const) {
  test(`random programs with linear addresses end alike, ${how}`, (t) => {
    const random = new Random(exact ? 11 : 12);
    const jit = new Machine((memory) => createJit(memory, { exact }));
    const interpreter = new Machine((memory) => createInterpreter(memory));
    const ends = new Map<string, number>();
    for (let n = 0; n < PROGRAMS; n++) {
      const { text, code } = program(random);
      for (let start = 0; start < 3; start++) {
        const state = stateOf(random);
        const [one, other] = [jit, interpreter].map((machine) => {
          for (const part of partsOf(machine)) part.set(NUMBERS.subarray(0, part.length));
          const outcome = machine.run(code, state, 0xf0, 0);
          const { fault, u } = machine.w;
          return { outcome, fault: fault && { pc: fault.pc, lane: fault.lane, address: fault.address }, u };
        });
        const label = `${text}\nprogram ${n}, start ${start}`;
        t.deepEqual([one!.outcome, one!.fault], [other!.outcome, other!.fault], label);
        ends.set(one!.outcome, (ends.get(one!.outcome) ?? 0) + 1);
        // What other lanes of the instruction that faults have done is not promised.
        if (one!.outcome === 'fault') continue;
        const others = partsOf(interpreter);
        const differing = partsOf(jit).map((part, index) => part.findIndex((word, at) => word !== others[index]![at]));
        t.deepEqual(differing, [-1, -1], `memory, ${label}`);
        if (exact) {
          const registers = 24 * LANES;
          t.is(
            Buffer.compare(bytesOf(one!.u.subarray(0, registers)), bytesOf(other!.u.subarray(0, registers))),
            0,
            `registers, ${label}`,
          );
        }
      }
    }
    t.true((ends.get('end') ?? 0) > PROGRAMS / 2, 'many programs end');
    t.true((ends.get('fault') ?? 0) > PROGRAMS / 10, 'many programs fault');
  });
}

const bytesOf = (words: Uint32Array): Uint8Array => new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
