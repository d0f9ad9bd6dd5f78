// Shared parts of the OpenCL test programs. They are ordinary OpenCL 1.2 programs and run on any implementation: every
// line of output is "ok" or "FAILED" with a name, and the exit status is 1 when one failed.
#pragma once
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <string>
#include <vector>

static int failures;
static bool running_on_pocl;

/** For tests that make pocl 3.1 crash or hang. */
#define UNLESS_POCL if (!running_on_pocl)

inline void report(bool good, const char* name) {
  printf("%s %s\n", good ? "ok" : "FAILED", name);
  if (!good) failures++;
}

/** A fact that has to hold. */
#define EXPECT(condition) report((condition), #condition)
#define EXPECT_NAMED(name, condition) report((condition), name)

/** Waits for an event that comes by itself, up to a minute: machines may be slow and busy with other things. */
template <class Condition>
bool eventually(Condition condition) {
  for (int i = 0; i < 12000 && !condition(); i++) usleep(5000);
  return condition();
}

/** The platform under test, and one device with a context and a queue. */
struct Fixture {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;

  explicit Fixture(cl_command_queue_properties properties = 0) {
    cl_int error = clGetPlatformIDs(1, &platform, nullptr);
    if (!error) error = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
    if (!error) context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    if (!error) queue = clCreateCommandQueue(context, device, properties, &error);
    if (error) {
      printf("no OpenCL device: %d\n", error);
      exit(2);
    }
    char name[256] = "";
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, nullptr);
    running_on_pocl = strstr(name, "Portable") != nullptr;
  }
  cl_command_queue add_queue(cl_command_queue_properties properties) const {
    cl_int error;
    return clCreateCommandQueue(context, device, properties, &error);
  }
  cl_mem buffer(size_t size, const void* contents = nullptr, cl_mem_flags flags = CL_MEM_READ_WRITE) const {
    cl_int error;
    if (contents) flags |= CL_MEM_COPY_HOST_PTR;
    return clCreateBuffer(context, flags, size, const_cast<void*>(contents), &error);
  }
  cl_program program(const char* source, const char* options = "") const {
    cl_int error;
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
    if (clBuildProgram(program, 1, &device, options, nullptr, nullptr) != CL_SUCCESS) {
      size_t length = 0;
      clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &length);
      std::string log(length, '\0');
      clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, length, &log[0], nullptr);
      printf("build failed: %s\n", log.c_str());
      exit(2);
    }
    return program;
  }
  cl_kernel kernel(const char* source, const char* name) const {
    cl_int error;
    return clCreateKernel(program(source), name, &error);
  }
  template <class T>
  std::vector<T> read(cl_mem buffer, size_t count) const {
    std::vector<T> values(count);
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, count * sizeof(T), values.data(), 0, nullptr, nullptr);
    return values;
  }
};

inline int finish() {
  printf(failures ? "%d failed\n" : "all passed\n", failures);
  return failures != 0;
}

/** Collects the error code of calls that return it through their last parameter. */
static cl_int returned;

/** A call that has to give this error; `pocl` is pocl 3.1's error where it departs from the specification. */
#define ROW(expected, call) row(#call, expected, expected, call)
#define ROW_BUT(expected, pocl, call) row(#call, expected, pocl, call)
/** The same for calls that return an object. */
#define OBJECT_ROW(expected, call) object_row(#call, expected, expected, [&] { return (void*)(call); })
#define OBJECT_ROW_BUT(expected, pocl, call) object_row(#call, expected, pocl, [&] { return (void*)(call); })

inline void row(const char* call, cl_int expected, cl_int pocl, cl_int result) {
  bool good = result == expected || (running_on_pocl && result == pocl);
  printf("%s %d %s\n", good ? "ok" : "FAILED", expected, call);
  if (good) return;
  printf("  returned %d\n", result);
  failures++;
}

/** Stands for: an error, and an object nevertheless. */
constexpr cl_int kObject = 2;

template <class Call>
void object_row(const char* name, cl_int expected, cl_int pocl, Call call) {
  returned = 1;
  void* object = call();
  if (expected != CL_SUCCESS && returned != CL_SUCCESS && object) returned = kObject;
  row(name, expected, pocl, returned);
}
