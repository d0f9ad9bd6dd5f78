// clCreateProgramWithIL: the module of special.spvasm, with and without values of its specialization constants, linked
// with OpenCL C; and what has to be refused.
#define CL_TARGET_OPENCL_VERSION 300
#include "../opencl/harness.h"

static std::string file(const char* name) {
  std::string bytes;
  FILE* stream = fopen(name, "rb");
  for (int c; stream && (c = fgetc(stream)) != EOF;) bytes += static_cast<char>(c);
  if (stream) fclose(stream);
  return bytes;
}

static const char* triple = "uint triple(uint x) { return 3 * x; }";

static std::string log_of(const Fixture& f, cl_program program) {
  size_t length = 0;
  clGetProgramBuildInfo(program, f.device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &length);
  std::string log(length, '\0');
  clGetProgramBuildInfo(program, f.device, CL_PROGRAM_BUILD_LOG, length, &log[0], nullptr);
  return log;
}

/** The results of the kernel, linked with `triple`. */
static std::vector<cl_uint> results(const Fixture& f, cl_program module) {
  cl_int error;
  cl_program source = clCreateProgramWithSource(f.context, 1, &triple, nullptr, &error);
  EXPECT(clCompileProgram(source, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  EXPECT(clCompileProgram(module, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  cl_program parts[] = {source, module};
  cl_program linked = clLinkProgram(f.context, 0, nullptr, "", 2, parts, nullptr, nullptr, &error);
  EXPECT(error == CL_SUCCESS);
  if (error) printf("%s%s\n", log_of(f, module).c_str(), linked ? log_of(f, linked).c_str() : "");
  cl_kernel kernel = clCreateKernel(linked, "k", &error);
  cl_mem buffer = f.buffer(64 * sizeof(cl_uint));
  clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
  size_t global = 64;
  EXPECT(clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr) == CL_SUCCESS);
  return f.read<cl_uint>(buffer, 64);
}

static bool are(const std::vector<cl_uint>& values, cl_uint factor, cl_uint rest) {
  for (cl_uint i = 0; i < values.size(); i++) {
    if (values[i] != 3 * i * factor + rest) return false;
  }
  return values.size() == 64;
}

static void queries(const Fixture& f, cl_program program, const std::string& module) {
  char text[512] = "";
  EXPECT(clGetDeviceInfo(f.device, CL_DEVICE_IL_VERSION, sizeof text, text, nullptr) == CL_SUCCESS);
  EXPECT(strstr(text, "SPIR-V_1.0 ") && strstr(text, " SPIR-V_1.6"));
  std::string copy(module.size(), '\0');
  size_t size = 0;
  EXPECT(clGetProgramInfo(program, CL_PROGRAM_IL, copy.size(), &copy[0], &size) == CL_SUCCESS);
  EXPECT(size == module.size() && copy == module);
  EXPECT(clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, nullptr, &size) == CL_SUCCESS && size == 1);
  void* function = clGetExtensionFunctionAddressForPlatform(f.platform, "clCreateProgramWithILKHR");
  EXPECT(function != nullptr);
}

static void constants(cl_program program) {
  const cl_uint factor = 11;
  const cl_ulong wide = 0x100000064;
  const cl_uchar flag = 1;
  ROW(CL_INVALID_SPEC_ID, clSetProgramSpecializationConstant(program, 9, 4, &factor));
  ROW(CL_INVALID_VALUE, clSetProgramSpecializationConstant(program, 3, 8, &wide));
  ROW(CL_INVALID_VALUE, clSetProgramSpecializationConstant(program, 3, 4, nullptr));
  ROW(CL_SUCCESS, clSetProgramSpecializationConstant(program, 3, 4, &factor));
  ROW(CL_SUCCESS, clSetProgramSpecializationConstant(program, 4, 8, &wide));
  ROW(CL_SUCCESS, clSetProgramSpecializationConstant(program, 5, 1, &flag));
}

/** A capability that is not supported is named in the log. */
static void refused(const Fixture& f, std::string module) {
  cl_uint shader[2] = {17u | 2u << 16, 1};
  cl_int error;
  module.insert(5 * sizeof(cl_uint), reinterpret_cast<char*>(shader), sizeof shader);
  cl_program program = clCreateProgramWithIL(f.context, module.data(), module.size(), &error);
  EXPECT(error == CL_SUCCESS);
  EXPECT(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) == CL_BUILD_PROGRAM_FAILURE);
  EXPECT(log_of(f, program).find("SPIR-V word 5: the capability Shader is not supported") != std::string::npos);
  module.resize(module.size() - 2);
  OBJECT_ROW(CL_INVALID_VALUE, clCreateProgramWithIL(f.context, module.data(), module.size(), &returned));
}

int main(int, char** argv) {
  Fixture f;
  std::string module = file(argv[1]);
  cl_int error;
  cl_program program = clCreateProgramWithIL(f.context, module.data(), module.size(), &error);
  EXPECT(error == CL_SUCCESS);
  queries(f, program, module);
  EXPECT_NAMED("defaults", are(results(f, program), 5, 7));
  constants(program);
  EXPECT_NAMED("specialized", are(results(f, program), 11, 18 + 100));
  refused(f, module);
  return finish();
}
