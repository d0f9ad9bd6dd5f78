// Vega10: AMD Radeon Instinct MI25.

import { type Chip, KiB, MiB } from '../chip.js';
import { GFX9 } from '../families.js';

export const chip: Chip = {
  id: 'vega10',
  name: 'Vega10',
  board: 'AMD Radeon Instinct MI25',
  aliases: ['Vega 64', 'Vega 56', 'RX Vega 64', 'RX Vega 56', 'MI25', 'Instinct MI25'],
  llvm: 'gfx900',
  elfMachine: 0x2c,
  target: 'gfx900',
  isa: 'gfx900',
  pciDevice: 0x6860,
  computeUnits: 64,
  clockMHz: 1500,
  globalMemory: 3072 * MiB,
  cacheSize: 4096 * KiB,
  memoryChannels: 16,
  limits: GFX9.limits,
  // AMD's driver had gone over to another container before this chip: these two numbers are ours.
  cal: { machine: 0x7a00, encoding: 0x7a00, granules: GFX9.granules },
  kfd: {
    firmware: 434,
    revision: 0x00,
    drmFamily: 141,
    addressConfig: 0x2a11_4042,
    arrays: 4,
    unitsPerArray: 16,
    channelBits: 128,
    copyEngines: 2,
    copyQueues: 2,
  },
  timing: 'vega10',
};
