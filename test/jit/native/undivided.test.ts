// An access of two or four dwords of a lane stays one in LLVM's intermediate representation: volatile, as LLVM makes
// several of others (a vector whose elements are all spread becomes four loads). Machines on which no two threads run
// at once see it here.

import test from 'ava';
import { CodeReader } from '../../../src/emulator/code.js';
import { modeKey } from '../../../src/emulator/float-mode.js';
import { initialMode } from '../../../src/emulator/launch.js';
import { translate } from '../../../src/jit/engine/translation.js';
import { writeIr } from '../../../src/jit/native/module-writer.js';
import { createMemory, DATA, launchOf } from '../../emulator/harness.js';
import { code } from '../../emulator/scenarios.js';

const OPTIONS = { exact: false, fused: true, switchesDenormals: true } as const;

/**
 * The text for chunks one by one, and for two and four side by side. @param body v0 differs from lane to lane, s[0:7]
 * are two resources
 */
function textsOf(body: string): readonly string[] {
  const memory = createMemory();
  const launch = launchOf(memory, code(`${body}\n s_endpgm`), { userSgprs: new Uint32Array(12).fill(DATA), vgprs: 16 });
  const entry = { pc: launch.entry, mode: modeKey(initialMode(launch)) };
  const { operations } = translate(new CodeReader(memory, launch), [entry], OPTIONS);
  return [1, 2, 4].map((chunks) => writeIr(operations, chunks));
}

/** Types that are loaded and stored as a whole; a look at a byte is for its effect on pages. */
const wholes = (text: string): readonly string[] =>
  [
    ...new Set(
      [...text.matchAll(/(load|store) volatile (<4 x i32>|i32|i64)/g)].map(([, what, type]) => `${what} ${type}`),
    ),
  ].sort();

/** Addresses of loads: one for each lane, and one for all. */
const PLACES = ['v0, s[0:3], 0 offen', 's[0:3], 0'] as const;
/** Module functions store two dwords, whatever the kernel does. */
const ALWAYS = 'store i64';

for (const place of PLACES)
  test(`${place}: dwords with their own bounds are one access where they lie side by side`, (t) => {
    const operands = place.startsWith('v0') ? place : `off, ${place}`;
    for (const [count, registers, types] of [
      ['dword', 'v4', []],
      ['dwordx2', 'v[4:5]', ['load i64']],
      ['dwordx4', 'v[4:7]', ['load <4 x i32>', 'load i64']],
    ] as const)
      for (const text of textsOf(
        `buffer_load_${count} ${registers}, ${operands}\n s_waitcnt vmcnt(0)\n buffer_store_dword v4, v0, s[4:7], 0 offen`,
      ))
        t.deepEqual(wholes(text), [...types, ALWAYS], `${count} ${place}`);
  });

test('stores of dwords with their own bounds are one access where they lie side by side', (t) => {
  for (const text of textsOf('buffer_store_dwordx4 v[4:7], v0, s[4:7], 0 offen'))
    t.deepEqual(wholes(text), ['store <4 x i32>', ALWAYS]);
});

test('dwords whose addresses follow one another are one access', (t) => {
  for (const text of textsOf(
    'buffer_load_dwordx4 v[4:7], v[0:1], s[0:3], 0 addr64\n s_waitcnt vmcnt(0)\n buffer_store_dwordx4 v[4:7], v[0:1], s[4:7], 0 addr64',
  ))
    t.true(
      ['load <4 x i32>', 'store <4 x i32>'].every((type) => wholes(text).includes(type)),
      wholes(text).join(),
    );
});
