// Linear addresses (src/jit/linear/forms.ts): random programs that compute with what local ids give, and access memory
// with it, against the interpreter; near the ends of pages and of words, with values that are almost linear, with
// inactive lanes.

import { setImmediate } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import { VGPR_WORDS } from '../../src/emulator/state.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { DATA, DATA_BYTES } from '../emulator/harness.js';
import { Machine } from '../emulator/machine.js';
import { Random } from '../emulator/random.js';
import { assemble } from '../isa/southern-islands.js';
import { halfOf, many } from './effort.js';

const PROGRAMS = many(process.env['ATOLL_LONG'] ? 1000 : 60);
const LENGTH = 12;
const RESULTS = 0x8000;
const STORED = 12;

const vgpr = (random: Random): string => `v${random.below(10)}`;
const small = (random: Random): string => String(random.pick([0, 1, 2, 3, 4, 16, 63, -1, -4, 31]));
const scalar = (random: Random): string => `s${20 + random.below(6)}`;
const scalarPair = (random: Random): string => random.pick(['s[20:21]', 's[22:23]', 's[24:25]']);
const vectorSource = (random: Random): string => random.pick([vgpr, vgpr, small])(random);
const source = (random: Random): string => random.pick([vgpr, vgpr, small, scalar])(random);

