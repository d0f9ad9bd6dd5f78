// Tonga: AMD Radeon R9 285.

import { type Chip, KiB, MiB } from '../chip.js';
import { GCN3 } from '../families.js';

export const chip: Chip = {
  id: 'tonga',
  name: 'Tonga',
  board: 'AMD Radeon R9 285',
  aliases: ['R9 285', 'R9 380'],
  llvm: 'gfx802',
  elfMachine: 0x29,
  target: 'gfx802',
  isa: 'gfx803',
  pciDevice: 0x6939,
  computeUnits: 28,
  clockMHz: 918,
  globalMemory: 2048 * MiB,
  cacheSize: 512 * KiB,
  memoryChannels: 8,
  limits: GCN3.limits,
  // AMD's driver had gone over to another container before this chip: these two numbers are ours.
  cal: { machine: 0x7802, encoding: 0x7802, granules: GCN3.granules },
  kfd: {
    firmware: 730,
    revision: 0x00,
    drmFamily: 130,
    addressConfig: 0x2201_1003,
    arrays: 4,
    unitsPerArray: 8,
    channelBits: 32,
    copyEngines: 2,
    copyQueues: 2,
  },
  timing: 'tonga',
};
