// Functions that are not inlined: the NDRange, arguments and private memory in them.
#include "harness.h"

static const char* kSource = R"CL(
struct Pair { int a; long b; };

__attribute__((noinline)) uint place(uint d) {
  return get_group_id(d) * get_local_size(d) + get_local_id(d) + get_global_offset(d);
}

__attribute__((noinline)) uint sizes(void) {
  return get_num_groups(0) + 100 * get_num_groups(1) + 10000 * get_global_size(0) + 1000000 * get_global_size(1) +
         get_work_dim() * 100000000;
}

__attribute__((noinline)) long both(struct Pair p, const __global int *table, __local int *shared) {
  shared[get_local_id(1) * get_local_size(0) + get_local_id(0)] = p.a;
  barrier(CLK_LOCAL_MEM_FENCE);
  return p.b + table[p.a & 3] + shared[0];
}

__attribute__((noinline)) int deep(int n, int *row) {
  int private_row[8];
  for (int i = 0; i < 8; i++) private_row[i] = row[i] * n;
  return private_row[n & 7] + private_row[(n + 3) & 7];
}

__kernel void tell(__global uint *result, const __global int *table, __local int *shared) {
  uint x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1);
  __global uint *out = result + 8 * (y * get_global_size(0) + x);
  int row[8];
  for (int i = 0; i < 8; i++) row[i] = i + x;
  struct Pair pair = {7, 1000L * y};
  out[0] = place(0);
  out[1] = place(1);
  out[2] = sizes();
  out[3] = (uint)both(pair, table, shared);
  out[4] = deep(x + 1, row);
}
)CL";

int main() {
  Fixture cl;
  cl_int error;
  cl_program program = clCreateProgramWithSource(cl.context, 1, &kSource, nullptr, &error);
  EXPECT(clBuildProgram(program, 1, &cl.device, "", nullptr, nullptr) == CL_SUCCESS);
  cl_kernel kernel = clCreateKernel(program, "tell", &error);
  EXPECT(error == CL_SUCCESS);
  const size_t offset[2] = {5, 3}, global[2] = {16, 6}, local[2] = {8, 2};
  int table[4] = {10, 20, 30, 40};
  std::vector<cl_uint> result(8 * global[0] * global[1]);
  cl_mem out = clCreateBuffer(cl.context, CL_MEM_READ_WRITE, result.size() * 4, nullptr, &error);
  cl_mem in = clCreateBuffer(cl.context, CL_MEM_COPY_HOST_PTR, sizeof table, table, &error);
  clSetKernelArg(kernel, 0, sizeof out, &out);
  clSetKernelArg(kernel, 1, sizeof in, &in);
  clSetKernelArg(kernel, 2, local[0] * local[1] * sizeof(int), nullptr);
  EXPECT(clEnqueueNDRangeKernel(cl.queue, kernel, 2, offset, global, local, 0, nullptr, nullptr) == CL_SUCCESS);
  EXPECT(clEnqueueReadBuffer(cl.queue, out, CL_TRUE, 0, result.size() * 4, result.data(), 0, nullptr, nullptr) == CL_SUCCESS);
  bool ids = true, sizes = true, arguments = true, rows = true;
  for (size_t y = 0; y < global[1]; y++) {
    for (size_t x = 0; x < global[0]; x++) {
      const cl_uint* found = &result[8 * (y * global[0] + x)];
      ids &= found[0] == x + offset[0] && found[1] == y + offset[1];
      sizes &= found[2] == 2 + 100 * 3 + 10000 * 16 + 1000000 * 6 + 2 * 100000000;
      arguments &= found[3] == 1000 * y + 40 + 7;
      size_t n = x + 1;
      rows &= found[4] == n * ((n & 7) + x) + n * (((n + 3) & 7) + x);
    }
  }
  EXPECT_NAMED("ids in a called function", ids);
  EXPECT_NAMED("sizes in a called function", sizes);
  EXPECT_NAMED("structures, pointers and local memory of a called function", arguments);
  EXPECT_NAMED("private arrays across calls", rows);
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  return finish();
}
