// Machines that lack something: errors name the missing part, with the next step. Kernels without a feature are
// imitated by a seccomp filter around the host that makes the calls fail as they fail there.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { type HostMachine, startError } from '../../src/host/start-errors.js';
import { startFeatures, startStages } from '../../src/host/wire-schema.js';
import { backends, failedChecks, guestProgram, hasCommand, runGuest } from './guests.js';

const oldKernel = fileURLToPath(new URL('../../../test/host/old-kernel.py', import.meta.url));
const { EPERM, ENOSYS, EINVAL, EIO, EBUSY, ENOEXEC, ENOENT, EMFILE } = constants.errno;
const call = { ptrace: 101, seccomp: 317, pidfdGetfd: 438, ioctl: 16, eventfd2: 290 };
/** Flags of our own eventfd: libuv's have O_NONBLOCK too. */
const closeOnExec = 0x80000;
const getSyscallInfo = 0x420e;
/** With SPEC_ALLOW; the second one with WAIT_KILLABLE_RECV too. */
const newListener = 12;
const killableListener = 44;
const addDescriptor = 0x40182103;

type Rule = readonly [number: number, first: number | null, second: number | null, errno: number];
const cases: readonly (readonly [name: string, rules: readonly Rule[], 'trace' | 'notify', message: RegExp])[] = [
  ['no ptrace', [[call.ptrace, null, null, EPERM]], 'trace', /ptrace is refused: .*\(EPERM\)/],
  ['no ptrace', [[call.ptrace, null, null, EPERM]], 'notify', /ptrace is refused: .*\(EPERM\)/],
  [
    'Linux before 5.3',
    [[call.ptrace, getSyscallInfo, null, EIO]],
    'trace',
    /no PTRACE_GET_SYSCALL_INFO, which the trace/,
  ],
  ['Linux before 5.6', [[call.pidfdGetfd, null, null, ENOSYS]], 'trace', /no pidfd_getfd, which the trace/],
  ['Linux before 5.6', [[call.pidfdGetfd, null, null, ENOSYS]], 'notify', /no pidfd_getfd, which the notify/],
  ['Linux before 5.9', [[call.ioctl, null, addDescriptor, EINVAL]], 'notify', /no SECCOMP_IOCTL_NOTIF_ADDFD/],
  [
    'Linux before 5.0',
    [
      [call.seccomp, 1, newListener, EINVAL],
      [call.seccomp, 1, killableListener, EINVAL],
    ],
    'notify',
    /no seccomp notifications/,
  ],
  ['no descriptors left', [[call.eventfd2, 0, closeOnExec, EMFILE]], 'notify', /no thread or descriptor .*\(EMFILE\)/],
  ['no seccomp', [[call.seccomp, null, null, EINVAL]], 'trace', /the seccomp filter is refused: .*\(EINVAL\)/],
];

for (const [name, rules, backend, message] of cases) {
  test.serial(`${name} (${backend})`, async (t) => {
    const wrapper = ['python3', oldKernel, JSON.stringify(rules)];
    const run = await runGuest([guestProgram('memory')], { wrapper, options: { backend } });
    const text = run.report ? JSON.stringify(run.report.exits[0]) : run.stderr;
    t.regex(text, message);
    t.is(run.stdout, '', 'nothing of the guest has run');
  });
}

if (process.getuid!() === 0 && hasCommand('prlimit')) {
  for (const backend of backends) {
    test.serial(`no threads left (${backend})`, async (t) => {
      const run = await runGuest([guestProgram('memory')], { options: { backend }, uid: 65534, processLimit: 1 });
      t.regex(run.stderr, /no thread or descriptor for its supervision: .*\(EAGAIN\)/);
      t.is(run.signal, null, 'an error, not a crash');
      t.is(run.stdout, '');
    });
  }
}

test.serial('back ends: requirements of the other one cause no error', async (t) => {
  const without = (rule: Rule) => ['python3', oldKernel, JSON.stringify([rule])];
  const program = guestProgram('memory');
  const notify = await runGuest([program], {
    wrapper: without([call.ptrace, getSyscallInfo, null, EIO]),
    options: { backend: 'notify' },
  });
  t.is(notify.report!.exits[0]!.code, 0);
  const trace = await runGuest([program], {
    wrapper: without([call.ioctl, null, addDescriptor, EINVAL]),
    options: { backend: 'trace' },
  });
  t.is(trace.report!.exits[0]!.code, 0);
  // Before Linux 5.19 notifications cannot be made killable: they are served nevertheless.
  const plain = await runGuest([program], {
    wrapper: without([call.seccomp, 1, killableListener, EINVAL]),
    options: { backend: 'notify' },
  });
  t.is(plain.report!.exits[0]!.code, 0);
});

for (const [name, rule, reason] of [
  ['Linux before 5.9', [call.ioctl, null, addDescriptor, EINVAL], /no SECCOMP_IOCTL_NOTIF_ADDFD/],
  ['Linux before 5.19', [call.seccomp, 1, killableListener, EINVAL], /no SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV/],
  ['a listener above', [call.seccomp, 1, killableListener, EBUSY], /notifications are in use/],
  ['a container that forbids it', [call.seccomp, 1, killableListener, EPERM], /no seccomp notifications .*EPERM/],
] as const) {
  test.serial(`by default the back end that works is taken: ${name}`, async (t) => {
    const wrapper = ['python3', oldKernel, JSON.stringify([rule])];
    const run = await runGuest([guestProgram('memory')], { wrapper });
    t.deepEqual(failedChecks(run), []);
    const { backends: taken, fallbacks, descriptors, threads, warnings } = run.report!;
    t.deepEqual(taken, ['trace']);
    t.regex(fallbacks.join(), reason);
    t.deepEqual(warnings, [], 'it is no concern of the user');
    t.deepEqual(descriptors.after, descriptors.before);
    t.is(threads.after, threads.before);
  });
}

