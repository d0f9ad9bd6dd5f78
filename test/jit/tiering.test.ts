// Kernels that begin in the interpreter and are translated while they run, in parts: the same results, counts and
// faults as without.

import './small-limits.js';
import test from 'ava';
import { Dispatcher, describeFault } from '../../src/emulator/index.js';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import { MEASURES } from '../../src/jit/analysis/code-profile.js';
import { keyOf } from '../../src/jit/analysis/flow.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { Tiers } from '../../src/jit/engine/tiers.js';
import type { FreshTranslation, Translation, TranslationStore } from '../../src/jit/engine/translation.js';
import { createSharedTranslations, SharedTranslations } from '../../src/kernels/shared-translations.js';
import { createMemory, DATA, launchOf } from '../emulator/harness.js';
import { Machine } from '../emulator/machine.js';
import { Random } from '../emulator/random.js';
import { code } from '../emulator/scenarios.js';
import { denormals } from './denormals.js';
import { LDS_BYTES, PART_END, randomProgram } from './random-program.js';
import { finish, PROGRAMS } from './whole-launch.js';

const COUNT = 20 * Number(process.env['ATOLL_FUZZ'] ?? 2);
const SEED = Number(process.env['ATOLL_SEED'] ?? 1);

/** A store that counts translations. */
function counting(): TranslationStore & { readonly translations: Translation[] } {
  const translations: Translation[] = [];
  const shared = new SharedTranslations(createSharedTranslations(), undefined);
  const put = shared.put.bind(shared);
  return Object.assign(shared, {
    translations,
    put: (key: string, fresh: FreshTranslation) => {
      translations.push(fresh.translation);
      put(key, fresh);
    },
  });
}

test('random programs end alike, again and again', (t) => {
  const random = new Random(SEED);
  let translations = 0;
  for (let n = 0; n < COUNT; n++) {
    const store = counting();
    const tiered = new Machine((memory) => createJit(memory, { denormals, store, tiering: {} }));
    const interpreter = new Machine((memory) => createInterpreter(memory));
    const words = randomProgram(random, 4 + random.below(24), 'any');
    for (let times = 0; times < 6; times++) {
      const state = Array.from({ length: 24 * 64 + 40 }, () => random.edge());
      const outcomes = [tiered, interpreter].map((machine) => machine.run(words, state, 0x3c0, LDS_BYTES));
      t.deepEqual(outcomes, ['end', 'end']);
      const [a, b] = [tiered.data(PART_END / 4), interpreter.data(PART_END / 4)];
      const at = a.findIndex((word, index) => word !== b[index]);
      t.is(at, -1, `program ${n}, time ${times}`);
    }
    translations += store.translations.length;
  }
  t.true(translations >= COUNT / 2, `${translations} translations`);
});

for (const [name, text] of Object.entries(PROGRAMS))
  test(`${name}: as without`, (t) => {
    const { counters, ...plain } = finish(text, {}, { globalSize: [64 * 40, 1, 1] });
    const store = counting();
    const { counters: own, ...tiered } = finish(text, { store, tiering: {} }, { globalSize: [64 * 40, 1, 1] });
    t.deepEqual(tiered, plain);
    if (plain.fault) return;
    t.deepEqual(own, counters);
    t.true(store.translations.length > 0);
  });

/** A loop of `times` turns between much code that runs once. */
const withLoop = (times: number): string => `${'v_add_i32 v1, vcc, 3, v1\n'.repeat(200)} s_mov_b32 s4, 0
  L: v_mac_f32 v2, v1, v1\n s_add_u32 s4, s4, 1\n s_cmp_lt_u32 s4, ${times}\n s_cbranch_scc1 L
  ${'v_xor_b32 v1, 5, v1\n'.repeat(200)}`;

test('code that runs a few times is not translated', (t) => {
  const store = counting();
  finish(withLoop(1), { store, tiering: {} }, { globalSize: [64, 1, 1] });
  t.is(store.translations.length, 0);
});

test.serial('large kernels: only frequent parts are translated', (t) => {
  const store = counting();
  const { worth } = MEASURES;
  MEASURES.worth = 40;
  t.teardown(() => {
    MEASURES.worth = worth;
  });
  const plain = finish(withLoop(3000), {}, { globalSize: [64, 1, 1] });
  t.deepEqual(finish(withLoop(3000), { store, tiering: {} }, { globalSize: [64, 1, 1] }).data, plain.data);
  t.is(store.translations.length, 1);
  const instructions = store.translations[0]!.blocks.reduce((sum, { pc, end }) => sum + (end - pc) / 4, 0);
  t.true(instructions < 40, `${instructions} instructions`);
});

test.serial(
  'an address of code that is not translated is looked for once, however often wavefronts come there',
  (t) => {
    const { worth } = MEASURES;
    const { isInterpreted } = Tiers.prototype;
    MEASURES.worth = 40;
    const requests: string[] = [];
    t.teardown(() => {
      MEASURES.worth = worth;
      Tiers.prototype.isInterpreted = isInterpreted;
    });
    Tiers.prototype.isInterpreted = function (this: Tiers, key) {
      requests.push(keyOf(key));
      return isInterpreted.call(this, key);
    };
    const store = counting();
    finish(withLoop(3000), { store, tiering: {} }, { globalSize: [64 * 20, 1, 1] });
    const perTranslation = requests.length / store.translations.length;
    t.true(store.translations.length > 0 && requests.length > 0);
    t.true(
      perTranslation <= new Set(requests).size,
      `${requests.length} questions about ${new Set(requests).size} addresses`,
    );
  },
);

test('a translation is requested of another thread once, and used as soon as it is ready', (t) => {
  const memory = createMemory();
  const text =
    's_mov_b32 s4, 0\n L: v_mac_f32 v1, v0, v0\n s_add_u32 s4, s4, 1\n s_cmp_lt_u32 s4, 50\n s_cbranch_scc1 L\n s_endpgm';
  const launch = launchOf(memory, code(text), { userSgprs: Uint32Array.of(DATA, 0), globalSize: [64 * 400, 1, 1] });
  const store = counting();
  const parts: (readonly number[] | undefined)[] = [];
  const other = new Dispatcher(memory, createJit(memory, { denormals, store, tiering: {} }), { unit: 1 });
  const tiering = { elsewhere: (_launch: unknown, part: readonly number[] | undefined) => parts.push(part) > 0 };
  const dispatch = new Dispatcher(memory, createJit(memory, { denormals, store, tiering })).start(launch);
  while (parts.length === 0) t.is(dispatch.run(1), 'budget');
  t.is(store.translations.length, 0);
  other.translate(launch, parts[0]);
  t.is(store.translations.length, 1);
  t.is(dispatch.run(), 'done');
  t.is(store.translations.length, 1, 'no second translation');
  t.is(parts.length, 1);
  t.is(dispatch.fault && describeFault(dispatch.fault), undefined);
});
