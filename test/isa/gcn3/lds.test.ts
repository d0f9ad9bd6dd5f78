// Operations of LDS that Southern Islands does not have, on every engine that executes launches here, against models
// written from AMD's manuals.

import test from 'ava';
import { CONTROL_BASE } from '../../../src/abi/memory-map.js';
import { runFragment } from '../../../src/debug/fragment.js';
import { GpuMemory } from '../../../src/emulator/memory.js';
import type { Wavefront } from '../../../src/emulator/wavefront.js';
import { loadIsa } from '../../../src/isa/load-isa.js';
import { assemblyReport } from '../../../src/isa/report.js';
import { createEngine } from '../../../src/threads/engines.js';

const ENGINES = ['oracle', 'interp', 'jit'] as const;
const LANES = 64;
const LDS_BYTES = 4096;

interface Expected {
  /** Of all lanes, by number. */
  readonly registers: Readonly<Record<number, (lane: number) => number>>;
  /** Dwords of LDS, by their number. */
  readonly lds: (dword: number) => number;
}

const floatBits = (value: number): number => new Uint32Array(Float32Array.of(value).buffer)[0]!;

/** Runs code on all engines; v1 is the lane's number at first, and LDS is 0. */
async function check(
  t: { is(actual: unknown, expected: unknown, message?: string): void; deepEqual(a: unknown, b: unknown): void },
  chip: string,
  code: string,
  { registers, lds }: Expected,
): Promise<void> {
  const isa = await loadIsa(chip);
  const { words, problems } = assemblyReport(isa, code, chip);
  t.deepEqual(problems, []);
  for (const engine of ENGINES) {
    const memory = GpuMemory.create();
    const prepare = (w: Wavefront): void => {
      for (let lane = 0; lane < LANES; lane++) w.u[LANES + lane] = lane;
    };
    const { outcome, wavefront } = runFragment({
      memory,
      isa,
      createEngine: (probe) => createEngine(engine, memory, { probe, wholeState: true }),
      code: words,
      codeAddress: CONTROL_BASE,
      ranges: [],
      ldsBytes: LDS_BYTES,
      prepare,
      limit: 1000,
    });
    t.is(outcome, 'end', engine);
    for (const [register, expected] of Object.entries(registers))
      for (let lane = 0; lane < LANES; lane++)
        t.is(wavefront.vgpr(Number(register), lane), expected(lane) >>> 0, `${engine}: v${register} of lane ${lane}`);
    const base = wavefront.workGroup.ldsBase / 4;
    for (let i = 0; i < LDS_BYTES / 4; i++) t.is(memory.u32[base + i], lds(i) >>> 0, `${engine}: dword ${i} of LDS`);
  }
}

for (const chip of ['gfx803', 'gfx900']) {
  test(`${chip}: ds_wrap_rtn_b32 wraps at its limit, lane after lane`, async (t) => {
    // All lanes at one place: 0, 5, 3, 1, 6, 4, 2, 0, 5, ... with a limit of 2 and a step of 5.
    const code = 's_mov_b32 m0, -1\nv_mov_b32 v2, 2\nv_mov_b32 v3, 5\nds_wrap_rtn_b32 v4, v0, v2, v3 offset:8\n';
    const sequence: number[] = [0];
    for (let i = 0; i < LANES; i++) sequence.push(sequence[i]! >= 2 ? sequence[i]! - 2 : sequence[i]! + 5);
    t.deepEqual(sequence.slice(0, 9), [0, 5, 3, 1, 6, 4, 2, 0, 5]);
    await check(t, chip, code, {
      registers: { 4: (lane) => sequence[lane]! },
      lds: (dword) => (dword === 2 ? sequence[LANES]! : 0),
    });
  });

  test(`${chip}: ds_wrap_rtn_b32 compares without sign`, async (t) => {
    const code = `
      s_mov_b32 m0, -1
      v_lshlrev_b32 v0, 2, v1
      v_mov_b32 v2, 0x80000001
      ds_write_b32 v0, v2
      v_mov_b32 v3, 7
      ds_wrap_rtn_b32 v4, v0, v1, v3`;
    await check(t, chip, code, {
      registers: { 4: () => 0x80000001 },
      lds: (dword) => (dword < LANES ? 0x80000001 - dword : 0),
    });
  });

  test(`${chip}: ds_condxchg32_rtn_b64 writes the dwords that its data select`, async (t) => {
    const code = `
      s_mov_b32 m0, -1
      v_lshlrev_b32 v0, 3, v1
      v_mov_b32 v2, 17
      v_mov_b32 v3, 18
      ds_write_b64 v0, v[2:3]
      v_lshlrev_b32 v2, 31, v1
      v_or_b32 v2, 5, v2
      v_not_b32 v3, v2
      ds_condxchg32_rtn_b64 v[4:5], v0, v[2:3]`;
    // The first dword of odd lanes, the second one of even lanes.
    await check(t, chip, code, {
      registers: { 4: () => 17, 5: () => 18 },
      lds: (dword) => {
        if (dword >= 2 * LANES) return 0;
        const odd = (dword >> 1) % 2 === 1;
        if (dword % 2 === 0) return odd ? 5 : 17;
        return odd ? 18 : 0x7ffffffa;
      },
    });
  });

  test(`${chip}: ds_add_src2_f32 adds a place of LDS to another one`, async (t) => {
    const code = `
      s_mov_b32 m0, -1
      v_lshlrev_b32 v0, 3, v1
      v_cvt_f32_u32 v2, v1
      v_mov_b32 v3, 0.5
      ds_write_b64 v0, v[2:3]
      ds_add_src2_f32 v0 offset:1`;
    await check(t, chip, code, {
      registers: {},
      lds: (dword) => (dword >= 2 * LANES ? 0 : floatBits(dword % 2 === 0 ? dword / 2 + 0.5 : 0.5)),
    });
  });
}

test('gfx900: ds_write_addtid_b32 and ds_read_addtid_b32 have a dword for each lane, from M0 on', async (t) => {
  const code = `
    s_mov_b32 m0, 0x70010
    v_add_u32 v2, 100, v1
    ds_write_addtid_b32 v2 offset:16
    ds_read_addtid_b32 v4 offset:20`;
  await check(t, 'gfx900', code, {
    registers: { 4: (lane) => (lane < LANES - 1 ? 101 + lane : 0) },
    lds: (dword) => (dword >= 8 && dword < 8 + LANES ? 92 + dword : 0),
  });
});
