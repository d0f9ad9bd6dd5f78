// Each chip's numbers by two ways or three: those of OpenCL in a program, those of Linux' compute driver for the chips
// that ROCm supports, those of the timing model, with its sources, and LLVM's names.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';
import { DEVICE_MODEL_IDS, DEVICE_MODELS } from '../../src/driver/device-models.js';
import { agentsOf } from '../../src/driver/kfd/chips.js';
import { topologyTree } from '../../src/driver/kfd/topology.js';
import { readConfiguration } from '../../src/timing/config/configuration.js';
import { root } from '../../src/util/paths.js';
import { run, scratchFolder } from '../cli/atoll.js';

type Numbers = Readonly<Record<string, number>>;

/** A name and a number in each line. */
const numbersOf = (text: string): Numbers =>
  Object.fromEntries(
    text
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [name, value] = line.split(' ');
        return [name, Number(value)];
      }),
  );

/** Values of a table with a line of names, line by line. */
function rowsOf(text: string): Numbers[] {
  const [names, ...rows] = text.split('\n').map((line) => line.trim().split(' '));
  return rows.map((row) => Object.fromEntries(names!.map((name, n) => [name, Number(row[n])])));
}

/** Bits of the memory's interface. Source: data sheets of the boards. */
const BUS_BITS: Numbers = { carrizo: 128, tonga: 256, fiji: 4096, vega10: 2048, raven: 128, vega20: 4096 };

/** Sizes that AMD's drivers reported: 32 KiB on Southern Islands; ROCm and Mesa 64 KiB on later chips. */
const groupLds = (llvm: string): number => (llvm.startsWith('gfx6') ? 32_768 : 65_536);

test('chips: OpenCL, the compute driver and the timing model report the same values', async (t) => {
  const program = join(scratchFolder(t), 'chips');
  execFileSync('g++', ['-std=c++17', join(root, 'test/opencl/chips-guest.cc'), '-o', program, '-lOpenCL']);
  const { stdout, stderr } = await run([program], ['--devices', DEVICE_MODEL_IDS.join(',')]);
  const rows = rowsOf(String(stdout));
  t.is(rows.length, DEVICE_MODELS.length, String(stderr));
  const agents = agentsOf(DEVICE_MODELS);
  const tree = topologyTree(agents, false).entries as Readonly<Record<string, string>>;
  for (const [n, { id, llvm, kfd }] of DEVICE_MODELS.entries()) {
    const row = rows[n]!;
    const { gpu, computeUnit, l2 } = readConfiguration(id).values;
    t.like(
      row,
      {
        computeUnits: gpu.computeUnits,
        clockMHz: gpu.clockMHz,
        simds: computeUnit.simds,
        unitLds: computeUnit.ldsBytes,
        groupLds: groupLds(llvm),
        cacheBytes: l2.channels * l2.bytesPerChannel,
      },
      `${id}: OpenCL, and the timing model`,
    );
    t.is(`gfx${row['major']}${row['minor']}`, llvm.slice(0, -1), `${id}: OpenCL and LLVM's name`);
    const agent = agents.find(({ device }) => device === n);
    t.is(agent !== undefined, kfd !== undefined, id);
    if (!agent) continue;
    const node = `nodes/${agent.node}`;
    const driver = numbersOf(tree[`${node}/properties`]!);
    t.like(
      driver,
      {
        simd_count: row['computeUnits']! * row['simds']!,
        simd_per_cu: row['simds']!,
        wave_front_size: row['lanes']!,
        lds_size_in_kb: row['unitLds']! / 1024,
        vendor_id: row['vendor']!,
        device_id: row['pciDevice']!,
        max_engine_clk_fcompute: row['clockMHz']!,
        gfx_target_version: row['major']! * 10_000 + row['minor']! * 100 + Number(llvm.at(-1)),
      },
      `${id}: the compute driver and OpenCL`,
    );
    const cache = numbersOf(tree[`${node}/caches/1/properties`]!);
    t.like(cache, { size: row['cacheBytes']! / 1024, cache_line_size: row['cacheLine']! }, `${id}: caches`);
    t.is(numbersOf(tree[`${node}/mem_banks/0/properties`]!)['width'], BUS_BITS[id], `${id}: the memory's interface`);
    t.true(driver['array_count']! * driver['cu_per_simd_array']! >= row['computeUnits']!, `${id}: shader arrays`);
  }
});
