// Launches: every kind of argument, sizes and offsets, local memory, queries, native kernels.
#include "harness.h"

static const char* kSource = R"CL(
typedef struct { char c; int i; float4 v; short s; } Mixed;
__kernel void every(__global int* out, char c, short s, int i, long l, float f, double d, float4 v, char3 c3, Mixed m,
                  __constant int* table, __local int* a, __local float4* b) {
  size_t g = get_global_id(0), n = get_local_id(0);
  a[n] = (int)n; b[n] = (float4)(n);
  barrier(CLK_LOCAL_MEM_FENCE);
  int other = a[get_local_size(0) - 1 - n] + (int)b[n].w;
  out[g] = c + s + i + (int)l + (int)f + (int)d + (int)(v.x + v.y + v.z + v.w) + c3.x + c3.y + c3.z + m.c + m.i +
           (int)(m.v.x + m.v.w) + m.s + table[g % 4] + other;
}
__kernel void ids(__global uint* out) {
  size_t index = (get_global_id(2) - get_global_offset(2)) * get_global_size(1) * get_global_size(0) +
                 (get_global_id(1) - get_global_offset(1)) * get_global_size(0) + get_global_id(0) - get_global_offset(0);
  out[index] = get_global_id(0) + 100 * get_global_id(1) + 10000 * get_global_id(2) + 1000000 * get_work_dim();
}
__kernel void is_null(__global int* out, __global int* maybe) { out[0] = maybe == 0; }
__kernel __attribute__((reqd_work_group_size(8, 4, 1))) void reqd(__global int* out) {
  out[get_global_id(1) * 16 + get_global_id(0)] = get_local_size(0) * 10 + get_local_size(1);
}
__kernel void add(__global int* data, int value) { data[get_global_id(0)] += value; }
)CL";

struct Mixed {
  cl_char c;
  cl_int i;
  cl_float4 v;
  cl_short s;
};

template <class T>
static void set(cl_kernel kernel, cl_uint index, const T& value) {
  cl_int error = clSetKernelArg(kernel, index, sizeof value, &value);
  if (error) printf("argument %u: %d\n", index, error), failures++;
}

static void arguments(const Fixture& f, cl_program program) {
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, "every", &error);
  const int table[4] = {1000, 2000, 3000, 4000};
  cl_mem out = f.buffer(64 * 4), constants = f.buffer(sizeof table, table, CL_MEM_READ_ONLY);
  cl_float4 v = {{1, 2, 3, 4}};
  cl_char4 c3 = {{10, 20, 30, 0}};
  Mixed mixed = {};
  mixed.c = 5, mixed.i = 50000, mixed.v = v, mixed.s = -7;
  set(kernel, 0, out);
  set(kernel, 1, (cl_char)-3);
  set(kernel, 2, (cl_short)-300);
  set(kernel, 3, (cl_int)70000);
  set(kernel, 4, (cl_long)-5000000);
  set(kernel, 5, 17.0f);
  set(kernel, 6, 9.0);
  set(kernel, 7, v);
  set(kernel, 8, c3);
  set(kernel, 9, mixed);
  set(kernel, 10, constants);
  clSetKernelArg(kernel, 11, 16 * sizeof(cl_int), nullptr);
  clSetKernelArg(kernel, 12, 16 * sizeof(cl_float4), nullptr);
  size_t global = 64, local = 16;
  EXPECT(clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr) == CL_SUCCESS);
  std::vector<int> expected(64);
  for (int g = 0; g < 64; g++) {
    int n = g % 16;
    expected[g] = -3 - 300 + 70000 - 5000000 + 17 + 9 + 10 + 60 + 5 + 50000 + 5 - 7 + table[g % 4] + (15 - n) + n;
  }
  EXPECT_NAMED("arguments of every kind", f.read<int>(out, 64) == expected);
  clReleaseKernel(kernel);
  kernel = clCreateKernel(program, "is_null", &error);
  set(kernel, 0, out);
  EXPECT(clSetKernelArg(kernel, 1, sizeof(cl_mem), nullptr) == CL_SUCCESS);
  global = 1;
  clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
  EXPECT_NAMED("a NULL buffer", f.read<int>(out, 1)[0] == 1);
  clReleaseKernel(kernel);
  clReleaseMemObject(out);
  clReleaseMemObject(constants);
}

