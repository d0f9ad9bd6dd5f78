// Layout of the state of a compute unit in the shared memory: the one layout that every engine uses.
//
// A compute unit is the place in which one work-group at a time executes. It owns a fixed slice of the engine region:
//
//   +0                    wavefront slot 0
//   +WAVEFRONT_STRIDE     wavefront slot 1 ... up to WAVEFRONTS_PER_UNIT
//   +LDS_OFFSET           local data share, LDS_SIZE bytes, followed by LDS_GUARD bytes that are never data
//   +SPARE_OFFSET         spare area for an engine's own tables, SPARE_SIZE bytes
//   +TEMPLATE_OFFSET      initial state of wavefronts of the current dispatch, TEMPLATE_STRIDE bytes each
//   +BATCH_OFFSET         the work-groups that an engine runs by itself (group-batch.ts), BATCH_SIZE bytes
//   +RECORDS_OFFSET       execution records of compiled code (src/jit/records), RECORDS_SIZE bytes
//
// A wavefront slot holds the vector registers (register r, lane l at byte 256*r + 4*l), then the scalar file (128
// words, indexed by operand code), then single words (SCC, MODE, PC ...). The parts that depend on the instruction
// set (lanes, masks, special registers) are in state-layout.ts.

import {
  ADDRESS_SPACE_SIZE,
  CONTROL_BASE,
  CONTROL_SIZE,
  ENGINE_BASE,
  MAX_SPACE_SIZE,
  PAGE_SIZE,
  SCRATCH_BASE,
  SCRATCH_PER_WAVEFRONT,
  SCRATCH_SIZE,
} from '../abi/memory-map.js';
import { SCALAR_FILE_SIZE } from '../isa/instruction.js';
import { WAVE64 } from '../isa/wave.js';
import type { AddressSpace } from './address-space.js';

/** Words of the row of one vector register: those of the widest wavefront. */
export const VGPR_WORDS = WAVE64.lanes;
/** Vector registers of all banks for which a slot has room. */
export const VGPR_COUNT = 256;
/** Bytes of the row of one vector register. */
export const VGPR_BYTES = VGPR_WORDS * 4;

/** Byte offsets from the start of a wavefront slot. */
export const VGPRS = 0;
export const SCALARS = VGPR_COUNT * VGPR_BYTES;
const WORDS = SCALARS + 4 * SCALAR_FILE_SIZE;
/** 0 or 1. */
export const SCC = WORDS;
/** The MODE register: rounding, denormals, DX10_CLAMP, IEEE. */
export const MODE = WORDS + 4;
/** Byte address of the next instruction (GPU addresses have 32 bits here). */
export const PC = WORDS + 8;
/** Bytes of LDS that are allocated to the work-group: an access at or beyond it is out of range. */
export const LDS_LIMIT = WORDS + 12;
/** Byte address of the work-group's LDS. */
export const LDS_BASE = WORDS + 16;
/** s_memtime counts its own reads here (64 bits), so that runs are repeatable. */
export const TIME = WORDS + 24;
/** Not 0 when compiled code has met a fault and waits to be stopped. */
export const FLAG = WORDS + 32;
/** The TRAPSTS register: exceptions that have occurred. */
export const TRAP_STATUS = WORDS + 36;
/** End of the words of a slot. */
const SLOT_END = WORDS + 64;
/** A word behind them that is never read: for what a launch does not request. */
const NOWHERE = SLOT_END;

/** Distance of wavefront slots: odd in pages, so that equal registers of neighbours fall into different cache sets. */
export const WAVEFRONT_STRIDE = SCALARS + 4096;
/** Room for one VGPR: compiled code's copy of one that it changes while lanes read each other's words. */
export const OTHER_LANES = SCALARS + 1024;
if (NOWHERE + 4 > OTHER_LANES || OTHER_LANES + VGPR_BYTES > WAVEFRONT_STRIDE)
  throw new RangeError('a wavefront slot is too small for its words');

/** Word indices inside a slot's Uint32Array. */
export const WORD = {
  scalars: SCALARS >>> 2,
  scc: SCC >>> 2,
  mode: MODE >>> 2,
  trapStatus: TRAP_STATUS >>> 2,
  pc: PC >>> 2,
  ldsLimit: LDS_LIMIT >>> 2,
  ldsBase: LDS_BASE >>> 2,
  time: TIME >>> 2,
  end: SLOT_END >>> 2,
  nowhere: NOWHERE >>> 2,
} as const;

