// Work-groups of every size that the device offers: ids, barriers, LDS, private memory, calls. `work-groups LARGEST`
// fails if the device offers another largest size.
#include "harness.h"

static const char* kSource = R"CL(
// Reverses each work-group's part through LDS, and sums it by a tree.
kernel void reverse(global const uint* in, global uint* out, global uint* sums, local uint* tile) {
  uint l = get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2));
  uint n = get_local_size(0) * get_local_size(1) * get_local_size(2);
  uint group = get_group_id(0);
  tile[l] = in[group * n + l];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[group * n + l] = tile[n - 1 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = 1; step < n; step *= 2) {
    uint other = l + step < n && l % (2 * step) == 0 ? tile[l + step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[l] += other;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) sums[group] = tile[0];
}
__attribute__((noinline)) uint mixed(uint x) { return x * 77u + (uint)get_local_id(0) * (uint)get_local_id(0) * 4096u; }
// A private array with computed indices, and a call: LLVM may put it into LDS by the size of work-groups.
kernel void privately(global uint* out) {
  uint own[5];
  uint l = get_local_id(0);
  for (uint i = 0; i < 5; i++) own[i] = l * (i + 1);
  own[l % 5] += 1000000;
  out[get_global_id(0)] = own[(l + 1) % 5] + own[l % 5] + mixed(l);
}
kernel __attribute__((reqd_work_group_size(512, 1, 1))) void exactly(global uint* out) {
  local uint tile[512];
  uint l = get_local_id(0);
  tile[l] = l * l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[511 - l];
}
// More values at a time than a work-item of a large work-group has registers for.
kernel void hungry(global const float4* in, global float4* out) {
  float4 v[24];
  int g = get_global_id(0);
  for (int i = 0; i < 24; i++) v[i] = in[(g + i * 37) & 4095];
  barrier(CLK_GLOBAL_MEM_FENCE);
  for (int round = 0; round < 3; round++)
    for (int i = 0; i < 24; i++) v[i] = v[i] * 0.5f + v[(i + 7) % 24].yzwx;
  float4 sum = 0;
  for (int i = 0; i < 24; i++) sum += v[i] * (float)(i + 1);
  out[g] = sum;
}
)CL";

static size_t size_of(const Fixture& f, cl_kernel kernel) {
  size_t size = 0;
  clGetKernelWorkGroupInfo(kernel, f.device, CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, nullptr);
  return size;
}

template <class... Arguments>
static void set(cl_kernel kernel, const Arguments&... arguments) {
  cl_uint index = 0;
  int errors[] = {clSetKernelArg(kernel, index++, sizeof arguments, &arguments)...};
  for (int error : errors) failures += error != 0;
}

static void reverse(const Fixture& f, cl_program program, cl_uint dim, const size_t* local) {
  constexpr size_t kGroups = 5;
  size_t n = local[0] * local[1] * local[2], total = kGroups * n;
  std::vector<cl_uint> in(total);
  for (size_t i = 0; i < total; i++) in[i] = (cl_uint)(i * 2654435761u);
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, "reverse", &error);
  cl_mem from = f.buffer(total * 4, in.data()), to = f.buffer(total * 4), sums = f.buffer(kGroups * 4);
  set(kernel, from, to, sums);
  clSetKernelArg(kernel, 3, n * 4, nullptr);
  const size_t global[3] = {local[0] * kGroups, local[1], local[2]};
  error = clEnqueueNDRangeKernel(f.queue, kernel, dim, nullptr, global, local, 0, nullptr, nullptr);
  printf("local size %zu x %zu x %zu: %d\n", local[0], local[1], local[2], error);
  EXPECT(error == CL_SUCCESS);
  std::vector<cl_uint> out = f.read<cl_uint>(to, total), group_sums = f.read<cl_uint>(sums, kGroups);
  bool same = true;
  for (size_t group = 0; group < kGroups; group++) {
    cl_uint sum = 0;
    for (size_t l = 0; l < n; l++) same &= out[group * n + l] == in[group * n + n - 1 - l], sum += in[group * n + l];
    same &= group_sums[group] == sum;
  }
  EXPECT_NAMED("each work-group is reversed and summed", same);
  for (cl_mem one : {from, to, sums}) clReleaseMemObject(one);
  clReleaseKernel(kernel);
}

