// Hainan: AMD Radeon R5 M230.

import { type Chip, KiB, MiB } from '../chip.js';
import { SOUTHERN_ISLANDS } from '../families.js';

export const chip: Chip = {
  id: 'hainan',
  name: 'Hainan',
  board: 'AMD Radeon R5 M230',
  aliases: ['R5 M230'],
  llvm: 'gfx602',
  elfMachine: 0x3a,
  target: SOUTHERN_ISLANDS.target,
  isa: SOUTHERN_ISLANDS.isa,
  pciDevice: 0x6665,
  computeUnits: 5,
  clockMHz: 855,
  globalMemory: 1024 * MiB,
  cacheSize: 128 * KiB,
  memoryChannels: 2,
  limits: SOUTHERN_ISLANDS.limits,
  cal: { machine: 0x407, encoding: 0x25, granules: SOUTHERN_ISLANDS.granules },
  timing: 'hainan',
};
