// Recordings with changed bytes and right checksums, given to the commands that read them: each is refused with status
// 125, the file and the offset, or means another launch, which is run. None crashes or hangs. ATOLL_LONG: many.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { Dispatcher } from '../../src/emulator/index.js';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import { regionsOf } from '../../src/emulator/page-regions.js';
import { changedPages } from '../../src/replay/pages.js';
import { writeRecordings } from '../../src/replay/writer.js';
import { atoll, scratchFolder } from '../cli/atoll.js';
import { createMemory, DATA, launchOf } from '../emulator/harness.js';
import { guestProgram } from '../host/guests.js';
import { KERNELS, record, SHAPE, wordsOf } from '../timing/recorded.js';
import { Chance, changedBlocks, changedDevice, changedLaunch } from './changed-file.js';

const CHANGES = process.env['ATOLL_LONG'] ? 200 : 4;
/** Milliseconds after which a command counts as one that hangs, on a machine that does other things. */
const HANG_MS = 300_000;
const OK = [0, 1];

/** The recording of a launch that reads, writes and counts. */
function launchFile(t: ExecutionContext): string {
  const memory = createMemory();
  const userSgprs = Uint32Array.of(0, 0, DATA, 0, DATA, 0, 0x10_0000, 0x27fac, 0, 0, 0, 0, 0, 0, 0, 0);
  const launch = launchOf(memory, wordsOf(KERNELS['accesses of all kinds']!), {
    ...{ userSgprs, vgprs: 24, sgprs: 48, kernel: 'k' },
    ...SHAPE,
  });
  const regions = regionsOf(memory);
  const before = changedPages(memory, regions, new Map());
  const dispatcher = new Dispatcher(memory, createInterpreter(memory));
  t.is(dispatcher.start(launch).run(), 'done');
  dispatcher.close();
  const after = changedPages(memory, regions, before);
  const file = join(scratchFolder(t), 'launch.rec');
  const context = {
    ...{ arguments: [], allocations: [], launcher: undefined, history: undefined, globalOffset: [0, 0, 0] as const },
    debug: { lines: [{ pc: 0, file: 'k.cl', line: 1, column: 1 }], scopes: [], sources: new Map([['k.cl', 'kernel']]) },
    segment: { address: DATA, bytes: 0 },
  };
  writeRecordings(file, [
    { launch, launchContext: context, base: memory.space.base, regions, before, after, failure: undefined },
  ]);
  return file;
}

interface Campaign {
  readonly file: string;
  readonly change: (file: Buffer, chance: Chance) => Buffer;
  readonly command: (file: string) => readonly string[];
  /** Exit statuses of a replay, beside a refusal. */
  readonly statuses?: readonly number[];
}

async function survives(t: ExecutionContext, { file, change, command, statuses = OK }: Campaign): Promise<void> {
  const whole = readFileSync(file);
  const untouched = await atoll(command(file));
  t.true(statuses.includes(untouched.exitCode!), String(untouched.stderr));
  let refused = 0;
  for (let seed = 1; seed <= CHANGES; seed++) {
    const changed = `${file}.${seed}`;
    writeFileSync(changed, change(whole, new Chance(seed * 7919)));
    const { exitCode, signal, stderr, stdout, timedOut } = await atoll(command(changed), { timeout: HANG_MS });
    const name = `${command(changed).join(' ')}, seed ${seed}: ${String(stderr)}`;
    t.false(timedOut, name);
    t.is(signal, undefined, name);
    t.true([125, ...statuses].includes(exitCode!), `${exitCode} of ${name}`);
    if (exitCode === 125) t.regex(String(stderr), /\.\d+, offset \d+: \S|timeout|longer/, name);
    if (exitCode === 125) refused++;
    for (const text of [stderr, stdout].map(String)) {
      t.notRegex(text, /^\s+at .*\.[cm]?js|defect of Atoll|INTERNAL|heap out of memory/m, name);
      t.false(text.includes('\u001b[2J'), name);
    }
  }
  t.log(`${refused} of ${CHANGES} are refused`);
}

const LIMITS = ['--timeout', '5', '--workers', '1'];
const LAUNCHES: Readonly<Record<string, (file: string) => readonly string[]>> = {
  replay: (file) => ['replay', ...LIMITS, file],
  statistics: (file) => ['replay', ...LIMITS, '--stats=all', file],
  check: (file) => ['check', ...LIMITS, file],
};

for (const [name, command] of Object.entries(LAUNCHES))
  test(`changed recordings of launches: ${name}`, async (t) => {
    t.timeout(24 * 3_600_000);
    await survives(t, { file: launchFile(t), change: changedLaunch, command });
  });

test('changed records of blocks: time', async (t) => {
  t.timeout(24 * 3_600_000);
  const { file } = record(KERNELS['accesses of all kinds']!, SHAPE);
  const command = (changed: string): readonly string[] => ['time', changed];
  await survives(t, { file, change: changedBlocks, command });
});

test('changed recordings of devices: replay-device', async (t) => {
  t.timeout(24 * 3_600_000);
  const program = guestProgram('real-devices');
  const file = join(scratchFolder(t), 'random.dev');
  const words = ['--device', '/dev/urandom', '-o', file, '--', program, 'random', '/dev/urandom'];
  t.is((await atoll(['record-device', ...words])).exitCode, 0);
  const command = (changed: string): readonly string[] => [
    'replay-device',
    changed,
    '--',
    program,
    'random',
    '/dev/urandom',
  ];
  // The program's own statuses, where a call of it fails.
  await survives(t, { file, change: changedDevice, command, statuses: [0, 1, 2, 3, 4] });
});
