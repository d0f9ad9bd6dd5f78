// Start and end of guests: the executed program, its exit status, and that no process outlives it.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { marked, until, untilNone } from '../processes.js';
import { backends, failedChecks, guestProgram, hasCommand, runGuest } from './guests.js';

const folder = mkdtempSync(join(tmpdir(), 'atoll-lifecycle-'));
const status = guestProgram('status');

function script(name: string, text: string, mode = 0o755): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

for (const backend of backends) {
  const options = { backend };

  test.serial(`exit status and death by signal are those of a shell (${backend})`, async (t) => {
    for (const arguments_ of ['exit 0', 'exit 1', 'exit 255', 'signal 9', 'signal 11', 'signal 15', 'signal 6']) {
      const argv = [status, ...arguments_.split(' ')];
      const shell = spawnSync('sh', ['-c', '"$@"; exit $?', 'sh', ...argv]).status;
      const run = await runGuest(argv, { options });
      t.is<number | null, number | null>(run.report!.exits[0]!.code, shell, arguments_);
    }
    const killed = await runGuest([status, 'signal', '15'], { options });
    t.like(killed.report!.exits[0], { signal: 'SIGTERM', coreDumped: false });
  });

  test.serial(`missing and unusable programs (${backend})`, async (t) => {
    const cases: [string, number, string][] = [
      ['atoll-no-such-program', 127, 'GUEST_NOT_FOUND'],
      ['', 127, 'GUEST_NOT_FOUND'],
      [join(folder, 'missing'), 127, 'GUEST_NOT_FOUND'],
      [script('interpreted', '#!/no/such/interpreter\n'), 127, 'GUEST_NOT_FOUND'],
      [script('unreadable', 'echo no\n', 0o644), 126, 'GUEST_NOT_EXECUTABLE'],
      [script('foreign', '\x7fELF\x02\x01\x01\0\0\0\0'), 126, 'GUEST_NOT_EXECUTABLE'],
      [folder, 126, 'GUEST_NOT_EXECUTABLE'],
    ];
    for (const [file, code, error] of cases) {
      const run = await runGuest([file], { options });
      t.like(run.report!.exits[0], { code, error }, file);
      t.true((run.report!.exits[0] as { message: string }).message.includes(file));
    }
  });

  test.serial(
    `stdin, stdout, stderr, arguments, environment and working directory are the guest's (${backend})`,
    async (t) => {
      const run = await runGuest(['sh', '-c', 'cat; echo "$0" "$1" "$NAME" >&2; pwd', 'zero', 'ö one'], {
        input: 'from stdin\n',
        options: { ...options, env: { PATH: process.env['PATH']!, NAME: 'value' }, cwd: '/usr/lib' },
      });
      t.is(run.stdout, 'from stdin\n/usr/lib\n');
      t.is(run.stderr, 'zero ö one value\n');
    },
  );

  test.serial(`a killed guest leaves nothing and has status 137 (${backend})`, async (t) => {
    const mark = `killed-guest-${backend}-${process.pid}`;
    const run = await runGuest(['sleep', '100'], { options, killAfter: 100, mark });
    t.is(run.report!.exits[0]!.code, 137);
    t.deepEqual(marked(mark), []);
  });

  test.serial(`guests die with a killed host (${backend})`, async (t) => {
    const mark = `killed-host-${backend}-${process.pid}`;
    const run = await runGuest(['sh', '-c', 'sleep 100 & sleep 100 & wait'], { options, dieAfter: 150, mark });
    t.is(run.signal, 'SIGKILL');
    t.deepEqual(await untilNone(() => marked(mark)), []);
  });

  test.serial(`daemons are waited for, or killed (${backend})`, async (t) => {
    const daemon = guestProgram('daemon');
    const written = join(folder, `daemon-${backend}`);
    const waited = await runGuest([daemon, '100', written], { options });
    t.is(waited.report!.exits[0]!.code, 3);
    t.is(readFileSync(written, 'utf8'), 'daemon works');
    const mark = `daemon-${backend}-${process.pid}`;
    const killing = { options: { ...options, daemons: 'kill' }, mark } as const;
    const killed = await runGuest([daemon, '60000', written, 'stay'], killing);
    t.is(killed.report!.exits[0]!.code, 3);
    t.deepEqual(marked(mark), []);
  });

  test.serial(
    `stopped processes that outlive the program are hung up, as orphaned jobs are (${backend})`,
    async (t) => {
      const orphan = (text: string) => ['sh', '-c', `sh -c '${text}' & sleep 0.2; exit 3`];
      const default_ = await runGuest(orphan('kill -STOP $$; echo went on'), { options });
      t.is(default_.report!.exits[0]!.code, 3);
      t.is(default_.stdout, '', 'the default of SIGHUP is death');
      t.regex(default_.report!.warnings.join(), /stopped \(process \d+\): sent SIGHUP and SIGCONT/);
      const handled = await runGuest(orphan('trap "echo hung up; exit" HUP; kill -STOP $$; sleep 5'), { options });
      t.is(handled.stdout, 'hung up\n');
      const deaf = await runGuest(orphan('trap "" HUP; while :; do kill -STOP $$; done'), { options });
      t.is(deaf.report!.exits[0]!.code, 3);
      t.regex(deaf.report!.warnings.join(), /again, after SIGHUP: killed/);
      // Again and again, for a shell that comes to stop itself late.
      const waker = '(while sleep 0.4; do kill -CONT $$ || exit; done) &';
      const continued = await runGuest(orphan(`${waker} kill -STOP $$; echo went on`), { options });
      t.is(continued.stdout, 'went on\n');
      t.deepEqual(continued.report!.warnings, []);
    },
  );

  test.serial(
    `interrupts of a waiting thread that came while it did not run do not use up its stack (${backend})`,
    async (t) => {
      // The host's own signal for its threads (native/interruptible_wait.cc), to every one of them while they are
      // stopped.
      const flood = (host: number) => {
        const text = `import ctypes, os, sys, time
pid = int(sys.argv[1])
os.kill(pid, 19)
time.sleep(0.05)
for tid in os.listdir(f"/proc/{pid}/task"):
    for i in range(300): ctypes.CDLL(None).syscall(234, pid, int(tid), 34 + 3)
os.kill(pid, 18)`;
        t.is(spawnSync('python3', ['-c', text, String(host)]).status, 0);
      };
      const [began, flooded] = [join(folder, `began-${backend}`), join(folder, `flooded-${backend}`)];
      const text = `exec 7<>/dev/atoll-test; touch ${began}; sleep 1; until [ -e ${flooded} ]; do sleep 0.1; done; echo done`;
      const onStart = async (host: number) => {
        await until(() => existsSync(began));
        flood(host);
        writeFileSync(flooded, '');
      };
      const run = await runGuest(['sh', '-c', text], { options, onStart });
      t.is(run.stdout, 'done\n');
      t.is(run.signal, null);
      t.is(run.report!.log.releases, 1);
    },
  );

  test.serial(`a thread that executes a program leaves nothing of itself behind (${backend})`, async (t) => {
    // Were the thread's number still waited for, the stopped process below would not be seen to be the only one left.
    const text = `import os, threading
threading.Thread(target=lambda: os.execvp("sh", ["sh", "-c", "sh -c 'kill -STOP $$' & sleep 0.2; exit 3"])).start()
threading.Event().wait()`;
    const run = await runGuest(['python3', '-c', text], { options });
    t.is(run.report!.exits[0]!.code, 3);
    t.regex(run.report!.warnings.join(), /sent SIGHUP and SIGCONT/);
  });

  test.serial(`a process that the guest starts costs three stops (${backend})`, async (t) => {
    const stopsOf = async (count: number) => {
      const run = await runGuest(['sh', '-c', `for i in $(seq ${count}); do /bin/true; done`], { options });
      t.is(run.report!.exits[0]!.code, 0);
      return run.report!.statistics[0]!.stops;
    };
    // Its birth for the parent and for itself, and SIGCHLD; nothing for the program that it executes.
    t.is((await stopsOf(30)) - (await stopsOf(10)), 3 * 20);
  });

  test.serial(`a device that refuses or breaks is an error to its guest only (${backend})`, async (t) => {
    const probe = [
      'python3',
      '-c',
      'import os,fcntl,errno\ntry:\n fd=os.open("/dev/atoll-test",os.O_RDWR)\n print(fd)\n print(fcntl.ioctl(fd,0xa704))\nexcept OSError as e: print(errno.errorcode[e.errno])\nprint(os.popen("ls -l /proc/%d/fd | grep -c memfd" % os.getpid()).read())',
    ];
    const refused = await runGuest(probe, { options, fault: 'refuse-open' });
    t.is(refused.stdout, 'EBUSY\n0\n\n', 'no descriptor is left of a refused open');
    for (const kind of ['x86-64', 'i386', 'static'] as const) {
      const busy = await runGuest([guestProgram('refused', kind)], { options, fault: 'refuse-open' });
      t.deepEqual(failedChecks(busy), []);
    }
    const thrown = await runGuest(probe, { options, fault: 'throw-open' });
    t.true(thrown.stdout.startsWith('EIO\n'));
    t.true(thrown.report!.warnings.join().includes('the device is broken'));
    const broken = await runGuest(probe, { options, fault: 'throw-ioctl' });
    t.regex(broken.stdout, /^3\nEIO\n/);
    t.is(broken.report!.exits[0]!.code, 0);
  });

  test.serial(`no more virtual files than allowed (${backend})`, async (t) => {
    const text =
      'import os\nfds=[]\ntry:\n while True: fds.append(os.open("/dev/atoll-test",os.O_RDWR))\nexcept OSError as e: print(len(fds),os.strerror(e.errno))';
    const run = await runGuest(['python3', '-c', text], { options: { ...options, maxOpenFiles: 10 } });
    t.is(run.stdout, '10 Too many open files in system\n');
    t.is(run.report!.log.releases, 10);
  });

  test.serial(`a hostile guest gets errors and nothing else (${backend})`, async (t) => {
    for (const kind of ['x86-64', 'i386'] as const) {
      const run = await runGuest([guestProgram('hostile', kind), '7', '300'], { options });
      t.deepEqual(failedChecks(run), []);
      t.is(run.report!.log.releases, run.report!.log.opens);
      t.deepEqual(run.report!.warnings, []);
    }
  });

  test.serial(`eight guests at once (${backend})`, async (t) => {
    const run = await runGuest([guestProgram('memory')], { options, copies: 8 });
    t.deepEqual(run.report!.exits, Array(8).fill({ code: 0 }));
    t.is(run.report!.log.opens, 8);
  });

  test.serial(`many opens and calls leave nothing behind (${backend})`, async (t) => {
    for (const what of ['opens', 'ioctls']) {
      const run = await runGuest([guestProgram('load'), what, '2000'], { options: { ...options, maxOpenFiles: 20 } });
      t.deepEqual(failedChecks(run), []);
      t.is(run.report!.log.releases, run.report!.log.opens);
      t.true(run.report!.log.mostOpen <= 20, 'closed files are released while the guest goes on');
    }
  });

  if (process.getuid!() === 0) {
    test.serial(`an ordinary user can run guests (${backend})`, async (t) => {
      const run = await runGuest([guestProgram('identity')], { options, uid: 65534 });
      t.deepEqual(failedChecks(run), []);
    });
  }

  if (process.getuid!() === 0 && hasCommand('setpriv')) {
    test.serial(`root without CAP_SYS_ADMIN, as in a container (${backend})`, async (t) => {
      const wrapper = ['setpriv', '--bounding-set=-sys_admin', '--inh-caps=-sys_admin'];
      const run = await runGuest([guestProgram('memory')], { options, wrapper });
      t.deepEqual(failedChecks(run), []);
      const flags = await runGuest(['grep', '-E', 'NoNewPrivs|CapEff', '/proc/self/status'], { options, wrapper });
      t.regex(flags.stdout, /NoNewPrivs:\t1/);
    });
  }

  test.serial(`a descriptor handed to a process outside does not keep the host (${backend})`, async (t) => {
    const socket = join(folder, `socket-${backend}`);
    const listen = `import socket,sys\ns=socket.socket(socket.AF_UNIX)\ns.bind(sys.argv[1])\ns.listen()\nprint("ready",flush=True)\nc=s.accept()[0]\nprint(socket.recv_fds(c,1,1)[1],flush=True)\nsys.stdin.read()`;
    const send = `import socket,sys,os\ns=socket.socket(socket.AF_UNIX)\ns.connect(sys.argv[1])\nsocket.send_fds(s,[b"x"],[os.open("/dev/atoll-test",os.O_RDWR)])`;
    const outside = spawn('python3', ['-c', listen, socket], { stdio: ['pipe', 'pipe', 'inherit'] });
    await new Promise((resolve) => outside.stdout.once('data', resolve));
    const run = await runGuest(['python3', '-c', send, socket], { options });
    t.is(run.report!.exits[0]!.code, 0, run.stderr);
    t.deepEqual(run.report!.log.events, ['open 1 x86-64', 'release 1']);
    t.is(run.report!.threads.after, run.report!.threads.before);
    outside.stdin.end();
  });
}

test.serial('a script without an interpreter line is run by sh, as execvp does', async (t) => {
  const run = await runGuest([script('plain-script', 'echo "$1"; exit 4\n'), 'first']);
  t.is(run.stdout, 'first\n');
  t.is(run.report!.exits[0]!.code, 4);
});

test.serial('the trace names each intercepted call, its ABI and its result', async (t) => {
  for (const kind of ['x86-64', 'i386'] as const) {
    const { trace } = (await runGuest([guestProgram('memory', kind)], { trace: true })).report!;
    const abi = kind === 'i386' ? ' \\[i386\\]' : '';
    const lines = trace.join('\n');
    t.regex(lines, new RegExp(`^\\[pid \\d+\\]${abi} open(at)?\\((AT_FDCWD, )?"/dev/atoll-test", O_RDWR\\) = 3$`, 'm'));
    t.regex(
      lines,
      new RegExp(`${abi} ioctl\\(3, _IOC\\(_IOC_READ\\|_IOC_WRITE, 0xa7, 0x1, 0x10\\), NULL\\) = -1 EFAULT`),
    );
  }
});
