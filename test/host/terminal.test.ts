// Job control in a terminal: Ctrl-C, Ctrl-Z, fg, bg, jobs; with the guest as the shell, and as a job of a shell.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { backends, guestProgram, hasCommand } from './guests.js';
import type { RunReport, RunRequest } from './run-guest.js';

const terminal = fileURLToPath(new URL('../../../test/host/terminal.py', import.meta.url));
const main = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
const runner = fileURLToPath(new URL('./run-guest.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'atoll-terminal-'));

function scriptFile(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const ctrlC = '\x03';
const ctrlZ = '\x1a';

interface Session {
  readonly text: string;
  readonly status: number | null;
}

function play(script: readonly (readonly [string, string])[], command: readonly string[]): Promise<Session> {
  const python = spawn('python3', [terminal, JSON.stringify(script), ...command], {
    // The shell's messages about jobs are expected in English.
    env: { ...process.env, TERM: 'dumb', LC_ALL: 'C' },
  });
  let text = '';
  python.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  return new Promise((resolve) => python.on('close', (status) => resolve({ text, status })));
}

function hostCommand(
  name: string,
  backend: 'trace' | 'notify',
  argv: readonly string[],
): { command: string[]; report: () => RunReport | undefined } {
  const report = join(folder, name);
  const request: RunRequest = { report, file: argv[0]!, argv, options: { backend } };
  const command = [process.execPath, runner, JSON.stringify(request)];
  return {
    command,
    report: () => (existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as RunReport) : undefined),
  };
}

/** Counts the Ctrl-C that it takes without a handler, until there is none for a second. */
const waiter = `
import signal
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
print("ready", flush=True)
signal.sigwait([signal.SIGINT])
count = 1
while signal.sigtimedwait([signal.SIGINT], 1): count += 1
print("taken", count)`;

/** Restores the terminal before it stops, as editors do; ends on typed input. */
const editor = `
import os, signal, sys
def stop(number, frame):
    print("restored", flush=True)
    signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGTSTP)
    signal.signal(signal.SIGTSTP, stop)
    print("drawn again", flush=True)
signal.signal(signal.SIGTSTP, stop)
print("begin", flush=True)
sys.exit(int(input()))`;

for (const backend of backends) {
  test.serial(`a Ctrl-C reaches a program once, also one that waits for it (${backend})`, async (t) => {
    const atoll = [process.execPath, main, 'run', '--backend', backend, '--', 'python3', '-c', waiter];
    const { text, status } = await play([['ready', ctrlC]], atoll);
    t.regex(text, /taken 1\r/);
    t.is(status, 0);
  });

  test.serial(`Ctrl-C ends the guest, not the host (${backend})`, async (t) => {
    const host = hostCommand(`interrupt-${backend}`, backend, ['sh', '-c', 'echo begin; exec sleep 60']);
    const { text, status } = await play([['begin', ctrlC]], host.command);
    t.is(status, 0, text);
    t.like(host.report()?.exits[0], { code: 130, signal: 'SIGINT' });
  });

  test.serial(`a guest that handles Ctrl-C continues (${backend})`, async (t) => {
    const guest = ['sh', '-c', 'trap "echo caught; exit 6" INT; echo begin; while :; do sleep 0.1; done'];
    const host = hostCommand(`handled-${backend}`, backend, guest);
    const { text } = await play([['begin', ctrlC]], host.command);
    t.regex(text, /caught/);
    t.is(host.report()?.exits[0]?.code, 6);
  });

  if (!hasCommand('bash')) continue;

  test.serial(`a program that handles Ctrl-Z stops in its own time, and continues (${backend})`, async (t) => {
    const file = scriptFile('editor.py', editor);
    const inTerminal = (command: string) =>
      play(
        [
          ['bash', 'PS1="READY> "\n'],
          ['\nREADY> ', `${command} python3 ${file}\n`],
          ['\nbegin', ctrlZ],
          ['restored', ''],
          ['Stopped', 'fg\n'],
          ['drawn again', ctrlZ],
          ['restored', ''],
          ['Stopped', 'fg\n'],
          ['drawn again', '7\n'],
          ['READY> ', 'echo "status $?"; exit\n'],
        ],
        ['bash', '--norc', '--noprofile', '-i'],
      );
    const { text } = await inTerminal(`${process.execPath} ${main} run --backend ${backend} --`);
    t.regex(text, /status 7\r/);
  });

  test.serial(`an interactive shell as the guest (${backend})`, async (t) => {
    const host = hostCommand(`shell-${backend}`, backend, ['bash', '--norc', '--noprofile', '-i']);
    // It has the terminal when it prints: only then keys reach it. It starts nothing: a shell that is stopped in
    // the middle of a vfork waits for a child that is stopped, too, without a notification.
    const job = scriptFile('job', 'trap "echo again" CONT; echo begin; while :; do read line; done');
    const script = [
      ['bash', 'PS1="READY> "\n'],
      ['\nREADY> ', `sh ${job}\n`],
      ['\nbegin', ctrlZ],
      ['Stopped', 'jobs\n'],
      ['Stopped', 'fg\n'],
      ['\nagain', ctrlC],
      ['READY> ', `${guestProgram('memory')} && echo all-$((40+2))\n`],
      ['all-42', 'exit 5\n'],
    ] as const;
    const { text } = await play(script, host.command);
    t.is(host.report()?.exits[0]?.code, 5, text);
  });

  test.serial(`a guest as a job of a shell (${backend})`, async (t) => {
    const [first, second] = [join(folder, `first-${backend}`), join(folder, `second-${backend}`)];
    execFileSync('mkfifo', [first, second]);
    const waiting = (file: string) => `read line < ${file}`;
    const twoParts = `echo begin; ${waiting(first)}; echo middle; ${waiting(second)}; exit 7`;
    const host = hostCommand(`job-${backend}`, backend, ['sh', scriptFile(`waiting-${backend}`, twoParts)]);
    const quoted = host.command.map((word) => `'${word}'`).join(' ');
    const script = [
      ['bash', 'PS1="READY> "\n'],
      ['\nREADY> ', `${quoted}\n`],
      ['\nbegin', ctrlZ],
      ['Stopped', `(echo > ${first} &); fg\n`],
      ['\nmiddle', ctrlZ],
      ['Stopped', `(echo > ${second} &); bg; wait\n`],
      ['READY> ', 'exit\n'],
    ] as const;
    const { text } = await play(script, ['bash', '--norc', '--noprofile', '-i']);
    t.is(host.report()?.exits[0]?.code, 7, text);
  });
}

test('terminal: modes that a program sets stay when it ends', async (t) => {
  const script = '"$0" "$1" run -- stty -echo -icrnl; stty -a';
  const { text, status } = await play([], ['sh', '-c', script, process.execPath, main]);
  t.regex(text, /-icrnl\b[\s\S]* -echo\b/);
  t.is(status, 0);
});
