// Programs: logs, options, headers, compile and link, binaries, builds in the background.
#include <atomic>

#include "harness.h"

static const char* kKernel = "#ifndef VALUE\n#define VALUE 1\n#endif\n__kernel void k(__global int* out) { out[0] = VALUE; }\n";

static int run(const Fixture& f, cl_program program) {
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, "k", &error);
  if (error) return -1000 + error;
  cl_mem out = f.buffer(4);
  clSetKernelArg(kernel, 0, sizeof out, &out);
  size_t one = 1;
  clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
  int result = f.read<int>(out, 1)[0];
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
  return result;
}

static cl_program source(const Fixture& f, const char* text) {
  cl_int error;
  return clCreateProgramWithSource(f.context, 1, &text, nullptr, &error);
}

static std::string log_of(const Fixture& f, cl_program program) {
  size_t length = 0;
  clGetProgramBuildInfo(program, f.device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &length);
  std::string log(length, '\0');
  clGetProgramBuildInfo(program, f.device, CL_PROGRAM_BUILD_LOG, length, &log[0], nullptr);
  return log;
}

static cl_build_status status_of(const Fixture& f, cl_program program) {
  cl_build_status status = 1;
  clGetProgramBuildInfo(program, f.device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, nullptr);
  return status;
}

static cl_program_binary_type type_of(const Fixture& f, cl_program program) {
  cl_program_binary_type type = 0;
  clGetProgramBuildInfo(program, f.device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, nullptr);
  return type;
}

static void building(const Fixture& f) {
  cl_program program = source(f, kKernel);
  EXPECT(status_of(f, program) == CL_BUILD_NONE);
  EXPECT(clBuildProgram(program, 1, &f.device, "-DVALUE=42", nullptr, nullptr) == CL_SUCCESS);
  EXPECT(status_of(f, program) == CL_BUILD_SUCCESS && run(f, program) == 42);
  char options[64] = "";
  clGetProgramBuildInfo(program, f.device, CL_PROGRAM_BUILD_OPTIONS, sizeof options, options, nullptr);
  EXPECT(strcmp(options, "-DVALUE=42") == 0);
  EXPECT(clBuildProgram(program, 0, nullptr, "-D VALUE=43", nullptr, nullptr) == CL_SUCCESS && run(f, program) == 43);
  EXPECT(clBuildProgram(program, 0, nullptr, "-DVALUE=__OPENCL_VERSION__", nullptr, nullptr) == CL_SUCCESS);
  EXPECT_NAMED("the version of the device as a macro", run(f, program) >= 120);
  size_t size = 0;
  clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, nullptr, &size);
  std::string text(size, '\0');
  clGetProgramInfo(program, CL_PROGRAM_SOURCE, size, &text[0], nullptr);
  EXPECT(text.c_str() == std::string(kKernel));
  clReleaseProgram(program);
  program = source(f, "__kernel void k(__global int* out) { out[0] = not_there; }\n");
  EXPECT(clBuildProgram(program, 1, &f.device, "", nullptr, nullptr) == CL_BUILD_PROGRAM_FAILURE);
  EXPECT(status_of(f, program) == CL_BUILD_ERROR);
  EXPECT_NAMED("the log names the mistake", log_of(f, program).find("not_there") != std::string::npos);
  clReleaseProgram(program);
  const char* parts[] = {"__kernel void k(__global int* out) {garbage", " out[0] = 5; }"};
  const size_t lengths[] = {strlen(parts[0]) - 7, 0};
  cl_int error;
  program = clCreateProgramWithSource(f.context, 2, parts, lengths, &error);
  EXPECT(clBuildProgram(program, 1, &f.device, nullptr, nullptr, nullptr) == CL_SUCCESS && run(f, program) == 5);
  clReleaseProgram(program);
}