static void sizes(const Fixture& f, cl_program program) {
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, "ids", &error);
  cl_mem out = f.buffer(4096 * 4);
  set(kernel, 0, out);
  const size_t cases[][3] = {{1, 1, 1}, {7, 1, 1}, {13, 11, 1}, {16, 8, 4}, {5, 3, 2}, {1, 64, 1}};
  const size_t offset[3] = {3, 2, 1};
  for (const size_t* size : cases) {
    for (cl_uint dim = 1; dim <= 3; dim++) {
      clEnqueueNDRangeKernel(f.queue, kernel, dim, offset, size, nullptr, 0, nullptr, nullptr);
      size_t n[3] = {size[0], dim > 1 ? size[1] : 1, dim > 2 ? size[2] : 1};
      std::vector<unsigned> expected;
      for (size_t z = 0; z < n[2]; z++)
        for (size_t y = 0; y < n[1]; y++)
          for (size_t x = 0; x < n[0]; x++)
            expected.push_back((unsigned)(x + 3 + 100 * (dim > 1 ? y + 2 : 0) + 10000 * (dim > 2 ? z + 1 : 0) + 1000000 * dim));
      EXPECT_NAMED("sizes and offsets", f.read<unsigned>(out, expected.size()) == expected);
    }
  }
  clReleaseKernel(kernel);
  kernel = clCreateKernel(program, "reqd", &error);
  set(kernel, 0, out);
  size_t global[2] = {16, 8}, local[2] = {8, 4}, found[3] = {};
  EXPECT(clEnqueueNDRangeKernel(f.queue, kernel, 2, nullptr, global, local, 0, nullptr, nullptr) == CL_SUCCESS);
  EXPECT(f.read<int>(out, 128) == std::vector<int>(128, 84));
  // pocl 3.1 follows OpenCL 1.2: it is an error.
  if (!running_on_pocl) {
    const int nothing = 0;
    clEnqueueFillBuffer(f.queue, out, &nothing, sizeof nothing, 0, 128 * sizeof nothing, 0, nullptr, nullptr);
    EXPECT(clEnqueueNDRangeKernel(f.queue, kernel, 2, nullptr, global, nullptr, 0, nullptr, nullptr) == CL_SUCCESS);
    EXPECT_NAMED("the work-group size that a kernel asks for, where none is given", f.read<int>(out, 128) == std::vector<int>(128, 84));
  }
  clGetKernelWorkGroupInfo(kernel, f.device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof found, found, nullptr);
  EXPECT(found[0] == 8 && found[1] == 4 && found[2] == 1);
  clReleaseKernel(kernel);
  clReleaseMemObject(out);
}

static void queries(const Fixture& f, cl_program program) {
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, "add", &error);
  char name[64] = "";
  cl_uint count = 0;
  clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, nullptr);
  clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, nullptr);
  EXPECT(strcmp(name, "add") == 0 && count == 2);
  clGetKernelArgInfo(kernel, 1, CL_KERNEL_ARG_NAME, sizeof name, name, nullptr);
  EXPECT(strcmp(name, "value") == 0);
  clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_TYPE_NAME, sizeof name, name, nullptr);
  EXPECT(strcmp(name, "int*") == 0);
  cl_kernel_arg_address_qualifier address = 0;
  clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof address, &address, nullptr);
  EXPECT(address == CL_KERNEL_ARG_ADDRESS_GLOBAL);
  size_t size = 0;
  clGetKernelWorkGroupInfo(kernel, f.device, CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, nullptr);
  EXPECT(size >= 64);
  cl_kernel kernels[5];
  EXPECT(clCreateKernelsInProgram(program, 5, kernels, &count) == CL_SUCCESS && count == 5);
  for (cl_kernel one : kernels) clReleaseKernel(one);
  // Objects that others need stay, and can be queried.
  cl_program owner = nullptr;
  cl_context context = nullptr;
  clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof owner, &owner, nullptr);
  clGetKernelInfo(kernel, CL_KERNEL_CONTEXT, sizeof context, &context, nullptr);
  EXPECT(owner == program && context == f.context);
  clReleaseKernel(kernel);
}

static void snapshots(const Fixture& f, cl_program program) {
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, "add", &error);
  std::vector<int> zero(64);
  cl_mem a = f.buffer(256, zero.data()), b = f.buffer(256, zero.data());
  cl_event gate = clCreateUserEvent(f.context, &error);
  size_t global = 64;
  set(kernel, 0, a);
  set(kernel, 1, 5);
  clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &global, nullptr, 1, &gate, nullptr);
  set(kernel, 0, b);
  set(kernel, 1, 6);
  clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
  clReleaseKernel(kernel);
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT(f.read<int>(a, 64) == std::vector<int>(64, 5));
  EXPECT(f.read<int>(b, 64) == std::vector<int>(64, 6));
  clReleaseEvent(gate);
  clReleaseMemObject(a);
  clReleaseMemObject(b);
}

