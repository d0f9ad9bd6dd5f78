// Oland: AMD Radeon R7 240.

import { type Chip, KiB, MiB } from '../chip.js';
import { SOUTHERN_ISLANDS } from '../families.js';

export const chip: Chip = {
  id: 'oland',
  name: 'Oland',
  board: 'AMD Radeon R7 240',
  aliases: ['R7 240', 'R7 250'],
  llvm: 'gfx602',
  elfMachine: 0x3a,
  target: SOUTHERN_ISLANDS.target,
  isa: SOUTHERN_ISLANDS.isa,
  pciDevice: 0x6613,
  computeUnits: 5,
  clockMHz: 780,
  globalMemory: 1024 * MiB,
  cacheSize: 256 * KiB,
  memoryChannels: 2,
  limits: SOUTHERN_ISLANDS.limits,
  cal: { machine: 0x402, encoding: 0x20, granules: SOUTHERN_ISLANDS.granules },
  timing: 'oland',
};
