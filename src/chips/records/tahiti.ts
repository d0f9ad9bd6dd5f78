// Tahiti: AMD Radeon HD 7970.

import { type Chip, KiB, MiB } from '../chip.js';
import { SOUTHERN_ISLANDS } from '../families.js';

export const chip: Chip = {
  id: 'tahiti',
  name: 'Tahiti',
  board: 'AMD Radeon HD 7970',
  aliases: ['HD 7970', 'HD 7950', 'R9 280X', 'R9 280'],
  llvm: 'gfx600',
  elfMachine: 0x20,
  target: SOUTHERN_ISLANDS.target,
  isa: SOUTHERN_ISLANDS.isa,
  pciDevice: 0x6798,
  computeUnits: 32,
  clockMHz: 925,
  globalMemory: 3072 * MiB,
  cacheSize: 768 * KiB,
  memoryChannels: 12,
  limits: SOUTHERN_ISLANDS.limits,
  cal: { machine: 0x3fd, encoding: 0x1a, granules: SOUTHERN_ISLANDS.granules },
  timing: 'tahiti',
};
