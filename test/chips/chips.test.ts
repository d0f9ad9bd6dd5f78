// The records of chips beside published data, and beside other sources.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import type { Chip } from '../../src/chips/chip.js';
import { addChip, CHIPS, chipHint, chipNamed, DEFAULT_CHIP } from '../../src/chips/chips.js';
import { findToolchain } from '../../src/compiler/clang/toolchain.js';
import { isaOfCode } from '../../src/isa/load-isa.js';
import { readConfiguration } from '../../src/timing/config/configuration.js';
import { root } from '../../src/util/paths.js';
import { assembleObject } from '../hsa/objects.js';

interface Published {
  /** Name of the device in the PCI ID database. */
  readonly pci: string;
  /** Single precision, from the board's data sheet: two operations in each of 64 lanes a cycle. */
  readonly gflops: number;
  /** Of a work-group, as AMD's drivers and Mesa reported it. */
  readonly ldsKiB: number;
}

const PUBLISHED: Readonly<Record<string, Published>> = {
  tahiti: { pci: 'Tahiti', gflops: 3789, ldsKiB: 32 },
  pitcairn: { pci: 'Pitcairn', gflops: 2560, ldsKiB: 32 },
  capeverde: { pci: 'Cape Verde', gflops: 1280, ldsKiB: 32 },
  oland: { pci: 'Oland', gflops: 499, ldsKiB: 32 },
  hainan: { pci: 'Jet', gflops: 547, ldsKiB: 32 },
  carrizo: { pci: 'Wani', gflops: 819, ldsKiB: 64 },
  tonga: { pci: 'Tonga', gflops: 3290, ldsKiB: 64 },
  fiji: { pci: 'Fiji', gflops: 8602, ldsKiB: 64 },
  vega10: { pci: 'Vega 10', gflops: 12_288, ldsKiB: 64 },
  raven: { pci: 'Raven Ridge', gflops: 1760, ldsKiB: 64 },
  vega20: { pci: 'Vega 20', gflops: 13_248, ldsKiB: 64 },
};

test('each file of records is one chip, named like it, in the order of families and sizes', (t) => {
  const files = readdirSync(join(root, 'src/chips/records')).map((file) => file.replace(/\.ts$/, ''));
  t.deepEqual(CHIPS.map(({ id }) => id).sort(), files.sort(), 'npm run build writes src/chips/records.ts');
  t.deepEqual(
    CHIPS.map(({ id }) => id),
    Object.keys(PUBLISHED),
  );
  t.is(DEFAULT_CHIP.id, 'tahiti');
});

test('numbers are those that have been published', (t) => {
  for (const { id, computeUnits, clockMHz, limits, kfd } of CHIPS) {
    const { gflops, ldsKiB } = PUBLISHED[id]!;
    const lanes = computeUnits * limits.wavefrontSize;
    t.true(Math.abs((2 * lanes * clockMHz) / 1000 - gflops) < 0.005 * gflops, `${id}: ${gflops} GFLOPS`);
    t.is(limits.ldsPerWorkGroup, ldsKiB * 1024, id);
    t.true(limits.ldsPerWorkGroup <= limits.ldsPerComputeUnit, id);
    t.true(limits.workGroupSize <= limits.hardwareWorkGroupSize, id);
    if (kfd) t.true(kfd.arrays * kfd.unitsPerArray >= computeUnits, id);
  }
});

test('no two chips have a name or a number of images or boards in common', (t) => {
  const facts: readonly ((chip: Chip) => unknown)[] = [
    ({ id }) => id,
    ({ name }) => name,
    ({ pciDevice }) => pciDevice,
    ({ cal }) => cal.machine,
    ({ cal }) => cal.encoding,
  ];
  for (const fact of facts) t.is(new Set(CHIPS.map(fact)).size, CHIPS.length);
  for (const chip of CHIPS)
    for (const name of [chip.id, chip.id.toUpperCase(), chip.name, chip.board, ...chip.aliases])
      t.is(chipNamed(name), chip, name);
  t.throws(() => addChip(DEFAULT_CHIP), { message: /two chips 'tahiti'/ });
});

