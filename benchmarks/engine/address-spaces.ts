// Kernels in an address space of 4 GiB, whose offsets have 32 bits, beside one of 16 GiB, whose offsets have 64 bits:
// `node dist/benchmarks/engine/address-spaces.js [--rounds N]`. Milliseconds of CPU time, and the median of the ratios
// of neighbouring launches, so that other load of the machine matters little.

import { parseArgs } from 'node:util';
import { MAX_SPACE_SIZE } from '../../src/abi/memory-map.js';
import { AddressSpace, LOWEST } from '../../src/emulator/address-space.js';
import type { EngineName } from '../../src/threads/engines.js';
import { byOwnNode } from '../own-node.js';
import { KERNELS } from './kernels.js';
import { MeasuredMachine } from './machine.js';
import { summary } from './sampling.js';

const ENGINES: readonly EngineName[] = ['interp', 'wasm', 'native'];
const SPACES = [LOWEST, new AddressSpace(0n, MAX_SPACE_SIZE)] as const;
/** Launches that do not count: V8 optimises meanwhile. */
const WARM_UP = 30;

function cpuMilliseconds(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e3;
}

byOwnNode();
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '21' } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new RangeError(`--rounds ${values.rounds}: not a number of rounds`);
console.log('kernel | engine | 4 GiB, ms | 16 GiB, ms | ratio, median');
for (const { name, source, shape, prepare, check } of KERNELS)
  for (const engine of ENGINES) {
    const machines = SPACES.map((space) => new MeasuredMachine(engine, space));
    const kernels = machines.map((machine) => {
      prepare(machine);
      return machine.load(source);
    });
    const warmUp = engine === 'interp' ? 1 : WARM_UP;
    for (let n = 0; n < warmUp; n++) for (const kernel of kernels) kernel.run(shape);
    const times = Array.from({ length: rounds }, () =>
      kernels.map((kernel) => cpuMilliseconds(() => kernel.run(shape))),
    );
    machines.forEach(check);
    const [small, large] = [0, 1].map((n) => summary(times.map((pair) => pair[n]!)).best);
    const ratio = summary(times.map(([first, second]) => second! / first!)).median;
    console.log([name, engine, small!.toFixed(2), large!.toFixed(2), ratio.toFixed(2)].join(' | '));
  }
process.exit(0);
