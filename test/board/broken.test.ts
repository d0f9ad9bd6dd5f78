// A connection that breaks at any moment, and a kernel that ends its board: the program loses its device in bounded
// time, nothing is left, and the board serves the next program. ATOLL_LONG: all fifty moments.

import test, { type ExecutionContext } from 'ava';
import { compile, kernelProgram, run } from '../cli/atoll.js';
import { marked, markOf, untilNone } from '../processes.js';
import { BREAKS, brokenWay, type Moment } from './broken-connection.js';
import { type Listening, listening } from './listening.js';

const MOMENTS = process.env['ATOLL_LONG'] ? 50 : 9;
/**
 * Launches whose buffer of 1 MiB changes on both sides each time; it prints how many were right, and what the first
 * wrong one gave.
 */
const LAUNCHES = 12;
const PROGRAM = `
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <cstdio>
#include <vector>
static const char* source = "__kernel void k(__global int* out, int n) { out[get_global_id(0)] += n; }";
int main() {
  cl_platform_id platform; cl_device_id device; cl_int status;
  if (clGetPlatformIDs(1, &platform, nullptr) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr)) return 2;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
  if (clBuildProgram(program, 1, &device, "", nullptr, nullptr)) return 3;
  cl_kernel kernel = clCreateKernel(program, "k", &status);
  const size_t items = 262144;
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, items * 4, nullptr, &status);
  std::vector<int> host(items), back(items);
  clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
  for (int n = 0; n < ${LAUNCHES}; n++) {
    for (size_t i = 0; i < items; i++) host[i] = (int)(n + 7 * i);
    status = clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, items * 4, host.data(), 0, nullptr, nullptr);
    clSetKernelArg(kernel, 1, sizeof n, &n);
    if (!status) status = clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    if (!status) status = clFinish(queue);
    if (!status) status = clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, items * 4, back.data(), 0, nullptr, nullptr);
    if (status) { std::printf("lost %d after %d\\n", status, n); return 0; }
    for (size_t i = 0; i < items; i++) if (back[i] != host[i] + n) { std::printf("wrong\\n"); return 0; }
  }
  std::printf("right\\n");
}`;
/** Seconds: the longest silence, starting and ending included, on a machine that does other things. */
const BOUND = 90;
const SILENCE = ['--board-silence', '3'];

/** The moments of a seed: early bytes, where each means something else, then any of them, then times. */
function momentsOf(seed: number, bytesOfAll: number): Moment[] {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: MOMENTS }, (_, n) => {
    const how = BREAKS[Math.floor(random() * BREAKS.length)]!;
    const [early, late, time] = [1 + Math.floor(2000 * random()), Math.floor(bytesOfAll * random()), 1500 * random()];
    if (n % 3 === 2) return { bytes: Number.POSITIVE_INFINITY, milliseconds: time, how };
    return { bytes: n % 3 === 0 ? early : late, milliseconds: 2 ** 30, how };
  });
}

async function survives(t: ExecutionContext, program: string, board: Listening, moment: Moment): Promise<void> {
  const text = JSON.stringify(moment);
  const way = await brokenWay(t, board.port, moment);
  const mark = `broken-${process.pid}-${way.engine}`;
  const began = performance.now();
  const flags = ['--engine', way.engine, '--board-token', board.token, ...SILENCE];
  const { exitCode, stdout, stderr } = await run([program], flags, { env: markOf(mark) });
  const seconds = (performance.now() - began) / 1000;
  t.true(seconds < BOUND, `${text}: ${seconds} s`);
  if (!way.isBroken()) t.is(stdout, 'right', text);
  else if (exitCode === 125) t.regex(String(stderr), /atoll: the board at /, text);
  else {
    // A break after the last message loses nothing.
    t.regex(String(stdout), /^(?:lost -\d+ after \d+|right)$/, `${text} ${stderr}`);
    if (stdout !== 'right')
      t.regex(
        String(stderr),
        /kernel k: .*(?:has closed|no longer receives|is broken|no message of the board for)/,
        text,
      );
  }
  t.deepEqual(await untilNone(() => marked(mark)), [], text);
  way.close();
  t.deepEqual(await untilNone(board.connections), [], text);
}

test.serial('a connection that breaks at any moment takes the device, and nothing else', async (t) => {
  t.timeout(3_600_000);
  const program = compile(t, PROGRAM);
  const board = await listening(t);
  // Up to the end of the last launch: some moments are later.
  const bytesOfAll = LAUNCHES * 2.2 * 2 ** 20;
  for (const moment of momentsOf(20_261_123, bytesOfAll)) await survives(t, program, board, moment);
  const after = await run([program], ['--engine', board.engine, '--board-token', board.token]);
  t.is(after.stdout, 'right', String(after.stderr));
});

test.serial('a kernel that ends its board takes the device of its own program only', async (t) => {
  const crash =
    '__kernel void k(__global int* out) { *(volatile __global int*)(get_global_id(0) * 8 + 8) = 1; out[0] = 1; }';
  const board = await listening(t);
  const flags = ['--engine', board.engine, '--board-token', board.token];
  const { stdout, stderr, exitCode } = await run([compile(t, kernelProgram(crash))], flags);
  t.is(exitCode, 0);
  t.regex(String(stderr), /kernel k: the board at 127\.0\.0\.1:\d+ has closed the connection/);
  t.notRegex(String(stdout), /wait 0 execution 0/);
  t.deepEqual(await untilNone(board.connections), []);
  const after = await run([compile(t, PROGRAM)], flags);
  t.is(after.stdout, 'right', String(after.stderr));
});
