// Limits of a chip, and how much of them a launch has used.

import { WAVE64 } from '../../isa/wave.js';
import { LINE_BYTES, type Parameters } from '../../timing/config/parameters.js';
import type { CacheResult, TimingResult } from '../../timing/model/result.js';
import type { Roof } from '../page-data.js';

export interface UnitLoad {
  readonly name: string;
  /** Fraction of the part's capacity in the cycles of execution. */
  readonly share: number;
  readonly formula: string;
}

/** A multiplication and an addition. */
const FUSED = 2;
/** Banks of LDS and bytes of each in a cycle. */
const LDS_BYTES = 128;

const accesses = ({ hits, misses }: CacheResult): number => hits + misses;

/** Bytes that all channels of DRAM read in a cycle of the chip. */
export const dramBytesPerCycle = ({ dram, gpu }: Parameters): number => dram.megabytesPerSecond / gpu.clockMHz;

export function speedOfLight(
  { busyCycles, caches, dramBytesRead, dramBytesWritten, executionCycles: cycles }: TimingResult,
  values: Parameters,
): readonly UnitLoad[] {
  const { computeUnits: units } = values.gpu;
  const { simds } = values.computeUnit;
  const { channels, cyclesPerLine } = values.l2;
  const written = (dramBytesWritten * 100) / values.dram.writePercent;
  const of = (name: string, used: number, most: number, formula: string): UnitLoad => ({
    name,
    share: cycles > 0 ? used / (most * cycles) : 0,
    formula,
  });
  return [
    of('vector units', busyCycles.vector, units * simds, 'busy cycles / (compute units x SIMDs x cycles)'),
    of('scalar units', busyCycles.scalar, units * simds, 'busy cycles / (compute units x SIMDs x cycles)'),
    of('LDS', busyCycles.lds, units, 'busy cycles / (compute units x cycles)'),
    of('address units', busyCycles.addressUnits, units, 'busy cycles / (compute units x cycles)'),
    of('L1', accesses(caches.l1), units, 'lines requested /  (compute units x cycles): a line a cycle'),
    of('L2', accesses(caches.l2) * cyclesPerLine, channels, 'lines requested x l2.cyclesPerLine / (channels x cycles)'),
    of(
      'DRAM',
      dramBytesRead + written,
      dramBytesPerCycle(values),
      '(bytes read + bytes written x 100 / dram.writePercent) / (bytes a cycle x cycles)',
    ),
  ];
}

/** Multiply-adds of each precision: rates are cycles of a wavefront of 64 lanes. */
export function arithmeticRoofs({ gpu, computeUnit, rates }: Parameters): readonly Roof[] {
  const lanesPerCycle = (rate: number): number => (gpu.computeUnits * computeUnit.simds * WAVE64.lanes) / rate;
  const roof = (name: string, rate: number): Roof => ({
    name,
    giga: (FUSED * lanesPerCycle(rate) * gpu.clockMHz) / 1000,
  });
  return [roof('single precision', rates.fullCycles), roof('double precision', rates.multiply64Cycles)];
}

export function memoryRoofs(values: Parameters): readonly Roof[] {
  const { computeUnits, clockMHz } = values.gpu;
  const giga = (bytesPerCycle: number): number => (bytesPerCycle * clockMHz) / 1000;
  return [
    { name: 'LDS', giga: giga(computeUnits * LDS_BYTES) },
    { name: 'L1', giga: giga(computeUnits * LINE_BYTES) },
    { name: 'L2', giga: giga((values.l2.channels * LINE_BYTES) / values.l2.cyclesPerLine) },
    { name: 'DRAM', giga: giga(dramBytesPerCycle(values)) },
  ];
}

/** Bytes that went through each of these: whole lines. */
export function bytesThrough({ caches, dramBytesRead, dramBytesWritten }: TimingResult): readonly Roof['giga'][] {
  return [accesses(caches.l1) * LINE_BYTES, accesses(caches.l2) * LINE_BYTES, dramBytesRead + dramBytesWritten];
}
