// Kept translations: a kernel that comes from the store runs, counts and faults as one that is compiled.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { machineCodeOf, moduleWith } from '../../src/jit/engine/machine-code.js';
import type { FreshTranslation, Translation, TranslationStore } from '../../src/jit/engine/translation.js';
import { createSharedTranslations, SharedTranslations } from '../../src/kernels/shared-translations.js';
import { TranslationFiles } from '../../src/kernels/translations.js';
import { temporaryFolder } from '../compiler/setup.js';
import { createMemory } from '../emulator/harness.js';
import { finish, PROGRAMS } from './whole-launch.js';

interface WatchedStore extends TranslationStore {
  readonly machineCode: { readonly hits: number; readonly stored: number };
  /** The last ones that were stored. */
  readonly translation: Translation | undefined;
  readonly code: Uint8Array | undefined;
  readonly hits: number;
  readonly stored: number;
}

function watched(store: TranslationStore): WatchedStore {
  const observations = {
    hits: 0,
    stored: 0,
    machineCode: { hits: 0, stored: 0 },
    translation: undefined as Translation | undefined,
    code: undefined as Uint8Array | undefined,
    later: {
      getInterpreted: () => undefined,
      putInterpreted: () => undefined,
      getMachineCode(key: string) {
        const code = store.later!.getMachineCode(key);
        if (code) observations.machineCode.hits++;
        return code;
      },
      putMachineCode(key: string, code: Uint8Array) {
        observations.machineCode.stored++;
        observations.code = code;
        store.later!.putMachineCode(key, code);
      },
    },
    get(key: string) {
      const translation = store.get(key);
      if (translation) observations.hits++;
      return translation;
    },
    put(key: string, fresh: FreshTranslation) {
      observations.stored++;
      observations.translation = fresh.translation;
      store.put(key, fresh);
    },
    drop(key: string) {
      store.drop(key);
    },
  };
  return observations;
}

const storeOf = (t: ExecutionContext, by = 'this one', folder = temporaryFolder(t)): WatchedStore =>
  watched(new TranslationFiles(folder, by));

for (const [name, text] of Object.entries(PROGRAMS))
  test(`${name}: as without a store`, (t) => {
    const store = storeOf(t);
    const plain = finish(text);
    t.deepEqual(finish(text, { store }), plain);
    const { stored } = store;
    t.true(stored > 0);
    t.is(store.hits, 0);
    t.deepEqual(finish(text, { store }), plain);
    t.is(store.stored, stored);
    t.is(store.hits, stored);
  });

test('other code, other registers, another mode and another translator have their own translations', (t) => {
  const folder = temporaryFolder(t);
  const store = storeOf(t, 'this one', folder);
  finish('v_mov_b32 v1, 3', { store });
  finish('v_mov_b32 v1, 4', { store });
  finish('v_mov_b32 v1, 3', { store }, { vgprs: 4 });
  finish('v_mov_b32 v1, 3', { store }, { floatMode: 0xf0 });
  t.like(store, { stored: 4, hits: 0 });
  const other = storeOf(t, 'another one', folder);
  finish('v_mov_b32 v1, 3', { store: other });
  t.like(other, { stored: 1, hits: 0 });
});

/** Enough wave-instructions for the host's compiler to optimise them. */
const HOT = `s_mov_b32 s4, 0\n L: v_mac_f32 v1, v0, v0\n v_add_f32 v2, v1, v0\n s_add_u32 s4, s4, 1\n s_cmp_lt_u32 s4, 0x8000
  s_cbranch_scc1 L\n v_lshlrev_b32 v3, 2, v0\n s_mov_b32 s6, -1\n s_mov_b32 s7, 0x27fac\n s_mov_b32 s4, s0\n s_mov_b32 s5, 0
  buffer_store_dword v2, v3, s[4:7], 0 offen`;

/** Runs HOT until its machine code has been kept: the host optimises when it finds the time. */
async function heat(t: ExecutionContext, store: WatchedStore) {
  for (let tries = 0; tries < 100; tries++) {
    const result = finish(HOT, { store });
    if (store.machineCode.stored > 0) return result;
    await setTimeout(20);
  }
  return t.fail('nothing was optimised');
}

test('cached machine code runs, counts and computes as newly compiled code', async (t) => {
  const store = storeOf(t);
  t.deepEqual(await heat(t, store), finish(HOT));
  const { hits } = store.machineCode;
  t.deepEqual(finish(HOT, { store }), finish(HOT));
  t.is(store.machineCode.hits, hits + 1);
});

/** An instance whose functions are not called. */
function instanceOf(module: WebAssembly.Module): WebAssembly.Instance {
  const nothing = (): void => undefined;
  const { memory } = createMemory();
  const atoll = { memory, fault: nothing, outside: nothing, fma64: nothing };
  return new WebAssembly.Instance(module, { atoll });
}

test('a module of which nothing is optimised has no machine code', (t) => {
  const store = storeOf(t);
  finish(HOT, { store });
  // With its own section it shares nothing with modules that ran.
  const section = [0, 2, 1, 'x'.charCodeAt(0)];
  const module = new WebAssembly.Module(Uint8Array.of(...store.translation!.bytes, ...section));
  t.is(machineCodeOf(module, { ...instanceOf(module).exports }), undefined);
});

test('a module of kept machine code has that machine code from its start', async (t) => {
  const store = storeOf(t);
  await heat(t, store);
  const module = moduleWith(store.code!, store.translation!.bytes)!;
  t.is(machineCodeOf(module, { ...instanceOf(module).exports })?.length, store.code!.length);
});

test('flags of V8 are restored: code caches of threads that start later are made for the usual ones', async (t) => {
  const store = storeOf(t);
  await heat(t, store);
  moduleWith(store.code!, store.translation!.bytes);
  t.throws(() => new Function('x', 'return %IsTurboFanFunction(x)'), { instanceOf: SyntaxError });
});

test('machine code that is damaged on disk, or not of this host, is not used', async (t) => {
  const folder = temporaryFolder(t);
  const store = storeOf(t, 'this one', folder);
  const result = await heat(t, store);
  const files = readdirSync(join(folder, 'machine-code'), { recursive: true, encoding: 'utf8' });
  const file = join(folder, 'machine-code', files.find((name) => name.endsWith('.code'))!);
  const content = readFileSync(file);
  content[content.length - 100]! ^= 1;
  writeFileSync(file, content);
  const { hits } = store.machineCode;
  t.deepEqual(finish(HOT, { store }), result);
  t.is(store.machineCode.hits, hits);
  const foreign = store.code!.slice();
  foreign[4]! ^= 1;
  t.is(moduleWith(foreign, store.translation!.bytes), undefined);
});

test.serial('without later runs no machine code is requested of V8', async (t) => {
  const serialised: string[] = [];
  const { Function: original } = globalThis;
  // V8's test entries are found by text alone.
  globalThis.Function = new Proxy(original, {
    construct: (target, words: string[]) => {
      serialised.push(words.at(-1)!);
      return new target(...words);
    },
  });
  t.teardown(() => {
    globalThis.Function = original;
  });
  const store = new SharedTranslations(createSharedTranslations(), undefined);
  for (let times = 0; times < 3; times++) finish(HOT, { store });
  t.deepEqual(serialised, []);
  await heat(t, storeOf(t));
  t.true(serialised.length > 0, 'others do');
});

test('kernels that hardly run leave no machine code', (t) => {
  const store = storeOf(t);
  finish(PROGRAMS['blocks in a loop, vectors and memory']!, { store });
  t.is(store.machineCode.stored, 0);
});
