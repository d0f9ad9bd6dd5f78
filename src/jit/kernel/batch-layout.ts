// Layout of a compute unit's slice for native workers (native/kernel_worker.h).

import { BATCH } from '../../emulator/batch-layout.js';
import { FLAG, WAVEFRONT_STRIDE } from '../../emulator/state.js';
import { STATUS, STATUS_BITS } from './machine.js';

const { started, barriers, budget, turn } = BATCH;

export const BATCH_LAYOUT = {
  started,
  barriers,
  budget,
  turn,
  wavefrontStride: WAVEFRONT_STRIDE,
  flag: FLAG,
  statusMask: (1 << STATUS_BITS) - 1,
  over: STATUS.over,
} as const;
