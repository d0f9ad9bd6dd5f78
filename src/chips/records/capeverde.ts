// Capeverde: AMD Radeon HD 7770.

import { type Chip, KiB, MiB } from '../chip.js';
import { SOUTHERN_ISLANDS } from '../families.js';

export const chip: Chip = {
  id: 'capeverde',
  name: 'Capeverde',
  board: 'AMD Radeon HD 7770',
  aliases: ['Verde', 'Cape Verde', 'HD 7770', 'HD 7750', 'R7 250X'],
  llvm: 'gfx601',
  elfMachine: 0x21,
  target: SOUTHERN_ISLANDS.target,
  isa: SOUTHERN_ISLANDS.isa,
  pciDevice: 0x683d,
  computeUnits: 10,
  clockMHz: 1000,
  globalMemory: 1024 * MiB,
  cacheSize: 512 * KiB,
  memoryChannels: 4,
  limits: SOUTHERN_ISLANDS.limits,
  cal: { machine: 0x3ff, encoding: 0x1c, granules: SOUTHERN_ISLANDS.granules },
  timing: 'capeverde',
};
