// Maps of buffers: bins, addresses outside, atomics, and the number of launches with maps. Numbers are counted here by
// hand.

import test from 'ava';
import type { AccessKind } from '../../src/emulator/access-kind.js';
import { BIN_FIELDS, type BufferMap } from '../../src/emulator/observations.js';
import type { MemoryAccess } from '../../src/emulator/probes.js';
import type { Wavefront } from '../../src/emulator/wavefront.js';
import type { Instruction } from '../../src/isa/instruction.js';
import { BufferMapProbe, type MappedBuffer } from '../../src/statistics/observe/buffer-maps.js';
import { Collector } from '../../src/statistics/observe/collector.js';

/** Nothing of them is looked at. */
const [wavefront, instruction] = [{} as Wavefront, {} as Instruction];

/** An instruction whose lanes access `size` bytes each. */
function execute(
  probe: BufferMapProbe,
  kind: AccessKind,
  addresses: readonly number[],
  size = 4,
  space: MemoryAccess['space'] = 'global',
): void {
  probe.onInstructionBefore();
  for (const [lane, address] of addresses.entries())
    probe.onMemory(wavefront, 0, instruction, { space, kind, lane, address, size, value: 0, high: 0 });
  probe.onInstructionAfter();
}

/** Bins that are not empty, by their numbers. */
const filled = ({ bins }: BufferMap): Record<number, number[]> =>
  Object.fromEntries(
    Array.from({ length: bins.length / BIN_FIELDS.length }, (_, n) => [
      n,
      [...bins.slice(n * BIN_FIELDS.length, (n + 1) * BIN_FIELDS.length)],
    ]).filter(([, values]) => (values as number[]).some((value) => value > 0)),
  );

const buffer = (index: number, start: number, size: number): MappedBuffer => ({
  index,
  name: `p${index}`,
  start,
  size,
});

test('lanes of an instruction are one access of each line; addresses outside are none', (t) => {
  const probe = new BufferMapProbe([buffer(0, 0x1000, 256)]);
  execute(probe, 'load', [0x1000, 0x1004, 0x1040, 0x0ffc, 0x1100]);
  execute(probe, 'load', [0x1004]);
  execute(probe, 'store', [0x103c], 8);
  execute(probe, 'atomic', [0x10c0]);
  execute(probe, 'load', [0x1080], 4, 'lds');
  const [map] = probe.observations;
  t.like(map, { argument: 0, name: 'p0', bytes: 256, binBytes: 64 });
  // Lines read, lines written, reads, writes.
  t.deepEqual(filled(map!), { 0: [1, 1, 2, 1], 1: [1, 1, 1, 1], 3: [1, 1, 1, 1] });
});

test('large buffers have no more bins, and buffers that overlap each their own', (t) => {
  const lines = 1000;
  const probe = new BufferMapProbe([buffer(0, 0, 64 * lines), buffer(1, 64 * 8, 64 * 8), buffer(2, 0, 0)]);
  execute(probe, 'load', [64 * 8, 64 * 9, 64 * 999]);
  const [all, part, ...none] = probe.observations;
  t.deepEqual([all!.binBytes, all!.bins.length / BIN_FIELDS.length], [256, 250]);
  t.deepEqual(filled(all!), { 2: [2, 0, 2, 0], 249: [1, 0, 1, 0] });
  t.deepEqual(filled(part!), { 0: [1, 0, 1, 0], 1: [1, 0, 1, 0] });
  t.deepEqual(none, []);
});

test('lanes one by one and an instruction at a time give the same', (t) => {
  const [one, two] = [0, 1].map(() => new BufferMapProbe([buffer(0, 0, 4096)])) as [BufferMapProbe, BufferMapProbe];
  for (const kind of ['load', 'store', 'atomic'] as const) {
    execute(one, kind, [0, 64, 60, 128], 8);
    const access = { space: 'global' as const, kind, lanes: 4, bytes: 8, ldsCycles: 0, ldsIdealCycles: 0 };
    // Entries behind the count are left from another instruction.
    two.accessed(wavefront, 0, instruction, { ...access, lines: Uint32Array.of(0, 1, 2, 7), lineCount: 3 });
  }
  t.deepEqual(one.observations, two.observations);
});

test('the first launches of each kernel are mapped, on request', (t) => {
  const mapsOf = (collector: Collector, kernel: string, launches: number): number => {
    let maps = 0;
    for (let n = 0; n < launches; n++) {
      collector.begun(kernel, () => [buffer(0, 0, 64)]);
      if (collector.take().buffers) maps++;
    }
    return maps;
  };
  const withBuffers = new Collector({ addresses: true, values: false, every: 1, buffers: true });
  t.deepEqual([mapsOf(withBuffers, 'a', 20), mapsOf(withBuffers, 'b', 3)], [16, 3]);
  t.is(mapsOf(new Collector({ addresses: true, values: false, every: 1 }), 'a', 3), 0);
});
