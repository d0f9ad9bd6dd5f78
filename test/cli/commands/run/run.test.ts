// `atoll run` on its command line: transparent for good programs, clear for bad ones.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, constants, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants as os } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { execa } from 'execa';
import { HUGE_PAGE_SIZE } from '../../../../src/abi/memory-map.js';
import { root } from '../../../../src/util/paths.js';
import { SPOILING_CALL } from '../../../compiler/spoiling-call.js';
import { atoll, compile, kernelProgram, run, scratchFolder } from '../../atoll.js';

const { O_NONBLOCK } = constants;
const { SIGSEGV, SIGKILL, SIGTERM, SIGPIPE } = os.signals;

const main = join(root, 'dist/src/cli/main.js');

test("streams, arguments, working directory and environment are the guest's own", async (t) => {
  const folder = scratchFolder(t);
  const script = 'cat; echo "args: $0 $1"; pwd; echo "$MARK"; echo problem >&2; exit 7';
  const result = await run(['sh', '-c', script, 'one', 'two words'], [], {
    cwd: folder,
    input: 'from stdin\n',
    env: { MARK: 'kept' },
  });
  t.is(result.stdout, `from stdin\nargs: one two words\n${folder}\nkept`);
  t.is(result.stderr, 'problem');
  t.is(result.exitCode, 7);
});

/**
 * Has threads of the library's when its first one ends; one of the program continues for a while on request.
 */
const FIRST_THREAD_ENDS = kernelProgram('kernel void k(global int* out) { out[get_global_id(0)] = 1; }')
  .replace(
    'int main() {',
    `#include <pthread.h>
#include <unistd.h>
static void CL_CALLBACK note(cl_event, cl_int, void*) {}
static void* later(void*) { usleep(300000); std::puts("later"); return nullptr; }
static void last() { std::puts("last"); }
int main(int count, char**) {
  std::atexit(last);`,
  )
  .replace('status = clWaitForEvents', 'clSetEventCallback(event, CL_COMPLETE, note, nullptr);\n  $&')
  .replace(
    /return 0;\n}\n$/,
    'pthread_t other; if (count > 1) pthread_create(&other, nullptr, later, nullptr); pthread_exit(nullptr);\n}\n',
  );

test('a program whose first thread ends by pthread_exit ends with its own last thread', async (t) => {
  const program = compile(t, FIRST_THREAD_ENDS, ['-lOpenCL', '-lpthread']);
  for (const [words, lines] of [
    [[], ['read 0 value 1', 'last']],
    [['more'], ['read 0 value 1', 'later', 'last']],
  ] as const) {
    const { exitCode, stdout, stderr } = await run([program, ...words], [], { timeout: 60_000 });
    t.is(exitCode, 0, String(stderr));
    t.deepEqual(String(stdout).split('\n').slice(-lines.length), [...lines]);
  }
});

const PLATFORM = `
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <cstdio>
int main() {
  cl_platform_id platform;
  char name[100] = "";
  clGetPlatformIDs(1, &platform, nullptr);
  clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, nullptr);
  std::puts(name);
  return 0;
}
`;

test('a program with an emptied environment computes here, too', async (t) => {
  const program = compile(t, PLATFORM);
  const expected = (await run([program])).stdout;
  t.regex(String(expected), /^Atoll/);
  for (const backend of ['notify', 'trace'])
    t.is((await run(['env', '-i', program], ['--backend', backend])).stdout, expected, backend);
});

test('standard streams that are pipes or sockets stay blocking, also when input comes late', async (t) => {
  const child = run(
    ['sh', '-c', 'grep flags /proc/self/fdinfo/0 /proc/self/fdinfo/1 /proc/self/fdinfo/2; cat'],
    ['--summary'],
    { stdin: 'pipe' },
  );
  await sleep(1000);
  child.stdin!.end('late');
  const { stdout } = await child;
  const flags = [...String(stdout).matchAll(/flags:\s*(\d+)/g)].map(
    (match) => Number.parseInt(match[1]!, 8) & O_NONBLOCK,
  );
  t.deepEqual(flags, [0, 0, 0]);
  t.true(String(stdout).endsWith('late'));
});