/** The largest work-group: 1,024 work-items. */
export const WAVEFRONTS_PER_UNIT = 16;
/** Bytes of LDS of a compute unit. */
export const LDS_SIZE = 64 * 1024;
/** LDS is allocated in units of 64 dwords. Source: "Southern Islands Series ISA", LDS_ALLOC. */
export const LDS_GRANULE = 256;
/** Bytes after LDS that may be touched by an engine that reads ahead, and are never data. */
export const LDS_GUARD = 64;
export const LDS_OFFSET = WAVEFRONTS_PER_UNIT * WAVEFRONT_STRIDE;
export const SPARE_OFFSET = LDS_OFFSET + LDS_SIZE + 4096;
export const SPARE_SIZE = 256 * 1024;
/** Bytes of one compute unit's slice. */
export const UNIT_STRIDE = 2 * 1024 * 1024;
/** A template has the local ids in its first VGPRs, and behind these the words of a slot from the scalar file on. */
export const TEMPLATE_VGPRS = 3;
export const TEMPLATE_WORDS = TEMPLATE_VGPRS * VGPR_BYTES;
export const TEMPLATE_STRIDE = TEMPLATE_WORDS + SLOT_END - SCALARS;
export const TEMPLATE_OFFSET = SPARE_OFFSET + SPARE_SIZE;
export const BATCH_OFFSET = TEMPLATE_OFFSET + WAVEFRONTS_PER_UNIT * TEMPLATE_STRIDE;
export const BATCH_SIZE = 4096;
export const RECORDS_OFFSET = BATCH_OFFSET + BATCH_SIZE;
export const RECORDS_SIZE = 512 * 1024;
if (RECORDS_OFFSET + RECORDS_SIZE > UNIT_STRIDE) throw new RangeError('the parts of a compute unit overlap');

/** The largest number of threads that execute work-groups of one guest. */
export const MAX_WORKERS = 64;
/**
 * Launches of one guest that run side by side on the thread that takes launches: as many as ROCm has queues for streams
 * in one process.
 */
export const MAX_CONCURRENT_LAUNCHES = 4;
/** Number of compute units of one address space: one for each worker, and for each further launch beside the first. */
export const MAX_UNITS = MAX_WORKERS + MAX_CONCURRENT_LAUNCHES - 1;

/** The permission of every page, one byte each, lies at the end of the engine region. */
export const PAGE_COUNT = ADDRESS_SPACE_SIZE / PAGE_SIZE;
export const PAGE_TABLE = CONTROL_BASE - PAGE_COUNT;
if (ENGINE_BASE + MAX_UNITS * UNIT_STRIDE > PAGE_TABLE) throw new RangeError('the engine region is too small');
/** The same of a large address space: it lies between the control window and scratch. */
const LARGE_PAGE_TABLE = CONTROL_BASE + CONTROL_SIZE;
if (LARGE_PAGE_TABLE + MAX_SPACE_SIZE / PAGE_SIZE > SCRATCH_BASE) throw new RangeError('the page table is too large');

/** Offset of the permissions of an address space's pages. */
export const pageTableOf = ({ isLarge }: AddressSpace): number => (isLarge ? LARGE_PAGE_TABLE : PAGE_TABLE);
/** Number of its pages. */
export const pageCountOf = ({ size }: AddressSpace): number => size / PAGE_SIZE;

/** Bytes of scratch that the largest work-group can have. */
export const LARGE_SCRATCH_SIZE = 128 * 1024 * 1024;
/** Offset, in the window of scratch, of what work-groups share that need more than a compute unit has. */
export const LARGE_SCRATCH = SCRATCH_SIZE - LARGE_SCRATCH_SIZE;
if (WAVEFRONTS_PER_UNIT * SCRATCH_PER_WAVEFRONT > LARGE_SCRATCH_SIZE)
  throw new RangeError('the large scratch is too small');
/** Bytes of scratch that belong to one compute unit, so that kernels can run side by side. */
export const SCRATCH_PER_UNIT = 5.5 * 1024 * 1024;
if (MAX_UNITS * SCRATCH_PER_UNIT > LARGE_SCRATCH) throw new RangeError('the window of scratch is too small');

/** Byte address of a compute unit's slice. */
export function unitBase(unit: number): number {
  if (!Number.isInteger(unit) || unit < 0 || unit >= MAX_UNITS) {
    throw new RangeError(`compute unit ${unit} is outside 0..${MAX_UNITS - 1}`);
  }
  return ENGINE_BASE + unit * UNIT_STRIDE;
}

/** Byte address of wavefront slot `slot` of a compute unit. */
export const slotBase = (unit: number, slot: number): number => unitBase(unit) + slot * WAVEFRONT_STRIDE;

export { MODE_BITS } from '../isa/language/mode.js';
