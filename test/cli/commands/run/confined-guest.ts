// A program that changes its user or root folder, and then builds, by its arguments.

export const CONFINED_GUEST = `
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <grp.h>
#include <sys/resource.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
static int failed(const char* what) { std::perror(what); return 9; }
static void build(cl_context context, cl_device_id device, const char* source, const char* options) {
  cl_int status;
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
  status = clBuildProgram(program, 1, &device, options, nullptr, nullptr);
  std::printf("build %d\\n", status);
  size_t length = 0;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &length);
  std::vector<char> log(length + 1);
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, length, log.data(), nullptr);
  std::printf("%s", log.data());
  size_t size = 0;
  clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr);
  std::vector<unsigned char> binary(size + 1);
  unsigned char* pointer = binary.data();
  if (!status) clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof pointer, &pointer, nullptr);
  const char* secret = std::getenv("SECRET");
  for (size_t i = 0; secret && i + std::strlen(secret) <= size; i++)
    if (!std::memcmp(pointer + i, secret, std::strlen(secret))) { std::printf("THE SECRET IS IN THE BINARY\\n"); break; }
}
// guest [groups=N] [group=N] [user=N] [root=FOLDER] [folder=FOLDER] [file-size=N] [cpu=N] -- [source options]...
int main(int count, char** words) {
  cl_platform_id platform; cl_device_id device; cl_int status;
  if (clGetPlatformIDs(1, &platform, nullptr) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr)) return 2;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  int at = 1;
  for (; at < count && std::strcmp(words[at], "--"); at++) {
    const char* value = std::strchr(words[at], '=') + 1;
    const unsigned long number = std::strtoul(value, nullptr, 10);
    const gid_t group = static_cast<gid_t>(number);
    if (!std::strncmp(words[at], "groups=", 7)) { if (setgroups(number ? 1 : 0, &group)) return failed("setgroups"); }
    else if (!std::strncmp(words[at], "group=", 6)) { if (setgid(group)) return failed("setgid"); }
    else if (!std::strncmp(words[at], "user=", 5)) { if (setuid(group)) return failed("setuid"); }
    else if (!std::strncmp(words[at], "root=", 5)) { if (chroot(value) || chdir("/")) return failed("chroot"); }
    else if (!std::strncmp(words[at], "folder=", 7)) { if (chdir(value)) return failed("chdir"); }
    else if (!std::strncmp(words[at], "file-size=", 10)) { rlimit l = {number, number}; if (setrlimit(RLIMIT_FSIZE, &l)) return failed("fsize"); }
    else if (!std::strncmp(words[at], "cpu=", 4)) { rlimit l = {number, number}; if (setrlimit(RLIMIT_CPU, &l)) return failed("cpu"); }
    else return 8;
  }
  for (at++; at + 1 < count; at += 2) build(context, device, words[at], words[at + 1]);
  return 0;
}
`;
