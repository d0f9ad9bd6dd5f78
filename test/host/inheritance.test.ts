// A guest inherits the same through `atoll run` as without: signal dispositions and masks, descriptors, limits, file
// mode mask, working directory, process group, session and terminal.
import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { parseInheritance } from '../../src/host/inheritance.js';
import { backends, guestProgram, runGuest } from './guests.js';

const atoll = fileURLToPath(new URL('../../../bin/atoll', import.meta.url));
const terminal = fileURLToPath(new URL('../../../test/host/terminal.py', import.meta.url));
const program = guestProgram('inherited');

/** As users start it: Node started directly loses the inherited state. */
const hosted = (...words: readonly string[]) => [atoll, 'run', ...words];

function under(wrapper: readonly string[], command: readonly string[]): SpawnSyncReturns<string> {
  const [file, ...rest] = [...wrapper, ...command];
  return spawnSync(file!, rest, { encoding: 'utf8', input: '' });
}

const odd = [
  'sh',
  '-c',
  'trap "" HUP PIPE USR1; umask 027; ulimit -n 500; ulimit -c 0; ulimit -s 4096; cd /usr/lib; exec nice -n 3 "$@" 3</etc/passwd 5</dev/zero',
  'sh',
];

/** As make starts its commands: with signals ignored that belong to the C library. */
const posixSpawn = [
  'python3',
  '-c',
  'import os, sys; os.waitpid(os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ), 0)',
];

/** Starts a command in its own directory, after `change` was done to it. */
const inside = (change: string) => [
  'sh',
  '-c',
  `folder=$(mktemp -d) && mkdir "$folder/here" && cd "$folder/here" && ${change} && "$@"; chmod 700 "$folder"; rm -r "$folder"`,
  'sh',
];
/** Root may enter every folder, unless these capabilities are dropped. */
const unprivileged =
  process.getuid!() === 0 ? 'set -- setpriv --bounding-set=-dac_override,-dac_read_search "$@"' : 'true';

for (const backend of backends) {
  for (const [name, wrapper] of [
    ['nothing special', []],
    ['ignored signals, descriptors, limits', odd],
    ['nohup', ['nohup']],
    ['posix_spawn', posixSpawn],
    ['closed standard input', ['sh', '-c', 'exec "$@" <&-', 'sh']],
    ['a working directory that was removed', inside('rmdir ../here')],
    ['a working directory below a folder that the user may not enter', inside(`chmod 0 .. && ${unprivileged}`)],
    ['a working directory that the user may not enter', inside(`chmod 0 . && ${unprivileged}`)],
  ] as const) {
    test(`a guest inherits the same as a program without Atoll: ${name} (${backend})`, (t) => {
      const native = under(wrapper, [program]);
      const guest = under(wrapper, hosted('--backend', backend, '--', program));
      t.true(native.stdout.split('\n').length > 15);
      // The names of temporary folders differ.
      const stable = (text: string) => text.replace(/tmp\.\w+/g, 'tmp');
      t.is(stable(guest.stdout), stable(native.stdout), guest.stderr);
    });
  }

  test(`arguments, variables and the program's name arrive byte for byte (${backend})`, (t) => {
    const script = `folder=$(mktemp -d); odd=$(printf 'p\\351\\303 \\342\\202\\254 \\360\\237\\230\\200 \\355\\240\\200 \\357\\277\\275 \\377')
      printf '#!/bin/sh\nprintf "%%s\\\\n" "$ODD" "\${0##*/}" "$@" | od -An -c' >"$folder/$odd"; chmod +x "$folder/$odd"
      ODD=$odd "$@" "$folder/$odd" "$odd" plain ''; rm -r "$folder"`;
    const wrapper = ['sh', '-c', script, 'sh'];
    const native = under(wrapper, ['env']);
    t.regex(native.stdout, /351 303/);
    t.is(under(wrapper, hosted('--backend', backend, '--')).stdout, native.stdout);
  });

  test(`a descriptor of the shell reaches the guest (${backend})`, (t) => {
    const command = hosted('--backend', backend, '--', 'cat', '/dev/fd/3');
    t.is(under(['sh', '-c', 'exec "$@" 3<<TEXT\nfrom the shell\nTEXT\n', 'sh'], command).stdout, 'from the shell\n');
  });
}

test('blocked signals stay blocked, the last of all too', async (t) => {
  const inheritance = { ignoredSignals: [1], blockedSignals: [10, 12, 64], descriptors: [], descriptorLimit: 77 };
  for (const backend of backends) {
    const { stdout } = await runGuest([program], { options: { backend, inheritance } });
    t.deepEqual(stdout.match(/(ignored|blocked) signal \d+|limit 7: \d+/g), [
      'ignored signal 1',
      'blocked signal 10',
      'blocked signal 12',
      'blocked signal 64',
      'limit 7: 77',
    ]);
  }
});

test('in a terminal too', (t) => {
  const inTerminal = (command: readonly string[]) => under(['python3', terminal, '[]'], command);
  const group = /group \d+, session \d+, terminal group \d+/;
  const [native, guest] = [inTerminal([program]), inTerminal(hosted('--', program))];
  t.is(guest.stdout.replace(group, ''), native.stdout.replace(group, ''));
  const numbers = /group (\d+), session (\d+), terminal group (\d+)/.exec(guest.stdout)!.slice(1);
  t.is(new Set(numbers).size, 1, 'the guest is in the foreground of its own session');
});

test('under nohup, a hangup ends neither host nor guest', async (t) => {
  const [file, ...rest] = ['nohup', ...hosted('--', 'sh', '-c', 'echo begin; read line; echo "$line"; exit 6')];
  const host = spawn(file!, rest, { stdio: ['pipe', 'pipe', 'ignore'], detached: true });
  let text = '';
  host.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  while (!text.includes('begin\n')) await setTimeout(10);
  process.kill(-host.pid!, 'SIGHUP');
  await setTimeout(100);
  host.stdin.end('still there\n');
  t.deepEqual(await once(host, 'close'), [6, null]);
  t.is(text, 'begin\nstill there\n');
});

test('inheritance: values that the shell recorded are parsed strictly', (t) => {
  const text = '7 fd=0 fd=12 fd=x SigBlk:=0000000000000800 SigIgn:=8000000000001001 files=1024';
  t.deepEqual(parseInheritance(text, 7), {
    ignoredSignals: [1, 13, 64],
    blockedSignals: [12],
    descriptors: [0, 12],
    descriptorLimit: 1024,
  });
  t.deepEqual(parseInheritance('7 SigBlk:=0000000000000400 SigIgn:=0000000380000000', 7), {
    ignoredSignals: [34],
    blockedSignals: [11],
    descriptors: [],
    descriptorLimit: undefined,
  });
  t.is(parseInheritance(text, 8), undefined, 'written for another process');
  t.is(parseInheritance(undefined, 8), undefined);
  t.deepEqual(parseInheritance('8 files=unlimited SigIgn:=zz', 8), {
    ignoredSignals: [],
    blockedSignals: [],
    descriptors: [],
    descriptorLimit: undefined,
  });
});