test('names of several chips, and parts of a board, are answered with a chip', (t) => {
  t.is(chipNamed('gfx906')?.id, 'vega20');
  t.is(chipNamed('GFX-900')?.id, 'vega10');
  t.is(chipNamed('gfx601'), undefined);
  t.regex(chipHint('gfx601')!, /^gfx601 is pitcairn \(.*\) or capeverde \(.*\) here: --device pitcairn$/);
  t.regex(chipHint('Fury Series')!, /is fiji/);
  t.is(chipHint('gfx1030'), undefined);
});

test('LLVM has the chip, with its number in e_flags and its local memory', (t) => {
  const { clang } = findToolchain(undefined).toolchain!;
  const compiles = (target: string, bytes: number): boolean => {
    const args = ['-x', 'cl', '-target', 'amdgcn--', `-mcpu=${target}`, '-nogpulib', '-O1', '-S', '-o', '-', '-'];
    const input = `kernel void k(global char* out) { local char all[${bytes}]; all[out[1]] = 1; out[0] = all[out[2]]; }`;
    return spawnSync(clang, args, { input }).status === 0;
  };
  const tried = new Set<string>();
  for (const { id, llvm, elfMachine, target, limits } of CHIPS) {
    const object = assembleObject(' s_endpgm', { cpu: llvm, linked: false });
    t.is(object.readUInt32LE(0x30) & 0xff, elfMachine, id);
    if (tried.has(target)) continue;
    tried.add(target);
    t.true(compiles(target, limits.ldsPerWorkGroup), `${target}: all of the local memory`);
    t.false(compiles(target, limits.ldsPerWorkGroup + 4), `${target}: more than the local memory`);
  }
});

test('the instruction set, and the configuration of the timing model are there', (t) => {
  for (const { id, llvm, isa, timing, computeUnits, clockMHz, limits } of CHIPS) {
    t.is(isaOfCode(llvm)?.name, isa, id);
    const { gpu, computeUnit } = readConfiguration(timing).values;
    t.deepEqual([gpu.computeUnits, gpu.clockMHz], [computeUnits, clockMHz], id);
    t.is(computeUnit.simds, limits.simdsPerComputeUnit, id);
    t.is(computeUnit.slotsPerSimd, limits.wavefrontsPerSimd, id);
    t.is(computeUnit.vgprsPerSimd, limits.vgprs, id);
    t.is(computeUnit.ldsBytes, limits.ldsPerComputeUnit, id);
  }
  t.deepEqual(readConfiguration('Radeon VII').values, readConfiguration('vega20').values);
});

const PCI_IDS = '/usr/share/misc/pci.ids';
const DRM_IDS = '/usr/share/libdrm/amdgpu.ids';

(existsSync(PCI_IDS) ? test : test.skip)('the PCI ID database knows the boards', (t) => {
  const amd = readFileSync(PCI_IDS, 'utf8')
    .split(/^(?=[0-9a-f]{4} )/m)
    .find((text) => text.startsWith('1002 '))!;
  for (const { id, pciDevice } of CHIPS) {
    const line = new RegExp(`^\\t${pciDevice.toString(16)}  (.*)$`, 'm').exec(amd)?.[1] ?? '';
    t.true(line.startsWith(PUBLISHED[id]!.pci), `${id}: ${line}`);
  }
});

(existsSync(DRM_IDS) ? test : test.skip)('libdrm has a name for the revisions of boards', (t) => {
  const text = readFileSync(DRM_IDS, 'utf8');
  for (const { id, pciDevice, kfd } of CHIPS) {
    if (!kfd) continue;
    const [device, revision] = [pciDevice, kfd.revision].map((n) => n.toString(16).toUpperCase().padStart(2, '0'));
    t.regex(text, new RegExp(`^${device},\\t${revision},\\t`, 'm'), id);
  }
});
