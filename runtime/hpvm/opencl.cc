#include "opencl.h"

#include <dlfcn.h>

#include <map>
#include <mutex>

#include "failure.h"

namespace hpvm {
namespace {

/** Calls of the library, by name. */
struct Library {
  void *handle = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_GLOBAL);
  template <class F>
  F *find(const char *name) const {
    void *symbol = handle ? dlsym(handle, name) : nullptr;
    if (!symbol) fail("no OpenCL: %s. Install an OpenCL, run by `atoll run`, or set ATOLL_HPVM_MAP=*:cpu", dlerror());
    return reinterpret_cast<F *>(symbol);
  }
};

const Library &library() {
  static const Library opened;
  return opened;
}

#define CALL(name) library().find<decltype(name)>(#name)

void check(cl_int status, const char *call, const char *subject = "") {
  if (status != CL_SUCCESS) fail("%s%s%s: error %d of OpenCL", call, *subject ? " of " : "", subject, status);
}

cl_device_id first_device() {
  cl_uint count = 0;
  CALL(clGetPlatformIDs)(0, nullptr, &count);
  std::vector<cl_platform_id> platforms(count);
  if (count > 0) check(CALL(clGetPlatformIDs)(count, platforms.data(), nullptr), "clGetPlatformIDs");
  for (cl_device_type type : {cl_device_type(CL_DEVICE_TYPE_GPU), cl_device_type(CL_DEVICE_TYPE_ALL)})
    for (cl_platform_id platform : platforms) {
      cl_device_id device;
      if (CALL(clGetDeviceIDs)(platform, type, 1, &device, nullptr) == CL_SUCCESS) return device;
    }
  fail("OpenCL has no device. Install one, run by `atoll run`, or set ATOLL_HPVM_MAP=*:cpu");
}

struct Device {
  cl_device_id id = first_device();
  cl_context context;
  cl_command_queue queue;
  std::string options = "-cl-std=CL1.2";
  std::map<std::pair<const char *, bool>, cl_kernel> kernels;
  std::mutex mutex;

  Device() {
    cl_int status;
    context = CALL(clCreateContext)(nullptr, 1, &id, nullptr, nullptr, &status);
    check(status, "clCreateContext");
    queue = CALL(clCreateCommandQueue)(context, id, 0, &status);
    check(status, "clCreateCommandQueue");
    cl_device_fp_config config = 0;
    CALL(clGetDeviceInfo)(id, CL_DEVICE_SINGLE_FP_CONFIG, sizeof config, &config, nullptr);
    // Quotients and roots are those of the CPU.
    if (config & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) options += " -cl-fp32-correctly-rounded-divide-sqrt";
  }

  cl_kernel kernel(const char *name, const char *source, bool is_two_level) {
    cl_kernel &kept = kernels[{source, is_two_level}];
    if (kept) return kept;
    cl_int status;
    cl_program program = CALL(clCreateProgramWithSource)(context, 1, &source, nullptr, &status);
    check(status, "clCreateProgramWithSource", name);
    const std::string all = options + (is_two_level ? " -DHPVM_TWO_LEVELS" : "");
    if (CALL(clBuildProgram)(program, 1, &id, all.c_str(), nullptr, nullptr) != CL_SUCCESS) {
      std::vector<char> log(65536);
      CALL(clGetProgramBuildInfo)(program, id, CL_PROGRAM_BUILD_LOG, log.size() - 1, log.data(), nullptr);
      fail("the kernel of %s does not compile:\n%s", name, log.data());
    }
    kept = CALL(clCreateKernel)(program, name, &status);
    check(status, "clCreateKernel", name);
    return kept;
  }
};

Device &device() {
  static Device *opened = new Device;
  return *opened;
}

}  // namespace

cl_mem create_buffer(size_t bytes) {
  cl_int status;
  cl_mem buffer = CALL(clCreateBuffer)(device().context, CL_MEM_READ_WRITE, bytes, nullptr, &status);
  check(status, "clCreateBuffer");
  return buffer;
}

void release_buffer(cl_mem buffer) { check(CALL(clReleaseMemObject)(buffer), "clReleaseMemObject"); }

void write_buffer(cl_mem buffer, const void *from, size_t bytes) {
  check(CALL(clEnqueueWriteBuffer)(device().queue, buffer, CL_TRUE, 0, bytes, from, 0, nullptr, nullptr), "a copy");
}

void read_buffer(cl_mem buffer, size_t offset, void *to, size_t bytes) {
  check(CALL(clEnqueueReadBuffer)(device().queue, buffer, CL_TRUE, offset, bytes, to, 0, nullptr, nullptr), "a copy");
}

void launch_kernel(const char *name, const char *source, bool is_two_level, const std::vector<KernelArgument> &arguments,
                   const LaunchSizes &sizes) {
  Device &own = device();
  // Arguments belong to the kernel object, which all threads share.
  std::lock_guard<std::mutex> lock(own.mutex);
  cl_kernel kernel = own.kernel(name, source, is_two_level);
  for (cl_uint index = 0; index < arguments.size(); index++)
    check(CALL(clSetKernelArg)(kernel, index, arguments[index].bytes, arguments[index].value), "clSetKernelArg", name);
  check(CALL(clEnqueueNDRangeKernel)(own.queue, kernel, sizes.dimensions, nullptr, sizes.global,
                                     sizes.has_local ? sizes.local : nullptr, 0, nullptr, nullptr),
        "the launch", name);
}

void finish() { check(CALL(clFinish)(device().queue), "clFinish"); }

}  // namespace hpvm