test('a slow reader gets all output of a program with kernels', async (t) => {
  const kernel = '__kernel void k(__global int* out) { out[get_global_id(0)] = 1; }';
  const lines = 100_000;
  const text = `for (int line = 0; line < ${lines}; line++) std::printf("line %d\\n", line);\n  return 0;`;
  const program = compile(t, kernelProgram(kernel).replace('return 0;\n}\n', `${text}\n}\n`));
  const script = '{ "$0" "$1" run -- "$2"; echo "status $?"; } | { sleep 2; tail -n 2; }';
  const { stdout } = await execa('sh', ['-c', script, process.execPath, main, program]);
  t.is(stdout, `line ${lines - 1}\nstatus 0`);
});

test('a guest maps large buffers where their huge pages can be its own', async (t) => {
  const items = 1 << 21;
  const lines = `std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) std::printf("%s\\n", line.c_str());
  return 0;`;
  const source = kernelProgram('__kernel void k(__global int* out) { out[get_global_id(0)] = 1; }', items);
  const program = compile(
    t,
    `#include <fstream>\n#include <string>\n${source.replace('return 0;\n}\n', `${lines}\n}\n`)}`,
  );
  const { stdout } = await run([program]);
  const places = [...String(stdout).matchAll(/^(\w+)-(\w+) rw-s (\w+) .*memfd/gm)].map((match) =>
    match.slice(1).map((word) => Number.parseInt(word, 16)),
  );
  const large = places.filter(([start, end]) => end! - start! >= 4 * items);
  t.true(large.length > 0, String(stdout));
  for (const [start, , offset] of large) t.is((start! - offset!) % HUGE_PAGE_SIZE, 0);
});

test("standard streams stay blocking when the program's kernels are compiled", async (t) => {
  const flags =
    'std::printf("non-blocking: %d %d %d\\n", nonBlocking(0), nonBlocking(1), nonBlocking(2));\n  return 0;';
  const look =
    '#include <fcntl.h>\nstatic int nonBlocking(int fd) { return fcntl(fd, F_GETFL) & O_NONBLOCK; }\nint main() {';
  const program = kernelProgram('__kernel void k(__global int* out) { out[get_global_id(0)] = 1; }');
  const guest = compile(t, program.replace('int main() {', look).replace('return 0;\n}\n', `${flags}\n}\n`));
  const { stdout } = await run([guest], ['--no-cache']);
  t.regex(String(stdout), /^build 0$[\s\S]*^non-blocking: 0 0 0$/m);
});

test('readers of its output see the end when the program closes it, and writers to its input an error', async (t) => {
  const mark = join(scratchFolder(t), 'mark');
  const script = 'exec <&- >&-; while ! [ -e "$0" ]; do sleep 0.1; done; exit 7';
  const child = spawn(process.execPath, [main, 'run', '--', 'sh', '-c', script, mark], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  child.stdout.resume();
  const writing = setInterval(() => child.stdin.write('text'), 50);
  t.teardown(() => clearInterval(writing));
  const [[error]] = await Promise.all([once(child.stdin, 'error'), once(child.stdout, 'end')]);
  t.is((error as NodeJS.ErrnoException).code, 'EPIPE');
  writeFileSync(mark, '');
  t.deepEqual(await once(child, 'exit'), [7, null]);
});

test('printf of a kernel into a closed pipe ends the program, whichever thread prints', async (t) => {
  const kernel = '__kernel void k(__global int* out) { printf("text\\n"); }';
  const launches = `for (;;) {
    status = clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, &event);
    clSetEventCallback(event, CL_COMPLETE, [](cl_event, cl_int, void*) {}, nullptr);
    clFlush(queue);
    usleep(1000);
  }`;
  const program = `#include <unistd.h>\n${kernelProgram(kernel).replace('return 0;\n}\n', `${launches}\n}\n`)}`;
  const script = '{ "$@"; echo "status $?" >&2; } | head -n 100 >/dev/null';
  const words = ['sh', process.execPath, main, 'run', '--', compile(t, program)];
  const { stderr } = await execa('sh', ['-c', script, ...words], { timeout: 120_000, reject: false });
  t.regex(stderr, /^status 141$/m);
});

