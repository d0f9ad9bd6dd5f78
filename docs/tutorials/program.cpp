// The program of the tutorials: runs a kernel of a file over 128 numbers, 0 to 127, in one work-group, and compares what it makes of them.
//   ./program file.cl kernel
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

static const int N = 128;

static void check(cl_int status, const char* call) {
  if (status == CL_SUCCESS) return;
  std::fprintf(stderr, "%s gives %d\n", call, status);
  std::exit(2);
}

/** What the kernels are to compute. */
static int expected(const std::string& kernel, int i) {
  if (kernel == "sum") return i == 0 ? N * (N - 1) / 2 : 0;
  if (kernel == "smooth") return ((i > 0 ? i - 1 : 0) + i + (i < N - 1 ? i + 1 : N - 1)) / 3;
  return 8 * i;
}

int main(int argc, char** argv) {
  if (argc < 3) return std::fprintf(stderr, "usage: %s file.cl kernel\n", argv[0]), 2;
  std::stringstream text;
  text << std::ifstream(argv[1]).rdbuf();
  const std::string source = text.str(), name = argv[2];
  const char* pointer = source.c_str();

  cl_platform_id platform;
  cl_device_id device;
  cl_int status;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  cl_program program = clCreateProgramWithSource(context, 1, &pointer, nullptr, &status);
  if (clBuildProgram(program, 1, &device, "", nullptr, nullptr) != CL_SUCCESS) {
    std::string log(1 << 16, '\0');
    check(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), &log[0], nullptr), "the build log");
    return std::fprintf(stderr, "the kernel does not compile:\n%s", log.c_str()), 2;
  }
  cl_kernel kernel = clCreateKernel(program, name.c_str(), &status);
  check(status, "clCreateKernel");

  // Kernels of a table get eight times each number: side by side, or a table's width apart.
  const bool besides = name == "rows", apart = name == "columns";
  std::vector<int> in(besides || apart ? 8 * N : N), out(N);
  for (size_t i = 0; i < in.size(); i++) in[i] = besides ? i / 8 : i % N;
  cl_mem from = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, in.size() * 4, in.data(), &status);
  cl_mem to = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, out.size() * 4, out.data(), &status);
  check(clSetKernelArg(kernel, 0, sizeof from, &from), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof to, &to), "clSetKernelArg");
  const size_t size = N;
  check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, &size, 0, nullptr, nullptr), "clEnqueueNDRangeKernel");
  check(clEnqueueReadBuffer(queue, to, CL_TRUE, 0, out.size() * 4, out.data(), 0, nullptr, nullptr), "clEnqueueReadBuffer");
  for (int i = 0; i < N; i++)
    if (out[i] != expected(name, i))
      return std::printf("wrong: element %d is %d, should be %d\n", i, out[i], expected(name, i)), 1;
  std::printf("right\n");
  return 0;
}