static void privately(const Fixture& f, cl_program program) {
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, "privately", &error);
  size_t local = size_of(f, kernel), total = 3 * local;
  cl_mem to = f.buffer(total * 4);
  set(kernel, to);
  EXPECT(clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &total, &local, 0, nullptr, nullptr) == CL_SUCCESS);
  std::vector<cl_uint> out = f.read<cl_uint>(to, total);
  bool same = true;
  for (size_t g = 0; g < total; g++) {
    cl_uint l = (cl_uint)(g % local), a = (l + 1) % 5, b = l % 5;
    same &= out[g] == l * (a + 1) + l * (b + 1) + 1000000 + l * 77u + l * l * 4096u;
  }
  EXPECT_NAMED("private memory and calls of the largest work-group", same);
  clReleaseMemObject(to);
}

static void exactly(const Fixture& f, cl_program program, size_t largest) {
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, "exactly", &error);
  const size_t total = 1024, half = 256;
  cl_mem to = f.buffer(total * 4);
  set(kernel, to);
  EXPECT(clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &total, &half, 0, nullptr, nullptr) == CL_INVALID_WORK_GROUP_SIZE);
  const size_t local = 512;
  error = clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &total, &local, 0, nullptr, nullptr);
  EXPECT_NAMED("reqd_work_group_size(512)", largest >= 512 ? error == CL_SUCCESS : error != CL_SUCCESS);
  if (largest < 512) return;
  std::vector<cl_uint> out = f.read<cl_uint>(to, total);
  bool same = true;
  for (cl_uint g = 0; g < total; g++) same &= out[g] == (511 - g % 512) * (511 - g % 512);
  EXPECT_NAMED("the results of reqd_work_group_size(512)", same);
}

/** The result of one size, which every other one has to give. */
static void hungry(const Fixture& f, cl_program program) {
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, "hungry", &error);
  const size_t total = 4096, smallest = 64;
  size_t largest = size_of(f, kernel);
  printf("fact hungry %zu\n", largest);
  std::vector<float> in(4 * total);
  for (size_t i = 0; i < in.size(); i++) in[i] = (float)(i % 1009) / 64;
  cl_mem from = f.buffer(total * 16, in.data()), to = f.buffer(total * 16);
  set(kernel, from, to);
  EXPECT(clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &total, &smallest, 0, nullptr, nullptr) == CL_SUCCESS);
  std::vector<float> first = f.read<float>(to, 4 * total);
  EXPECT(clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &total, &largest, 0, nullptr, nullptr) == CL_SUCCESS);
  EXPECT_NAMED("many registers", f.read<float>(to, 4 * total) == first && first[0] != 0);
  size_t too_large = 2 * largest;
  EXPECT(clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &total, &too_large, 0, nullptr, nullptr) != CL_SUCCESS);
}

int main(int argc, char** argv) {
  Fixture f;
  size_t largest = 0, sizes[3] = {0, 0, 0};
  clGetDeviceInfo(f.device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof largest, &largest, nullptr);
  clGetDeviceInfo(f.device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes, sizes, nullptr);
  if (argc > 1) EXPECT(largest == (size_t)atoi(argv[1]) && sizes[0] >= largest);
  if (running_on_pocl) largest = 1024;
  cl_program program = f.program(kSource);
  for (size_t n = 64; n <= largest; n *= 2) {
    const size_t line[3] = {n, 1, 1}, plane[3] = {n / 8, 8, 1}, box[3] = {n / 16, 4, 4};
    reverse(f, program, 1, line);
    reverse(f, program, 2, plane);
    reverse(f, program, 3, box);
  }
  const size_t odd[3] = {largest - 7, 1, 1};
  reverse(f, program, 1, odd);
  privately(f, program);
  exactly(f, program, largest);
  hungry(f, program);
  return finish();
}
