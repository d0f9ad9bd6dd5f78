// Accesses of memory have several ways through compiled code: lanes side by side, at one place, anywhere, and lane by
// lane where something is refused; for whole chunks and for chunks with inactive lanes. All of them against the
// interpreter.

import test from 'ava';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import { VGPR_WORDS } from '../../src/emulator/state.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { DATA, LARGE } from '../emulator/harness.js';
import { Machine } from '../emulator/machine.js';
import { Random } from '../emulator/random.js';
import { assemble } from '../isa/southern-islands.js';
import { denormals } from './denormals.js';

const LDS_BYTES = 1024;
/** Bytes of the buffer; reads behind it give 0. */
const BUFFER_BYTES = 0x1000;
const RESULTS = 0x8000;

/** Instructions with the address in v0, data in v1 to v4, results in v8 to v11; and the bytes of a lane. */
const LDS: readonly (readonly [text: string, bytes: number])[] = [
  ['ds_read_u8 v8, v0', 1],
  ['ds_read_i8 v8, v0 offset:3', 1],
  ['ds_read_u16 v8, v0', 2],
  ['ds_read_i16 v8, v0 offset:2', 2],
  ['ds_read_b32 v8, v0 offset:4', 4],
  ['ds_read_b64 v[8:9], v0', 8],
  ['ds_read2_b32 v[8:9], v0 offset0:1 offset1:2', 4],
  ['ds_read2_b64 v[8:11], v0 offset0:1 offset1:0', 8],
  ['ds_write_b8 v0, v1', 1],
  ['ds_write_b16 v0, v1 offset:2', 2],
  ['ds_write_b32 v0, v1', 4],
  ['ds_write_b64 v0, v[1:2]', 8],
  ['ds_write2_b32 v0, v1, v2 offset0:0 offset1:1', 4],
  ['ds_write2st64_b32 v0, v1, v2 offset0:0 offset1:1', 4],
  ['ds_add_u32 v0, v1', 4],
  ['ds_add_rtn_u32 v8, v0, v1', 4],
  ['ds_inc_rtn_u32 v8, v0, v1 offset:8', 4],
  ['ds_dec_rtn_u32 v8, v0, v1', 4],
  ['ds_cmpst_rtn_b32 v8, v0, v1, v2', 4],
  ['ds_mskor_b32 v0, v1, v2', 4],
  ['ds_max_rtn_i64 v[8:9], v0, v[1:2]', 8],
  ['ds_wrxchg_rtn_b64 v[8:9], v0, v[1:2]', 8],
  // A load, an operation that cannot be repeated, and another load that may be refused.
  ['ds_add_rtn_u32 v8, v0, v1\nbuffer_load_dword v9, v0, s[48:51], 0 offen', 4],
];
const GLOBAL: typeof LDS = [
  ...['ubyte', 'sbyte'].map((type) => [`buffer_load_${type} v8, v0, s[48:51], 0 offen offset:1`, 1] as const),
  ...['ushort', 'sshort'].map((type) => [`buffer_load_${type} v8, v0, s[48:51], 0 offen`, 2] as const),
  ['buffer_load_dword v8, v0, s[48:51], 0 offen', 4],
  ['buffer_load_dwordx2 v[8:9], v0, s[48:51], 0 offen', 8],
  ['buffer_load_dwordx4 v[8:11], v0, s[48:51], 0 offen', 16],
  ['buffer_store_byte v1, v0, s[48:51], 0 offen', 1],
  ['buffer_store_short v1, v0, s[48:51], 0 offen', 2],
  ['buffer_store_dword v1, v0, s[48:51], 0 offen offset:4', 4],
  ['buffer_store_dwordx2 v[1:2], v0, s[48:51], 0 offen', 8],
  ['buffer_store_dwordx4 v[1:4], v0, s[48:51], 0 offen', 16],
  ...['add', 'swap', 'umin', 'smax', 'inc', 'xor'].map(
    (name) => [`buffer_atomic_${name} v1, v0, s[48:51], 0 offen glc`, 4] as const,
  ),
  ['buffer_atomic_add v1, v0, s[48:51], 0 offen', 4],
  ['buffer_atomic_cmpswap v[1:2], v0, s[48:51], 0 offen glc', 4],
  ['buffer_atomic_add_x2 v[1:2], v0, s[48:51], 0 offen glc', 8],
  ['buffer_atomic_cmpswap_x2 v[1:4], v0, s[48:51], 0 offen glc', 8],
];

const OUTSIDE = 0x7fff_fff0;

/** Addresses of the lanes. @param limit where they end */
const PATTERNS: Readonly<Record<string, (lane: number, bytes: number, limit: number, random: Random) => number>> = {
  'side by side': (lane, bytes) => 16 + lane * bytes,
  'side by side, from an odd address': (lane, bytes) => 5 + lane * bytes,
  'side by side, over the end': (lane, bytes, limit) => limit - 30 * bytes + lane * bytes,
  'at one place': () => 32,
  'at one place outside': () => OUTSIDE,
  'the other way round': (lane, bytes) => (63 - lane) * bytes,
  'two at a place': (lane, bytes) => (lane >> 1) * bytes,
  'far apart': (lane) => (lane * 0x34) % 0x3c0,
  'one outside': (lane, bytes) => (lane === 21 ? OUTSIDE : lane * bytes),
  'one below zero': (lane, bytes) => (lane === 38 ? -4 : lane * bytes),
  'around zero': (lane, bytes) => (lane - 2) * bytes,
  anywhere: (_lane, _bytes, limit, random) => random.below(limit + 16),
};

