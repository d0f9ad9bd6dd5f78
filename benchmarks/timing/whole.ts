// Whole-chip measurements, and unpublished ones: bandwidths compared with SHOC's on the board, latencies, occupancy,
// code, barriers, launches.

import type { Configuration } from '../../src/timing/config/configuration.js';
import { REASON_NAMES } from '../../src/timing/model/reasons.js';
import type { TimingResult } from '../../src/timing/model/result.js';
import { iteration } from './loops.js';
import { CLRX, type MicroRow } from './micro.js';
import { DATA, type Launch, timeOf, variant } from './subject.js';

const SHOC = "SHOC's own results on the board";
const WAVES = 4;

const perSecond = (amount: number, { executionCycles }: TimingResult, chip: Configuration): number =>
  (amount * chip.values.gpu.clockMHz * 1e6) / executionCycles / 1e9;

/** v1: the byte of a work-item's word. */
const PLACE = 'v_lshlrev_b32 v1, 2, v0\n s_lshl_b32 s20, s8, 10\n v_add_i32 v1, vcc, s20, v1\n';

function streams(): MicroRow[] {
  const section = 'Whole chip, compared with SHOC';
  const GROUPS = 1024;
  const TIMES = 16;
  const bytes = 4 * 64 * WAVES * GROUPS * TIMES;
  const stream = (line: string, wait: string): Launch => ({
    groups: GROUPS,
    size: 64 * WAVES,
    text: `${PLACE} s_mov_b32 s21, 0\n again: ${Array.from({ length: 4 }, () => `${line}\n s_add_u32 s21, s21, 0x${(4 * 64 * WAVES * GROUPS).toString(16)}`).join('\n')}
      s_cmp_lt_u32 s21, 0x${bytes.toString(16)}\n s_cbranch_scc1 again\n ${wait}`,
  });
  const gigabytes = (name: string, published: number, line: string, parameter?: true): MicroRow => ({
    section,
    name,
    unit: 'GB/s',
    published,
    source: SHOC,
    ...(parameter ? { parameter } : {}),
    measure: (chip) => perSecond(bytes, timeOf(stream(line, 's_waitcnt vmcnt(0)'), chip), chip),
  });
  // Sixteen words of each lane behind one another: a line for each.
  const strided = (name: string, published: number, line: string): MicroRow => ({
    section,
    name,
    unit: 'GB/s',
    published,
    source: SHOC,
    measure: (chip) => {
      const text = `v_lshlrev_b32 v1, 6, v0\n s_lshl_b32 s20, s8, 14\n v_add_i32 v1, vcc, s20, v1\n s_mov_b32 s21, 0
        again: ${line}\n s_waitcnt vmcnt(0)\n s_add_u32 s21, s21, 4\n s_cmp_lt_u32 s21, 64\n s_cbranch_scc1 again`;
      return perSecond(4 * 16 * 256 * 512, timeOf({ groups: 512, size: 256, text }, chip), chip);
    },
  });
  const flops = (name: string, published: number, line: string, peak: number): MicroRow => ({
    section,
    name,
    unit: 'per cent of the peak',
    published,
    source: SHOC,
    measure: (chip) => {
      const [lines, times, waves] = [64, 40, 32 * 40];
      const text = `s_mov_b32 s20, 0\n again: ${`${line}\n`.repeat(lines)} s_add_u32 s20, s20, 1\n s_cmp_lt_u32 s20, ${times}\n s_cbranch_scc1 again`;
      const { executionCycles } = timeOf({ groups: waves, text }, chip);
      const { computeUnits } = chip.values.gpu;
      return (100 * lines * times * waves * peak) / (chip.values.computeUnit.simds * computeUnits) / executionCycles;
    },
  });
  const lds = (name: string, published: number, line: string): MicroRow => ({
    section,
    name,
    unit: 'GB/s',
    published,
    source: `${SHOC}; its kernel is not repeated, this is the unit alone`,
    measure: (chip) => {
      const [lines, times, waves] = [32, 16, 32 * 16];
      const text = `s_mov_b32 m0, -1\n v_lshlrev_b32 v1, 2, v0\n s_mov_b32 s20, 0\n again: ${`${line}\n`.repeat(lines)} s_add_u32 s20, s20, 1\n s_cmp_lt_u32 s20, ${times}\n s_cbranch_scc1 again`;
      return perSecond(256 * lines * times * waves, timeOf({ groups: waves, ldsBytes: 256, text }, chip), chip);
    },
  });
  return [
    flops('multiply-adds of single precision', 98.0, 'v_mad_f32 v2, v3, v4, v5', 4),
    flops('multiply-adds of double precision', 97.8, 'v_fma_f64 v[2:3], v[4:5], v[6:7], v[8:9]', 16),
    gigabytes('reads of 64 MiB', 228.6, 'buffer_load_dword v2, v1, s[4:7], s21 offen'),
    gigabytes('writes of 64 MiB', 120.5, 'buffer_store_dword v0, v1, s[4:7], s21 offen', true),
    strided(
      'reads of 16 words that follow one another by each lane',
      51.1,
      'buffer_load_dword v2, v1, s[4:7], s21 offen',
    ),
    strided('writes of the same', 6.36, 'buffer_store_dword v0, v1, s[4:7], s21 offen'),
    lds('reads of LDS', 1134, 'ds_read_b32 v2, v1'),
    lds('writes of LDS', 1346.8, 'ds_write_b32 v1, v0'),
  ];
}

