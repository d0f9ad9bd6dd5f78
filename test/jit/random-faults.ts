// Random programs that mostly end with a fault, as whole launches of several work-groups: their memory afterwards.

import { LOWEST } from '../../src/emulator/address-space.js';
import { Dispatcher, describeFault } from '../../src/emulator/index.js';
import type { EngineFactory } from '../../src/emulator/lockstep.js';
import { type GpuMemory, PERMISSION } from '../../src/emulator/memory.js';
import { counted } from '../emulator/counted.js';
import { createMemory, DATA, LARGE, launchOf } from '../emulator/harness.js';
import type { Random } from '../emulator/random.js';
import { assemble } from '../isa/southern-islands.js';

/** Pages of the data, by their number, with less than all permissions. */
const PAGES: readonly (readonly [page: number, permission: number])[] = [
  [3, PERMISSION.read],
  [5, PERMISSION.none],
  [7, PERMISSION.write],
  [9, PERMISSION.none],
];
const PAGE = 0x1000;
const COMPARED_BYTES = 12 * PAGE;
const LDS_BYTES = 1024;

/** Absolute byte addresses in v10 and, as an index of dwords from DATA on, in v9. */
function addresses(random: Random): string {
  const page = random.pick([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const start = DATA + page * PAGE - random.pick([0, 4, 64, 128, 256, 512, 1000, 2048]);
  const shift = random.pick([0, 1, 2, 2, 2, 3, 4, 5]);
  const spread = random.pick([
    'v_mov_b32 v11, v0',
    'v_mov_b32 v11, v0',
    'v_xor_b32 v11, 21, v0',
    'v_mul_u32_u24 v11, 37, v0\nv_and_b32 v11, 0x7f, v11',
    'v_sub_i32 v11, vcc, 63, v0\nv_and_b32 v11, 0x7f, v11',
    'v_mov_b32 v11, 3',
  ]);
  const odd = random.pick([
    '',
    '',
    `v_cmp_eq_u32 vcc, ${random.below(64)}, v0\nv_mov_b32 v12, ${random.pick(['4', '0x7fff0000', '-2', `0x${(DATA + 5 * PAGE).toString(16)}`])}\nv_cndmask_b32 v10, v10, v12, vcc`,
    `v_or_b32 v10, ${random.pick([1, 2])}, v10`,
  ]);
  return `${spread}\nv_lshlrev_b32 v10, ${shift}, v11\nv_add_i32 v10, vcc, 0x${start.toString(16)}, v10
    ${random.chance(0.4) ? 's_lshl_b32 s20, s12, 8\nv_add_i32 v10, vcc, s20, v10' : ''}
    ${odd}\nv_subrev_i32 v9, vcc, s8, v10\nv_lshrrev_b32 v9, 2, v9`;
}

const data = (random: Random): number => 1 + random.below(4);
const ATOMICS = ['add', 'swap', 'umax', 'xor', 'inc', 'cmpswap'] as const;

/** Accesses of GPU memory: any of them may be refused. */
const ACCESSES: readonly ((random: Random) => string)[] = [
  (r) => `buffer_store_${r.pick(['byte', 'short', 'dword', 'dword'])} v${data(r)}, v10, s[4:7], 0 offen`,
  (r) =>
    `buffer_store_dwordx2 v[${data(r)}:9], v10, s[4:7], 0 offen`.replace(/\[(\d):9\]/, (_, n) => `[${n}:${+n + 1}]`),
  () => 'buffer_store_dwordx4 v[1:4], v10, s[4:7], 0 offen',
  (r) => `buffer_load_${r.pick(['ubyte', 'sshort', 'dword', 'dword'])} v${data(r)}, v10, s[4:7], 0 offen`,
  () => 'buffer_load_dwordx4 v[1:4], v10, s[4:7], 0 offen',
  () => 'buffer_load_dwordx2 v[2:3], v10, s[4:7], 0 offen offset:4',
  () => 'v_mov_b32 v11, 0\nbuffer_store_dword v1, v[10:11], s[4:7], 0 addr64',
  (r) => `v_mov_b32 v11, ${r.below(2)}\nbuffer_load_dword v2, v[10:11], s[4:7], 0 addr64`,
  (r) => `buffer_atomic_${r.pick(ATOMICS)} v[1:2], v10, s[4:7], 0 offen${r.pick(['', ' glc'])}`,
  (r) => `buffer_atomic_${r.pick(['add', 'cmpswap', 'smin'])}_x2 v[1:4], v10, s[4:7], 0 offen glc`,
  (r) => `buffer_${r.pick(['load', 'store'])}_format_${r.pick(['x', 'xy', 'xyzw'])} v[1:4], v9, s[8:11], 0 idxen`,
  (r) =>
    `tbuffer_${r.pick(['load', 'store'])}_format_xyzw v[1:4], v10, s[4:7], 0 offen format:[BUF_DATA_FORMAT_${r.pick(['8_8_8_8,BUF_NUM_FORMAT_UNORM', '32_32_32_32,BUF_NUM_FORMAT_FLOAT'])}]`,
  (
    r,
  ) => `s_mov_b32 s20, 0x${(DATA + r.below(10) * PAGE + r.pick([0, 64, 4080])).toString(16)}\ns_mov_b32 s21, ${r.chance(0.1) ? 1 : 0}
    s_load_dwordx${r.pick([2, 4, 8])} s[24:`,
];

/** Instructions between them. */
const OTHERS: readonly ((random: Random) => string)[] = [
  (r) => `v_add_i32 v${data(r)}, vcc, v${data(r)}, v0`,
  (r) => `v_mul_f32 v${data(r)}, v${data(r)}, v${data(r)}`,
  (r) => `v_add_i32 v${data(r)}, vcc, s24, v${data(r)}`,
  (r) =>
    `v_lshlrev_b32 v8, 2, v0\nds_${r.pick(['write_b32 v8, v1', 'add_u32 v8, v2', 'read_b32 v3, v8', 'add_rtn_u32 v4, v8, v1'])}`,
  () => 's_add_u32 s22, s22, s24',
  () => 's_barrier',
  (r) => `s_mov_b64 exec, ${r.pick(['-1', '0x30', '0x0fff0000', '64', 's[24:25]'])}`,
  () => 'v_movrels_b32 v3, v1',
  () => 's_movrels_b32 s23, s24',
];

/** Instructions that stop a wavefront without an access. */
const STOPS = [
  's_trap 3',
  's_sendmsg 4',
  's_sethalt 1',
  '.long 0xffffffff',
  's_mov_b32 s20, 16\ns_mov_b32 s21, 0\ns_setpc_b64 s[20:21]',
  's_mov_b32 s20, 16\ns_mov_b32 s21, 5\ns_setpc_b64 s[20:21]',
  's_mov_b32 s21, -1\ns_swappc_b64 s[20:21], s[20:21]',
  's_branch 0x7ff0',
] as const;

function line(random: Random): string {
  if (random.chance(0.03)) return random.pick(STOPS);
  if (random.chance(0.55)) return random.pick(OTHERS)(random);
  const text = random.pick(ACCESSES)(random);
  const vectors = /^(buffer_(?:atomic_(?!\w*cmpswap)\w+|\w+_format_xy?)) v\[(\d):\d\]/;
  const complete = text
    .replace(/dwordx(\d) s\[24:$/, (_, n) => `dwordx${n} s[24:${23 + Number(n)}], s[20:21], ${random.below(4)}`)
    .replace(vectors, (_, name: string, n: string) => {
      const count = /_xy$|_x2\b/.test(name) ? 2 : 1;
      return `${name} ${count === 1 ? `v${n}` : `v[${n}:${Number(n) + 1}]`}`;
    });
  return text.startsWith('s_') ? complete : `${random.chance(0.7) ? addresses(random) : ''}\n${complete}`;
}

/** @returns code; s[4:7] reaches all of memory, s[8:11] is a buffer of dwords, s12 the work-group's number */
export function faultingProgram(random: Random): Uint32Array {
  const lines = [
    's_mov_b32 m0, -1',
    'v_mul_u32_u24 v1, 3, v0',
    'v_add_i32 v2, vcc, s12, v1',
    'v_mov_b32 v3, 1.0',
    addresses(random),
  ];
  if (random.chance(0.3)) lines.push(`s_cmp_lt_u32 s12, ${random.below(4)}`, 's_cbranch_scc1 later');
  for (let n = 2 + random.below(8); n > 0; n--) lines.push(line(random));
  lines.push('s_branch later', 'later:');
  if (random.chance(0.5)) lines.push('s_mov_b32 s14, 3', 'again:');
  for (let n = 2 + random.below(8); n > 0; n--) lines.push(line(random));
  if (lines.includes('again:')) lines.push('s_sub_u32 s14, s14, 1', 's_cmp_lg_u32 s14, 0', 's_cbranch_scc1 again');
  const { words, problems } = assemble([...lines, 's_endpgm'].join('\n'));
  if (problems.length > 0) throw new Error(problems.map(({ message, text }) => `${text}: ${message}`).join('\n'));
  return Uint32Array.from(words);
}

function prepare(memory: GpuMemory, data: number): void {
  for (let word = 0; word < COMPARED_BYTES / 4; word++) memory.u32[data / 4 + word] = word * 0x9e37_79b1;
  for (const [page, permission] of PAGES) memory.setPages(data + page * PAGE, PAGE, permission);
}

/** An engine with its own memory, on which programs run one after the other. */
export class FaultMachine {
  private readonly memory: GpuMemory;
  private readonly dispatcher: Dispatcher;
  private readonly data: number;

  /** @param above multiples of 4 GiB at which the data is */
  constructor(
    make: EngineFactory,
    private readonly above = 0,
  ) {
    this.data = DATA + above * 2 ** 32;
    this.memory = createMemory({ space: above === 0 ? LOWEST : LARGE.space, data: this.data });
    this.dispatcher = new Dispatcher(this.memory, make(this.memory));
  }

  /** Everything about a launch that is the same on all engines. */
  run(code: Uint32Array) {
    prepare(this.memory, this.data);
    const userSgprs = Uint32Array.of(
      0,
      0,
      0,
      0,
      0,
      this.above,
      0xffff_ffff,
      0x27fac,
      DATA,
      0x4_0000 + this.above,
      COMPARED_BYTES / 4,
      0x27fac,
    );
    const launch = launchOf(this.memory, code, {
      userSgprs,
      vgprs: 24,
      ldsBytes: LDS_BYTES,
      globalSize: [384, 1, 1],
      localSize: [128, 1, 1],
    });
    const dispatch = this.dispatcher.start(launch);
    const outcome = dispatch.run();
    const { fault, stoppedAt } = dispatch;
    return {
      outcome,
      fault: fault && describeFault(fault),
      stopped: stoppedAt && [stoppedAt.pc, stoppedAt.executed],
      counted: counted(dispatch.counts, this.memory, launch),
      data: this.memory.u32.slice(this.data / 4, (this.data + COMPARED_BYTES) / 4),
    };
  }
}
