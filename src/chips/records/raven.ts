// Raven: AMD Radeon Vega 11 Graphics.

import { type Chip, KiB, MiB } from '../chip.js';
import { GFX9 } from '../families.js';

export const chip: Chip = {
  id: 'raven',
  name: 'Raven',
  board: 'AMD Radeon Vega 11 Graphics',
  aliases: ['Raven Ridge', 'Vega 11', 'RX Vega 11'],
  llvm: 'gfx902',
  elfMachine: 0x2d,
  target: 'gfx902',
  isa: 'gfx900',
  pciDevice: 0x15dd,
  computeUnits: 11,
  clockMHz: 1250,
  globalMemory: 2048 * MiB,
  cacheSize: 1024 * KiB,
  memoryChannels: 2,
  limits: GFX9.limits,
  // AMD's driver had gone over to another container before this chip: these two numbers are ours.
  cal: { machine: 0x7a02, encoding: 0x7a02, granules: GFX9.granules },
  kfd: {
    firmware: 434,
    revision: 0xc6,
    drmFamily: 142,
    addressConfig: 0x2400_0042,
    arrays: 1,
    unitsPerArray: 11,
    channelBits: 64,
    copyEngines: 1,
    copyQueues: 2,
  },
  timing: 'raven',
};
