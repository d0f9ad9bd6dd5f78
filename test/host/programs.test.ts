// Programs that people have, as guests: interpreters, virtual machines, Go, debuggers. Each when it is installed.
import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { temporaryFolder } from '../../src/util/temporary.js';
import { backends, failedChecks, guestProgram, hasCommand, runGuest } from './guests.js';

const folder = temporaryFolder('programs');

function script(name: string, text: string, mode = 0o755): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

/** Several threads, a NullPointerException made of SIGSEGV, a sub-process, and the device. */
const java = script(
  'Guest.java',
  `public class Guest {
  static int length(String text) { return text.length(); }
  public static void main(String[] arguments) throws Exception {
    new java.io.RandomAccessFile("/dev/atoll-test", "rw");
    int caught = 0;
    for (int i = 0; i < 20000; i++) try { caught += length(i % 2 == 0 ? null : ""); } catch (NullPointerException e) { caught++; }
    System.exit(caught == 10000 ? new ProcessBuilder("sh", "-c", "exit 5").start().waitFor() : 1);
  }
}
`,
);

/** Twenty goroutines with the device's file each, preemption by signals, a sub-process. */
const goSource = `package main
import ("os"; "os/exec"; "sync"; "syscall")
func main() {
  file, err := os.OpenFile("/dev/atoll-test", os.O_RDWR, 0)
  if err != nil { os.Exit(1) }
  var group sync.WaitGroup
  for i := 0; i < 20; i++ {
    group.Add(1)
    go func() {
      defer group.Done()
      for n := 0; n < 50; n++ {
        if _, _, e := syscall.Syscall(syscall.SYS_IOCTL, file.Fd(), 0xa704, 0); e != 0 && e != syscall.EINTR { os.Exit(2) }
      }
    }()
  }
  group.Wait()
  if exec.Command("sh", "-c", "exit 5").Run().(*exec.ExitError).ExitCode() == 5 { os.Exit(5) }
}
`;

/** The Go program, for 64 or 32 bits; undefined without a Go compiler. */
function goProgram(architecture: 'amd64' | '386'): string | undefined {
  if (!hasCommand('go')) return undefined;
  const source = script('guest.go', goSource, 0o644);
  const program = join(folder, `go-${architecture}`);
  const env = {
    ...process.env,
    CGO_ENABLED: '0',
    GOARCH: architecture,
    GOCACHE: join(folder, 'go-cache'),
    GO111MODULE: 'off',
  };
  const built = spawnSync('go', ['build', '-o', program, source], { encoding: 'utf8', env });
  if (built.status !== 0) throw new Error(built.stderr);
  return program;
}
const goPrograms = (['amd64', '386'] as const).map(goProgram).filter((program) => program !== undefined);

for (const backend of backends) {
  const options = { backend };

  for (const program of goPrograms) {
    test.serial(`a Go program as a guest (${program.split('-').at(-1)}, ${backend})`, async (t) => {
      const run = await runGuest([program], { options });
      t.is(run.report!.exits[0]!.code, 5, run.stderr);
      t.is(run.report!.log.opens, 1);
      t.is(run.report!.log.releases, 1);
    });
  }

  const interpreters: [string, string[]][] = [
    [
      'python3',
      [
        '-c',
        'import os,fcntl,subprocess,sys;fd=os.open("/dev/atoll-test",os.O_RDWR);sys.exit(fcntl.ioctl(fd,0xa704)+subprocess.call(["sh","-c","exit 5"]))',
      ],
    ],
    [
      'node',
      [
        '-e',
        'const f=require("fs").openSync("/dev/atoll-test","r+");process.exit(f>2?require("child_process").spawnSync("sh",["-c","exit 5"]).status:1)',
      ],
    ],
    ['perl', ['-e', 'open(F,"+<","/dev/atoll-test")||exit 1;exit(5+ioctl(F,0xa704,0))']],
    ['java', [java]],
    ['bash', ['-c', 'exec 7<>/dev/atoll-test; (exit 5) <&7']],
  ];
  for (const [name, arguments_] of interpreters) {
    if (!hasCommand(name)) continue;
    test.serial(`${name} as a guest (${backend})`, async (t) => {
      const run = await runGuest([name, ...arguments_], { options });
      t.is(run.report!.exits[0]!.code, 5, run.stderr);
      t.is(run.report!.log.opens, 1);
    });
  }
}

test.serial('a guest that debugs others: refused with a warning, or allowed when they are debuggable', async (t) => {
  for (const backend of backends) {
    const refused = await runGuest([guestProgram('traced'), 'refused'], { options: { backend } });
    t.deepEqual(failedChecks(refused), []);
    t.regex(refused.report!.warnings.join(), /uses ptrace: .*--debuggable/);
    if (!hasCommand('strace')) continue;
    const tracer = await runGuest(['strace', '-f', 'true'], { options: { backend } });
    t.is(tracer.report!.warnings.length, 1, 'once, although strace tries it in several processes');
  }
  const allowed = await runGuest([guestProgram('traced'), 'allowed'], {
    options: { debuggable: true },
  });
  t.deepEqual(failedChecks(allowed), []);
  if (hasCommand('strace')) {
    const traced = await runGuest(['strace', '-f', '-e', 'trace=openat', guestProgram('threads')], {
      options: { debuggable: true },
    });
    t.is(traced.report!.exits[0]!.code, 0);
    t.regex(traced.stderr, /openat\(AT_FDCWD, "\/dev\/atoll-test", O_RDWR\) += 3/);
  }
  if (hasCommand('gdb')) {
    const gdb = ['gdb', '-q', '-batch', '-ex', 'run', '-ex', 'print $_exitcode', '--args', guestProgram('memory')];
    const debugged = await runGuest(gdb, { options: { debuggable: true } });
    t.regex(debugged.stdout, /ok an errno of the device[\s\S]*exited normally/);
  }
});