test('output files: one that is named by a descriptor is written', async (t) => {
  const script = '"$0" "$1" run "$2" /dev/stdout -- echo text | cat';
  for (const [option, written] of [
    ['--report-json', /^text\n\{"schema":.*\}$/],
    ['--coverage', /^text\n\{"format":.*\}$/],
    ['--report', /^text\n<!doctype html>/],
  ] as const) {
    const { stdout } = await execa('sh', ['-c', script, process.execPath, main, option]);
    t.regex(stdout, written);
  }
});

// Node ignores SIGPIPE, and has no real-time signals (40).
for (const signal of [SIGSEGV, SIGKILL, SIGTERM, SIGPIPE, 40]) {
  test(`a guest that dies of signal ${signal} makes atoll die of it`, async (t) => {
    const report = 'import subprocess, sys; print(subprocess.run(sys.argv[1:]).returncode)';
    const guest = ['sh', '-c', `ulimit -c 0; kill -${signal} $$`];
    const { stdout } = await execa('python3', ['-c', report, process.execPath, main, 'run', '--', ...guest]);
    t.is(stdout, `-${signal}`);
  });
}

test("the only core that is left when a guest crashes is the guest's own", async (t) => {
  const folder = scratchFolder(t);
  const script = 'ulimit -c unlimited; exec "$0" "$1" run -- sh -c \'echo $$; kill -SEGV $$\'';
  const result = await execa('sh', ['-c', script, process.execPath, main], { cwd: folder, reject: false });
  t.is(result.signal, 'SIGSEGV');
  // The pattern may give the core another place or a program; a core here must be of the guest: a shell is small.
  for (const file of readdirSync(folder)) t.true(statSync(join(folder, file)).size < 2 ** 24, file);
});

test('a missing program is 127 and named', async (t) => {
  const { exitCode, stderr } = await run(['/no/such/program']);
  t.is(exitCode, 127);
  t.regex(String(stderr), /\/no\/such\/program/);
});

test('a file that is not executable is 126 and named', async (t) => {
  const file = join(scratchFolder(t), 'plain');
  writeFileSync(file, 'no program');
  chmodSync(file, 0o644);
  const { exitCode, stderr } = await run([file]);
  t.is(exitCode, 126);
  t.true(String(stderr).includes(file));
});

test('wrong values of options end as unknown options do', async (t) => {
  for (const flags of [['--workers', 'x'], ['--no-such-option']]) {
    const { exitCode, stdout } = await run(['echo', 'started'], flags);
    t.deepEqual([exitCode, stdout], [64, ''], flags.join(' '));
  }
});

test('an unknown device is refused with the known ones', async (t) => {
  const { exitCode, stderr } = await run(['true'], ['--device', 'voodoo2']);
  t.is(exitCode, 64);
  t.regex(String(stderr), /voodoo2[\s\S]*tahiti/);
});

test('options come from flag, environment and file, in this order', async (t) => {
  const folder = scratchFolder(t);
  writeFileSync(join(folder, 'atoll.config.json'), '{"device": "capeverde", "timeout": 5}');
  const resolved = async (flags: string[], env: Record<string, string>) => {
    const { stdout } = await atoll(['config', '--json', ...flags], { cwd: folder, env });
    const { options } = JSON.parse(String(stdout)) as { options: { option: string; value: unknown; origin: string }[] };
    return options
      .filter(({ option }) => option === 'device' || option === 'timeout')
      .map(({ value, origin }) => [value, origin]);
  };
  t.deepEqual(await resolved([], {}), [
    ['capeverde', 'file'],
    [5, 'file'],
  ]);
  t.deepEqual(await resolved([], { ATOLL_DEVICE: 'pitcairn' }), [
    ['pitcairn', 'environment'],
    [5, 'file'],
  ]);
  t.deepEqual(await resolved(['--device', 'oland'], { ATOLL_DEVICE: 'pitcairn' }), [
    ['oland', 'flag'],
    [5, 'file'],
  ]);
});

