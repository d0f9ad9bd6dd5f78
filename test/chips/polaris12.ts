// A chip that Atoll does not bring, as its record would stand in src/chips/records: importing this adds it to the list.
// Source: the PCI ID database, Linux' gfx_v8_0.c and kfd_device.c, the data sheet of the Radeon RX 550.

import { type Chip, KiB, MiB } from '../../src/chips/chip.js';
import { addChip } from '../../src/chips/chips.js';
import { GCN3 } from '../../src/chips/families.js';

export const polaris12: Chip = {
  id: 'polaris12',
  name: 'Polaris12',
  board: 'AMD Radeon RX 550',
  aliases: ['RX 550', 'Lexa'],
  llvm: 'gfx803',
  elfMachine: 0x2a,
  target: 'gfx803',
  isa: 'gfx803',
  pciDevice: 0x699f,
  computeUnits: 8,
  clockMHz: 1183,
  globalMemory: 2048 * MiB,
  cacheSize: 512 * KiB,
  memoryChannels: 4,
  limits: GCN3.limits,
  cal: { machine: 0x7803, encoding: 0x7803, granules: GCN3.granules },
  kfd: {
    firmware: 730,
    revision: 0xc7,
    drmFamily: 130,
    addressConfig: 0x2201_1002,
    arrays: 2,
    unitsPerArray: 5,
    channelBits: 32,
    copyEngines: 2,
    copyQueues: 2,
  },
  timing: 'fiji',
};

addChip(polaris12);
