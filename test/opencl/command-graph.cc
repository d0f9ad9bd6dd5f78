// A command buffer of a fill and two kernels, on a queue without order. `unordered`: nothing orders the second kernel
// after the first one, whose result it reads.
#include "command-buffers.h"

static const char* kSource =
    "kernel void add(global int* out, int value) { out[get_global_id(0)] += value; }\n"
    "kernel void twice(global const int* in, global int* out) { out[get_global_id(0)] = 2 * in[get_global_id(0)]; }\n";

int main(int argc, char** argv) {
  const bool is_ordered = argc < 2 || strcmp(argv[1], "unordered") != 0;
  Fixture f(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  load_command_buffers(f.platform);
  cl_mem first = f.buffer(256), second = f.buffer(256);
  cl_program program = f.program(kSource);
  cl_kernel add = clCreateKernel(program, "add", &returned), twice = clCreateKernel(program, "twice", &returned);
  const int one = 1, five = 5;
  clSetKernelArg(add, 0, sizeof first, &first);
  clSetKernelArg(add, 1, sizeof one, &one);
  clSetKernelArg(twice, 0, sizeof first, &first);
  clSetKernelArg(twice, 1, sizeof second, &second);
  Buffer buffer = clCreateCommandBufferKHR(1, &f.queue, nullptr, &returned);
  const size_t items = 64;
  Point filled, added;
  clCommandFillBufferKHR(buffer, nullptr, nullptr, first, &five, 4, 0, 256, 0, nullptr, &filled, nullptr);
  clCommandNDRangeKernelKHR(buffer, nullptr, nullptr, add, 1, nullptr, &items, nullptr, 1, &filled, &added, nullptr);
  clCommandNDRangeKernelKHR(buffer, nullptr, nullptr, twice, 1, nullptr, &items, nullptr, is_ordered, is_ordered ? &added : nullptr,
                            nullptr, nullptr);
  clFinalizeCommandBufferKHR(buffer);
  for (int execution = 0; execution < 3; execution++) {
    EXPECT(clEnqueueCommandBufferKHR(0, nullptr, buffer, 0, nullptr, nullptr) == CL_SUCCESS);
    EXPECT(clFinish(f.queue) == CL_SUCCESS);
  }
  std::vector<int> values(64);
  EXPECT(clEnqueueReadBuffer(f.queue, second, CL_TRUE, 0, 256, values.data(), 0, nullptr, nullptr) == CL_SUCCESS);
  EXPECT(values[0] == 12 && values[63] == 12);
  clReleaseCommandBufferKHR(buffer);
  return finish();
}