/** A walk through lines in an order that no stride describes. */
function chase(bytes: number, absolute: boolean): (words: Uint32Array) => void {
  const lines = bytes / 64;
  // Steps by an odd number come to each of a power of two of lines.
  const step = (Math.floor(lines * 0.618) | 1) >>> 0;
  return (words) => {
    for (let line = 0; line < lines; line++) words[16 * line] = (absolute ? DATA : 0) + 64 * ((line + step) % lines);
  };
}

function latencies(): MicroRow[] {
  const section = 'Latencies, one lane';
  const LOADS = 2048;
  const LINE = 's_nop 0\n';
  const walk = (name: string, bytes: number, load: string, absolute: boolean): MicroRow => ({
    section,
    name,
    unit: 'cycles',
    measure: (chip) => {
      const run = (times: number): number => {
        const body = `${load}\n`.repeat(8);
        const text = `s_mov_b64 exec, 1\n s_mov_b32 m0, -1\n v_mov_b32 v1, 0\n s_mov_b64 s[12:13], s[2:3]\n s_mov_b32 s20, 0
          again: ${body} s_add_u32 s20, s20, 1\n s_cmp_lt_u32 s20, ${times / 8}\n s_cbranch_scc1 again`;
        return timeOf({ text, ldsBytes: 256, fill: chase(bytes, absolute) }, chip).executionCycles;
      };
      const all = Math.max(bytes / 64, 64);
      // Behind a first round, which brings the lines, where they fit.
      const first = bytes <= 2 ** 19 ? all : 0;
      return (run(first + LOADS) - run(first)) / LOADS;
    },
  });
  const vector = 'buffer_load_dword v1, v1, s[4:7], 0 offen\n s_waitcnt vmcnt(0)';
  const scalar = 's_load_dword s12, s[12:13], 0\n s_waitcnt lgkmcnt(0)';
  return [
    walk('loads of lanes over 8 KiB (L1)', 2 ** 13, vector, false),
    walk('loads of lanes over 256 KiB (L2)', 2 ** 18, vector, false),
    walk('loads of lanes over 64 MiB (DRAM)', 2 ** 26, vector, false),
    walk('scalar loads over 8 KiB (scalar cache)', 2 ** 13, scalar, true),
    walk('scalar loads over 256 KiB (L2)', 2 ** 18, scalar, true),
    walk('LDS', 64, 'ds_read_b32 v1, v1\n s_waitcnt lgkmcnt(0)', false),
    {
      section: 'Code, barriers, launches',
      name: 'an instruction of 4 bytes in straight code of 16 KiB, run again and again',
      unit: 'cycles',
      measure: (chip) => iteration(LINE.repeat(4096), {}, chip) / 4096,
    },
    {
      section: 'Code, barriers, launches',
      name: 'the same of 64 KiB, which no instruction cache holds',
      unit: 'cycles',
      measure: (chip) => iteration(LINE.repeat(16384), {}, chip) / 16384,
    },
    ...[2, 4, 8].map(
      (waves): MicroRow => ({
        section: 'Code, barriers, launches',
        name: `s_barrier of ${waves} wavefronts`,
        unit: 'cycles',
        measure: (chip) =>
          (iteration('s_barrier\n'.repeat(16), { size: 64 * waves }, chip) -
            iteration('', { size: 64 * waves }, chip)) /
          16,
      }),
    ),
    {
      section: 'Code, barriers, launches',
      name: 'an empty kernel of one wavefront, from packet to completion',
      unit: 'cycles',
      measure: (chip) => timeOf({ text: 's_nop 0' }, chip).cycles,
    },
    {
      section: 'Code, barriers, launches',
      name: 'one more work-group of an empty kernel',
      unit: 'cycles',
      measure: (chip) =>
        (timeOf({ text: 's_nop 0', groups: 9000 }, chip).cycles -
          timeOf({ text: 's_nop 0', groups: 1000 }, chip).cycles) /
        8000,
    },
  ];
}

function occupancy(): MicroRow[] {
  const section = 'Concurrent wavefronts of a SIMD';
  const ofVgprs: readonly (readonly [number, number])[] = [
    [256, 1],
    [128, 2],
    [84, 3],
    [64, 4],
    [48, 5],
    [40, 6],
    [36, 7],
    [32, 8],
    [28, 9],
    [24, 10],
  ];
  const ofSgprs: readonly (readonly [number, number])[] = [
    [96, 5],
    [80, 6],
    [72, 7],
    [64, 8],
    [56, 9],
    [48, 10],
  ];
  const at = (what: string, launch: Partial<Launch>, published: number): MicroRow => ({
    section,
    name: what,
    unit: 'wavefronts',
    published,
    source: CLRX,
    parameter: true,
    measure: (chip) => {
      const single = variant(chip, { 'gpu.computeUnits': 1, 'gpu.computeUnitsPerCluster': 1 });
      const text =
        'v_mov_b32 v1, 0\n s_mov_b64 exec, 1\n' +
        'buffer_load_dword v1, v1, s[4:7], 0 offen\n s_waitcnt vmcnt(0)\n'.repeat(24);
      const { simds } = chip.values.computeUnit;
      const { stalls, slotCycles, executionCycles } = timeOf({ text, ...launch, groups: 180 * simds }, single);
      const empty = REASON_NAMES.filter((name) => name.startsWith('empty')).reduce(
        (sum, name) => sum + stalls[name],
        0,
      );
      return (slotCycles - empty) / executionCycles / simds;
    },
  });
  return [
    ...ofVgprs.map(([vgprs, waves]) => at(`${vgprs} VGPRs`, { vgprs }, waves)),
    ...ofSgprs.map(([sgprs, waves]) => at(`${sgprs} SGPRs`, { sgprs }, waves)),
  ];
}

export const wholeRows = (): readonly MicroRow[] => [...streams(), ...latencies(), ...occupancy()];
