// Error codes of the calls about programs and kernels.
#include "harness.h"

static const char* kSource =
    "__kernel void k(__global int* out, int value, __local int* scratch) {\n"
    "  scratch[get_local_id(0)] = value; out[get_global_id(0)] = scratch[get_local_id(0)]; }\n"
    "__attribute__((reqd_work_group_size(4, 1, 1))) __kernel void four(__global int* out) {\n"
    "  out[get_global_id(0)] = 4; }\n";
static const char* kBroken = "__kernel void k(__global int* out) { out[0] = missing; }\n";

static void programs(const Fixture& f) {
  size_t size, length = 4;
  cl_int loaded;
  const char* null_text = nullptr;
  const unsigned char garbage[] = {1, 2, 3, 4};
  const unsigned char* binaries[] = {garbage};
  OBJECT_ROW(CL_INVALID_CONTEXT, clCreateProgramWithSource(nullptr, 1, &kSource, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateProgramWithSource(f.context, 0, &kSource, nullptr, &returned));
  UNLESS_POCL OBJECT_ROW(CL_INVALID_VALUE, clCreateProgramWithSource(f.context, 1, nullptr, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateProgramWithSource(f.context, 1, &null_text, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateProgramWithBinary(f.context, 0, &f.device, &length, binaries, &loaded, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateProgramWithBinary(f.context, 1, &f.device, nullptr, binaries, &loaded, &returned));
  OBJECT_ROW(CL_INVALID_BINARY, clCreateProgramWithBinary(f.context, 1, &f.device, &length, binaries, &loaded, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateProgramWithBuiltInKernels(f.context, 1, &f.device, "nothing", &returned));
  cl_program program = clCreateProgramWithSource(f.context, 1, &kSource, nullptr, &returned);
  OBJECT_ROW(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernel(program, "k", &returned));
  int data;
  cl_device_id null_device = nullptr;
  ROW(CL_INVALID_PROGRAM, clBuildProgram(nullptr, 0, nullptr, "", nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clBuildProgram(program, 0, &f.device, "", nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clBuildProgram(program, 1, nullptr, "", nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clBuildProgram(program, 0, nullptr, "", nullptr, &data));
  UNLESS_POCL ROW(CL_INVALID_DEVICE, clBuildProgram(program, 1, &null_device, "", nullptr, nullptr));
  ROW(CL_SUCCESS, clBuildProgram(program, 1, &f.device, "", nullptr, nullptr));
  ROW(CL_INVALID_PROGRAM, clGetProgramInfo(nullptr, CL_PROGRAM_SOURCE, 0, nullptr, &size));
  ROW(CL_INVALID_VALUE, clGetProgramInfo(program, 0, 0, nullptr, &size));
  ROW(CL_INVALID_VALUE, clGetProgramInfo(program, CL_PROGRAM_SOURCE, 1, &size, nullptr));
  ROW(CL_INVALID_DEVICE, clGetProgramBuildInfo(program, nullptr, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size));
  ROW(CL_INVALID_VALUE, clGetProgramBuildInfo(program, f.device, 0, 0, nullptr, &size));
  ROW(CL_INVALID_PROGRAM, clRetainProgram(nullptr));
  ROW(CL_INVALID_PROGRAM, clReleaseProgram(nullptr));
  OBJECT_ROW(CL_INVALID_KERNEL_NAME, clCreateKernel(program, "missing", &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateKernel(program, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_PROGRAM, clCreateKernel(nullptr, "k", &returned));
  cl_kernel kernels[1];
  ROW(CL_INVALID_VALUE, clCreateKernelsInProgram(program, 1, kernels, nullptr));
  cl_program broken = clCreateProgramWithSource(f.context, 1, &kBroken, nullptr, &returned);
  ROW(CL_BUILD_PROGRAM_FAILURE, clBuildProgram(broken, 1, &f.device, "", nullptr, nullptr));
  ROW(CL_COMPILE_PROGRAM_FAILURE, clCompileProgram(broken, 1, &f.device, "", 0, nullptr, nullptr, nullptr, nullptr));
  const char* name = "a.h";
  UNLESS_POCL ROW(CL_INVALID_VALUE, clCompileProgram(broken, 1, &f.device, "", 1, nullptr, &name, nullptr, nullptr));
  OBJECT_ROW(CL_INVALID_VALUE, clLinkProgram(f.context, 1, &f.device, "", 0, nullptr, nullptr, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_CONTEXT, clLinkProgram(nullptr, 1, &f.device, "", 1, &program, nullptr, nullptr, &returned));
  cl_kernel kernel = clCreateKernel(program, "k", &returned);
  ROW(CL_INVALID_OPERATION, clBuildProgram(program, 1, &f.device, "", nullptr, nullptr));
  clReleaseKernel(kernel);
  ROW(CL_SUCCESS, clBuildProgram(program, 1, &f.device, "", nullptr, nullptr));
  clReleaseProgram(broken);
  clReleaseProgram(program);
}

static void arguments(const Fixture& f, cl_kernel kernel) {
  int value = 1;
  size_t size;
  cl_mem buffer = f.buffer(64);
  ROW(CL_INVALID_KERNEL, clSetKernelArg(nullptr, 0, sizeof buffer, &buffer));
  ROW(CL_INVALID_ARG_INDEX, clSetKernelArg(kernel, 9, sizeof buffer, &buffer));
  ROW(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 1, 1, &value));
  ROW(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 2, 0, nullptr));
  ROW(CL_INVALID_ARG_VALUE, clSetKernelArg(kernel, 1, sizeof value, nullptr));
  ROW(CL_INVALID_ARG_VALUE, clSetKernelArg(kernel, 2, 16, &value));
  ROW(CL_INVALID_KERNEL, clGetKernelInfo(nullptr, CL_KERNEL_NUM_ARGS, 0, nullptr, &size));
  ROW(CL_INVALID_VALUE, clGetKernelInfo(kernel, 0, 0, nullptr, &size));
  ROW(CL_INVALID_VALUE, clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, 1, &value, nullptr));
  ROW(CL_INVALID_KERNEL, clGetKernelWorkGroupInfo(nullptr, f.device, CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr, &size));
  ROW(CL_INVALID_VALUE, clGetKernelWorkGroupInfo(kernel, f.device, 0, 0, nullptr, &size));
  ROW(CL_INVALID_ARG_INDEX, clGetKernelArgInfo(kernel, 9, CL_KERNEL_ARG_NAME, 0, nullptr, &size));
  ROW(CL_INVALID_VALUE, clGetKernelArgInfo(kernel, 0, 0, 0, nullptr, &size));
  ROW(CL_INVALID_KERNEL, clRetainKernel(nullptr));
  ROW(CL_INVALID_KERNEL, clReleaseKernel(nullptr));
  clReleaseMemObject(buffer);
}

static void launches(const Fixture& f, cl_kernel kernel, cl_kernel four) {
  cl_command_queue q = f.queue;
  size_t one = 1, eight = 8, three = 3, zero = 0, huge = 1 << 20;
  int value = 1;
  cl_mem buffer = f.buffer(4096);
  ROW(CL_INVALID_KERNEL_ARGS, clEnqueueNDRangeKernel(q, kernel, 1, nullptr, &eight, nullptr, 0, nullptr, nullptr));
  clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
  clSetKernelArg(kernel, 1, sizeof value, &value);
  clSetKernelArg(kernel, 2, 1024, nullptr);
  clSetKernelArg(four, 0, sizeof buffer, &buffer);
  ROW(CL_INVALID_COMMAND_QUEUE, clEnqueueNDRangeKernel(nullptr, kernel, 1, nullptr, &eight, nullptr, 0, nullptr, nullptr));
  UNLESS_POCL ROW(CL_INVALID_KERNEL, clEnqueueNDRangeKernel(q, nullptr, 1, nullptr, &eight, nullptr, 0, nullptr, nullptr));
  ROW(CL_INVALID_WORK_DIMENSION, clEnqueueNDRangeKernel(q, kernel, 0, nullptr, &eight, nullptr, 0, nullptr, nullptr));
  ROW(CL_INVALID_WORK_DIMENSION, clEnqueueNDRangeKernel(q, kernel, 4, nullptr, &eight, nullptr, 0, nullptr, nullptr));
  ROW(CL_INVALID_WORK_GROUP_SIZE, clEnqueueNDRangeKernel(q, kernel, 1, nullptr, &eight, &three, 0, nullptr, nullptr));
  ROW_BUT(CL_INVALID_WORK_ITEM_SIZE, CL_INVALID_WORK_GROUP_SIZE, clEnqueueNDRangeKernel(q, kernel, 1, nullptr, &huge, &huge, 0, nullptr, nullptr));
  ROW(CL_INVALID_WORK_GROUP_SIZE, clEnqueueNDRangeKernel(q, four, 1, nullptr, &eight, &one, 0, nullptr, nullptr));
  UNLESS_POCL ROW(CL_INVALID_WORK_GROUP_SIZE, clEnqueueNDRangeKernel(q, four, 1, nullptr, &three, nullptr, 0, nullptr, nullptr));
  UNLESS_POCL ROW(CL_INVALID_GLOBAL_WORK_SIZE, clEnqueueNDRangeKernel(q, kernel, 1, nullptr, &zero, nullptr, 0, nullptr, nullptr));
  UNLESS_POCL ROW(CL_INVALID_EVENT_WAIT_LIST, clEnqueueNDRangeKernel(q, kernel, 1, nullptr, &eight, nullptr, 1, nullptr, nullptr));
  ROW(CL_SUCCESS, clEnqueueNDRangeKernel(q, kernel, 1, nullptr, &eight, &eight, 0, nullptr, nullptr));
  UNLESS_POCL ROW(CL_INVALID_KERNEL, clEnqueueTask(q, nullptr, 0, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clEnqueueNativeKernel(q, nullptr, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr));
  clFinish(q);
  clReleaseMemObject(buffer);
}

/**
 * Names and types are there however a program was built; the specification promises them only with -cl-kernel-arg-info.
 */
static cl_int asks_name(cl_program program) {
  char name[64];
  cl_kernel kernel = clCreateKernel(program, "k", &returned);
  cl_int result = clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_NAME, sizeof name, name, nullptr);
  clReleaseKernel(kernel);
  return result;
}

static cl_program linked_from(const Fixture& f, const char* options) {
  cl_program object = clCreateProgramWithSource(f.context, 1, &kSource, nullptr, &returned);
  clCompileProgram(object, 0, nullptr, options, 0, nullptr, nullptr, nullptr, nullptr);
  cl_program program = clLinkProgram(f.context, 0, nullptr, "", 1, &object, nullptr, nullptr, &returned);
  clReleaseProgram(object);
  return program;
}

static void argument_info(const Fixture& f) {
  cl_program with = f.program(kSource, "-cl-mad-enable -cl-kernel-arg-info"), without = f.program(kSource);
  cl_program linked = linked_from(f, "-cl-kernel-arg-info"), bare = linked_from(f, "");
  size_t size = 0;
  clGetProgramInfo(with, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr);
  std::vector<unsigned char> binary(size);
  unsigned char* bytes = binary.data();
  clGetProgramInfo(with, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, nullptr);
  const unsigned char* given = bytes;
  cl_program loaded = clCreateProgramWithBinary(f.context, 1, &f.device, &size, &given, nullptr, &returned);
  clBuildProgram(loaded, 0, nullptr, "-cl-kernel-arg-info", nullptr, nullptr);
  ROW(CL_SUCCESS, asks_name(with));
  ROW_BUT(CL_SUCCESS, CL_KERNEL_ARG_INFO_NOT_AVAILABLE, asks_name(linked));
  ROW_BUT(CL_SUCCESS, CL_KERNEL_ARG_INFO_NOT_AVAILABLE, asks_name(without));
  ROW_BUT(CL_SUCCESS, CL_KERNEL_ARG_INFO_NOT_AVAILABLE, asks_name(bare));
  ROW(CL_SUCCESS, asks_name(loaded));
  for (cl_program program : {with, without, linked, bare, loaded}) clReleaseProgram(program);
}

int main() {
  Fixture f;
  programs(f);
  cl_program program = f.program(kSource, "-cl-kernel-arg-info");
  cl_kernel kernel = clCreateKernel(program, "k", &returned), four = clCreateKernel(program, "four", &returned);
  arguments(f, kernel);
  launches(f, kernel, four);
  clReleaseKernel(kernel);
  clReleaseKernel(four);
  clReleaseProgram(program);
  argument_info(f);
  return finish();
}
