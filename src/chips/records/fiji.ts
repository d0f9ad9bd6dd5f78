// Fiji: AMD Radeon R9 Fury Series.

import { type Chip, KiB, MiB } from '../chip.js';
import { GCN3 } from '../families.js';

export const chip: Chip = {
  id: 'fiji',
  name: 'Fiji',
  board: 'AMD Radeon R9 Fury Series',
  aliases: ['R9 Fury', 'R9 Fury X', 'R9 Nano', 'Fury', 'Fury X'],
  llvm: 'gfx803',
  elfMachine: 0x2a,
  target: 'gfx803',
  isa: 'gfx803',
  pciDevice: 0x7300,
  computeUnits: 64,
  clockMHz: 1050,
  globalMemory: 3072 * MiB,
  cacheSize: 2048 * KiB,
  memoryChannels: 32,
  limits: GCN3.limits,
  cal: { machine: 0x40c, encoding: 0x2d, granules: GCN3.granules },
  kfd: {
    firmware: 730,
    revision: 0xc8,
    drmFamily: 130,
    addressConfig: 0x2201_1003,
    arrays: 4,
    unitsPerArray: 16,
    channelBits: 128,
    copyEngines: 2,
    copyQueues: 2,
  },
  timing: 'fiji',
};