test('a configuration file with an unknown key is refused by name', async (t) => {
  const folder = scratchFolder(t);
  writeFileSync(join(folder, 'atoll.config.json'), '{"devcie": "tahiti"}');
  const { exitCode, stderr } = await run(['true'], [], { cwd: folder });
  t.is(exitCode, 64);
  t.regex(String(stderr), /atoll\.config\.json.*devcie/);
});

test('a kernel runs and its result arrives', async (t) => {
  const guest = compile(
    t,
    kernelProgram('kernel void k(global int* p) { p[get_global_id(0)] = 40 + 2 * (int)get_global_id(0); }'),
  );
  const { stdout, stderr, exitCode } = await run([guest]);
  t.is(stdout, 'build 0\nenqueue 0\nwait 0 execution 0\nread 0 value 42', String(stderr));
  t.is(exitCode, 0);
});

test('arguments of the program are not opened by Atoll: a pipe keeps its data', async (t) => {
  const pipe = join(scratchFolder(t), 'pipe');
  const script =
    'mkfifo "$1" && (sleep 0.5; echo data >"$1") & while ! [ -p "$1" ]; do sleep 0.1; done; exec "$2" "$3" run -- cat "$1"';
  const result = await execa('sh', ['-c', script, 'sh', pipe, process.execPath, main], {
    timeout: 120_000,
    reject: false,
  });
  t.is(result.stdout, 'data', result.stderr);
});

test('a run that ends while threads still start ends as the guest did, with all output', async (t) => {
  const program = join(root, 'build/benchmarks/AESEncryptDecrypt');
  const script = `"${program}" --quiet --verify -x 1024 -y 1024; exit 7`;
  const { exitCode, stdout, stderr } = await run(['sh', '-c', script], ['--summary']);
  t.is(exitCode, 7, String(stderr));
  t.is(stdout, 'Passed!');
  t.regex(String(stderr), /decrypt: 1 launch.*\n {2}program: /s);
});

test('full disk: the error names the log or report, and the program still runs', async (t) => {
  const log = await run(['sh', '-c', ': 3<>/dev/null; echo out; exit 5'], ['--trace-syscalls', '--log', '/dev/full']);
  t.is(log.stdout, 'out');
  t.is(log.exitCode, 5);
  t.regex(String(log.stderr), /^atoll: cannot write the log \/dev\/full: ENOSPC.*\n.*check free space.*\n/);
  t.is(String(log.stderr).match(/cannot write/g)?.length, 1);
  t.regex(String(log.stderr), /^atoll: .*openat.*"\/dev\/null"/m, 'lines go to standard error then');
  const report = await run(['echo', 'out'], ['--report-json', '/dev/full']);
  t.is(report.stdout, 'out');
  t.is(report.exitCode, 125);
  t.regex(String(report.stderr), /^atoll: cannot write the report \/dev\/full: ENOSPC.*\n.*check free space.*$/);
});

test('a kernel runs in a working directory that was removed', async (t) => {
  const guest = compile(t, kernelProgram('kernel void k(global int* p) { p[get_global_id(0)] = 42; }'));
  const script = 'folder=$(mktemp -d) && cd "$folder" && rmdir "$folder" && exec "$@"';
  const command = ['-c', script, 'sh', process.execPath, main, 'run', '--no-cache', '--', guest];
  const { stdout, stderr, exitCode } = await execa('sh', command, { reject: false });
  t.regex(stdout, /read 0 value 42/, stderr);
  t.is(exitCode, 0);
});