test.serial('by default notifications are taken, but not with tracing of every call', async (t) => {
  const program = guestProgram('memory');
  const plain = (await runGuest([program])).report!;
  t.deepEqual([plain.backends, plain.fallbacks], [['notify'], []]);
  t.deepEqual((await runGuest([program], { trace: true })).report!.backends, ['trace']);
  const debuggable = (await runGuest([program], { options: { debuggable: true } })).report!;
  t.deepEqual(debuggable.backends, ['notify']);
});

test.serial('a debuggable guest takes whichever notifications there are, and nothing else', async (t) => {
  const older = ['python3', oldKernel, JSON.stringify([[call.seccomp, 1, killableListener, EINVAL]])];
  const plain = await runGuest([guestProgram('memory')], { wrapper: older, options: { debuggable: true } });
  t.deepEqual(failedChecks(plain), []);
  t.deepEqual(plain.report!.backends, ['notify']);
  const wrapper = ['python3', oldKernel, JSON.stringify([[call.seccomp, 1, killableListener, EBUSY]])];
  const run = await runGuest([guestProgram('memory')], { wrapper, options: { debuggable: true } });
  t.regex(run.stderr, /notifications are in use/);
  t.is(run.stdout, '');
});

const nothing: HostMachine = {
  ptraceScope: undefined,
  isRoot: false,
  tracer: undefined,
  head: () => new Uint8Array(0),
};
const failure = { stage: startStages.seize, error: EPERM, file: 'x', directory: '/', backend: 'trace' } as const;

test('restrictions of yama are named with the setting to change', (t) => {
  const scope = (ptraceScope: number, isRoot = false) => startError(failure, { ...nothing, ptraceScope, isRoot });
  t.regex(scope(2).message, /kernel\.yama\.ptrace_scope = 2/);
  t.regex(scope(2).hint, /sysctl -w kernel\.yama\.ptrace_scope=1.*as root/);
  t.regex(scope(3, true).hint, /restart of the machine/);
  t.regex(scope(1).hint, /container/, 'scope 1 lets a parent trace its children: that is not the reason');
  t.regex(scope(2, true).message, /ptrace is refused/);
  const traced = startError(failure, { ...nothing, tracer: '5 (gdb)' });
  t.regex(traced.message, /process 5 \(gdb\) traces this process/);
  t.regex(traced.hint, /only one tracer/);
});

test('every missing feature has a next step', (t) => {
  for (const error of Object.values(startFeatures)) {
    for (const backend of ['trace', 'notify'] as const) {
      t.regex(startError({ ...failure, stage: startStages.feature, error, backend }, nothing).hint, /Linux 5\.\d/);
    }
  }
  const listening = { ...failure, stage: startStages.filter, error: EBUSY, backend: 'notify' } as const;
  t.regex(startError(listening, nothing).hint, /--backend trace/);
});

test('programs for other machines are distinguished from broken ones', async (t) => {
  const head = (machine: number, width: number) => () => {
    const bytes = new Uint8Array(20);
    bytes.set([0x7f, 0x45, 0x4c, 0x46, width]);
    bytes[18] = machine;
    return bytes;
  };
  const refused = { ...failure, stage: startStages.exec, error: ENOEXEC };
  const message = (bytes: () => Uint8Array) => startError(refused, { ...nothing, head: bytes }).message;
  t.is(message(head(183, 2)), 'cannot run x: it is a program for AArch64, not for x86');
  t.is(message(head(62, 1)), 'cannot run x: it is an x32 program, which this kernel does not run');
  t.is(message(head(3, 1)), 'cannot run x: it is a 32-bit program, which this kernel does not run');
  t.regex(message(head(62, 2)), /ENOEXEC/);
  t.regex(
    message(() => new Uint8Array(3)),
    /ENOEXEC/,
  );
  t.is(startError({ ...refused, error: ENOENT }, nothing).code, 'GUEST_NOT_FOUND');
});

test('an x32 program runs, or an error names it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-x32-'));
  const source = join(folder, 'x32.s');
  const program = join(folder, 'x32');
  // exit(7) by the x32 system call 60.
  writeFileSync(source, '.globl _start\n_start: mov $0x4000003c, %eax\n mov $7, %edi\n syscall\n');
  const built = spawnSync('sh', [
    '-c',
    'as --x32 -o "$1.o" "$0" && ld -m elf32_x86_64 -o "$1" "$1.o"',
    source,
    program,
  ]);
  t.is(built.status, 0, String(built.stderr));
  const native = spawnSync(program).status;
  const { exits } = (await runGuest([program])).report!;
  if (native === 7) t.is(exits[0]!.code, 7);
  else
    t.like(exits[0], {
      code: 126,
      error: 'GUEST_NOT_EXECUTABLE',
      message: `cannot run ${program}: it is an x32 program, which this kernel does not run`,
    });
});
