// Programs whose kernels another OpenCL executes: with a board that Atoll starts, and with one that listens.

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import test from 'ava';
import { greeting } from '../../src/board/handshake.js';
import { VERSION } from '../../src/board/protocol.js';
import { binaries, build, root } from '../benchmarks/programs.js';
import { compile, kernelProgram, run, scratchFolder } from '../cli/atoll.js';
import { listening } from './listening.js';

interface Program {
  readonly name: string;
  readonly sizes: { readonly small: readonly string[] };
  readonly pattern: string;
}

const { programs } = JSON.parse(readFileSync(join(root, 'benchmarks', 'manifest.json'), 'utf8')) as {
  programs: readonly Program[];
};
const POCL = ['--engine', 'opencl:pocl'];

test.before('make builds the programs', async (t) => {
  t.timeout(600_000);
  await build();
});

/** Every third program, unless time does not matter: pocl executes the kernels there. */
const own = programs.filter((_, index) => process.env['ATOLL_LONG'] || index % 3 === 0);

for (const { name, sizes, pattern } of own) {
  test.serial(`${name} passes its own check on another OpenCL`, async (t) => {
    t.timeout(600_000);
    const argv = [join(binaries, name), '-verify', '-q', ...sizes.small];
    const { exitCode, stdout, stderr } = await run(argv, POCL, { timeout: 600_000 });
    t.is(exitCode, 0, String(stderr));
    t.regex(String(stdout), new RegExp(pattern, 'm'));
  });
}

test.serial("output of printf in kernels appears in the program's output, in order", async (t) => {
  const kernel =
    '__kernel void k(__global int* out) { if (get_global_id(0) == 5) printf("five %d%%\\n", 50 + 5); out[0] = 1; }';
  const program = compile(t, kernelProgram(kernel));
  const [here, there] = [await run([program]), await run([program], POCL)];
  t.is(there.stdout, here.stdout);
  t.regex(String(there.stdout), /five 55%/);
});

test.serial(
  'local memory, constants, offsets and values arrive; the summary shows the transferred memory',
  async (t) => {
    const kernel = `__constant int table[4] = { 2, 3, 5, 7 };
__kernel void k(__global int* out) {
  __local int part[64];
  int l = get_local_id(0) & 63;
  part[l] = table[l & 3];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = part[63 - l] + get_global_size(0);
}`;
    const program = compile(t, kernelProgram(kernel, 4096));
    const { stdout, stderr, exitCode } = await run([program], [...POCL, '--summary']);
    t.is(exitCode, 0, String(stderr));
    t.is(stdout, (await run([program])).stdout);
    t.regex(
      String(stderr),
      /on the device: \d+\.\d+ ms\n.*memory: 16\.0 KiB compared at .* 0\.0 KiB sent, 16\.0 KiB received/,
    );
  },
);

/** Output of a program that builds from a binary. */
const BINARY = kernelProgram('__kernel void k(__global int* out) { out[get_global_id(0)] = 1; }').replace(
  'size_t length = 0;',
  `size_t size; clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr);
  std::vector<unsigned char> binary(size);
  unsigned char* bytes = binary.data();
  clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, nullptr);
  program = clCreateProgramWithBinary(context, 1, &device, &size, (const unsigned char**)&bytes, nullptr, &status);
  clBuildProgram(program, 1, &device, "", nullptr, nullptr);
  size_t length = 0;`,
);

test.serial('a program from a binary is refused with the reason', async (t) => {
  const { stderr } = await run([compile(t, BINARY)], POCL);
  t.regex(String(stderr), /kernel k: it cannot be executed by another OpenCL: its program was created from a binary/);
});

