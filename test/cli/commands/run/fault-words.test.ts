// Messages of faults in kernels: source line, work-item, the buffer nearest to the address, the API call.

import test, { type ExecutionContext } from 'ava';
import { compile, run } from '../../atoll.js';

/**
 * A program that launches `k` twice, with two buffers of 4,096 bytes and one that it has released; the second launch
 * faults.
 */
const program = (kernel: string): string => `
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <cstdio>
static const char* source = R"CL(${kernel})CL";
int main() {
  cl_platform_id platform; cl_device_id device; cl_int status;
  if (clGetPlatformIDs(1, &platform, nullptr) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr)) return 2;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
  if (clBuildProgram(program, 1, &device, "", nullptr, nullptr)) return 3;
  cl_kernel kernel = clCreateKernel(program, "k", &status);
  cl_mem far = clCreateBuffer(context, CL_MEM_READ_WRITE, 1 << 24, nullptr, &status);
  cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, nullptr, &status);
  cl_buffer_region region = {2048, 1024};
  cl_mem b = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, nullptr, &status);
  cl_mem part = clCreateSubBuffer(b, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
  clReleaseMemObject(far);
  size_t global[2] = {8, 16}, local[2] = {4, 16};
  for (int n = 0; n < 2; n++) {
    clSetKernelArg(kernel, 0, sizeof a, &a);
    clSetKernelArg(kernel, 1, sizeof part, &part);
    clSetKernelArg(kernel, 2, sizeof n, &n);
    status = clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, local, 0, nullptr, nullptr);
    std::printf("enqueue %d\\n", status);
    std::printf("finish %d\\n", clFinish(queue));
  }
}
`;

const KERNEL = `static void put(global int* p, int n) {
  p[n] = 1;
}
kernel void k(global int* a, global int* b, int n) {
	if (get_global_id(0) == 5 && get_global_id(1) == 3) put(WHERE, n * BY);
}
`;

async function faultText(
  t: ExecutionContext,
  where: string,
  by: number,
  flags: readonly string[] = ['-g'],
): Promise<string> {
  const guest = compile(t, program(KERNEL.replace('WHERE', where).replace('BY', `${by}`)));
  const { stdout, stderr } = await run([guest], flags);
  t.regex(String(stdout), /^enqueue 0\nfinish 0\nenqueue 0\nfinish -\d+/);
  return String(stderr);
}

for (const engine of ['jit', 'interp'])
  test(`line, caret, work-item, buffer and call (${engine})`, async (t) => {
    const text = await faultText(t, 'a', 1 << 28, ['-g', '--engine', engine]);
    const lines = text.split('\n').map((line) => line.trimEnd());
    t.regex(lines[0]!, /^atoll: GPU fault in kernel k at pc 0x[0-9a-f]{8} /);
    t.regex(lines[1]!, /^ {2}program\.cl:2:8 in put, inlined at program\.cl:5:\d+ in k$/);
    t.deepEqual(lines.slice(2, 5), [
      '      p[n] = 1;',
      '           ^',
      '  work-item (5, 3, 0), in its work-group (1, 3, 0)',
    ]);
    t.regex(
      lines[5]!,
      /the address is [\d,]+ bytes (after the end of|before the beginning of) argument \d '[ab]', 4,096 bytes, created by clCreateBuffer call [23]/,
    );
    t.is(lines[6], '  launched by clEnqueueNDRangeKernel call 2');
  });

test('without -g there is no source, and all else', async (t) => {
  const text = await faultText(t, 'a', 1 << 28, []);
  t.notRegex(text, /program\.cl/);
  t.regex(text, /\n {2}work-item \(5, 3, 0\), in its work-group \(1, 3, 0\)\n {2}the address is /);
});