struct NativeArguments {
  int value;
  int* memory;
};
static void CL_CALLBACK native(void* data) {
  NativeArguments* arguments = (NativeArguments*)data;
  for (int i = 0; i < 64; i++) arguments->memory[i] += arguments->value;
}

static void native_kernels(const Fixture& f) {
  std::vector<int> start(64, 100);
  cl_mem buffer = f.buffer(256, start.data());
  NativeArguments arguments = {23, nullptr};
  const void* place = &arguments.memory;
  EXPECT(clEnqueueNativeKernel(f.queue, native, &arguments, sizeof arguments, 1, &buffer, &place, 0, nullptr, nullptr) == CL_SUCCESS);
  EXPECT(f.read<int>(buffer, 64) == std::vector<int>(64, 123));
  clReleaseMemObject(buffer);
}

/**
 * Global sizes without good divisors and no local size: all work-items run once, and a kernel that asks sees whole
 * work-groups.
 */
static void odd_sizes(const Fixture& f) {
  static const char* blind = R"CL(
__kernel void k(__global int* out, int width, int height) {
  int i = get_global_id(0) + width * (get_global_id(1) + height * get_global_id(2));
  out[i] += 3 * i + get_global_size(0) + get_global_size(1);
})CL";
  static const char* asks = R"CL(
__kernel void k(__global int* out, int width, int height) {
  int i = get_global_id(0) + width * (get_global_id(1) + height * get_global_id(2));
  int whole = get_local_size(0) * get_num_groups(0) == get_global_size(0) && get_local_id(0) < get_local_size(0);
  out[i] += 3 * i + get_global_size(0) + get_global_size(1) + !whole;
})CL";
  const size_t sizes[][3] = {{1021, 1, 1}, {43691, 1, 1}, {257, 131, 1}, {3, 521, 1}, {61, 1, 1},  {1031, 16, 1},
                             {2039, 2, 2}, {37, 1021, 2}, {2, 3, 521}, {509, 5, 7}, {1, 1021, 4}, {4099, 11, 1}};
  for (const char* source : {blind, asks}) {
    cl_kernel kernel = f.kernel(source, "k");
    for (const size_t* size : sizes) {
      size_t items = size[0] * size[1] * size[2];
      std::vector<cl_int> expected(items + 64, 0);
      cl_mem out = f.buffer(expected.size() * 4, expected.data());
      for (size_t i = 0; i < items; i++) expected[i] = (cl_int)(3 * i + size[0] + size[1]);
      set(kernel, 0, out);
      set(kernel, 1, (cl_int)size[0]);
      set(kernel, 2, (cl_int)size[1]);
      cl_uint dimensions = size[2] > 1 ? 3 : size[1] > 1 ? 2 : 1;
      ROW(CL_SUCCESS, clEnqueueNDRangeKernel(f.queue, kernel, dimensions, nullptr, size, nullptr, 0, nullptr, nullptr));
      EXPECT_NAMED("every work-item of an odd size runs once", f.read<cl_int>(out, expected.size()) == expected);
      clReleaseMemObject(out);
    }
    clReleaseKernel(kernel);
  }
}

/** Counters in local memory that are not its first word: the hardware counts active lanes. */
static void counters(const Fixture& f) {
  static const char* source = R"CL(
__kernel void count(__global int* out, int which) {
  __local int head[3], counter[8], tail;
  size_t n = get_local_id(0);
  if (n < 8) counter[n] = 100 * (int)n;
  if (n == 0) head[0] = head[1] = head[2] = tail = 7;
  barrier(CLK_LOCAL_MEM_FENCE);
  int before = __builtin_amdgcn_ds_append(counter + which), fixed = __builtin_amdgcn_ds_consume(counter + 5);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[n] = n == 0 ? counter[which] : n == 1 ? counter[5] : n == 2 ? before : n == 3 ? fixed
         : n < 7 ? head[n - 4] : tail;
})CL";
  cl_kernel kernel = f.kernel(source, "count");
  cl_mem out = f.buffer(64 * 4);
  set(kernel, 0, out);
  set(kernel, 1, (cl_int)3);
  size_t size = 64;
  ROW(CL_SUCCESS, clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &size, &size, 0, nullptr, nullptr));
  std::vector<cl_int> got = f.read<cl_int>(out, 8);
  EXPECT_NAMED("ds_append and ds_consume", got == (std::vector<cl_int>{364, 436, 300, 500, 7, 7, 7, 7}));
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
}

int main() {
  Fixture f;
  cl_program program = f.program(kSource, "-cl-kernel-arg-info");
  arguments(f, program);
  sizes(f, program);
  queries(f, program);
  snapshots(f, program);
  native_kernels(f);
  odd_sizes(f);
  UNLESS_POCL counters(f);
  clReleaseProgram(program);
  return finish();
}
