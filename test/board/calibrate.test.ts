// `atoll calibrate` with pocl, and programs whose profiling events show its times.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { type Calibration, parseCalibration } from '../../src/board/calibration/file.js';
import { build } from '../benchmarks/programs.js';
import { atoll, compile, run, scratchFolder } from '../cli/atoll.js';

const NAMES = ['VectorAdd', 'MatrixTranspose', 'Reduction'];
const POCL = ['--engine', 'opencl:pocl'];

/** Prints the time of a launch, a write, a copy and a fill of 64 KiB, and a read of 4 KiB, by their events. */
const PROFILED = `
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <cstdio>
#include <vector>
static const char* source = "__kernel void k(__global int* out) { out[get_global_id(0)] = 1; }";
static void print(const char* name, cl_event event) {
  cl_ulong start = 0, end = 0;
  clWaitForEvents(1, &event);
  clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, 8, &start, nullptr);
  clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, 8, &end, nullptr);
  std::printf("%s %llu\\n", name, (unsigned long long)(end - start));
}
int main() {
  cl_platform_id platform; cl_device_id device; cl_int status;
  if (clGetPlatformIDs(1, &platform, nullptr) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr)) return 2;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  cl_command_queue queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &status);
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
  if (clBuildProgram(program, 1, &device, "", nullptr, nullptr)) return 3;
  cl_kernel kernel = clCreateKernel(program, "k", &status);
  cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE, 65536, nullptr, &status);
  cl_mem b = clCreateBuffer(context, CL_MEM_READ_WRITE, 65536, nullptr, &status);
  std::vector<char> host(65536);
  clSetKernelArg(kernel, 0, sizeof a, &a);
  size_t global = 64;
  cl_int zero = 0;
  cl_event event;
  if (clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, &event)) return 4;
  print("launch", event);
  clEnqueueReadBuffer(queue, a, CL_TRUE, 0, 4096, host.data(), 0, nullptr, &event);
  print("read", event);
  clEnqueueWriteBuffer(queue, a, CL_TRUE, 0, 65536, host.data(), 0, nullptr, &event);
  print("write", event);
  clEnqueueCopyBuffer(queue, a, b, 0, 0, 65536, 0, nullptr, &event);
  print("copy", event);
  clEnqueueFillBuffer(queue, b, &zero, 4, 0, 65536, 0, nullptr, &event);
  print("fill", event);
}`;

test.before('make builds the programs', async (t) => {
  t.timeout(600_000);
  await build(NAMES);
});

test.serial('a calibration has lines with residuals, and events show their times', async (t) => {
  t.timeout(600_000);
  const folder = scratchFolder(t);
  const file = join(folder, 'pocl.json');
  const calibrated = await atoll(
    ['calibrate', ...NAMES, ...POCL, '--chip', 'capeverde', '--rounds', '1', '--no-build', '-o', file],
    { timeout: 590_000 },
  );
  t.is(calibrated.exitCode, 0, String(calibrated.stderr));
  t.regex(String(calibrated.stdout), /cross-validated/);
  t.regex(String(calibrated.stdout), /correlation -?\d\.\d+ \(of logarithms\), mean error \d/);
  const calibration = parseCalibration(readFileSync(file, 'utf8'), file);
  t.like(calibration, { target: { name: 'the timing model of capeverde' }, requests: { launch: { groups: 3 } } });
  t.is(calibration.agreement?.before.kernels.length, 3);
  for (const request of ['launch', 'read', 'write', 'copy', 'fill'] as const)
    t.true(calibration.requests[request]!.factor + calibration.requests[request]!.offset > 0, request);

  // Lines whose times nothing else gives.
  const line = (factor: number, offset: number) => ({ ...calibration.requests.launch!, factor, offset });
  const requests = {
    launch: line(0, 123_456_789),
    read: line(2, 7),
    write: line(0.5, 0),
    copy: line(0, 99),
    fill: line(1.25, 1),
  };
  const shown = async (changed: Partial<Calibration>, clocks = ''): Promise<string> => {
    writeFileSync(file, JSON.stringify({ ...calibration, ...changed }));
    const result = await run([program], [...POCL, '--calibration', `${file}${clocks}`]);
    return `${result.stdout}${result.exitCode === 0 ? '' : result.stderr}`;
  };
  const program = compile(t, PROFILED);
  const times = (launch: number) =>
    `launch ${launch}\nread ${7 + 2 * 4096}\nwrite 32768\ncopy 99\nfill ${1 + 1.25 * 65_536}`;
  t.is(await shown({ requests }), times(123_456_789));
  const [mhz, target] = [calibration.target.mhz!, { ...calibration.target }];
  t.is(await shown({ requests, target }, `,target-mhz=${3 * mhz}`), times(41_152_263));
  // Kinds of requests that it lacks show their measured time; a run without it shows no calibration.
  t.regex(
    await shown({ requests: { launch: requests.launch } }),
    /^launch 123456789\nread (?!8199\n)\d+\nwrite (?!32768\n)/,
  );
  t.notRegex(String((await run([program], POCL)).stdout), /launch 123456789/);
  const other = { ...calibration.device, name: 'Another' };
  t.regex(await shown({ device: other }), /is the calibration of Another/);
});

test.serial('a calibration without a board, or with an engine that is none, is refused', async (t) => {
  t.regex(
    String((await run(['true'], ['--calibration', 'f'])).stderr),
    /--calibration needs --engine opencl\n.*add --engine opencl/,
  );
  const engine = await atoll(['calibrate', '--engine', 'jit', '-o', 'f']);
  t.regex(String(engine.stderr), /'jit' is not another OpenCL/);
  const missing = await run(['true'], [...POCL, '--calibration', '/nonexistent/f']);
  t.regex(String(missing.stderr), /the calibration cannot be read: .*ENOENT/);
});
