// Micro-benchmarks of single units, with published measurements or vendor data. Where the number is a parameter
// of the chip, agreement validates the implementation of the model only.

import type { Configuration } from '../../src/timing/config/configuration.js';
import { iteration, type Loop, marginal } from './loops.js';
import { variant } from './subject.js';

export const CLRX = 'timing tables of CLRX';
export const GPUOPEN = 'GPUOpen, Memory Coalescing on GCN';

export interface MicroRow {
  readonly section: string;
  readonly name: string;
  readonly unit: string;
  /** Absent: none is published. */
  readonly published?: number;
  readonly source?: string;
  /** True if the number went into the parameters of the chip. */
  readonly parameter?: true;
  /** @returns the model's figure */
  readonly measure: (chip: Configuration) => number;
}

const one = (chip: Configuration): Configuration =>
  variant(chip, { 'gpu.computeUnits': 1, 'gpu.computeUnitsPerCluster': 1 });
const ONE: Loop = {};
/** All slots of each of the four SIMDs. */
const FULL: Loop = { groups: 40 };
/** Eight of each SIMD of a compute unit. */
const UNIT: Loop = { groups: 32 };

/** Cycles that CLRX has measured, and that went into the parameters, unless `more` overrides them. */
const cyclesRow = (
  section: string,
  name: string,
  published: number,
  measure: MicroRow['measure'],
  more: Partial<Pick<MicroRow, 'unit' | 'source'>> = {},
): MicroRow => ({ section, name, unit: 'cycles', published, source: CLRX, parameter: true, measure, ...more });
const OF_UNIT = { unit: 'cycles a wavefront and compute unit' } as const;

function vectorRates(): MicroRow[] {
  const rates: readonly (readonly [string, number])[] = [
    ['v_mov_b32 v2, v3', 4],
    ['v_mad_f32 v2, v3, v4, v5', 4],
    ['v_fma_f32 v2, v3, v4, v5', 4],
    ['v_rcp_f32 v2, v3', 16],
    ['v_rsq_f32 v2, v3', 16],
    ['v_sqrt_f32 v2, v3', 16],
    ['v_log_f32 v2, v3', 16],
    ['v_exp_f32 v2, v3', 16],
    ['v_sin_f32 v2, v3', 16],
    ['v_mul_lo_u32 v2, v3, v4', 16],
    ['v_mul_hi_u32 v2, v3, v4', 16],
    ['v_div_fixup_f32 v2, v3, v4, v5', 16],
    ['v_add_f64 v[2:3], v[4:5], v[6:7]', 8],
    ['v_cvt_f64_f32 v[2:3], v4', 8],
    ['v_mul_f64 v[2:3], v[4:5], v[6:7]', 16],
    ['v_fma_f64 v[2:3], v[4:5], v[6:7], v[8:9]', 16],
    ['v_rcp_f64 v[2:3], v[4:5]', 16],
    ['v_lshl_b64 v[2:3], v[4:5], v6', 8],
  ];
  const section = 'Rates of the vector unit, ten wavefronts of a SIMD';
  return rates.map(([line, published]) =>
    cyclesRow(section, line.split(' ')[0]!, published, (chip) => marginal(line, FULL, one(chip)) / 10),
  );
}

function issueRates(): MicroRow[] {
  const section = 'Rates by number of wavefronts of a SIMD: v_mov_b32';
  return [1, 2, 4, 7, 10].map((waves) =>
    cyclesRow(
      section,
      `${waves} wavefront${waves > 1 ? 's' : ''}`,
      4,
      (chip) => marginal('v_mov_b32 v2, v3', { groups: 4 * waves }, one(chip)) / waves,
    ),
  );
}

function scalarRates(): MicroRow[] {
  const section = 'One wavefront alone';
  const of = (name: string, line: string, published: number): MicroRow =>
    cyclesRow(section, name, published, (chip) => marginal(line, ONE, one(chip)));
  return [
    of('s_mov_b32', 's_mov_b32 s21, s22', 4),
    of('s_and_saveexec_b64', 's_and_saveexec_b64 s[22:23], exec', 8),
    of('s_setreg_b32', 's_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s22', 8),
    of('v_add_i32 and then s_mov_b32', 'v_add_i32 v2, vcc, v3, v4\n s_mov_b32 s21, s22', 20),
    cyclesRow(section, 'branch that is not taken', 4, (chip) => {
      const body = (count: number): string =>
        `s_cmp_lg_u32 s21, s21\n s_nop 0\n ${'s_cbranch_scc1 loop\n'.repeat(count)}`;
      return (iteration(body(24), ONE, one(chip)) - iteration(body(8), ONE, one(chip))) / 16;
    }),
    cyclesRow(
      section,
      'branch that is taken, to the next block of 32 bytes',
      20,
      (chip) => {
        const body = (count: number): string =>
          Array.from({ length: count }, (_, n) => `s_branch t${n}\n s_nop 0\n s_nop 0\n t${n}:`).join('\n');
        return (iteration(body(24), ONE, one(chip)) - iteration(body(8), ONE, one(chip))) / 16;
      },
      { source: `${CLRX}, whose author doubts it` },
    ),
    cyclesRow(section, 'branch straight behind what it tests, beyond one that is not', 4, (chip) => {
      const body = (between: string): string => `s_cmp_lg_u32 s21, s21\n ${between}\n s_cbranch_scc1 loop\n`.repeat(16);
      const apart = iteration(body('s_nop 0'), ONE, one(chip)) / 16;
      const nop = marginal('s_nop 0', ONE, one(chip));
      return iteration(body(''), ONE, one(chip)) / 16 - (apart - nop);
    }),
    cyclesRow(
      section,
      'v_add_f32 of 8 bytes, by its mean over all places of a block of 32 bytes',
      4 + (4 * 5) / 8,
      (chip) => {
        // A line of 12 bytes comes to every place.
        const both = marginal('v_add_f32 v2, 0x40490fdb, v3\n s_nop 0', ONE, one(chip));
        return both - marginal('s_nop 0', ONE, one(chip));
      },
    ),
  ];
}

