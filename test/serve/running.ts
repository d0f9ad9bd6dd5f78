// Runs `atoll serve` as a user would, and sends requests as a browser would.

import { once } from 'node:events';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { atoll, compile, scratchFolder } from '../cli/atoll.js';

interface Ends {
  teardown(fn: () => void): unknown;
}

export interface Served {
  readonly url: URL;
  readonly process: ReturnType<typeof atoll>;
}

/** Starts it, and waits for the address that it prints. */
export async function serve(t: Ends, argv: readonly string[], flags: readonly string[] = []): Promise<Served> {
  const process = atoll(['serve', ...flags, '--', ...argv], { stdin: 'ignore' });
  t.teardown(() => process.kill('SIGKILL'));
  for await (const line of createInterface({ input: process.stderr! })) {
    const address = /http:\S+/.exec(line)?.[0];
    if (address) return { url: new URL(address), process };
  }
  throw new Error('no address was printed');
}

/** @param headers in place of those of an honest browser */
export async function get(
  url: URL,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string; headers: Record<string, unknown> }> {
  // A separate connection: one that is kept may be closed at the moment of its next use.
  const sent = request(url, { headers, agent: false }).end();
  const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  let text = '';
  for await (const part of response) text += String(part);
  return { status: response.statusCode!, text, headers: response.headers };
}

export const at = (url: URL, path: string): URL => new URL(`${path}${url.search}`, url);

export async function post(url: URL, body: object): Promise<{ status: number; text: string }> {
  const answer = await fetch(at(url, '/ask'), { method: 'POST', body: JSON.stringify(body) });
  return { status: answer.status, text: await answer.text() };
}

/**
 * A program that launches kernels again and again: work-groups that take a while, with a barrier, whose last wavefront
 * is not full; with less than 0 rounds it ends at once. The program ends with 3 where a launch fails.
 */
export function program(t: Ends, { times, rounds }: { times: number; rounds: number }): readonly string[] {
  const guest = compile(t, SOURCE);
  return [guest, String(times), String(rounds)];
}
export { scratchFolder };

const SOURCE = `
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <cstdlib>
static const char* source = R"CL(kernel void spin(global int* a, int rounds) {
  local int part[128];
  int i = get_global_id(0), l = get_local_id(0);
  int sum = i; if (rounds < 0 && l >= 64) return;
  for (int n = 0; n < abs(rounds); n++) {
    part[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if ((l & 3) != 0) sum = sum * 3 + part[(l + n) & 127];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  a[i] = sum;
})CL";
int main(int, char** argv) {
  int times = atoi(argv[1]), rounds = atoi(argv[2]), n = 51200;
  cl_platform_id platform; cl_device_id device; cl_int status;
  if (clGetPlatformIDs(1, &platform, nullptr) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr)) return 2;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
  clBuildProgram(program, 1, &device, "", nullptr, nullptr);
  cl_kernel kernel = clCreateKernel(program, "spin", &status);
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, n * sizeof(int), nullptr, &status);
  clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
  clSetKernelArg(kernel, 1, sizeof rounds, &rounds);
  size_t global = n, local = 100;
  for (int k = 0; k < times; k++) {
    status = clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr);
    if (clFinish(queue) || status) return 3;
  }
  return 5;
}`;
