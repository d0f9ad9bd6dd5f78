// `atoll run --break` on real programs: the prompt on a terminal, commands from a file, and no process left behind.

import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { root } from '../../../../src/util/paths.js';
import { contentOf, marked, markOf, untilNone } from '../../../processes.js';
import { compile, kernelProgram, run, scratchFolder } from '../../atoll.js';

const KERNEL = `kernel void k(global int* p) { p[get_global_id(0)] = 40 + 2 * (int)get_local_id(0); }`;
const GOOD = 'build 0\nenqueue 0\nwait 0 execution 0\nread 0 value 42';
const guestOf = (t: ExecutionContext): string => compile(t, kernelProgram(KERNEL, 128));

async function scripted(
  t: ExecutionContext,
  places: string,
  commands: readonly string[],
  kernel = KERNEL,
  flags: readonly string[] = [],
) {
  const file = join(scratchFolder(t), 'commands');
  writeFileSync(file, commands.map((line) => `${line}\n`).join(''));
  const guest = compile(t, kernelProgram(kernel, 128));
  const { stdout, stderr, exitCode, signal } = await run([guest], ['--break', places, ...flags], {
    env: { ATOLL_BREAK_COMMANDS: file },
  });
  return { stdout: String(stdout), stderr: String(stderr), exitCode, signal };
}

test('commands from a file: stop, look, step, continue', async (t) => {
  const { stdout, stderr, exitCode } = await scripted(t, 'k', ['step', 'w', 'exec', 'c']);
  t.is(stdout, GOOD);
  t.is(exitCode, 0);
  t.regex(
    stderr,
    /kernel k, work-group 0 \(0, 0, 0\), wavefront 0 of 2, pc 0x[0-9a-f]{8} \(\+0x0\)\nbreakpoint 1 {2}k, 1 hit\n=> /,
  );
  t.regex(stderr, /\(atoll\) step\n( {3}.*\n)*=> 0x[0-9a-f]{8} \+0x[48] /);
  t.regex(stderr, new RegExp(`EXEC 0xffffffffffffffff {2}${'#'.repeat(64)}\n`));
});

test('a changed register changes the result', async (t) => {
  const listing = await scripted(t, 'k', ['list +0x0 40', 'c']);
  const store = /(\+0x[0-9a-f]+) .*buffer_store_dword (v\d+)/.exec(listing.stderr)!;
  const { stdout } = await scripted(t, `k:${store[1]}`, [`set ${store[2]}[1] = 4711`, 'delete', 'c']);
  t.is(stdout, GOOD.replace('42', '4711'));
});

test('engines in lock step that come to differ are reported with both states', async (t) => {
  const listing = await scripted(t, 'k', ['list +0x0 40', 'c']);
  const store = /(\+0x[0-9a-f]+) .*buffer_store_dword (v\d+)/.exec(listing.stderr)!;
  // Only the first engine executes changes by the debugger.
  const commands = [`set ${store[2]}[1] = 4711`, 'delete', 'c'];
  const { stdout, stderr } = await scripted(t, `k:${store[1]}`, commands, KERNEL, ['--lockstep', 'interp,oracle']);
  t.regex(stdout, /wait -14 execution -\d+\nread -5/);
  const difference = `${store[2]}\\[1\\] 0x00001267 / 0x0000002a`;
  t.regex(
    stderr,
    new RegExp(`engines interp,oracle differ in kernel k from pc 0x\\w+ 'buffer_store_dword.*${difference}`),
  );
});

test('a fault opens the prompt; the program gets its error afterwards', async (t) => {
  const kernel = 'kernel void k(global int* p) { p[get_global_id(0) + 0x10000000] = 1; }';
  const { stdout, stderr } = await scripted(t, 'other', ['step', 'c'], kernel);
  t.regex(stderr, /GPU fault in kernel k[\s\S]*\(atoll\) step\nthe kernel has faulted/);
  t.regex(stderr, /never reached: 1 {2}other/);
  t.regex(stdout, /wait -14/);
});

test('the end of the commands lets the program continue', async (t) => {
  const { stdout, exitCode } = await scripted(t, 'k:+0x0', ['exec']);
  t.is(stdout, GOOD);
  t.is(exitCode, 0);
});

test('quit kills the program before its kernel completes', async (t) => {
  const { stdout, exitCode, signal } = await scripted(t, 'k', ['quit']);
  t.false(stdout.includes('wait'));
  t.is(signal, undefined);
  t.is(exitCode, 137);
});

test('without a terminal and without commands --break is refused', async (t) => {
  // setsid: no controlling terminal.
  const child = spawn('setsid', [
    '-w',
    process.execPath,
    join(root, 'dist/src/cli/main.js'),
    'run',
    '--break',
    'k',
    '--',
    'echo',
    'started',
  ]);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  const status = await new Promise((resolve) => child.on('close', resolve));
  t.is(status, 64);
  t.regex(text, /needs a terminal[\s\S]*--break-commands/);
  t.false(text.includes('started'));
});

test('an unknown kernel is reported when the program is built, with the nearest name', async (t) => {
  const { stdout, stderr } = await scripted(t, 'convlve', ['c'], KERNEL.replace('void k(', 'void convolve('));
  t.regex(stdout, /^build 0\n/);
  t.regex(stderr, /atoll: --break convlve: this program has no such kernel; did you mean convolve\?$/m);
});

