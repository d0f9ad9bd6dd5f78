// `atoll exec`: a fragment of assembly, and its changes.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { ENGINE_NAMES } from '../../../../src/config/engine-names.js';
import { atoll, scratchFolder } from '../../atoll.js';

const exec = async (code: string, flags: readonly string[] = []) => {
  const { stdout, stderr, exitCode } = await atoll(['exec', '-', ...flags], { input: code });
  return { text: String(stdout), errors: String(stderr), exitCode };
};

interface Result {
  readonly outcome: string;
  readonly instructions: number;
  readonly scalars: Record<string, number>;
  readonly vectors: Record<string, Record<string, number>>;
  readonly exec: string;
  readonly vcc: string;
  readonly scc?: number;
  readonly memory: readonly { address: number; bytes: string }[];
  readonly lds: readonly { address: number; bytes: string }[];
  readonly fault?: { reason: string; address: string };
}

async function json(t: ExecutionContext, code: string, flags: readonly string[] = []): Promise<Result> {
  const { text, errors } = await exec(code, ['--json', ...flags]);
  t.is(errors, '');
  return JSON.parse(text) as Result;
}

test('only changes are printed, uniform values once', async (t) => {
  const code = 's_add_u32 s2, s0, s1\nv_mul_f32 v2, v1, v0\nv_mov_b32 v3, 1.5\nv_cmp_gt_u32 vcc, 8, v4\n';
  const flags = ['--sgpr', 's0=1,s1=0xfffffff0', '--vgpr', 'v0=1.5,v1=-2.0', '--vgpr', 'v4=lane'];
  const { text, exitCode } = await exec(code, flags);
  t.is(exitCode, 0);
  t.is(
    text,
    [
      's2       0xfffffff1  4294967281 (-15)',
      `VCC      0x00000000000000ff  ${'#'.repeat(8)}${'.'.repeat(56)}`,
      'v2       0xc0400000  3225419776 (-1069547520)  -3.0f  all lanes',
      'v3       0x3fc00000  1069547520  1.5f  all lanes',
      '5 instructions, ended at +0x14',
    ].join('\n'),
  );
});

test('memory from a file, zeros and words; LDS; partial EXEC', async (t) => {
  const file = join(scratchFolder(t), 'data');
  writeFileSync(file, Buffer.from(Uint32Array.from({ length: 64 }, (_, i) => 100 + i).buffer));
  const code = `
    s_load_dword s8, s[0:1], 0x2
    v_lshlrev_b32 v1, 2, v0
    buffer_load_dword v2, v1, s[4:7], 0 offen
    ds_write_b32 v1, v2 offset:16
    v_mov_b32 v3, s0
    buffer_store_dword v2, v1, s[4:7], 0 offen offset:1024
  `;
  const flags = ['--mem', `${file}@0x50000000`, '--mem', 'zero:256@0x50000400', '--mem', 'words:7,8,9.0@0x60000000'];
  const registers = 's[0:1]=0x60000000,s4=0x50000000,s6=4096,s7=0x27fac';
  const result = await json(t, code, [...flags, '--sgpr', registers, '--vgpr', 'v0=lane', '--exec', '6']);
  t.is(result.outcome, 'end');
  t.is(result.scalars['s8'], 0x41100000);
  t.deepEqual(result.vectors['v2'], { 1: 101, 2: 102 });
  t.deepEqual(result.memory, [{ address: 0x50000404, bytes: '650000006600'.slice(0, 10) }]);
  t.deepEqual(result.lds, [{ address: 20, bytes: '6500000066' }]);
});

