// For which parts of wavefronts a kernel is translated (src/jit/linear/row-shape.ts), and that launches of other shapes
// get their own translation.

import test from 'ava';
import { Dispatcher } from '../../src/emulator/index.js';
import { DEFAULT_ISA } from '../../src/isa/isas.js';
import { createJit } from '../../src/jit/engine/jit.js';
import type { Translation, TranslationStore } from '../../src/jit/engine/translation.js';
import { rowsOf } from '../../src/jit/linear/row-shape.js';
import { createMemory, DATA, launchOf } from '../emulator/harness.js';
import { code } from '../emulator/scenarios.js';

test('row shapes: as few parts as rows allow, none where local ids have one dimension', (t) => {
  const isa = DEFAULT_ISA.name;
  const rows = (width: number, localIds: 0 | 1 | 2 = 1) =>
    rowsOf({ isa, localIds, localSize: [width, 256 / width, 1] });
  t.deepEqual(
    [256, 64, 32, 16].map((width) => rows(width)),
    [1, 1, 2, 4],
  );
  t.deepEqual(
    [8, 4, 1, 100].map((width) => rows(width)),
    [1, 1, 1, 1],
    'no part of more than two chunks',
  );
  t.deepEqual(
    [192, 96, 48].map((width) => rows(width, 2)),
    [1, 2, 4],
    'pieces of rows',
  );
  t.is(rows(16, 0), 1);
});

test('row shapes: the same code with rows of other lengths', (t) => {
  const memory = createMemory();
  const translations: Translation[] = [];
  const store: TranslationStore = {
    get: () => undefined,
    put: (_, { translation }) => void translations.push(translation),
    drop: () => undefined,
  };
  const dispatcher = new Dispatcher(memory, createJit(memory, { store }));
  const words =
    code(`s_mov_b32 s4, s0\n s_mov_b32 s5, 0\n s_mov_b32 s6, -1\n s_mov_b32 s7, 0x27fac\n v_lshlrev_b32 v3, 6, v1
    v_add_i32 v3, vcc, v3, v0\n v_lshlrev_b32 v2, 2, v3\n buffer_load_dword v4, v2, s[4:7], 0 offen\n s_waitcnt vmcnt(0)
    v_add_i32 v4, vcc, v4, v3\n buffer_store_dword v4, v2, s[4:7], 0 offen\n s_endpgm`);
  const launches = ([64, 32, 16, 8, 32, 16] as const).map((width) => {
    const localSize = [width, 64 / width, 1] as const;
    return launchOf(memory, words, {
      localIds: 1,
      localSize,
      globalSize: localSize,
      userSgprs: Uint32Array.of(DATA, 0),
    });
  });
  const expected = new Uint32Array(64 * 8);
  for (const launch of launches) {
    const [width, height] = launch.localSize;
    t.is(dispatcher.start(launch).run(), 'done');
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) expected[64 * y + x]! += 64 * y + x;
    t.deepEqual([...memory.u32.subarray(DATA / 4, DATA / 4 + expected.length)], [...expected], `${width} x ${height}`);
  }
  dispatcher.close();
  t.is(translations.length, 3, 'shapes with as many parts share one');
  t.is(new Set(translations.map(({ bytes }) => bytes.length)).size, 3);
});