static void linking(const Fixture& f) {
  cl_program header = source(f, "#define ANSWER 6\nint helper(int x);\n");
  cl_program main_part = source(f, "#include \"dir/helper.h\"\n__kernel void k(__global int* out) { out[0] = helper(ANSWER); }\n");
  cl_program helper = source(f, "int helper(int x) { return x * 7; }\n");
  const char* name = "dir/helper.h";
  EXPECT(clCompileProgram(main_part, 1, &f.device, "", 1, &header, &name, nullptr, nullptr) == CL_SUCCESS);
  EXPECT(clCompileProgram(helper, 1, &f.device, "", 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  EXPECT(type_of(f, helper) == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  cl_int error;
  cl_program inputs[] = {main_part, helper};
  cl_program linked = clLinkProgram(f.context, 1, &f.device, "", 2, inputs, nullptr, nullptr, &error);
  EXPECT(error == CL_SUCCESS && linked && run(f, linked) == 42);
  if (linked) clReleaseProgram(linked);
  cl_program library = clLinkProgram(f.context, 1, &f.device, "-create-library", 1, &helper, nullptr, nullptr, &error);
  EXPECT(error == CL_SUCCESS && library);
  EXPECT(type_of(f, library) == CL_PROGRAM_BINARY_TYPE_LIBRARY);
  cl_program with_library[] = {main_part, library};
  linked = clLinkProgram(f.context, 1, &f.device, "", 2, with_library, nullptr, nullptr, &error);
  EXPECT(error == CL_SUCCESS && linked && run(f, linked) == 42);
  if (linked) clReleaseProgram(linked);
  for (cl_program one : {header, main_part, helper, library}) clReleaseProgram(one);
}

static std::vector<unsigned char> binary_of(cl_program program) {
  size_t size = 0;
  EXPECT(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr) == CL_SUCCESS && size);
  std::vector<unsigned char> binary(size);
  unsigned char* target = binary.data();
  EXPECT(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof target, &target, nullptr) == CL_SUCCESS);
  return binary;
}

/** Loads a program's binary anew and releases the program. */
static cl_program reload(const Fixture& f, cl_program program) {
  std::vector<unsigned char> binary = binary_of(program);
  clReleaseProgram(program);
  const unsigned char* input = binary.data();
  size_t size = binary.size();
  cl_int status, error;
  program = clCreateProgramWithBinary(f.context, 1, &f.device, &size, &input, &status, &error);
  EXPECT(error == CL_SUCCESS && status == CL_SUCCESS);
  return program;
}

static void binaries(const Fixture& f) {
  cl_program program = reload(f, f.program(kKernel, "-DVALUE=77"));
  EXPECT(clBuildProgram(program, 1, &f.device, "", nullptr, nullptr) == CL_SUCCESS && run(f, program) == 77);
  clReleaseProgram(program);
}

/** A device gets one binary. */
static void two_binaries(const Fixture& f) {
  cl_program program = f.program(kKernel, "-DVALUE=78");
  size_t size = 0;
  clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr);
  std::vector<unsigned char> binary(size);
  unsigned char* bytes = binary.data();
  clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, nullptr);
  const cl_device_id devices[] = {f.device, f.device};
  const size_t sizes[] = {size, size};
  const unsigned char* given[] = {bytes, bytes};
  cl_int error = CL_SUCCESS, states[2];
  EXPECT(!clCreateProgramWithBinary(f.context, 2, devices, sizes, given, states, &error) && error == CL_INVALID_DEVICE);
  clReleaseProgram(program);
}