test('a place that is none is refused before the program starts', async (t) => {
  for (const place of ['k:zz', ':+4', 'k:+0x1ffffffff']) {
    const { stdout, stderr, exitCode } = await run(
      ['echo', 'started'],
      ['--break', place, '--break-commands', '/dev/null'],
    );
    t.is(exitCode, 64);
    t.is(stdout, '');
    t.true(String(stderr).includes(`'${place.split(':')[1] === '+4' ? place : place.split(':')[1]}'`), String(stderr));
  }
});

/**
 * Plays a person at a terminal: waits for texts and types. `watch` gets everything that was seen, whenever more comes.
 */
function play(
  script: readonly (readonly [string, string])[],
  guest: string,
  mark: string,
  watch: (text: string) => void = () => {},
  state = `/nonexistent/${mark}`,
): Promise<{ text: string; status: number | null }> {
  const command = [process.execPath, join(root, 'dist/src/cli/main.js'), 'run', '--break', 'k', '--', guest];
  const python = spawn('python3', [join(root, 'test/host/terminal.py'), JSON.stringify(script), ...command], {
    env: { ...process.env, ...markOf(mark), TERM: 'xterm', XDG_STATE_HOME: state },
  });
  let text = '';
  python.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
    watch(text);
  });
  return new Promise((resolve) => python.on('close', (status) => resolve({ text, status })));
}

async function noProcessLeft(t: ExecutionContext, mark: string): Promise<void> {
  t.deepEqual(await untilNone(() => marked(mark)), []);
}

const PROMPT = '(atoll) ';

test('a person at a terminal steps, repeats by the arrow key, and continues', async (t) => {
  const script = [
    [PROMPT, 'print s[0:1]\r'],
    [PROMPT, '\x1b[A\r'],
    [PROMPT, 'continue\r'],
  ] as const;
  const { text, status } = await play(script, guestOf(t), `person${process.pid}`);
  t.is(status, 0, text);
  t.is([...text.matchAll(/^s0 = 0x/gm)].length, 2, text);
  t.regex(text, /wait 0 execution 0\r\nread 0 value 42/);
});

test('the Tab key completes; the arrow key recalls lines of an earlier session; the size of the terminal may change', async (t) => {
  const state = scratchFolder(t);
  const guest = guestOf(t);
  const typed = [
    // Names of a command and of a register, completed; `stty` of another process than ours changes the size.
    [PROMPT, 'reg\t'],
    ['registers', ' ex\t'],
    ['exec', '\r'],
    [PROMPT, 'RESIZE 40'],
    [PROMPT, 'break launch k\r'],
    ['breakpoint 2 at k', 'continue\r'],
  ] as const;
  const first = await play(typed, guest, `tab${process.pid}`, undefined, state);
  t.is(first.status, 0, first.text);
  t.regex(first.text, /^EXEC 0xffffffffffffffff/m);
  const file = join(state, 'atoll', 'debugger-history');
  t.is(readFileSync(file, 'utf8'), 'registers exec\nbreak launch k\ncontinue\n');
  // Text that a terminal would interpret as a command is not offered.
  appendFileSync(file, 'print \x1b]0;evil\x07\n');
  const arrows = [
    [PROMPT, '\x1b[A\x1b[A\r'],
    ['breakpoint 2 at k', 'c\r'],
  ] as const;
  const second = await play(arrows, guest, `up${process.pid}`, undefined, state);
  t.is(second.status, 0, second.text);
  t.false(second.text.includes('evil'));
});

test('Ctrl-C while a kernel runs ends the program and the debugger, and no process stays', async (t) => {
  const endless = kernelProgram('kernel void k(global int* p) { while (((volatile global int*)p)[0] == 0) ; }', 64);
  const zero =
    'int zero = 0; clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof zero, &zero, 0, nullptr, nullptr);';
  const guest = compile(t, endless.replace('size_t global', `${zero} size_t global`));
  const mark = `running${process.pid}`;
  // The terminal may still be the prompt's when the key comes.
  const keys = Array.from({ length: 20 }, (): readonly [string, string] => ['', '\x03']);
  const { text, status } = await play([[PROMPT, 'c\r'], ...keys], guest, mark);
  // By the signal, as the program.
  t.is(status, 256 - constants.signals.SIGINT, text);
  t.false(text.includes('wait 0'));
  await noProcessLeft(t, mark);
});

for (const [name, key, status] of [
  ['Ctrl-C ends the program', '\x03', 137],
  ['Ctrl-D lets it go on', '\x04', 0],
] as const) {
  test(`${name}, and no process stays`, async (t) => {
    const mark = `key${key.charCodeAt(0)}of${process.pid}`;
    const result = await play([[PROMPT, key]], guestOf(t), mark);
    t.is(result.status, status, result.text);
    t.is(result.text.includes('wait 0'), status === 0);
    await noProcessLeft(t, mark);
  });
}

/** The process that runs `atoll` itself: the first that names the command in its arguments and is no guest. */
function mainProcess(mark: string): number | undefined {
  return marked(mark).find((pid) => contentOf(`/proc/${pid}/cmdline`).startsWith(`${process.execPath}\0`));
}

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`${signal} at the prompt leaves no process`, async (t) => {
    const mark = `${signal}of${process.pid}`;
    let killed = false;
    const { text } = await play([[PROMPT, 'w\r']], guestOf(t), mark, (terminal) => {
      // The second prompt: the answer to `w` is on the terminal.
      if (killed || terminal.split(PROMPT).length < 3) return;
      killed = true;
      process.kill(mainProcess(mark)!, signal);
    });
    t.true(killed, text);
    t.true(text.includes('breakpoint 1'), text);
    await noProcessLeft(t, mark);
  });
}