/** EXEC: low and high word. */
const ALL_ACTIVE = [-1, -1] as const;
const SOME_ACTIVE: readonly (readonly [number, number])[] = [
  [-1, 0x0fff_ffff],
  [0x0020_0000, 0x40],
  [0x5a5a_0ff1, -16],
  [0, 0],
];

/** The tested instructions on memory full of numbers; registers and LDS go to memory at their end. */
function programOf(text: string): Uint32Array {
  const store = (register: string, slot: number): string =>
    `v_add_i32 v19, vcc, 0x${(RESULTS + slot * 4 * VGPR_WORDS).toString(16)}, v20\nbuffer_store_dword ${register}, v19, s[44:47], 0 offen`;
  const parts = [0, 1, 2, 3];
  const lines = ['s_mov_b32 m0, -1'];
  for (const part of parts) {
    lines.push(`ds_write_b32 v20, v${21 + (part % 3)} offset:${part * 4 * VGPR_WORDS}`);
    lines.push(`buffer_store_dword v${21 + (part % 3)}, v20, s[44:47], 0 offen offset:${part * 4 * VGPR_WORDS}`);
  }
  lines.push('s_mov_b64 exec, s[20:21]', text, 's_mov_b64 exec, -1');
  for (const [slot, register] of [1, 2, 3, 4, 8, 9, 10, 11].entries()) lines.push(store(`v${register}`, slot));
  for (const part of parts) lines.push(`ds_read_b32 v1, v20 offset:${part * 4 * VGPR_WORDS}`, store('v1', 8 + part));
  const { words, problems } = assemble([...lines, 's_endpgm'].join('\n'));
  if (problems.length > 0) throw new Error(problems.map(({ message, text: line }) => `${line}: ${message}`).join('\n'));
  return Uint32Array.from(words);
}

function stateOf(
  addresses: readonly number[],
  [low, high]: readonly [number, number],
  random: Random,
  data: number,
): number[] {
  const state = Array.from({ length: 24 * VGPR_WORDS + 52 }, () => random.edge());
  addresses.forEach((address, lane) => {
    state[lane] = address >>> 0;
    state[20 * VGPR_WORDS + lane] = 4 * lane;
  });
  const scalar = (register: number, ...values: readonly number[]): void =>
    values.forEach((value, index) => {
      state[24 * VGPR_WORDS + register + index] = value >>> 0;
    });
  scalar(20, low, high);
  scalar(44, data, Math.floor(data / 2 ** 32), 0x10_0000, 0);
  scalar(48, data, Math.floor(data / 2 ** 32), BUFFER_BYTES, 0);
  return state;
}

test('the interpreter moves two and four dwords at once in a large space too', (t) => {
  const machine = new Machine((memory) => createInterpreter(memory), LARGE);
  const { view } = machine.memory;
  const single = (): never => t.fail('a dword was moved by itself') as never;
  // Accesses of single dwords behind the first 4 GiB are made by the view.
  Object.assign(view, { getInt32: single, setInt32: single });
  const move = (words: number): string =>
    ['load', 'store']
      .map((name) => `buffer_${name}_dwordx${words} v[8:${7 + words}], v0, s[48:51], 0 offen offset:`)
      .map((text, n) => text + (n === 0 ? 1024 : 3072))
      .join('\n');
  const lines = [move(2), move(4), 's_endpgm'].join('\n');
  const { words } = assemble(lines);
  const lanes = Array.from({ length: VGPR_WORDS }, (_, lane) => 16 * (lane & 31));
  const data = Array.from({ length: 0x400 }, (_, n) => (n % 3 === 0 ? 0x7ff0_0001 : n));
  const state = stateOf(lanes, ALL_ACTIVE, new Random(5), LARGE.data);
  t.is(machine.run(Uint32Array.from(words), state, 0xf0, LDS_BYTES, data), 'end');
  t.deepEqual([...machine.data(0x380)].slice(0x300), data.slice(0x100, 0x180));
});

for (const [how, control] of [
  ['plainly', undefined],
  ['with what this processor has', denormals],
] as const) {
  for (const [space, list, limit, place] of [
    ['LDS', LDS, LDS_BYTES, undefined],
    ['GPU memory', GLOBAL, BUFFER_BYTES, undefined],
    ['GPU memory of a large space', GLOBAL, BUFFER_BYTES, LARGE],
  ] as const) {
    test(`all ways of accesses to ${space} end alike, ${how}`, (t) => {
      const random = new Random(3);
      const jit = new Machine(
        (memory) => createJit(memory, { denormals: control, fused: control !== undefined }),
        place,
      );
      const interpreter = new Machine((memory) => createInterpreter(memory), place);
      for (const [text, bytes] of list) {
        const code = programOf(text);
        for (const [name, address] of Object.entries(PATTERNS)) {
          const addresses = Array.from({ length: VGPR_WORDS }, (_, lane) => address(lane, bytes, limit, random));
          for (const exec of random.chance(0.4) ? [ALL_ACTIVE, random.pick(SOME_ACTIVE)] : [ALL_ACTIVE]) {
            const state = stateOf(addresses, exec, random, place?.data ?? DATA);
            const outcomes = [jit, interpreter].map((machine) => machine.run(code, state, 0xf0, LDS_BYTES));
            const words = (RESULTS + 12 * 4 * VGPR_WORDS) / 4;
            const [a, b] = [jit.data(words), interpreter.data(words)];
            const at = a.findIndex((word, index) => word !== b[index]);
            const where = at < 0 ? 'equal' : `word ${at.toString(16)}: ${a[at]!.toString(16)} / ${b[at]!.toString(16)}`;
            t.deepEqual([...outcomes, where], ['end', 'end', 'equal'], `${text}, ${name}, exec ${exec}`);
          }
        }
      }
    });
  }
}