/** Objects and libraries are unchanged when they are stored and loaded again. */
static void unlinked_binaries(const Fixture& f) {
  cl_program kernel = source(f, "int helper(int x);\n__kernel void k(__global int* out) { out[0] = helper(9); }\n");
  cl_program helper = source(f, "int helper(int x) { return x * 5; }\n");
  EXPECT(clCompileProgram(kernel, 1, &f.device, "", 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  EXPECT(clCompileProgram(helper, 1, &f.device, "", 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  cl_int error;
  cl_program library = clLinkProgram(f.context, 1, &f.device, "-create-library", 1, &helper, nullptr, nullptr, &error);
  EXPECT(error == CL_SUCCESS);
  cl_program inputs[] = {reload(f, kernel), reload(f, library)};
  EXPECT(type_of(f, inputs[0]) == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  EXPECT(type_of(f, inputs[1]) == CL_PROGRAM_BINARY_TYPE_LIBRARY);
  cl_program linked = clLinkProgram(f.context, 1, &f.device, "", 2, inputs, nullptr, nullptr, &error);
  EXPECT(error == CL_SUCCESS && linked && run(f, linked) == 45);
  if (linked) clReleaseProgram(linked);
  for (cl_program one : {helper, inputs[0], inputs[1]}) clReleaseProgram(one);
}

static void CL_CALLBACK built(cl_program, void* data) { ++*(std::atomic<int>*)data; }

static void in_the_background(const Fixture& f) {
  std::atomic<int> done{0};
  std::vector<cl_program> programs;
  for (int i = 0; i < 4; i++) {
    cl_program program = source(f, kKernel);
    std::string options = "-DVALUE=" + std::to_string(100 + i);
    EXPECT(clBuildProgram(program, 1, &f.device, options.c_str(), built, &done) == CL_SUCCESS);
    programs.push_back(program);
  }
  // Commands that need the result wait for it.
  cl_uint count = 0;
  EXPECT(clCreateKernelsInProgram(programs[0], 0, nullptr, &count) == CL_SUCCESS && count == 1);
  size_t kernels = 0;
  EXPECT(clGetProgramInfo(programs[1], CL_PROGRAM_NUM_KERNELS, sizeof kernels, &kernels, nullptr) == CL_SUCCESS && kernels == 1);
  EXPECT(run(f, programs[3]) == 103);
  EXPECT(eventually([&] { return done == 4; }));
  for (int i = 0; i < 4; i++) {
    EXPECT(run(f, programs[i]) == 100 + i);
    clReleaseProgram(programs[i]);
  }
}

/** Names of embedded headers that cannot be names of files: an error with the reason, without our paths of files. */
static void header_names(const Fixture& f) {
  const char* source = "__kernel void k(__global int* p) { p[0] = 1; }";
  cl_int error;
  cl_program header = clCreateProgramWithSource(f.context, 1, &source, nullptr, &error);
  const std::string names[] = {"", "..", "a/..", "a/", std::string(5000, 'x'), std::string(300, 'y') + "/z.h"};
  for (const std::string& name : names) {
    cl_program program = clCreateProgramWithSource(f.context, 1, &source, nullptr, &error);
    const char* given = name.c_str();
    error = clCompileProgram(program, 0, nullptr, "", 1, &header, &given, nullptr, nullptr);
    char log[4096] = "";
    clGetProgramBuildInfo(program, f.device, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr);
    const bool is_clear = strstr(log, "header name") && !strstr(log, "    at ") && !strstr(log, "/tmp") && strlen(log) < 400;
    EXPECT_NAMED(("header name " + name.substr(0, 10)).c_str(), error == CL_COMPILE_PROGRAM_FAILURE && is_clear);
    if (!is_clear) printf("  %d: %s\n", error, log);
    clReleaseProgram(program);
  }
  clReleaseProgram(header);
}

/** Names that no field of fixed size holds: beside each other, which differ in the last letter only. */
static void long_names(const Fixture& f) {
  const std::string one(1023, 'n'), two = one + 'n', three(3000, 'n');
  std::string text;
  for (const std::string& name : {one, two, three})
    text += "__kernel void " + name + "(__global int* out) { out[0] = " + std::to_string(name.size()) + "; }\n";
  cl_program program = source(f, text.c_str());
  EXPECT(clBuildProgram(program, 1, &f.device, "", nullptr, nullptr) == CL_SUCCESS);
  cl_mem out = f.buffer(4);
  for (const std::string& name : {one, two, three}) {
    cl_int error;
    cl_kernel kernel = clCreateKernel(program, name.c_str(), &error);
    EXPECT_NAMED(("a kernel whose name has " + std::to_string(name.size()) + " letters").c_str(), error == CL_SUCCESS);
    if (error != CL_SUCCESS) continue;
    clSetKernelArg(kernel, 0, sizeof out, &out);
    const size_t size = 1;
    EXPECT(clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr) == CL_SUCCESS);
    EXPECT(f.read<int>(out, 1)[0] == (int)name.size());
    std::string told(name.size() + 1, ' ');
    EXPECT(clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, told.size(), &told[0], nullptr) == CL_SUCCESS);
    EXPECT(told == name + '\0');
    clReleaseKernel(kernel);
  }
  clReleaseMemObject(out);
  clReleaseProgram(program);
}

/**
 * AMD's version format, new enough for programs that check it; then ours, a key for caches of programs.
 */
static void driver_version(const Fixture& f) {
  char text[256] = "";
  EXPECT(clGetDeviceInfo(f.device, CL_DRIVER_VERSION, sizeof text, text, nullptr) == CL_SUCCESS);
  int major = 0, minor = 0, used = 0;
  char release[64], identity[64];
  EXPECT(sscanf(text, "%d.%d (VM) Atoll %63s %63s%n", &major, &minor, release, identity, &used) == 4 && !text[used]);
  EXPECT(atoi(text) >= 2117 && major != 2236 && major != 2264 && major != 2348);
  EXPECT(strlen(identity) == 8 && strspn(identity, "0123456789abcdef") == 8);
}

int main() {
  Fixture f;
  building(f);
  linking(f);
  binaries(f);
  two_binaries(f);
  unlinked_binaries(f);
  in_the_background(f);
  // pocl 3.1 names files after kernels.
  if (!running_on_pocl) long_names(f), header_names(f), driver_version(f);
  return finish();
}
