// Contents of a run's summary and report: instructions by unit, those left to the interpreter, times, failures.

import { closeSync, lstatSync, openSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import type { LaunchReport } from '../../src/driver/core/processor/messages.js';
import { Counts } from '../../src/emulator/counts.js';
import { runReport } from '../../src/instruments/report-json/report.js';
import { ReportFile } from '../../src/instruments/report-json/report-file.js';
import { summarize } from '../../src/instruments/summary/text.js';
import { classOf } from '../../src/isa/classes.js';
import { runReportSchema } from '../../src/report/run-report.js';
import { WorkClock } from '../../src/util/work-clock.js';
import { scratchFolder } from '../cli/atoll.js';
import { assemble } from '../isa/southern-islands.js';

const CODE = Uint32Array.from(assemble('s_mov_b32 s0, 0').words);

function launch(
  instructions: number,
  exits: Readonly<Record<string, number>>,
  more: Partial<LaunchReport> = {},
): LaunchReport {
  const counts = new Counts(true);
  const other = new Counts();
  other.code.ran(0, 1, instructions);
  for (const [mnemonic, count] of Object.entries(exits)) for (let n = 0; n < count; n++) other.exit(mnemonic);
  counts.add(other.values);
  const sizes = { globalSize: [64, 1, 1], localSize: [64, 1, 1] } as const;
  return {
    session: 1,
    kernel: 'k',
    device: 0,
    ...sizes,
    counts: counts.values,
    isa: 'southern-islands',
    code: CODE,
    resources: { vgprs: 8, sgprs: 16, ldsBytes: 0, scratchBytes: 0, workItems: 64, isa: 'gfx600' },
    startNs: 0n,
    endNs: 10n,
    preparation: { translationNs: 0, compilationNs: 0 },
    ...more,
  };
}

const NOTHING = { count: 0, seconds: 0, running: 0 };

const launches = [launch(150, { image_gather4: 2 }), launch(50, { image_gather4: 1, v_trig_preop_f64: 5 })];

test('the summary names exits by mnemonic, most frequent first, and their share', (t) => {
  const text = summarize(launches, 1000n, ['tahiti']);
  t.true(text.includes('left to the interpreter: 8 (4.00 %): v_trig_preop_f64 5, image_gather4 3'), text);
  t.false(summarize([launch(150, {})], 1000n, ['tahiti']).includes('interpreter'));
});

test('the report has exits by kernel and by launch', (t) => {
  const report = runReport({
    command: ['x'],
    devices: ['tahiti'],
    engine: 'jit',
    exit: { code: 0 },
    wallNs: 1000n,
    launches,
    builds: NOTHING,
    compilations: NOTHING,
  });
  const parsed = runReportSchema.parse(JSON.parse(JSON.stringify(report)));
  t.deepEqual(parsed.kernels[0]!.exits, { image_gather4: 3, v_trig_preop_f64: 5 });
  t.deepEqual(parsed.launches[0]!.exits, { image_gather4: 2 });
});

test('counts have commas', (t) => {
  const text = summarize([launch(999, {}), launch(1_000_001, {})], 1000n, ['tahiti']);
  t.regex(text, /k: 2 launches, 0 wavefronts, 1,001,000 wave-instructions/);
  t.regex(summarize([launch(999, {})], 1000n, ['tahiti']), /, 999 wave-instructions/);
});

test('making a kernel ready is not charged to its instructions', (t) => {
  const preparation = { translationNs: 2e9, compilationNs: 500e6 };
  const text = summarize([launch(20_000_000, {}, { endNs: 3_500_000_000n, preparation })], 4_000_000_000n, ['tahiti']);
  t.regex(text, /20,000,000 wave-instructions in 1\.00 s \(20\.0 M\/s\)/);
  t.regex(text, /preparation: 2\.00 s to translate the kernel, 500\.0 ms to compile the translation/);
});

test('summary: names failed launches, and work besides kernels', (t) => {
  const fault = { failure: 'GPU fault in kernel k\nand more' };
  const work = { builds: { count: 2, seconds: 1.5, running: 0 }, compilations: { count: 3, seconds: 4, running: 1 } };
  const text = summarize([launch(1, {}, fault), launch(1, {}, fault), launch(1, {})], 1n, ['tahiti'], work);
  t.regex(text, /k: 3 launches/);
  t.regex(text, /\n {4}2 failed: GPU fault in kernel k\n/);
  t.regex(text, /builds: 2 in 1\.50 s\n/);
  t.regex(text, /machine code by clang, in the background: 3 in 4\.00 s, 1 unfinished/);
  t.regex(summarize([], 1n, ['tahiti'], { builds: NOTHING, compilations: NOTHING }), /no kernel was launched/);
});

test('time of work includes unfinished work', async (t) => {
  const clock = new WorkClock();
  const [first, second] = [clock.begin(), clock.begin()];
  first();
  first();
  t.like(clock.times, { count: 2, running: 1 });
  const failing = Promise.reject(new Error('no'));
  clock.follow(failing);
  await t.throwsAsync(failing);
  second();
  t.like(clock.times, { count: 3, running: 0 });
});

test('program control is counted under its own unit', (t) => {
  const unitOf = (text: string): string => {
    const [line] = assemble(text).lines;
    return classOf(line!.instruction!.def);
  };
  const expected = {
    branch: ['s_branch 1', 's_cbranch_execz 1', 's_setpc_b64 s[0:1]', 's_swappc_b64 s[0:1], s[2:3]'],
    waitcnt: ['s_waitcnt vmcnt(0)'],
    barrier: ['s_barrier'],
    endpgm: ['s_endpgm'],
    other: ['s_nop 0', 's_sleep 1', 's_setprio 0', 's_sendmsg sendmsg(MSG_INTERRUPT)'],
    salu: ['s_getpc_b64 s[0:1]', 's_mov_b32 s0, 0', 's_movk_i32 s0, 1', 's_cmp_eq_u32 s0, s1'],
    valu: ['v_nop', 'v_add_f32 v0, v1, v2', 'v_cmp_eq_u32 vcc, v0, v1'],
    lds: ['ds_read_b32 v0, v1'],
  };
  for (const [unit, texts] of Object.entries(expected)) for (const text of texts) t.is(unitOf(text), unit, text);
});

test('a report takes the place of the one before as a whole, and is written through where it cannot', (t) => {
  const folder = scratchFolder(t);
  const file = join(folder, 'report');
  const report = new ReportFile(file);
  report.keepUpToDate(() => 'first', 1e9);
  t.is(readFileSync(file, 'utf8'), 'first');
  const before = openSync(file, 'r');
  report.finish('second');
  t.is(readFileSync(file, 'utf8'), 'second');
  t.is(readFileSync(before, 'utf8'), 'first', 'readers of the first version keep it');
  closeSync(before);
  t.deepEqual(readdirSync(folder), ['report']);
  const link = join(folder, 'link');
  symlinkSync(file, link);
  const linked = new ReportFile(link);
  linked.keepUpToDate(() => 'early', 1e9);
  t.is(readFileSync(file, 'utf8'), 'second');
  linked.finish('third');
  t.is(readFileSync(file, 'utf8'), 'third');
  t.true(lstatSync(link).isSymbolicLink());
});
