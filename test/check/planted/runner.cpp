// Runs the kernels of a file one after the other, with the arguments of a list: planted.ts writes both.
//
//   case NAME GLOBAL LOCAL     a launch of kernel NAME; followed by its arguments
//   never BYTES | zero BYTES   a buffer into which nothing, or zeros, has been written
//   part BYTES OFFSET SIZE     a part of a buffer of zeros
//   neverpart, readonlypart, writeonlypart: the same of other buffers
//   stale BYTES                a buffer with the address of another one, which has been released since
//   stalepart BYTES OFFSET SIZE  with the address of a part
//   local BYTES | int VALUE
//   image W H | blank W H      an image of uint RGBA, of zeros or never written
//   lines N COUNT | layers W H COUNT | texels N   images that are arrays, and one of a buffer, of zeros
// hole N X | gap N X an image of one line, and a buffer of ints, of which all but one element is written (-1: all)
//   same INDEX                 the memory object of another argument
//   tail BYTES                 a buffer of which only the second half has been written
//   line N | volume W H D      a 1D image, and one of three dimensions, of zeros
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
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

/** A buffer that holds the address of another one, which has been released: a kernel has put it there. */
static cl_mem stale(cl_mem victim, cl_mem parent = nullptr) {
  cl_int status;
  cl_mem holder = buffer(64, true);
  cl_kernel stash = clCreateKernel(program, "stash", &status);
  check(status, "stash");
  clSetKernelArg(stash, 0, sizeof holder, &holder);
  clSetKernelArg(stash, 1, sizeof victim, &victim);
  launch("stash", stash, 1, 1);
  clReleaseKernel(stash);
  clReleaseMemObject(victim);
  if (parent) clReleaseMemObject(parent);
  return holder;
}

static cl_mem part(cl_mem parent, size_t offset, size_t bytes) {
  cl_int status;
  cl_buffer_region region = {offset, bytes};
  cl_mem made = clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
  check(status, "part");
  return made;
}

/** @param layers of an array; 0: it is none @param from the buffer that it is the image of */
static cl_mem image(cl_mem_object_type type, size_t w, size_t h, size_t d, bool written, size_t layers = 0, cl_mem from = nullptr) {
  cl_int status;
  cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT32};
  cl_image_desc desc = {};
  desc.image_type = type;
  desc.image_width = w;
  desc.image_height = h;
  desc.image_depth = d;
  desc.image_array_size = layers;
  desc.buffer = from;
  std::vector<char> zeros(w * h * d * (layers ? layers : 1) * 16);
  const cl_mem_flags flags = CL_MEM_READ_WRITE | (written ? CL_MEM_COPY_HOST_PTR : 0);
  cl_mem made = clCreateImage(context, flags, &format, &desc, written ? zeros.data() : nullptr, &status);
  check(status, "image");
  return made;
}

/** Writes all elements of a buffer, or texels of an image of one line, but for one. */
static cl_mem allBut(cl_mem made, bool texels, size_t count, long missing) {
  const size_t size = texels ? 16 : 4;
  std::vector<char> zeros(count * size);
  auto write = [&](size_t from, size_t to) {
    if (from == to) return;
    const size_t origin[] = {from, 0, 0}, region[] = {to - from, 1, 1};
    check(texels ? clEnqueueWriteImage(queue, made, CL_TRUE, origin, region, 0, 0, zeros.data(), 0, nullptr, nullptr)
                 : clEnqueueWriteBuffer(queue, made, CL_TRUE, from * size, (to - from) * size, zeros.data(), 0, nullptr, nullptr),
          "write");
  };
  write(0, missing < 0 ? count : missing);
  if (missing >= 0) write(missing + 1, count);
  return made;
}

static cl_mem memory(const std::string& what, std::istringstream& line) {
  long a = 0, b = 0, c = 0;
  line >> a >> b >> c;
  if (what == "never") return buffer(a, false);
  if (what == "zero") return buffer(a, true);
  if (what == "readonly") return buffer(a, true, CL_MEM_READ_ONLY);
  if (what == "writeonly") return buffer(a, true, CL_MEM_WRITE_ONLY);
  if (what == "part") return part(buffer(a, true), b, c);
  if (what == "neverpart") return part(buffer(a, false), b, c);
  if (what == "readonlypart") return part(buffer(a, true, CL_MEM_READ_ONLY), b, c);
  if (what == "writeonlypart") return part(buffer(a, true, CL_MEM_WRITE_ONLY), b, c);
  if (what == "stale") return stale(buffer(a, true));
  if (what == "stalepart") {
    cl_mem parent = buffer(a, true);
    return stale(part(parent, b, c), parent);
  }
  if (what == "image") return image(CL_MEM_OBJECT_IMAGE2D, a, b, 1, true);
  if (what == "blank") return image(CL_MEM_OBJECT_IMAGE2D, a, b, 1, false);
  if (what == "line") return image(CL_MEM_OBJECT_IMAGE1D, a, 1, 1, true);
  if (what == "volume") return image(CL_MEM_OBJECT_IMAGE3D, a, b, c, true);
  if (what == "lines") return image(CL_MEM_OBJECT_IMAGE1D_ARRAY, a, 1, 1, true, b);
  if (what == "layers") return image(CL_MEM_OBJECT_IMAGE2D_ARRAY, a, b, 1, true, c);
  if (what == "texels") return image(CL_MEM_OBJECT_IMAGE1D_BUFFER, a, 1, 1, false, 0, buffer(a * 16, true));
  if (what == "hole") return allBut(image(CL_MEM_OBJECT_IMAGE2D, a, 1, 1, false), true, a, b);
  if (what == "gap") return allBut(buffer(a * 4, false), false, a, b);
  if (what == "tail") {
    cl_mem made = buffer(a, false);
    std::vector<char> zeros(a / 2);
    check(clEnqueueWriteBuffer(queue, made, CL_TRUE, a / 2, a / 2, zeros.data(), 0, nullptr, nullptr), "write");
    return made;
  }
  std::printf("%s: no such memory\n", what.c_str());
  std::exit(3);
}

/** The memory objects of the launch that is being made, by argument. */
static std::map<cl_uint, cl_mem> objects;

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
  cl_uint same = 0;
  if (what == "same") line >> same;
  cl_mem object = objects[index] = what == "same" ? objects.at(same) : memory(what, line);
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
