// Code that a run has interpreted for long enough is translated by a later one before it runs: programs that are
// started often become fast, even when no run of theirs is long.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import test from 'ava';
import type { LaunchDescriptor } from '../../src/emulator/launch.js';
import { MEASURES, type Part } from '../../src/jit/analysis/code-profile.js';
import type { FreshTranslation, Translation } from '../../src/jit/engine/translation.js';
import { TranslationFiles } from '../../src/kernels/translations.js';
import { FileCache } from '../../src/util/file-cache.js';
import { temporaryFolder } from '../compiler/setup.js';
import { countInstructions } from './counted-time.js';
import { finish, STORE } from './whole-launch.js';

countInstructions(1000);
MEASURES.unnoticed = 0;

/** A folder's translations, as one run sees them. */
class Run extends TranslationFiles {
  readonly translations: Translation[] = [];

  constructor(folder: string) {
    super(folder, 'this one');
  }

  override put(key: string, fresh: FreshTranslation): void {
    this.translations.push(fresh.translation);
    super.put(key, fresh);
  }
}

const loop = (turns: number): string => `s_mov_b32 s4, 0\n L: v_mac_f32 v1, v0, v0\n s_add_u32 s4, s4, 1
  s_cmp_lt_u32 s4, ${turns}\n s_cbranch_scc1 L\n`;
const one = { globalSize: [64, 1, 1] } as const;

/** One run of a program that launches a kernel once. */
function run(
  folder: string,
  text: string,
  elsewhere?: (launch: LaunchDescriptor, part: Part) => boolean,
): { readonly translations: readonly Translation[]; readonly data: readonly number[] } {
  const store = new Run(folder);
  const { data, outcome } = finish(text, { store, tiering: { elsewhere } }, one);
  if (outcome !== 'done') throw new Error(outcome);
  return { translations: store.translations, data };
}

const filesIn = (folder: string, suffix: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(suffix))
    .map((name) => join(folder, name));

/** Too little for a translation in one run, but not in many. */
const SHORT = `${loop(150)} ${STORE}`;

test('code interpreted for long enough in one run is translated by the next one', (t) => {
  const folder = temporaryFolder(t);
  const { data } = finish(SHORT, {}, one);
  const runs = [1, 2, 3].map(() => run(folder, SHORT));
  t.deepEqual(
    runs.map(({ translations }) => translations.length),
    [0, 1, 0],
  );
  for (const each of runs) t.deepEqual(each.data, data);
});

test('runs that interpret little are added up', (t) => {
  const folder = temporaryFolder(t);
  const text = `${loop(30)} ${STORE}`;
  const counts = Array.from({ length: 12 }, () => run(folder, text).translations.length);
  t.deepEqual(counts.slice(0, 2), [0, 0]);
  t.is(
    counts.reduce((sum, count) => sum + count, 0),
    1,
  );
});

test('large kernels: only parts that were interpreted for long enough are translated', (t) => {
  const folder = temporaryFolder(t);
  const padding = 'v_xor_b32 v2, 5, v2\n'.repeat(2000);
  const text = `${padding} ${loop(60_000)} ${padding} ${STORE}`;
  t.is(run(folder, text).translations.length, 0);
  const { translations } = run(folder, text);
  t.is(translations.length, 1);
  const instructions = translations[0]!.blocks.reduce((sum, { pc, end }) => sum + (end - pc) / 4, 0);
  t.true(instructions <= 2 * 512, `${instructions} instructions`);
});

test('rarely executed code leaves nothing to later runs', (t) => {
  const folder = temporaryFolder(t);
  run(folder, `${'v_xor_b32 v2, 5, v2\n'.repeat(100)} ${STORE}`);
  t.deepEqual(filesIn(folder, '.interpreted'), []);
});

test('another thread that is there translates it', (t) => {
  const folder = temporaryFolder(t);
  run(folder, SHORT);
  const parts: Part[] = [];
  const { translations } = run(folder, SHORT, (_launch, part) => parts.push(part) > 0);
  t.is(parts.length, 1);
  t.is(translations.length, 0);
});

test('entries of earlier runs are not used when they are damaged, or have another format', (t) => {
  const folder = temporaryFolder(t);
  run(folder, SHORT);
  const [file, ...others] = filesIn(folder, '.interpreted');
  t.deepEqual(others, []);
  const cache = new FileCache(join(folder, 'kernels'), '.interpreted', 1 << 20);
  for (const header of [null, { total: 'much', ranges: [] }, { total: 1e9 }, { total: 1e9, ranges: [null] }]) {
    cache.put(basename(file!, '.interpreted'), { header, binary: new Uint8Array(0) });
    t.is(run(folder, SHORT).translations.length, 0, JSON.stringify(header));
  }
  const content = readFileSync(file!);
  writeFileSync(file!, content.fill(0x20, content.length - 4));
  t.is(run(folder, SHORT).translations.length, 0);
});
