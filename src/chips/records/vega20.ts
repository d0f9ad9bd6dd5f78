// Vega20: AMD Instinct MI60 / MI50.

import { type Chip, KiB, MiB } from '../chip.js';
import { GFX9 } from '../families.js';

export const chip: Chip = {
  id: 'vega20',
  name: 'Vega20',
  board: 'AMD Instinct MI60 / MI50',
  aliases: [
    'Radeon VII',
    'Radeon Pro VII',
    'MI50',
    'MI60',
    'Instinct MI50',
    'Instinct MI60',
    'Radeon Instinct MI50',
    'Radeon Instinct MI60',
  ],
  llvm: 'gfx906',
  elfMachine: 0x2f,
  target: 'gfx906',
  isa: 'gfx906',
  pciDevice: 0x66a1,
  computeUnits: 60,
  clockMHz: 1725,
  globalMemory: 3072 * MiB,
  cacheSize: 4096 * KiB,
  memoryChannels: 32,
  limits: GFX9.limits,
  // AMD's driver had gone over to another container before this chip: these two numbers are ours.
  cal: { machine: 0x7a06, encoding: 0x7a06, granules: GFX9.granules },
  kfd: {
    firmware: 440,
    revision: 0x02,
    drmFamily: 141,
    addressConfig: 0x2a11_4042,
    arrays: 4,
    unitsPerArray: 16,
    channelBits: 128,
    copyEngines: 2,
    copyQueues: 8,
  },
  timing: 'vega20',
};
