// Work-groups that wait for one another: each gets its turn before the others have waited for long.

import test from 'ava';
import { eachStretch } from '../../../src/emulator/counts.js';
import { Dispatcher } from '../../../src/emulator/index.js';
import { PERMISSION } from '../../../src/emulator/memory.js';
import { readBrig } from '../../../src/hsail/brig/reader.js';
import { hsailConvention } from '../../../src/hsail/load/convention.js';
import { hsailProgram } from '../../../src/hsail/load/program.js';
import { assemble } from '../../../src/hsail/text/assembler.js';
import { describeLaunch } from '../../../src/launch/convention.js';
import { CODE, createMemory } from '../../emulator/harness.js';
import { ENGINES } from './harness.js';

const GROUPS = 32;
const WORDS_EACH = 2;

/** Work-item n sets its own flag and waits for that of the work-item whose number is n from the end. */
const HANDSHAKE = `module &m:1:0:$full:$large:$default;
prog global_u32 &flags[${64 * GROUPS}];
prog kernel &k()
{
  workitemabsid_u32 $s0, 0;
  shl_u32 $s1, $s0, 2;
  cvt_u64_u32 $d0, $s1;
  sub_u32 $s1, ${64 * GROUPS - 1}, $s0;
  shl_u32 $s1, $s1, 2;
  cvt_u64_u32 $d1, $s1;
  atomicnoret_st_global_screl_agent_b32 [&flags][$d0], 1;
@again:
  atomic_ld_global_scacq_agent_b32 $s2, [&flags][$d1];
  cmp_eq_b1_u32 $c0, $s2, 0;
  cbr_b1 $c0, @again;
};
`;

/** The first turn has 16 million instructions, each of the others a quarter of a million; interpreted, 1/16 and 1/4. */
const LIMITS = { jit: 28_000_000, interpreter: 4_000_000 } as const;

for (const [name, limit] of Object.entries(LIMITS))
  test(`groups that wait for the last ones do not keep them waiting, by ${name}`, (t) => {
    const program = hsailProgram(readBrig(assemble(HANDSHAKE)));
    const memory = createMemory();
    memory.setPages(CODE, program.size, PERMISSION.readWrite);
    const [code] = program.place(memory, CODE);
    const launch = {
      workDim: 1,
      globalSize: [64 * GROUPS, 1, 1] as const,
      localSize: [64, 1, 1] as const,
      globalOffset: [0, 0, 0] as const,
      dynamicLds: 0,
      segment: memory.space.addressOf(CODE),
      printfBuffer: 0n,
    };
    const scalars = new Uint32Array(code!.registers.userSgprs);
    hsailConvention.fill(launch, code! as never, memory, scalars);
    const dispatch = new Dispatcher(memory, ENGINES[name]!(memory)).start(describeLaunch(launch, code!, scalars));
    t.is(dispatch.run(), 'done');
    let executed = 0;
    eachStretch(dispatch.counts.code.values.times, (first, end, times) => {
      executed += ((end - first) / WORDS_EACH) * times;
    });
    t.true(executed < limit, `${executed} instructions`);
  });
