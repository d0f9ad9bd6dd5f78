// Carrizo: AMD Radeon R7 Graphics.

import { type Chip, KiB, MiB } from '../chip.js';
import { GCN3 } from '../families.js';

export const chip: Chip = {
  id: 'carrizo',
  name: 'Carrizo',
  board: 'AMD Radeon R7 Graphics',
  aliases: [],
  llvm: 'gfx801',
  elfMachine: 0x28,
  target: 'gfx801',
  isa: 'gfx803',
  pciDevice: 0x9874,
  computeUnits: 8,
  clockMHz: 800,
  globalMemory: 2048 * MiB,
  cacheSize: 512 * KiB,
  memoryChannels: 2,
  limits: GCN3.limits,
  // AMD's driver had gone over to another container before this chip: these two numbers are ours.
  cal: { machine: 0x7801, encoding: 0x7801, granules: GCN3.granules },
  kfd: {
    firmware: 730,
    revision: 0xc4,
    drmFamily: 135,
    addressConfig: 0x2201_0001,
    arrays: 1,
    unitsPerArray: 8,
    channelBits: 64,
    copyEngines: 2,
    copyQueues: 2,
  },
  timing: 'carrizo',
};
