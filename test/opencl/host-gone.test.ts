// Programs that take away their own memory while commands use it: commands may fail, nothing else happens.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../../src/util/paths.js';
import { compile, run, scratchFolder } from '../cli/atoll.js';

const [SEEDS, ROUNDS] = process.env['ATOLL_LONG'] ? [100, '400'] : [1, '160'];

/** Each way by which a copy that faults continues: by the tracer with either back end, and where nothing is traced. */
const WAYS = [['--backend', 'notify'], ['--backend', 'trace'], ['--debuggable']] as const;

for (const way of WAYS) {
  test(`random programs whose memory goes at any step: ${way.join(' ')}`, async (t) => {
    t.timeout(300_000 * SEEDS);
    const program = join(scratchFolder(t), 'host-gone');
    const source = join(root, 'test/opencl/host-gone.cc');
    execFileSync('g++', ['-std=c++17', '-O1', '-w', source, '-o', program, '-lOpenCL', '-lpthread']);
    for (let seed = 1; seed <= SEEDS; seed++)
      for (const mode of [[], ['meanwhile']]) {
        const { stdout, stderr, exitCode } = await run([program, String(seed), ROUNDS, ...mode], way);
        t.regex(String(stdout), /\nall passed$/, `seed ${seed} ${mode.join('')}: ${stderr}`);
        t.is(exitCode, 0, `seed ${seed} ${mode.join('')}`);
      }
  });
}

/** An image over memory of the program, which is freed as soon as a map for reading has been unmapped. */
const FREES = `
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <cstdio>
#include <sys/mman.h>
int main() {
  cl_platform_id platform; cl_device_id device; cl_int error;
  if (clGetPlatformIDs(1, &platform, nullptr) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr)) return 2;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
  const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
  cl_image_desc shape = {};
  shape.image_type = CL_MEM_OBJECT_IMAGE2D;
  shape.image_width = shape.image_height = 512;
  const size_t bytes = 1 << 20, zero[3] = {}, region[3] = {512, 512, 1};
  const float red[4] = {1, 0, 0, 1};
  int wrong = 0;
  for (int n = 0; n < 20; n++) {
    void* host = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    cl_mem image = clCreateImage(context, CL_MEM_USE_HOST_PTR, &format, &shape, host, &error);
    size_t pitch;
    wrong += clEnqueueFillImage(queue, image, red, zero, region, 0, nullptr, nullptr) != CL_SUCCESS;
    void* mapped = clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, zero, region, &pitch, nullptr, 0, nullptr, nullptr, &error);
    wrong += error || *static_cast<unsigned*>(mapped) != 0xff0000ff;
    cl_event unmapped;
    wrong += clEnqueueUnmapMemObject(queue, image, mapped, 0, nullptr, &unmapped) != CL_SUCCESS;
    munmap(host, bytes);
    clReleaseMemObject(image);
    wrong += clWaitForEvents(1, &unmapped) != CL_SUCCESS;
  }
  std::printf("wrong %d finish %d\\n", wrong, clFinish(queue));
}`;

test('memory that is freed behind the unmap of a map for reading is no error', async (t) => {
  const { stdout, stderr, exitCode } = await run([compile(t, FREES)]);
  t.is(String(stdout), 'wrong 0 finish 0', String(stderr));
  t.is(String(stderr), '');
  t.is(exitCode, 0);
});
