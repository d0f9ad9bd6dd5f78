// Work-groups that wait for one another, and wavefronts at fbarriers: each gets its turn before the others have waited
// for long.

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

/** Executes a kernel without arguments. @returns the executed instructions */
function executedBy(engine: string, text: string, [globalSize, localSize]: readonly [number, number]): number {
  const program = hsailProgram(readBrig(assemble(text)));
  const memory = createMemory();
  memory.setPages(CODE, program.size, PERMISSION.readWrite);
  const [code] = program.place(memory, CODE);
  const launch = {
    workDim: 1,
    globalSize: [globalSize, 1, 1] as const,
    localSize: [localSize, 1, 1] as const,
    globalOffset: [0, 0, 0] as const,
    dynamicLds: 0,
    segment: memory.space.addressOf(CODE),
    printfBuffer: 0n,
  };
  const scalars = new Uint32Array(code!.registers.userSgprs);
  hsailConvention.fill(launch, code! as never, memory, scalars);
  const dispatch = new Dispatcher(memory, ENGINES[engine]!(memory)).start(describeLaunch(launch, code!, scalars));
  if (dispatch.run() !== 'done') throw new Error('the launch did not end');
  let executed = 0;
  eachStretch(dispatch.counts.code.values.times, (first, end, times) => {
    executed += ((end - first) / WORDS_EACH) * times;
  });
  return executed;
}

/** The first turn has 16 million instructions, each of the others a quarter of a million; interpreted, 1/16 and 1/4. */
const LIMITS = { jit: 28_000_000, interpreter: 4_000_000 } as const;

for (const [name, limit] of Object.entries(LIMITS))
  test(`groups that wait for the last ones do not keep them waiting, by ${name}`, (t) => {
    const executed = executedBy(name, HANDSHAKE, [64 * GROUPS, 64]);
    t.true(executed < limit, `${executed} instructions`);
  });

const ROUNDS = 16;
const MEMBERS = 4;

/** All wavefronts of a work-group wait for each other in each round. */
const FBARRIER = `module &m:1:0:$full:$large:$default;
prog kernel &k()
{
  fbarrier %fb;
  workitemflatid_u32 $s0;
  cmp_ge_b1_u32 $c0, $s0, 64;
  cbr_b1 $c0, @initialised;
  initfbar %fb;
@initialised:
  barrier;
  joinfbar %fb;
  barrier;
  mov_b32 $s1, 0;
@round:
  waitfbar %fb;
  add_u32 $s1, $s1, 1;
  cmp_lt_b1_u32 $c1, $s1, ${ROUNDS};
  cbr_b1 $c1, @round;
  leavefbar %fb;
};
`;

for (const name of Object.keys(ENGINES))
  test(`wavefronts at an fbarrier give the others of their work-group their turns, by ${name}`, (t) => {
    // A look that did not give way would be repeated to the end of the time slice, 65,536 instructions.
    const executed = executedBy(name, FBARRIER, [2 * 64 * MEMBERS, 64 * MEMBERS]);
    t.true(executed < 2 * ROUNDS * MEMBERS * 100, `${executed} instructions`);
  });
