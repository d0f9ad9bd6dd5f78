#include "opencl.h"

#include <dlfcn.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "failure.h"
#include "mapping.h"
#include "measure.h"

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

/** Devices of the first platform that has GPUs, otherwise of the first one that has any. */
std::vector<cl_device_id> devices_of_system() {
  cl_uint count = 0;
  CALL(clGetPlatformIDs)(0, nullptr, &count);
  std::vector<cl_platform_id> platforms(count);
  if (count > 0) check(CALL(clGetPlatformIDs)(count, platforms.data(), nullptr), "clGetPlatformIDs");
  for (cl_device_type type : {cl_device_type(CL_DEVICE_TYPE_GPU), cl_device_type(CL_DEVICE_TYPE_ALL)})
    for (cl_platform_id platform : platforms) {
      if (CALL(clGetDeviceIDs)(platform, type, 0, nullptr, &count) != CL_SUCCESS || count == 0) continue;
      std::vector<cl_device_id> devices(count);
      check(CALL(clGetDeviceIDs)(platform, type, count, devices.data(), nullptr), "clGetDeviceIDs");
      return devices;
    }
  fail("OpenCL has no device. Install one, run by `atoll run`, or set ATOLL_HPVM_MAP=*:cpu");
}

/** The devices of one context. */
struct Devices {
  std::vector<cl_device_id> ids = devices_of_system();
  cl_context context;
  std::vector<cl_command_queue> queues;
  std::string options = "-cl-std=CL1.2";
  std::map<std::pair<const char *, std::string>, cl_kernel> kernels;
  std::mutex mutex;

  Devices() {
    cl_int status;
    // The first device is the only one of most programs.
    if (!uses_several_devices()) ids.resize(1);
    context = CALL(clCreateContext)(nullptr, static_cast<cl_uint>(ids.size()), ids.data(), nullptr, nullptr, &status);
    check(status, "clCreateContext");
    bool rounds_correctly = true;
    for (cl_device_id id : ids) {
      queues.push_back(CALL(clCreateCommandQueue)(context, id, is_measured() ? CL_QUEUE_PROFILING_ENABLE : 0, &status));
      check(status, "clCreateCommandQueue");
      cl_device_fp_config config = 0;
      CALL(clGetDeviceInfo)(id, CL_DEVICE_SINGLE_FP_CONFIG, sizeof config, &config, nullptr);
      rounds_correctly &= (config & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
    }
    // Quotients and roots are those of the CPU.
    if (rounds_correctly) options += " -cl-fp32-correctly-rounded-divide-sqrt";
  }

  cl_kernel kernel(const KernelForm &form) {
    const auto &[name, text, form_options] = form;
    const char *source = text;
    cl_kernel &kept = kernels[{source, form_options}];
    if (kept) return kept;
    cl_int status;
    cl_program program = CALL(clCreateProgramWithSource)(context, 1, &source, nullptr, &status);
    check(status, "clCreateProgramWithSource", name);
    const std::string all = options + form_options;
    const auto count = static_cast<cl_uint>(ids.size());
    if (CALL(clBuildProgram)(program, count, ids.data(), all.c_str(), nullptr, nullptr) != CL_SUCCESS) {
      std::vector<char> log(65536);
      CALL(clGetProgramBuildInfo)(program, ids[0], CL_PROGRAM_BUILD_LOG, log.size() - 1, log.data(), nullptr);
      fail("the kernel of %s does not compile:\n%s", name, log.data());
    }
    kept = CALL(clCreateKernel)(program, name, &status);
    check(status, "clCreateKernel", name);
    return kept;
  }
};

Devices &devices() {
  static Devices *opened = new Devices;
  return *opened;
}

cl_command_queue first_queue() { return devices().queues[0]; }

LaunchTimes times_of(cl_event event, const char *name) {
  cl_ulong start = 0, end = 0;
  check(CALL(clWaitForEvents)(1, &event), "the launch", name);
  if (is_measured()) {
    CALL(clGetEventProfilingInfo)(event, CL_PROFILING_COMMAND_START, sizeof start, &start, nullptr);
    CALL(clGetEventProfilingInfo)(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr);
  }
  CALL(clReleaseEvent)(event);
  return {start, end};
}

}  // namespace

cl_mem create_buffer(size_t bytes) {
  cl_int status;
  cl_mem buffer = CALL(clCreateBuffer)(devices().context, CL_MEM_READ_WRITE, bytes, nullptr, &status);
  check(status, "clCreateBuffer");
  return buffer;
}

cl_mem create_view(cl_mem buffer, size_t bytes, cl_mem_flags flags) {
  cl_int status;
  const cl_buffer_region whole{0, bytes};
  cl_mem view = CALL(clCreateSubBuffer)(buffer, flags, CL_BUFFER_CREATE_TYPE_REGION, &whole, &status);
  check(status, "clCreateSubBuffer");
  return view;
}

ConstantMemory constant_memory() {
  ConstantMemory common{~cl_ulong{0}, ~cl_uint{0}};
  for (cl_device_id id : devices().ids) {
    ConstantMemory own{};
    CALL(clGetDeviceInfo)(id, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, sizeof own.bytes, &own.bytes, nullptr);
    CALL(clGetDeviceInfo)(id, CL_DEVICE_MAX_CONSTANT_ARGS, sizeof own.arguments, &own.arguments, nullptr);
    common = {std::min(common.bytes, own.bytes), std::min(common.arguments, own.arguments)};
  }
  return common;
}

void release_buffer(cl_mem buffer) { check(CALL(clReleaseMemObject)(buffer), "clReleaseMemObject"); }

void write_buffer(cl_mem buffer, const void *from, size_t bytes) {
  check(CALL(clEnqueueWriteBuffer)(first_queue(), buffer, CL_TRUE, 0, bytes, from, 0, nullptr, nullptr), "a copy");
}

void read_buffer(cl_mem buffer, size_t offset, void *to, size_t bytes) {
  check(CALL(clEnqueueReadBuffer)(first_queue(), buffer, CL_TRUE, offset, bytes, to, 0, nullptr, nullptr), "a copy");
}

LaunchTimes launch_kernel(const KernelLaunch &launch, const std::vector<KernelArgument> &arguments,
                          const LaunchSizes &sizes) {
  Devices &own = devices();
  if (launch.device >= own.ids.size())
    fail("%s is mapped to gpu%u: OpenCL has %zu GPUs (`atoll run --devices` sets them)", launch.form.name, launch.device,
         own.ids.size());
  cl_event event = nullptr;
  {
    // Arguments belong to the kernel object, which all threads share.
    std::lock_guard<std::mutex> lock(own.mutex);
    cl_kernel kernel = own.kernel(launch.form);
    for (cl_uint index = 0; index < arguments.size(); index++)
      check(CALL(clSetKernelArg)(kernel, index, arguments[index].bytes, arguments[index].value), "clSetKernelArg",
            launch.form.name);
    cl_command_queue queue = own.queues[launch.device];
    check(CALL(clEnqueueNDRangeKernel)(queue, kernel, sizes.dimensions, nullptr, sizes.global,
                                       sizes.has_local ? sizes.local : nullptr, 0, nullptr,
                                       launch.waits ? &event : nullptr),
          "the launch", launch.form.name);
    if (launch.waits) check(CALL(clFlush)(queue), "clFlush");
  }
  return event ? times_of(event, launch.form.name) : LaunchTimes{0, 0};
}

}  // namespace hpvm