/** Registers v10 and v11 are addresses, v12 to v15 data of wide accesses. */
const ARITHMETIC: readonly ((random: Random) => string)[] = [
  (r) => `v_add_i32 ${vgpr(r)}, vcc, ${source(r)}, ${vgpr(r)}`,
  (r) => `v_sub_i32 ${vgpr(r)}, vcc, ${source(r)}, ${vgpr(r)}`,
  (r) => `v_subrev_i32 ${vgpr(r)}, vcc, ${source(r)}, ${vgpr(r)}`,
  (r) => `v_addc_u32 ${vgpr(r)}, vcc, ${vectorSource(r)}, ${vgpr(r)}, vcc`,
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
  (r) => `s_lshl_b64 ${scalarPair(r)}, ${scalarPair(r)}, ${r.below(4)}`,
  (r) => `s_xor_b64 ${scalarPair(r)}, ${scalarPair(r)}, s[28:29]`,
  (r) => `v_writelane_b32 ${vgpr(r)}, ${scalar(r)}, ${r.below(VGPR_WORDS)}`,
  (r) => `s_mov_b32 m0, ${r.below(4)}\nv_movreld_b32 v${r.below(6)}, ${vgpr(r)}`,
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

function randomLines(random: Random): string {
  const lines: string[] = [];
  for (let n = 0; n < LENGTH; n++) {
    if (random.chance(0.35)) lines.push(access(random));
    else if (random.chance(0.12)) lines.push(random.pick(MASKS));
    else lines.push(random.pick(ARITHMETIC)(random));
  }
  if (random.chance(0.6)) {
    lines.unshift('again:');
    lines.push('s_sub_u32 s40, s40, 1', 's_cmp_lg_u32 s40, 0', 's_cbranch_scc1 again');
  }
  return lines.join('\n');
}

/** Numbers in memory that differ from one another, which a new block begins with. */
const BEGIN = [
  ...[4, 5, 6].map((register, slot) => `buffer_store_dword v${register}, v20, s[36:39], 0 offen offset:${256 * slot}`),
  ...[6, 5, 4].map((register, slot) => `buffer_store_dword v${register}, v20, s[48:51], 0 offen offset:${256 * slot}`),
  's_branch begin',
  'begin:',
];

/** With a store of registers behind it. */
function program(text: string): Uint32Array {
  const end = ['v_mov_b32 v22, vcc_lo', 'v_mov_b32 v23, s30', 's_mov_b64 exec, -1'];
  for (const [slot, register] of [...Array.from({ length: STORED }, (_, n) => n), 22, 23].entries())
    end.push(`buffer_store_dword v${register}, v20, s[36:39], 0 offen offset:${256 * slot}`);
  const { words, problems } = assemble([...BEGIN, text, ...end, 's_endpgm'].join('\n'));
  if (problems.length > 0) throw new Error(problems.map(({ message, text: line }) => `${line}: ${message}`).join('\n'));
  return Uint32Array.from(words);
}

const STARTS = [0, 1, 64, 1000, 0x3c0, 0xfff, 0xffff_ffc0, 0xffff_ffe0, 0x7fff_ffe0, 0x3fff_fff0];
const BASES = [0, 0, 0, 0x100, 0xf00, 0xfff4, DATA_BYTES - 256, DATA_BYTES - 252, DATA_BYTES - 0x1000, -256, -4];

/**
 * Initial state of a program.
 *
 * @param base where the buffer without limits begins in data memory
 * @param width of the rows of a work-group
 */
function stateOf(random: Random, start?: number, base = random.pick(BASES), width = VGPR_WORDS): number[] {
  const state = Array.from({ length: 24 * VGPR_WORDS + 52 }, () => random.edge());
  const fill = (register: number, value: (lane: number) => number): void => {
    for (let lane = 0; lane < VGPR_WORDS; lane++) state[register * VGPR_WORDS + lane] = value(lane) >>> 0;
  };
  const first = start ?? (random.chance(0.7) ? random.pick(STARTS) : random.below(0x1000));
  fill(0, (lane) => first + (lane % width));
  for (const register of [1, 2]) {
    const value = random.chance(0.6) ? random.below(64) : random.edge();
    fill(register, (lane) => value + (register === 1 ? Math.floor(lane / width) : 0));
  }
  // Almost as guessed.
  if (start === undefined && random.chance(0.2))
    state[random.below(3) * VGPR_WORDS + random.below(VGPR_WORDS)] = random.below(128);
  if (start === undefined && random.chance(0.1)) fill(0, (lane) => first + (lane % 16));
  fill(20, (lane) => 4 * lane);
  const set = (register: number, ...values: readonly number[]): void =>
    values.forEach((value, index) => {
      state[24 * VGPR_WORDS + register + index] = value >>> 0;
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
  set(36, DATA + RESULTS, 0, 0x1_0000, 0);
  set(40, 1 + random.below(3));
  set(44, DATA + base, 0, 0xffff_ffff, 0);
  set(48, DATA, 0, random.pick([0x4000, 0x1001, 0x1_0000]), 0);
  return state;
}

/** The parts of data memory that programs reach. */
const partsOf = (machine: Machine): readonly Uint32Array[] => [
  machine.data(0x6000),
  machine.data(DATA_BYTES / 4).subarray(-0x1000),
];
const NUMBERS = Uint32Array.from({ length: 0x6000 }, (_, index) => Math.imul(index, 0x9e37_79b1) >>> 7);

/**
 * Runs a program on both engines and compares how it ends. @param rows their width, as the launch has it @returns how
 */
function compare(
  t: ExecutionContext,
  machines: readonly [Machine, Machine],
  text: string,
  state: number[],
  exact: boolean,
  rows = 0,
) {
  const code = program(text);
  const [one, other] = machines.map((machine) => {
    for (const part of partsOf(machine)) part.set(NUMBERS.subarray(0, part.length));
    const outcome = machine.run(code, state, 0xf0, 0, [], 0, rows);
    const { fault } = machine.w;
    return { outcome, fault: fault && { pc: fault.pc, lane: fault.lane, address: fault.address } };
  });
  t.deepEqual(one, other, text);
  // Effects of a faulting instruction on other lanes are undefined.
  if (one!.outcome === 'fault') return 'fault';
  const parts = machines.map(partsOf);
  const differing = parts[0]!.map((part, index) => part.findIndex((word, at) => word !== parts[1]![index]![at]));
  t.deepEqual(differing, [-1, -1], `memory, ${text}`);
  const registers = machines.map(({ w }) => w.u.subarray(0, 24 * VGPR_WORDS));
  if (exact) t.is(Buffer.compare(bytesOf(registers[0]!), bytesOf(registers[1]!)), 0, `registers, ${text}`);
  return one!.outcome;
}

const machinesFor = (exact: boolean): readonly [Machine, Machine] => [
  new Machine((memory) => createJit(memory, { exact })),
  new Machine((memory) => createInterpreter(memory)),
];

for (const [how, exact] of [
  ['as they are', false],
  ['with all registers', true],
] as const) {
  test(`random programs with linear addresses end alike, ${how}`, async (t) => {
    const random = new Random(exact ? 11 : 12);
    const machines = machinesFor(exact);
    const ends = new Map<string, number>();
    for (let n = 0; n < PROGRAMS; n++) {
      // Reports of tests get out.
      await setImmediate();
      const text = randomLines(random);
      const rows = random.pick([VGPR_WORDS, 32, 16, 8]);
      for (let start = 0; start < 3; start++) {
        // The launch's values are a guess for code, as all others are.
        const width = random.pick([rows, rows, VGPR_WORDS, 32, 16, 8]);
        const end = compare(t, machines, text, stateOf(random, undefined, undefined, width), exact, rows);
        ends.set(end, (ends.get(end) ?? 0) + 1);
      }
    }
    t.true((ends.get('end') ?? 0) > PROGRAMS / 4, 'many programs end');
    t.true((ends.get('fault') ?? 0) >= 3, 'programs fault');
  });
}

const INDEX = 'v_lshlrev_b32 v10, 2, v0';
const WIDE = 'v_mov_b32 v1, 0\nv_lshl_b64 v[10:11], v[0:1], 2';
const load = (offset: number, to = 'v3'): string => `buffer_load_dword ${to}, v10, s[48:51], 0 offen offset:${offset}`;
const store = (offset: number, from = 'v3'): string =>
  `buffer_store_dword ${from}, v10, s[48:51], 0 offen offset:${offset}`;

const addr64Store = (offset: number): string => `buffer_store_dword v12, v[10:11], s[44:47], 0 addr64 offset:${offset}`;

const addr64Load = (to: string): string => `buffer_load_dword ${to}, v[10:11], s[44:47], 0 addr64`;

/** Programs that show one step too many, or one check too few. */
const EDGES: readonly string[] = [
  // Stores to addresses that other lanes load, or have stored.
  ...[0, 4, 240, 252, 256].flatMap((distance) => [
    [INDEX, load(0), store(distance)].join('\n'),
    [INDEX, load(distance), store(0)].join('\n'),
    [INDEX, store(distance, 'v4'), store(0, 'v5')].join('\n'),
  ]),
  // Elements that two lanes load: also at the ends of pages and words, and where stores touch the last one.
  ...['dwordx2 v[12:13]', 'dwordx4 v[12:15]'].flatMap((wide) => [
    ...[0, 4, 252, 256, 264].map((distance) =>
      [WIDE, `buffer_load_${wide}, v[10:11], s[44:47], 0 addr64`, addr64Store(distance)].join('\n'),
    ),
    [WIDE, `buffer_load_${wide}, v[10:11], s[44:47], 0 addr64 offset:16`, addr64Store(0)].join('\n'),
    [INDEX, `buffer_load_${wide}, v10, s[48:51], 0 offen`].join('\n'),
    [WIDE, `buffer_store_${wide}, v[10:11], s[44:47], 0 addr64`].join('\n'),
  ]),
  // Stores whose dwords are checked one by one, over addresses that other lanes load.
  ...[0, 64, 512].map((distance) =>
    [INDEX, load(distance), 'v_lshlrev_b32 v11, 4, v0', 'buffer_store_dwordx4 v[12:15], v11, s[48:51], 0 offen'].join(
      '\n',
    ),
  ),
  [INDEX, 'v_mov_b32 v12, 64', 'buffer_load_dword v3, v12, s[48:51], 0 offen', store(0)].join('\n'),
  // A number that wraps on its way to an address that does not; a mask that only looks like one.
  [
    's_mov_b32 s45, 0xffff\ns_add_u32 s44, s44, 0x1000\nv_mov_b32 v1, 0',
    'buffer_load_ubyte v3, v[0:1], s[44:47], 0 addr64',
  ].join('\n'),
  ['s_mov_b32 s20, 0x6f', 'v_and_b32 v10, s20, v0', 'v_lshlrev_b32 v10, 2, v10', load(0)].join('\n'),
  // The ends of pages and of words.
  ...['load_dword v3', 'store_dword v3', 'load_ubyte v3', 'store_short v3'].map((name) =>
    [WIDE, `buffer_${name}, v[10:11], s[44:47], 0 addr64`]
      .join('\n')
      .replace(', 2', name.includes('word') ? ', 2' : name.includes('ubyte') ? ', 0' : ', 1'),
  ),
  [
    WIDE,
    'v_mov_b32 v14, 0',
    'v_add_i32 v10, vcc, s27, v10',
    'v_addc_u32 v11, vcc, v14, v11, vcc',
    'buffer_load_dword v3, v[10:11], s[44:47], 0 addr64',
  ].join('\n'),
  [
    'v_ashrrev_i32 v1, 31, v0',
    'v_lshl_b64 v[10:11], v[0:1], 2',
    'buffer_load_dword v3, v[10:11], s[44:47], 0 addr64',
  ].join('\n'),
  [INDEX, load(0), 'v_add_i32 v4, vcc, v3, v0'].join('\n'),
  // Comparisons and choices that hold at both ends, or at one.
  ...['lt_u32', 'gt_u32', 'lt_i32', 'ge_i32', 'eq_u32'].map((order) =>
    [`v_cmp_${order} vcc, 10, v0`, 'v_mov_b32 v4, 0', 'v_addc_u32 v5, vcc, v4, v4, vcc'].join('\n'),
  ),
  ...['max_i32', 'min_i32', 'max_u32', 'min_u32'].map((name) =>
    [`v_${name} v10, 10, v0`, 'v_and_b32 v10, 0xfff, v10', 'v_lshlrev_b32 v10, 2, v10', load(0)].join('\n'),
  ),
  ...['s20', '63', '31', '0xfff', '-64', '0xf0f'].map((mask) =>
    [`v_and_b32 v10, ${mask}, v0`, 'v_lshlrev_b32 v10, 2, v10', load(0)].join('\n'),
  ),
  ...[1, 5, 6, 31].map((count) =>
    [`v_lshrrev_b32 v10, ${count}, v0`, 'v_and_b32 v10, 0xfff, v10', 'v_lshlrev_b32 v10, 2, v10', load(0)].join('\n'),
  ),
  // Numbers with sign in two registers that, as their carries, are not read later; and registers without such a number
  // any more: words that were written since, the sign of another number.
  ...[
    '',
    'v_add_i32 v12, vcc, 1, v12',
    'v_add_i32 v12, vcc, 0x7fffff00, v12',
    'v_mov_b32 v13, v0',
    'v_mov_b32 v13, 0',
    'v_ashrrev_i32 v13, 31, v0',
    'v_ashrrev_i32 v13, 30, v12',
    'v_ashrrev_i32 v12, 31, v12',
  ].flatMap((write) =>
    ['v_mov_b32 v12, v0', 'v_add_i32 v12, vcc, -20, v0', 'v_sub_i32 v12, vcc, 40, v0'].map((number) =>
      [
        number,
        'v_ashrrev_i32 v13, 31, v12',
        write,
        'v_lshl_b64 v[12:13], v[12:13], 2',
        'buffer_load_dword v4, v[12:13], s[44:47], 0 addr64',
        'v_add_f32 v5, v4, v4',
        's_mov_b64 vcc, 0',
      ].join('\n'),
    ),
  ),
  // Numbers of 64 bits, one word of which is another one when they are read again.
  ...[
    '',
    'v_mov_b32 v10, 8',
    'v_mov_b32 v11, 1',
    'v_mov_b32 v11, -1',
    'v_add_i32 v11, vcc, v10, v11',
    'v_mov_b32 v9, v0',
  ].map((write) => [WIDE, write, addr64Load('v4'), 'v_lshl_b64 v[9:10], v[9:10], 1', addr64Load('v5')].join('\n')),
  // Beyond the bits of an address that count: carries out of them, and wraps below.
  ...['0', '0xffff', '0x1ffff', '0x7fff0000'].map((high) =>
    [`s_mov_b32 s45, ${high}`, WIDE, 'v_mov_b32 v12, s45', addr64Store(0), addr64Load('v4')].join('\n'),
  ),
  ...['-64', '0xfffffffc', '0xffffff00'].map((low) =>
    [`s_mov_b32 s44, ${low}\ns_mov_b32 s45, 0xffff`, WIDE, addr64Load('v4'), addr64Store(0)].join('\n'),
  ),
  // Addresses with low bits that do not count.
  ...[1, 2, 3].map((bits) => [`s_add_u32 s44, s44, ${bits}`, WIDE, addr64Load('v4'), addr64Store(0)].join('\n')),
  // Scalar loads of a linear run that are refused, before and behind its accesses.
  ...['s[44:45], 0xff', 's[20:21], 0'].flatMap((place) => [
    [INDEX, `s_load_dwordx2 s[22:23], ${place}`, load(0), 'v_add_i32 v4, vcc, s22, v3', store(0x800, 'v4')].join('\n'),
    [INDEX, load(0), store(0x800), `s_load_dword s22, ${place}`, 'v_add_i32 v4, vcc, s22, v3'].join('\n'),
  ]),
  // Registers written between two reads of them.
  ...[
    'v_writelane_b32 v0, s20, 37',
    's_mov_b32 m0, 0\nv_movreld_b32 v0, v5',
    's_mov_b64 exec, s[32:33]\nv_add_i32 v0, vcc, 4, v0\ns_mov_b64 exec, -1',
  ].map((write) =>
    ['v_and_b32 v0, 0xfff, v0', INDEX, load(0), write, 'v_and_b32 v0, 0xfff, v0', INDEX, load(0, 'v4')].join('\n'),
  ),
  // The loop has changed a register of the other version's addresses, and scalar registers of both.
  [
    's_add_u32 s20, s20, 4',
    'v_add_i32 v10, vcc, s20, v0',
    'v_and_b32 v10, 63, v10',
    's_add_u32 s20, s20, 4',
    'v_lshlrev_b32 v10, 2, v10',
    load(0),
    'v_add_i32 v4, vcc, s20, v3',
  ].join('\n'),
];

for (const exact of [false, true]) {
  test(`the edges of linear addresses, ${exact ? 'with all registers' : 'as programs see them'}`, async (t) => {
    const random = new Random(5);
    const machines = machinesFor(exact);
    for (const text of halfOf(EDGES, exact)) {
      await setImmediate();
      for (const start of STARTS) {
        for (const base of new Set([0, 0xf00, random.pick(BASES), random.pick(BASES)])) {
          const active = random.chance(0.2) ? 's_mov_b64 exec, s[32:33]\n' : '';
          compare(t, machines, active + text, stateOf(random, start, base), exact);
        }
      }
    }
  });
}

/** Addresses of cells in a plane: v0 is the place in a row of `s20` cells, v1 the row. */
const CELL = ['v_mul_lo_u32 v4, v1, s20', 'v_add_i32 v5, vcc, v4, v0', 'v_lshlrev_b32 v10, 2, v5'].join('\n');
const WIDE_CELL = [CELL, 'v_ashrrev_i32 v6, 31, v5', 'v_lshl_b64 v[10:11], v[5:6], 2'].join('\n');
const ROW_EDGES: readonly string[] = [
  // The same place in every row, and addresses that another row loads or has stored.
  ...[0, 4, 64, 128, 256, 400, 0xffc].flatMap((distance) => [
    [CELL, load(0), store(distance)].join('\n'),
    [CELL, load(distance), 'v_add_f32 v3, v3, v3', store(0)].join('\n'),
    [CELL, store(distance, 'v4'), store(0, 'v5')].join('\n'),
    [WIDE_CELL, 'buffer_load_dwordx2 v[12:13], v[10:11], s[44:47], 0 addr64', addr64Store(distance)].join('\n'),
  ]),
  // Values, masks and bits of masks that differ from row to row.
  ['v_cmp_lt_u32 vcc, 2, v1', 'v_mov_b32 v4, 0', 'v_addc_u32 v5, vcc, v4, v4, vcc'].join('\n'),
  ...[1, 2, 3, 4].map((row) =>
    [CELL, load(0), `v_cmp_gt_i32_e64 s[30:31], v1, ${row}`, 'v_cndmask_b32_e64 v7, v3, v4, s[30:31]'].join('\n'),
  ),
  [CELL, 'v_cmp_gt_i32 vcc, v1, v0', 's_and_saveexec_b64 s[34:35], vcc', load(0), store(0xffc)].join('\n'),
  ['v_lshlrev_b32 v10, 2, v1', load(0), 'v_add_i32 v4, vcc, v3, v0'].join('\n'),
  ['v_lshlrev_b32 v10, 2, v1', load(0), 'v_lshlrev_b32 v10, 2, v0', store(0xffc)].join('\n'),
  [CELL, load(0), 'v_cmp_gt_u32 vcc, v3, v5', 'v_cndmask_b32 v7, v3, v5, vcc', store(0xffc, 'v7')].join('\n'),
  // Scalar instructions of 64 bits among those of the run, and bits of a mask that are collected row by row.
  ...['s_lshl_b64 s[22:23], s[22:23], 1', 's_xor_b64 s[22:23], s[22:23], s[24:25]'].map((wide) =>
    [CELL, load(0), wide, 'v_cmp_gt_u32 vcc, v3, v5', 'v_addc_u32 v7, vcc, v3, v5, vcc'].join('\n'),
  ),
  // Scalar instructions among those of the run.
  [CELL, 's_add_u32 s20, s20, 4', 's_mov_b32 s21, s20', 'v_add_i32 v10, vcc, s21, v10', load(0), store(0x800)].join(
    '\n',
  ),
];

const PITCHES = [VGPR_WORDS - 1, VGPR_WORDS + 1, 1, 0, -100, 0x400, 0x1000, 0x4000_0000];

for (const exact of [false, true]) {
  test(`rows of work-groups, ${exact ? 'with all registers' : 'as programs see them'}`, async (t) => {
    const random = new Random(7);
    const machines = machinesFor(exact);
    for (const text of halfOf(ROW_EDGES, exact)) {
      await setImmediate();
      for (const width of [32, 16, random.pick([VGPR_WORDS, 8])]) {
        for (const pitch of [random.pick([width, 100]), random.pick(PITCHES)]) {
          const base = random.pick(BASES);
          const state = stateOf(random, random.pick([0, 1, 64, -1]), base, width);
          state[24 * VGPR_WORDS + 20] = pitch >>> 0;
          for (let lane = 0; lane < VGPR_WORDS; lane++)
            state[VGPR_WORDS + lane] = Math.floor(lane / width) + (pitch < 0 ? 0 : 2);
          // A lane of a row that is not as the others, and inactive lanes.
          if (random.chance(0.1)) state[random.below(2 * VGPR_WORDS)]! += 3;
          const active = random.chance(0.2) ? 's_mov_b64 exec, s[32:33]\n' : '';
          compare(t, machines, active + text, state, exact, random.chance(0.9) ? width : 16);
        }
      }
    }
  });
}

test('a single lane that is not linear, any of them, is noticed', (t) => {
  const random = new Random(6);
  const machines = machinesFor(false);
  for (let lane = 0; lane < VGPR_WORDS; lane++) {
    const state = stateOf(random, 64, 0);
    state[lane]! += 5;
    t.is(compare(t, machines, [INDEX, load(0), store(0x800)].join('\n'), state, false), 'end');
  }
});

const bytesOf = (words: Uint32Array): Uint8Array => new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
