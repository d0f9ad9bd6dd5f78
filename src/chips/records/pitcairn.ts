// Pitcairn: AMD Radeon HD 7870.

import { type Chip, KiB, MiB } from '../chip.js';
import { SOUTHERN_ISLANDS } from '../families.js';

export const chip: Chip = {
  id: 'pitcairn',
  name: 'Pitcairn',
  board: 'AMD Radeon HD 7870',
  aliases: ['HD 7870', 'HD 7850', 'R9 270X', 'R9 270'],
  llvm: 'gfx601',
  elfMachine: 0x21,
  target: SOUTHERN_ISLANDS.target,
  isa: SOUTHERN_ISLANDS.isa,
  pciDevice: 0x6818,
  computeUnits: 20,
  clockMHz: 1000,
  globalMemory: 2048 * MiB,
  cacheSize: 512 * KiB,
  memoryChannels: 8,
  limits: SOUTHERN_ISLANDS.limits,
  cal: { machine: 0x3fe, encoding: 0x1b, granules: SOUTHERN_ISLANDS.granules },
  timing: 'pitcairn',
};
