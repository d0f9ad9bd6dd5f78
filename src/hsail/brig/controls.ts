// Arguments of control directives as data.

import { TYPES } from './enums.js';

export interface ControlRow {
  readonly operands: number;
  readonly type: number;
  readonly min: bigint;
  readonly max: bigint;
}

const WORD_MAX = 2n ** 32n - 1n;
const exceptions = { operands: 1, type: TYPES.u32, min: 0n, max: WORD_MAX };
const size = { operands: 1, type: TYPES.u32, min: 1n, max: WORD_MAX };
const gridSize = { operands: 1, type: TYPES.u64, min: 1n, max: 2n ** 64n - 1n };

/** Rows by the name of the directive. */
export const CONTROL_RULES: Readonly<Record<string, ControlRow>> = {
  enablebreakexceptions: exceptions,
  enabledetectexceptions: exceptions,
  maxdynamicgroupsize: { ...size, min: 0n },
  maxflatgridsize: gridSize,
  maxflatworkgroupsize: size,
  requireddim: { ...size, max: 3n },
  requiredgridsize: { ...gridSize, operands: 3 },
  requiredworkgroupsize: { ...size, operands: 3 },
  requirenopartialworkgroups: { operands: 0, type: TYPES.none, min: 0n, max: 0n },
};
