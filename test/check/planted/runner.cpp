// Runs the kernels of a file one after the other, with arguments as a list says: planted.ts writes both.
//
//   case NAME GLOBAL LOCAL     a launch of kernel NAME; what follows are its arguments
//   never BYTES | zero BYTES   a buffer into which nothing, or zeros, has been written
//   part BYTES OFFSET SIZE     a part of a buffer of zeros
//   stale BYTES                a buffer with the address of another one, which has been released since
//   local BYTES | int VALUE
//   image W H | blank W H      an image of uint RGBA, of zeros or never written
//   tail BYTES                 a buffer of which only the second half has been written
//   line N | volume W H D      a 1D image, and one of three dimensions, of zeros
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

static cl_context context;
static cl_command_queue queue;
static cl_program program;

static void check(cl_int status, const std::string& what) {
  if (status == CL_SUCCESS) return;
  std::printf("%s: %d\n", what.c_str(), status);
  std::exit(3);
}

static cl_mem buffer(size_t bytes, bool written, cl_mem_flags access = CL_MEM_READ_WRITE) {
  cl_int status;
  std::vector<char> zeros(bytes);
  const cl_mem_flags flags = access | (written ? CL_MEM_COPY_HOST_PTR : 0);
  cl_mem made = clCreateBuffer(context, flags, bytes, written ? zeros.data() : nullptr, &status);
  check(status, "buffer");
  return made;
}

static void launch(const std::string& name, cl_kernel kernel, size_t global, size_t local) {
  check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr), name);
  check(clFinish(queue), name);
}

/** A buffer that holds the address of another one: a kernel has put it there. */
static cl_mem stale(size_t bytes) {
  cl_int status;
  cl_mem holder = buffer(64, true), victim = buffer(bytes, true);
  cl_kernel stash = clCreateKernel(program, "stash", &status);
  check(status, "stash");
  clSetKernelArg(stash, 0, sizeof holder, &holder);
  clSetKernelArg(stash, 1, sizeof victim, &victim);
  launch("stash", stash, 1, 1);
  clReleaseKernel(stash);
  clReleaseMemObject(victim);
  return holder;
}

static cl_mem image(cl_mem_object_type type, size_t w, size_t h, size_t d, bool written) {
  cl_int status;
  cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT32};
  cl_image_desc desc = {};
  desc.image_type = type;
  desc.image_width = w;
  desc.image_height = h;
  desc.image_depth = d;
  std::vector<char> zeros(w * h * d * 16);
  const cl_mem_flags flags = CL_MEM_READ_WRITE | (written ? CL_MEM_COPY_HOST_PTR : 0);
  cl_mem made = clCreateImage(context, flags, &format, &desc, written ? zeros.data() : nullptr, &status);
  check(status, "image");
  return made;
}

static cl_mem memory(const std::string& what, std::istringstream& line) {
  size_t a = 0, b = 0, c = 0;
  line >> a >> b >> c;
  if (what == "never") return buffer(a, false);
  if (what == "zero") return buffer(a, true);
  if (what == "readonly") return buffer(a, true, CL_MEM_READ_ONLY);
  if (what == "writeonly") return buffer(a, true, CL_MEM_WRITE_ONLY);
  if (what == "stale") return stale(a);
  if (what == "image") return image(CL_MEM_OBJECT_IMAGE2D, a, b, 1, true);
  if (what == "blank") return image(CL_MEM_OBJECT_IMAGE2D, a, b, 1, false);
  if (what == "line") return image(CL_MEM_OBJECT_IMAGE1D, a, 1, 1, true);
  if (what == "volume") return image(CL_MEM_OBJECT_IMAGE3D, a, b, c, true);
  if (what == "tail") {
    cl_mem made = buffer(a, false);
    std::vector<char> zeros(a / 2);
    check(clEnqueueWriteBuffer(queue, made, CL_TRUE, a / 2, a / 2, zeros.data(), 0, nullptr, nullptr), "write");
    return made;
  }
  cl_buffer_region region = {b, c};
  cl_int status;
  cl_mem made = clCreateSubBuffer(buffer(a, true), CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
  check(status, what);
  return made;
}

static void argument(cl_kernel kernel, cl_uint index, const std::string& text) {
  std::istringstream line(text);
  std::string what;
  line >> what;
  if (what == "local") {
    size_t bytes = 0;
    line >> bytes;
    return check(clSetKernelArg(kernel, index, bytes, nullptr), text);
  }
  if (what == "int") {
    cl_int value = 0;
    line >> value;
    return check(clSetKernelArg(kernel, index, sizeof value, &value), text);
  }
  if (what == "null") return check(clSetKernelArg(kernel, index, sizeof(cl_mem), nullptr), text);
  cl_mem object = memory(what, line);
  check(clSetKernelArg(kernel, index, sizeof object, &object), text);
}

static std::string contents(const char* name) {
  std::ifstream file(name);
  std::stringstream all;
  all << file.rdbuf();
  return all.str();
}

/** Arguments: kernels, list, build options. */
int main(int, char** argv) {
  cl_platform_id platform;
  cl_device_id device;
  cl_int status;
  check(clGetPlatformIDs(1, &platform, nullptr), "platform");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "device");
  context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  queue = clCreateCommandQueue(context, device, 0, &status);
  const std::string source = contents(argv[1]);
  const char* text = source.c_str();
  program = clCreateProgramWithSource(context, 1, &text, nullptr, &status);
  if (clBuildProgram(program, 1, &device, argv[3], nullptr, nullptr) != CL_SUCCESS) {
    std::vector<char> log(1 << 16);
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
    std::printf("%s\n", log.data());
    return 2;
  }
  std::istringstream list(contents(argv[2]));
  std::string line, name;
  size_t global = 0, local = 0;
  cl_kernel kernel = nullptr;
  cl_uint index = 0;
  while (std::getline(list, line)) {
    std::istringstream words(line);
    std::string first;
    words >> first;
    if (first != "case" && first != "end") {
      argument(kernel, index++, line);
      continue;
    }
    if (kernel) launch(name, kernel, global, local);
    words >> name >> global >> local;
    index = 0;
    kernel = first == "case" ? clCreateKernel(program, name.c_str(), &status) : nullptr;
    check(status, name);
  }
  std::printf("done\n");
  return 0;
}
