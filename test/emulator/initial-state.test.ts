// Initial state of wavefronts, independent of earlier ones on the same compute unit.

import test from 'ava';
import type { Engine } from '../../src/emulator/engine.js';
import { Dispatcher } from '../../src/emulator/index.js';
import { allocatedLds, initialMode, type LaunchDescriptor } from '../../src/emulator/launch.js';
import type { GpuMemory } from '../../src/emulator/memory.js';
import { VGPR_WORDS, WORD } from '../../src/emulator/state.js';
import { layout } from '../../src/emulator/state-layout.js';
import type { Wavefront } from '../../src/emulator/wavefront.js';
import { southernIslands } from '../../src/isa/southern-islands/index.js';
import { CODE, createMemory, launchOf } from './harness.js';

/** Places of these registers, which are the same in all instruction sets. */
const SPECIAL = layout(southernIslands);

const GARBAGE = 0xdead_beef;
const CODE_WORDS = Uint32Array.of(0xbf81_0000);

/** Hands each wavefront to `look` and then overwrites all of its state and its work-group's LDS. */
const vandal = (look: (wavefront: Wavefront) => void): Engine => ({
  name: 'vandal',
  prepare: () => undefined,
  run: (wavefront) => {
    look(wavefront);
    wavefront.executed++;
    wavefront.u.fill(GARBAGE);
    if (wavefront.index === wavefront.workGroup.wavefronts.length - 1) wavefront.workGroup.lds.fill(0xff);
    return 'end';
  },
});

/** All words of a slot that the hardware sets up, from the definition of a launch. */
function expected(launch: LaunchDescriptor, wavefront: Wavefront): number[] {
  const { index, workGroup } = wavefront;
  const [x, y, z] = launch.localSize;
  const words = Array<number>(WORD.end).fill(0);
  let active = 0;
  for (let lane = 0; lane < VGPR_WORDS; lane++) {
    const item = index * VGPR_WORDS + lane;
    if (item >= x * y * z) break;
    active++;
    const id = [item % x, Math.floor(item / x) % y, Math.floor(item / (x * y))];
    for (let d = 0; d <= launch.localIds; d++) words[d * VGPR_WORDS + lane] = id[d]!;
  }
  const count = Math.ceil((x * y * z) / VGPR_WORDS);
  const scalars = [...launch.userSgprs];
  if (launch.groupIdX) scalars.push(workGroup.id[0]);
  if (launch.groupIdY) scalars.push(workGroup.id[1]);
  if (launch.groupIdZ) scalars.push(workGroup.id[2]);
  if (launch.groupSize) scalars.push(count + (index === 0 ? 2 ** 31 : 0));
  scalars.forEach((value, n) => {
    words[WORD.scalars + n] = value;
  });
  const mask = (1n << BigInt(active)) - 1n;
  words[SPECIAL.exec] = Number(mask & 0xffff_ffffn);
  words[SPECIAL.exec + 1] = Number(mask >> 32n);
  words[SPECIAL.m0] = words[WORD.ldsLimit] = allocatedLds(launch);
  words[WORD.mode] = initialMode(launch);
  words[WORD.pc] = CODE;
  words[WORD.ldsBase] = workGroup.ldsBase;
  return words;
}

/** Words of a slot without the VGPRs that the launch has not allocated: they are never seen. */
const visible = (words: readonly number[], vgprs: number): number[] => [
  ...words.slice(0, vgprs * VGPR_WORDS),
  ...words.slice(WORD.scalars),
];

const SHAPES: readonly Partial<LaunchDescriptor>[] = [
  { vgprs: 5, localSize: [100, 1, 1], globalSize: [300, 1, 1], userSgprs: Uint32Array.of(7, 8, 9) },
  {
    ...{ vgprs: 3, localIds: 2, localSize: [8, 4, 4], globalSize: [16, 8, 8], userSgprs: new Uint32Array(16).fill(3) },
    ...{ groupIdY: true, groupIdZ: true, groupSize: true, ldsBytes: 4100 },
  },
  { vgprs: 1, groupIdX: false, groupIdY: true, localSize: [1, 1, 1], globalSize: [1, 3, 1], ldsBytes: 1 },
  { vgprs: 256, localIds: 1, localSize: [32, 32, 1], globalSize: [64, 64, 1], groupSize: true, ldsBytes: 65_536 },
];

function launches(memory: GpuMemory): LaunchDescriptor[] {
  return SHAPES.map((shape) => launchOf(memory, CODE_WORDS, shape));
}

test('dispatches that take turns on a unit start from their own state', (t) => {
  const memory = createMemory();
  let waveCount = 0;
  const engine = vandal((wavefront) => {
    const { launch, lds } = wavefront.workGroup;
    t.deepEqual(visible([...wavefront.u], launch.vgprs), visible(expected(launch, wavefront), launch.vgprs));
    t.true(lds.subarray(0, allocatedLds(launch)).every((byte) => byte === 0));
    t.true(wavefront.index > 0 || waveCount === 0 || launch.ldsBytes === 65_536 || lds[allocatedLds(launch)] === 0xff);
    waveCount++;
  });
  const dispatcher = new Dispatcher(memory, engine, { unit: 3 });
  const dispatches = launches(memory).map((launch) => dispatcher.start(launch));
  // A budget of as many instructions as a work-group has wavefronts ends with the work-group.
  for (let turn = 0; turn < 8; turn++)
    for (const dispatch of dispatches)
      dispatch.run(Math.ceil(dispatch.launch.localSize.reduce((a, b) => a * b) / VGPR_WORDS));
  t.deepEqual(
    dispatches.map((dispatch) => dispatch.run()),
    ['done', 'done', 'done', 'done'],
  );
  t.is(waveCount, 3 * 2 + 8 * 2 + 3 + 4 * 16);
});
