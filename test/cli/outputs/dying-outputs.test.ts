// A program that dies in the middle, with a kernel that never ends: every requested file is complete.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'ava';
import { atoll, compile, scratchFolder } from '../atoll.js';

/** Ends by its own signal, by an uncatchable one, or by exit in another thread. */
const GUEST = `
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <csignal>
#include <cstdlib>
#include <pthread.h>
#include <unistd.h>
static void* leave(void*) { exit(7); }
int main(int, char** words) {
  cl_platform_id platform; cl_device_id device;
  if (clGetPlatformIDs(1, &platform, nullptr) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr)) return 2;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, nullptr);
  const char* source = "kernel void finished(global int* p) { p[get_global_id(0)] = get_global_id(0); }"
    "kernel void endless(global int volatile* p) { while (p[0] >= 0) p[1] = 1; }";
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  if (clBuildProgram(program, 1, &device, "", nullptr, nullptr)) return 3;
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, nullptr, nullptr);
  const char* names[] = {"finished", "endless"};
  for (int n = 0; n < 2; n++) {
    cl_kernel kernel = clCreateKernel(program, names[n], nullptr);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    size_t global = 64;
    if (clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr)) return 4;
    if (n) clFlush(queue); else clFinish(queue);
  }
  usleep(50000);
  if (*words[1] == 's') *(volatile int*)8 = 1;
  if (*words[1] == 'k') kill(getpid(), SIGKILL);
  pthread_t thread;
  pthread_create(&thread, nullptr, leave, nullptr);
  for (;;) pause();
}`;

const WAYS = [
  ['segmentation fault', 'SIGSEGV'],
  ['killed', 'SIGKILL'],
  ['exit in another thread', 7],
] as const;

/** Files of `atoll run`, by their options. */
const RUN = {
  report: 'html',
  'report-json': 'json',
  'stats-csv': 'csv',
  'stats-sqlite': 'db',
  coverage: 'coverage',
  trace: 'pftrace',
};

for (const [way, end] of WAYS)
  test(`${way}: reports, statistics, coverage, trace, findings and recording are whole`, async (t) => {
    const folder = scratchFolder(t);
    const program = [compile(t, GUEST), way];
    const file = (name: string): string => join(folder, name);
    const text = (name: string): string => readFileSync(file(name), 'utf8');
    const options = Object.entries(RUN).flatMap(([option, type]) => [`--${option}`, file(`run.${type}`)]);
    const ended = await Promise.all([
      atoll(['run', '--stats=all', ...options, '--', ...program]),
      atoll(['check', '--json', file('check.json'), '--sarif', file('check.sarif'), '--', ...program]),
      atoll(['record', '-o', file('recording'), '--', ...program]),
    ]);
    for (const { exitCode, signal, stderr } of ended) t.is(signal ?? exitCode, end, String(stderr));
    const launches = (JSON.parse(text('run.json')) as { launches: { kernel: string }[] }).launches;
    t.true(launches.some(({ kernel }) => kernel === 'finished'));
    t.regex(text('run.html'), /<\/html>\s*$/);
    t.regex(text('run.csv'), /finished.*\n$/s);
    t.like(JSON.parse(text('run.coverage')), { format: 'atoll coverage' });
    t.true(readFileSync(file('run.pftrace')).length > 0);
    const database = new DatabaseSync(file('run.db'));
    t.deepEqual({ ...database.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' });
    database.close();
    for (const name of ['check.json', 'check.sarif']) t.notThrows(() => JSON.parse(text(name)));
    t.is((await atoll(['replay', file('recording'), '--launch', '1'])).exitCode, 0);
  });

test('a run that comes to nothing leaves no empty files', async (t) => {
  const folder = scratchFolder(t);
  const file = (name: string): string => join(folder, name);
  const { exitCode } = await atoll([
    'check',
    '--json',
    file('json'),
    '--sarif',
    file('sarif'),
    '--',
    join(folder, 'absent'),
  ]);
  t.is(exitCode, 127);
  t.deepEqual(readdirSync(folder), []);
});
