// The first device of the first platform, for programs that measure whatever OpenCL they are started with.
#pragma once

#include <cstdio>
#include <exception>
#include <functional>

#include "error.hpp"

namespace bench {

/** A device with a context and an in-order queue without profiling. They live as long as the process. */
struct FirstDevice {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;

  FirstDevice() {
    cl_platform_id platform = nullptr;
    cl_int status = CL_SUCCESS;
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
    check(status, "clCreateContext");
    queue = clCreateCommandQueue(context, device, 0, &status);
    check(status, "clCreateCommandQueue");
  }

  cl_kernel kernel(const char* source, const char* name) const {
    cl_int status = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
    check(status, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, name, &status);
    check(status, "clCreateKernel");
    return kernel;
  }

  /** A buffer of so many bytes, filled from `contents` when that is given. */
  cl_mem buffer(size_t bytes, void* contents = nullptr) const {
    cl_int status = CL_SUCCESS;
    const cl_mem_flags flags = CL_MEM_READ_WRITE | (contents ? CL_MEM_COPY_HOST_PTR : 0);
    cl_mem memory = clCreateBuffer(context, flags, bytes, contents, &status);
    check(status, "clCreateBuffer");
    return memory;
  }
};

/** Exit status of a program: 1 and the reason on stderr when the body throws. */
inline int exitStatus(const char* program, const std::function<void()>& body) {
  try {
    body();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", program, error.what());
    return 1;
  }
}

}  // namespace bench