test('the oracle gives the same, and the trace is the same', async (t) => {
  const code =
    'v_cvt_f32_u32 v1, v0\nv_sqrt_f32 v2, v1\ns_mov_b64 exec, 5\nv_rcp_f32 v3, v2\nv_readlane_b32 s3, v2, 4\n';
  const flags = ['--vgpr', 'v0=lane*lane', '--trace'];
  const [first, second] = await Promise.all([exec(code, flags), exec(code, [...flags, '--engine', 'oracle'])]);
  t.is(first.text, second.text);
  t.regex(first.text, /^# launch 1: kernel fragment/);
  t.regex(first.text, /s3 {7}0x40800000 .* 4\.0f/);
  t.regex(first.text, /fragment #1 \(0, 0, 0\) w0 0x10000000 \+0x0 {2}7e020d00/);
});

test('every engine gives the same', async (t) => {
  const code =
    's_mov_b32 s0, 0\nL: v_mac_f32 v1, v0, v0\nds_write_b32 v2, v1\ns_add_u32 s0, s0, 1\ns_cmp_lt_u32 s0, 9\ns_cbranch_scc1 L\nv_add_i32 v3, vcc, v2, v1\n';
  const flags = ['--vgpr', 'v0=0.3,v1=lane,v2=lane*8', '--exec', '0xfffffffffffffff7'];
  const reports = await Promise.all(ENGINE_NAMES.map((engine) => exec(code, [...flags, '--engine', engine])));
  for (const { text } of reports) t.is(text, reports[0]!.text);
  t.regex(reports[0]!.text, /^v3 /m);
  t.regex(reports[0]!.text, /LDS[\s\S]*48 instructions, ended/);
});

test('a fault is described, and the status is 1', async (t) => {
  const { text, exitCode } = await exec('s_load_dword s0, s[2:3], 0x0\n', ['--sgpr', 's2=0x70000000']);
  t.is(exitCode, 1);
  t.regex(text, /nothing changed\nGPU fault in kernel fragment at pc .*s_load_dword.*/);
  t.like(await json(t, 'buffer_store_dword v0, off, s[0:3], 0\n', ['--sgpr', 's2=-1,s3=0x27fac', '--exec', '0x10']), {
    outcome: 'fault',
  });
});

test('loops are stopped by --max', async (t) => {
  const { text, exitCode } = await exec('L: s_add_u32 s0, s0, 1\ns_branch L\n', ['--max', '1001']);
  t.is(exitCode, 1);
  t.regex(text, /s0 {7}0x000001f5 {2}501\n/);
  t.regex(text, /stopped after 1001 instructions \(--max\) at \+0x4/);
});

test('a barrier does not hold up a single wavefront; MODE and M0 are registers', async (t) => {
  const { text } = await exec('s_barrier\ns_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 8), 0xf5\ns_mov_b32 m0, 9\n', [
    '--mode',
    '0xc0',
    '--m0',
    '4',
  ]);
  t.regex(text, /M0 {7}0x00000009 {2}9\nMODE {5}0x000000f5 \(was 0x000000c0\)\n4 instructions/);
});

for (const [flags, reason, status = 64] of [
  [['--sgpr', 's0'], /s0.*not an assignment/],
  [['--sgpr', 'v0=1'], /--sgpr: v0/],
  [['--vgpr', 'v300=1'], /v300/],
  [['--vgpr', 'v0=1,v1=zz'], /zz/],
  [['--mem', 'zero:16'], /the address is missing/],
  [['--mem', 'zero:16@0'], /0x40000000 to 0xffffffff/],
  [['--mem', 'zero:-1@0x40000000'], /-1/],
  [['--mem', 'zero:0x100000000@0x40000000'], /do not fit/],
  [['--mem', '/no/such/file@0x40000000'], /no\/such\/file/, 125],
  [['--mem', 'zero:64@0x40000000', '--mem', 'zero:64@0x40000020'], /overlap/],
  [['--lds', '65537'], /65537.*65536/],
  [['--engine', 'steam'], /steam.*\n.*interp/],
  [['--max', '0'], /--max/],
  [['--exec', '0x10000000000000000'], /64 bits/],
] as const) {
  test(`refused with a reason: ${flags.join(' ')}`, async (t) => {
    const { errors, exitCode } = await exec('s_nop 0\n', flags);
    t.is(exitCode, status, errors);
    t.regex(errors, reason);
  });
}

test('assembly that is none is refused by line', async (t) => {
  const { errors, exitCode } = await exec('s_nop 0\nv_frob v1\n');
  t.is(exitCode, 1);
  t.regex(errors, /standard input:2: .*v_frob/);
});

test('more loads in a row than a compiled function may have parameters', async (t) => {
  const loads = Array.from(
    { length: 1300 },
    (_, i) => `buffer_load_ubyte v${i % 200}, v0, s[4:7], 0 offen offset:${i}`,
  );
  const code = ['s_mov_b32 s4, 0x40000000\ns_mov_b32 s6, -1\ns_mov_b32 s7, 0x27fac', ...loads].join('\n');
  const bytes = Array.from({ length: 2048 }, (_, i) => (i % 251) * 0x01010101).join(',');
  const flags = ['--mem', `words:${bytes}@0x40000000`, '--vgpr', 'v0=lane'];
  const [jit, interpreter] = await Promise.all(
    ['jit', 'interp'].map((engine) => json(t, code, [...flags, '--engine', engine])),
  );
  t.is(jit!.instructions, 1304);
  t.is(Object.keys(jit!.vectors).length, 200);
  t.deepEqual(jit, interpreter);
});

test('fragments of other chips: their instructions, their registers, and how they end', async (t) => {
  const code = 'v_add_u32 v2, v0, v1\nv_pk_add_f16 v3, v4, v4\ns_mov_b32 flat_scratch_lo, s0\n';
  const flags = ['--gpu', 'gfx900', '--sgpr', 's0=7', '--vgpr', 'v0=5,v1=lane,v4=0x3c004000'];
  for (const engine of ENGINE_NAMES.filter((name) => name !== 'native')) {
    const { outcome, instructions, vectors, scalars } = await json(t, code, [...flags, '--engine', engine]);
    t.is(outcome, 'end', engine);
    t.is(instructions, 4, engine);
    t.is(vectors['v2']!['63'], 68, engine);
    t.is(vectors['v3']!['9'], 0x40004400, engine);
    t.is(scalars['flat_scratch_lo'], 7, engine);
  }
  const traced = await exec(code, [...flags, '--trace']);
  t.regex(traced.text, /v_pk_add_f16 v3, v4, v4/);
  const product = await exec('v_add_u32 v2, vcc, 3, v0\n', ['--gpu', 'fiji', '--vgpr', 'v0=5']);
  t.regex(product.text, /^v2 +0x00000008 /m);
  t.regex((await exec('v_pk_add_f16 v3, v4, v4\n', ['--gpu', 'gfx803'])).errors, /v_pk_add_f16/);
  t.regex((await exec('s_nop 0\n', ['--gpu', 'gfx1030'])).errors, /no instruction set for 'gfx1030'.*gfx906/s);
});

test('ATOLL_CLANG is the compiler of the engine native', async (t) => {
  const env = { ATOLL_CLANG: '/nonexistent/clang' };
  for (const [engine, status] of [
    ['native', 125],
    ['jit', 0],
  ] as const) {
    const { stderr, exitCode } = await atoll(['exec', '-', '--engine', engine], { input: 'v_mov_b32 v1, 3\n', env });
    t.is(exitCode === 0 ? 0 : 125, status, String(stderr));
    if (status !== 0) t.regex(String(stderr), /the compiler '\/nonexistent\/clang' does not exist/);
  }
});