function ldsRates(): MicroRow[] {
  const section = 'LDS, 32 wavefronts of a compute unit';
  const rates: readonly (readonly [string, string, number])[] = [
    ['ds_read_b32', 'ds_read_b32 v4, v1', 2],
    ['ds_read_b64', 'ds_read_b64 v[4:5], v2', 4],
    ['ds_read2_b64 of 16 bytes', 'ds_read2_b64 v[4:7], v3 offset1:1', 8],
    ['ds_write_b32', 'ds_write_b32 v1, v0', 4],
    ['ds_write_b64', 'ds_write_b64 v2, v[8:9]', 8],
    ['ds_write2_b64 of 16 bytes', 'ds_write2_b64 v3, v[8:9], v[10:11] offset1:1', 10],
    ['ds_add_u32', 'ds_add_u32 v1, v0', 4],
  ];
  const setup = 'v_lshlrev_b32 v2, 3, v0\n v_lshlrev_b32 v3, 4, v0';
  const lds = { ...UNIT, ldsBytes: 1024, setup };
  const base = rates.map(([name, line, published]) =>
    cyclesRow(section, name, published, (chip) => marginal(line, lds, one(chip)) / 32, OF_UNIT),
  );
  const strides = [1, 2, 4, 8, 16, 32].map((stride) =>
    cyclesRow(
      section,
      `ds_read_b32, lanes ${stride} words apart`,
      2 * stride,
      (chip) => {
        const groups = Math.min(32, Math.floor(65536 / (256 * stride)));
        const setup = `v_mul_u32_u24 v2, ${4 * stride}, v0`;
        return marginal('ds_read_b32 v4, v2', { groups, ldsBytes: 256 * stride, setup }, one(chip)) / groups;
      },
      { ...OF_UNIT, source: `${CLRX}: 32 banks, as many times slower` },
    ),
  );
  return [...base, ...strides];
}

function memoryRates(): MicroRow[] {
  const section = 'Issue of memory accesses, hits in and misses of L1, 32 wavefronts of a compute unit';
  const rates: readonly (readonly [string, string, number, string])[] = [
    ['buffer_load_dword', 'buffer_load_dword v4, v1, s[4:7], 0 offen', 4, GPUOPEN],
    ['buffer_load_dwordx4', 'buffer_load_dwordx4 v[8:11], v3, s[4:7], 0 offen', 16, GPUOPEN],
    ['buffer_store_dword', 'buffer_store_dword v4, v1, s[4:7], 0 offen', 16, CLRX],
    ['buffer_atomic_add', 'buffer_atomic_add v4, v5, s[4:7], 0 offen', 16, CLRX],
    ['buffer_atomic_cmpswap', 'buffer_atomic_cmpswap v[6:7], v5, s[4:7], 0 offen', 32, CLRX],
  ];
  const spread = (shift: number): string => `v_lshlrev_b32 v3, 4, v0\n v_lshlrev_b32 v2, ${shift}, v0
    s_lshl_b32 s21, s8, 8\n v_add_i32 v5, vcc, s21, v1\n`;
  const base = rates.map(([name, line, published, source]) =>
    cyclesRow(section, name, published, (chip) => marginal(line, { ...UNIT, setup: spread(2) }, one(chip)) / 32, {
      ...OF_UNIT,
      source,
    }),
  );
  const ratio: MicroRow = {
    section,
    name: 'loads of a line for each lane, in units of coalesced ones',
    unit: 'times',
    published: 4,
    source: 'sebbbi/perftest, on later chips',
    parameter: true,
    measure: (chip) => {
      const load = (register: string): number =>
        marginal(`buffer_load_dword v4, ${register}, s[4:7], 0 offen`, { ...UNIT, setup: spread(6) }, one(chip));
      return load('v2') / load('v1');
    },
  };
  const scalar = [
    ['s_load_dwordx4', 's_load_dwordx4 s[12:15], s[2:3], 0', 4],
    ['s_load_dwordx8', 's_load_dwordx8 s[12:19], s[2:3], 0', 8],
  ] as const;
  return [
    ...base,
    ratio,
    ...scalar.map(([name, line, published]) =>
      cyclesRow(section, name, published, (chip) => marginal(line, UNIT, one(chip)) / 32, OF_UNIT),
    ),
  ];
}

export const microRows = (): readonly MicroRow[] => [
  ...vectorRates(),
  ...issueRates(),
  ...scalarRates(),
  ...ldsRates(),
  ...memoryRates(),
];