test('the diagnostics of a kernel that does not compile arrive in the build log', async (t) => {
  const guest = compile(t, kernelProgram('kernel void k(global int* p) { p[0] = undeclared_thing; }'));
  const { stdout, exitCode } = await run([guest]);
  t.regex(String(stdout), /build -11[\s\S]*undeclared_thing/);
  t.is(exitCode, 0);
});

test('a stray access fails the event, is explained, and the guest continues', async (t) => {
  const guest = compile(t, kernelProgram('kernel void k(global int* p) { p[get_global_id(0) + 0x10000000] = 1; }'));
  const { stdout, stderr, exitCode } = await run([guest]);
  t.regex(String(stdout), /wait -14 execution -\d+\nread -5/);
  t.regex(
    String(stderr),
    /GPU fault in kernel k at pc .*address .*buffer_store_dword.*work-group \(0, 0, 0\) wavefront 0/,
  );
  t.is(exitCode, 0);
});

test('a missing compiler is named in the build log, with the package that brings it', async (t) => {
  const guest = compile(t, kernelProgram('kernel void k(global int* p) { p[0] = 1; }'));
  const { stdout, exitCode } = await run([guest], ['--clang', '/no/such/clang', '--no-cache']);
  t.regex(String(stdout), /build -3[\s\S]*\/no\/such\/clang[\s\S]*apt-get install .*clang-\d+/);
  t.is(exitCode, 0);
});

test('an instruction that cannot execute is a fault that names it, and the guest continues', async (t) => {
  const kernel = 'kernel void k(global int* p) { p[1] = 3; __asm volatile("exp mrt0 v0, v0, v0, v0 done vm"); }';
  const { stdout, stderr, exitCode } = await run([compile(t, kernelProgram(kernel))]);
  t.regex(String(stdout), /wait -14 execution -\d+\nread -5/);
  t.regex(String(stderr), /GPU fault in kernel k at pc .*'exp mrt0.*\(0x[0-9a-f]{8} 0x[0-9a-f]{8}\)/);
  t.is(exitCode, 0);
});

test('--trace-syscalls shows the intercepted calls, decoded', async (t) => {
  const guest = compile(t, kernelProgram('kernel void k(global int* p) { p[1] = 1; }'));
  const { stderr, exitCode } = await run([guest], ['--trace-syscalls']);
  t.regex(String(stderr), /openat\(.*"\/dev\/atoll0".*O_RDWR.*\) = \d+/);
  t.regex(String(stderr), /ioctl\(\d+, /);
  t.is(exitCode, 0);
});

test('an infinite kernel is stopped by --timeout with the state of its wavefronts', async (t) => {
  const guest = compile(t, kernelProgram('kernel void k(global volatile int* p) { while (p[0] == 0) p[1]++; }'));
  const { stdout, stderr, exitCode } = await run([guest], ['--timeout', '0.5']);
  t.regex(String(stdout), /wait -14 execution -\d+/);
  t.regex(String(stderr), /kernel k stopped after 500 ms[\s\S]*work-group \(0, 0, 0\)/);
  t.is(exitCode, 0);
});

test('--log takes our text off stderr', async (t) => {
  const log = join(scratchFolder(t), 'log');
  const { stderr } = await run(['true'], ['--summary', '--log', log]);
  t.is(stderr, '');
  t.regex(readFileSync(log, 'utf8'), /Tahiti[\s\S]*no kernel was launched/);
});

test('every command has help', async (t) => {
  const { stdout } = await atoll(['--help']);
  const commands = [...String(stdout).matchAll(/^ {2}([a-z]+)[ |]/gm)].map((match) => match[1]!);
  t.true(commands.includes('run') && commands.includes('doctor'));
  for (const command of commands.filter((name) => name !== 'help')) {
    const help = await atoll([command, '--help']);
    t.is(help.exitCode, 0, command);
    t.regex(String(help.stdout), /Usage: atoll/);
  }
});

test("a kernel's private memory outlives the call of a function that uses many registers", async (t) => {
  const result = await run([compile(t, kernelProgram(SPOILING_CALL))]);
  t.regex(String(result.stdout), /^read 0 value 42$/m);
});