test.serial('an unknown platform is refused with the list of those that exist', async (t) => {
  const program = compile(t, kernelProgram('__kernel void k(__global int* out) { out[0] = 1; }'));
  const unknown = await run([program], ['--engine', 'opencl:none such']);
  t.is(unknown.exitCode, 125);
  t.regex(String(unknown.stderr), /there is no OpenCL platform 'none such'\n.*Portable Computing Language/);
  const unreachable = await run([program], ['--engine', `opencl:unix:${scratchFolder(t)}/nobody`]);
  t.regex(String(unreachable.stderr), /cannot be reached: ENOENT\n.*atoll board --listen/);
  const small = await run([program], [...POCL, '--device', 'tahiti'], { env: { POCL_MEMORY_LIMIT: '2' } });
  t.is(small.exitCode, 125);
  t.regex(
    String(small.stderr),
    /has 2147483648 bytes of memory, and programs see Tahiti's 3221225472\n.*choose a smaller chip with --device/,
  );
  t.is(small.stdout, '');
  const empty = await run([program], ['--engine', 'opencl'], { env: { OCL_ICD_VENDORS: scratchFolder(t) } });
  t.regex(String(empty.stderr), /finds no platform/);
  const folder = scratchFolder(t);
  writeFileSync(join(folder, 'libOpenCL.so.1'), 'no library');
  const loader = await run([program], POCL, { env: { LD_LIBRARY_PATH: folder } });
  t.is(loader.exitCode, 125);
  t.regex(String(loader.stderr), /libOpenCL\.so\.1 cannot be loaded: .*\n?.*ocl-icd-libopencl1/);
});

test.serial('a device with less than the requested chip is refused before the run, with both numbers', async (t) => {
  const env = { POCL_MEMORY_LIMIT: '1' };
  const oversized = await run(['true'], [...POCL, '--device', 'pitcairn'], { env });
  t.is(oversized.exitCode, 125);
  t.regex(
    String(oversized.stderr),
    /has 1073741824 bytes of memory, and programs see Pitcairn's 2147483648\n.*--device/,
  );
});

test.serial('a board of another version names both', async (t) => {
  const program = compile(t, kernelProgram('__kernel void k(__global int* out) { out[0] = 1; }'));
  const path = join(scratchFolder(t), 'board');
  const server = createServer((socket) => void socket.end(greeting(Buffer.alloc(16), VERSION + 1)));
  server.listen(path);
  await once(server, 'listening');
  t.teardown(() => server.close());
  const { stderr } = await run([program], ['--engine', `opencl:unix:${path}`]);
  t.regex(
    String(stderr),
    new RegExp(`uses version ${VERSION + 1} of the protocol, this Atoll uses version ${VERSION}`),
  );
});

test.serial('a listening board serves several programs at a time, and none without its token', async (t) => {
  const { engine, token } = await listening(t);
  const argv = [join(binaries, 'Reduction'), '-verify', '-q'];
  const runs = await Promise.all([1, 2, 3].map(() => run(argv, ['--engine', engine, '--board-token', token])));
  for (const { exitCode, stderr, stdout } of runs) {
    t.is(exitCode, 0, String(stderr));
    t.regex(String(stdout), /Passed!/);
  }
  const other = join(scratchFolder(t), 'other');
  writeFileSync(other, 'another token of many characters\n', { mode: 0o600 });
  const stranger = await run(argv, ['--engine', engine, '--board-token', other]);
  t.is(stranger.exitCode, 125);
  t.regex(String(stranger.stderr), /the token is not that of the board/);
  const without = await run(argv, ['--engine', engine]);
  t.regex(String(without.stderr), /requires a token/);
});

test.serial('a program whose board dies loses its device, and ends', async (t) => {
  const kernel = '__kernel void k(__global int* out) { while (atomic_or(out, 0) == 0) ; }';
  const program = compile(t, kernelProgram(kernel));
  const child = run([program], POCL);
  let board: string | undefined;
  // The kernel runs once the board computes; until then there is nothing to see.
  while (board === undefined) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,cputimes=,args='], { encoding: 'utf8' }).split('\n');
    board = lines
      .map((line) => /^\s*(\d+)\s+(\d+)\s+(\d+)\s.*board\/server\/process\.js/.exec(line))
      .find((match) => match?.[2] === String(child.pid) && Number(match[3]) >= 3)?.[1];
  }
  process.kill(Number(board), 'SIGKILL');
  const { stdout, stderr } = await child;
  t.regex(String(stderr), /kernel k: the board has closed the connection/);
  t.notRegex(String(stdout), /wait 0 execution 0/);
});
