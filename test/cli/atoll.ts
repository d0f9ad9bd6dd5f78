// Runs the command as a person would, from the built checkout, and compiles small OpenCL programs for it.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa, type Options, type ResultPromise } from 'execa';
import { root } from '../../src/util/paths.js';

const MAIN = join(root, 'dist/src/cli/main.js');

/** Below the limit at which ava gives up (ava.config.mjs): one that hangs is named. */
export const HANG_MS = 290_000;

type Running = ResultPromise<{ reject: false; timeout: number } & Options>;

/** Starts `atoll` with arguments; failures do not throw. */
export const atoll = (args: readonly string[], options: Options = {}): Running =>
  execa(process.execPath, [MAIN, ...args], { reject: false, timeout: HANG_MS, ...options }) as Running;

/** `atoll run -- argv`. */
export const run = (argv: readonly string[], flags: readonly string[] = [], options: Options = {}): Running =>
  atoll(['run', ...flags, '--', ...argv], options);

/** Bundles anew where the modules have changed; waits for other processes that do the same. */
export function updateBundle(): void {
  const script = `import(${JSON.stringify(join(root, 'src/setup/bundle.mjs'))}).then(({ bundle }) => bundle())`;
  execFileSync('flock', [join(root, 'src/setup'), process.execPath, '-e', script], { stdio: 'ignore' });
}

/** A test, which ends and cleans up then. */
interface Ends {
  teardown(fn: () => void): unknown;
}

/** A folder that goes when the test ends. */
export function scratchFolder(t: Ends): string {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-test-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Compiles C++ text against the system's OpenCL. */
export function compile(t: Ends, text: string, extra: readonly string[] = ['-lOpenCL']): string {
  const folder = scratchFolder(t);
  const source = join(folder, 'guest.cpp');
  const program = join(folder, 'guest');
  writeFileSync(source, text);
  execFileSync('g++', ['-std=c++17', '-O1', source, '-o', program, ...extra]);
  return program;
}

/** A program that builds a kernel, runs it over `items` work-items with one int buffer, and prints the results. */
export const kernelProgram = (kernel: string, items = 64): string => `
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <cstdio>
#include <cstdlib>
#include <vector>
static const char* source = R"CL(${kernel})CL";
int main() {
  cl_platform_id platform; cl_device_id device; cl_int status;
  if (clGetPlatformIDs(1, &platform, nullptr) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr)) return 2;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  cl_command_queue queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &status);
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
  status = clBuildProgram(program, 1, &device, "", nullptr, nullptr);
  std::printf("build %d\\n", status);
  size_t length = 0;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &length);
  std::vector<char> log(length + 1);
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, length, log.data(), nullptr);
  if (status) { std::printf("%s\\n", log.data()); return 0; }
  cl_kernel kernel = clCreateKernel(program, "k", &status);
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, ${items} * sizeof(int), nullptr, &status);
  clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
  size_t global = ${items};
  cl_event event;
  status = clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, &event);
  std::printf("enqueue %d\\n", status);
  if (status) return 3;
  status = clWaitForEvents(1, &event);
  cl_int execution = 0;
  clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof execution, &execution, nullptr);
  std::printf("wait %d execution %d\\n", status, execution);
  std::vector<int> result(${items});
  status = clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, ${items} * sizeof(int), result.data(), 0, nullptr, nullptr);
  std::printf("read %d value %d\\n", status, result[1]);
  return 0;
}
`;
