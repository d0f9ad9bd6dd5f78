// Runs kernel `k` of a file with certain data, on whatever OpenCL there is, and prints its output: execute
// FILE [OPTIONS], where k is (global int* out, global const int* in, int w, int h): 256 items in groups of 64, twice,
// with 512 integers each way. Parts between lines `// unit` are compiled separately, and linked.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

static const size_t kItems = 256, kGroup = 64, kInputs = 512, kOutputs = 512;

static void sayLog(cl_program program, cl_device_id device) {
  size_t length = 0;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &length);
  std::string log(length, '\0');
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, length, &log[0], nullptr);
  printf("build failed: %s\n", log.c_str());
}

static cl_program buildWhole(cl_context context, cl_device_id device, const std::string& source, const char* options) {
  const char* pointer = source.c_str();
  cl_program program = clCreateProgramWithSource(context, 1, &pointer, nullptr, nullptr);
  if (!clBuildProgram(program, 1, &device, options, nullptr, nullptr)) return program;
  sayLog(program, device);
  return nullptr;
}

static const std::string kUnit = "// unit\n";

static cl_program buildUnits(cl_context context, cl_device_id device, const std::string& source, const char* options) {
  std::vector<cl_program> units;
  for (size_t at = 0; at < source.size();) {
    const size_t end = std::min(source.find(kUnit, at), source.size());
    const std::string text = source.substr(at, end - at);
    const char* pointer = text.c_str();
    units.push_back(clCreateProgramWithSource(context, 1, &pointer, nullptr, nullptr));
    if (clCompileProgram(units.back(), 1, &device, options, 0, nullptr, nullptr, nullptr, nullptr)) {
      sayLog(units.back(), device);
      return nullptr;
    }
    at = end + kUnit.size();
  }
  cl_int error = 0;
  const cl_uint count = static_cast<cl_uint>(units.size());
  cl_program program = clLinkProgram(context, 1, &device, "", count, units.data(), nullptr, nullptr, &error);
  if (error && program) sayLog(program, device);
  return error ? nullptr : program;
}

int main(int argc, char** argv) {
  std::stringstream text;
  text << std::ifstream(argv[1]).rdbuf();
  const std::string source = text.str();
  cl_platform_id platform;
  cl_device_id device;
  cl_int error = 0;
  if (clGetPlatformIDs(1, &platform, nullptr) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr)) return 2;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
  const char* options = argc > 2 ? argv[2] : "";
  const bool apart = source.find(kUnit) != std::string::npos;
  cl_program program = (apart ? buildUnits : buildWhole)(context, device, source, options);
  if (!program) return 1;
  cl_kernel kernel = clCreateKernel(program, "k", &error);
  std::vector<cl_int> in(kInputs), out(kOutputs);
  for (size_t i = 0; i < kInputs; i++) in[i] = static_cast<cl_int>(i * 7919 % 1009) - 300;
  cl_mem inputs = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, kInputs * sizeof(cl_int), in.data(), &error);
  cl_mem outputs = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, kOutputs * sizeof(cl_int), out.data(), &error);
  for (cl_int turn = 0; turn < 2; turn++) {
    const cl_int w = 3 + turn, h = 4 - turn;
    clSetKernelArg(kernel, 0, sizeof outputs, &outputs);
    clSetKernelArg(kernel, 1, sizeof inputs, &inputs);
    clSetKernelArg(kernel, 2, sizeof w, &w);
    clSetKernelArg(kernel, 3, sizeof h, &h);
    error = clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &kItems, &kGroup, 0, nullptr, nullptr);
    if (!error) error = clEnqueueReadBuffer(queue, outputs, CL_TRUE, 0, kOutputs * sizeof(cl_int), out.data(), 0, nullptr, nullptr);
    if (error) return printf("failed: %d\n", error), 1;
    for (size_t i = 0; i < kOutputs; i++) printf("%08x%c", static_cast<unsigned>(out[i]), i % 8 == 7 ? '\n' : ' ');
  }
}
