// The largest grids: the last work-groups of a launch whose others count as executed already.

import test from 'ava';
import { Dispatcher, GroupCursor, groupTotal } from '../../../src/emulator/index.js';
import { PERMISSION } from '../../../src/emulator/memory.js';
import { readBrig } from '../../../src/hsail/brig/reader.js';
import { hsailConvention } from '../../../src/hsail/load/convention.js';
import { hsailProgram } from '../../../src/hsail/load/program.js';
import { assemble } from '../../../src/hsail/text/assembler.js';
import { describeLaunch } from '../../../src/launch/convention.js';
import { CODE, createMemory, DATA } from '../../emulator/harness.js';
import { ENGINES } from './harness.js';

/** Of each dimension the largest absolute id, as u64; and the number of work-items. */
const KERNEL = `module &m:1:0:$full:$large:$default;
prog kernel &k(kernarg_u64 %out)
{
  ld_kernarg_u64 $d0, [%out];
  workitemabsid_u64 $d1, 0;
  atomicnoret_max_global_rlx_agent_u64 [$d0], $d1;
  workitemabsid_u64 $d1, 1;
  atomicnoret_max_global_rlx_agent_u64 [$d0 + 8], $d1;
  workgroupid_u32 $s1, 2;
  cvt_u64_u32 $d1, $s1;
  atomicnoret_max_global_rlx_agent_u64 [$d0 + 16], $d1;
  atomicnoret_add_global_rlx_agent_u64 [$d0 + 24], 1;
};
`;

type Sizes = readonly [number, number, number];

/** Executes the last work-groups of a grid. */
function lastOf(engine: string, globalSize: Sizes, localSize: Sizes, groups: number): bigint[] {
  const program = hsailProgram(readBrig(assemble(KERNEL)));
  const memory = createMemory();
  memory.setPages(CODE, program.size, PERMISSION.readWrite);
  const [code] = program.place(memory, CODE);
  memory.view.setBigUint64(DATA, memory.space.addressOf(DATA + 64), true);
  const launch = {
    workDim: 3,
    globalSize,
    localSize,
    globalOffset: [0, 0, 0] as const,
    dynamicLds: 0,
    segment: memory.space.addressOf(DATA),
    printfBuffer: 0n,
  };
  const scalars = new Uint32Array(code!.registers.userSgprs);
  hsailConvention.fill(launch, code! as never, memory, scalars);
  const descriptor = describeLaunch(launch, code!, scalars);
  const cursor = new GroupCursor(groupTotal(descriptor), 2);
  new Uint32Array(cursor.buffer)[0] = cursor.total - groups;
  if (new Dispatcher(memory, ENGINES[engine]!(memory)).start(descriptor, cursor).run() !== 'done')
    throw new Error('the launch did not end');
  return [0, 8, 16, 24].map((at) => memory.view.getBigUint64(DATA + 64 + at, true));
}

for (const engine of Object.keys(ENGINES)) {
  test(`a dimension has up to 2^32-1 work-items: ${engine}`, (t) => {
    // The last work-group has one less.
    t.deepEqual(lastOf(engine, [2 ** 32 - 1, 1, 1], [256, 1, 1], 3), [2n ** 32n - 2n, 0n, 0n, 767n]);
    t.deepEqual(lastOf(engine, [2, 2 ** 31 + 64, 1], [1, 256, 1], 2), [1n, 2n ** 31n + 63n, 0n, 128n]);
  });

  test(`a grid has up to 2^32-1 work-groups: ${engine}`, (t) => {
    t.deepEqual(lastOf(engine, [65_537, 257, 255], [1, 1, 1], 5), [65_536n, 256n, 254n, 5n]);
  });
}

test('more work-groups are refused with their number', (t) => {
  t.throws(() => lastOf('jit', [2 ** 31, 2, 1], [1, 1, 1], 1), {
    code: 'LIMIT',
    message: 'kernel &k: 4294967296 work-groups, the limit is 4294967295',
  });
});
