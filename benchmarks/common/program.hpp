// Programs: finding the kernel file, building, reading and writing binaries.
#pragma once

#include <unistd.h>

#include <climits>
#include <fstream>
#include <iterator>

#include "objects.hpp"

namespace bench {

/** Directory of the running executable, with a trailing slash; empty when unknown. */
inline std::string executableDirectory() {
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  if (length <= 0) return "";
  const std::string full(path, static_cast<size_t>(length));
  return full.substr(0, full.rfind('/') + 1);
}

/** Reads a file that lies next to the executable or, failing that, in the working directory. */
inline std::string readFileNearby(const std::string& name) {
  for (const std::string& directory : {executableDirectory(), std::string()}) {
    std::ifstream file(directory + name, std::ios::binary);
    if (file) return std::string(std::istreambuf_iterator<char>(file), {});
  }
  throw Error(name + " is neither beside the executable nor in the working directory");
}

/** A program built for all devices of its context. */
class Program {
 public:
  /**
   * The program that the options request: <Program>_Kernels.cl or the binary of --load; written to the file of --dump.
   */
  static Program fromOptions(const Context& context, const Options& options, const std::string& buildOptions) {
    const std::string& binary = options.text("load");
    Program program = binary.empty()
                          ? fromSource(context, readFileNearby(options.program() + "_Kernels.cl"), buildOptions)
                          : fromBinary(context, binary);
    if (!options.text("dump").empty()) program.dump(options.text("dump"));
    return program;
  }

  /** Builds OpenCL C source with OpenCL C 1.2 semantics. Throws Error with the build log. */
  static Program fromSource(const Context& context, const std::string& source, const std::string& options) {
    const char* text = source.c_str();
    const size_t length = source.size();
    cl_int status = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(context.get(), 1, &text, &length, &status);
    check(status, "clCreateProgramWithSource");
    return Program(program, context, "-cl-std=CL1.2 " + options);
  }

  /** Builds the binary that dump() wrote, for each device of the context. */
  static Program fromBinary(const Context& context, const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw Error("cannot read " + path);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    const size_t count = context.devices().size();
    const std::vector<const unsigned char*> data(count, reinterpret_cast<const unsigned char*>(bytes.data()));
    const std::vector<size_t> lengths(count, bytes.size());
    cl_int status = CL_SUCCESS;
    cl_program program =
        clCreateProgramWithBinary(context.get(), static_cast<cl_uint>(count), context.devices().data(), lengths.data(),
                                  const_cast<const unsigned char**>(data.data()), nullptr, &status);
    check(status, "clCreateProgramWithBinary(" + path + ")");
    return Program(program, context, "");
  }

  cl_program get() const { return program_.get(); }
  Kernel kernel(const std::string& name) const { return Kernel(get(), name, device_); }

  /** Writes the binary for the context's first device. */
  void dump(const std::string& path) const {
    cl_uint count = 0;
    check(clGetProgramInfo(get(), CL_PROGRAM_NUM_DEVICES, sizeof count, &count, nullptr), "clGetProgramInfo");
    std::vector<size_t> sizes(count);
    check(clGetProgramInfo(get(), CL_PROGRAM_BINARY_SIZES, count * sizeof(size_t), sizes.data(), nullptr),
          "clGetProgramInfo(CL_PROGRAM_BINARY_SIZES)");
    std::vector<std::vector<unsigned char>> binaries;
    std::vector<unsigned char*> pointers;
    for (size_t size : sizes) binaries.emplace_back(size);
    for (auto& binary : binaries) pointers.push_back(binary.data());
    check(clGetProgramInfo(get(), CL_PROGRAM_BINARIES, count * sizeof(unsigned char*), pointers.data(), nullptr),
          "clGetProgramInfo(CL_PROGRAM_BINARIES)");
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(binaries.at(0).data()), static_cast<std::streamsize>(sizes.at(0)));
    if (!file.flush()) throw Error("cannot write " + path);
  }

 private:
  Program(cl_program program, const Context& context, const std::string& options)
      : program_(program), device_(context.devices().front()) {
    const cl_int status = clBuildProgram(program, 0, nullptr, options.c_str(), nullptr, nullptr);
    if (status == CL_BUILD_PROGRAM_FAILURE) throw Error("the program does not build:\n" + log());
    check(status, "clBuildProgram(" + options + ")");
  }

  std::string log() const {
    size_t length = 0;
    if (clGetProgramBuildInfo(get(), device_, CL_PROGRAM_BUILD_LOG, 0, nullptr, &length) != CL_SUCCESS) return "";
    std::string text(length, '\0');
    if (length) clGetProgramBuildInfo(get(), device_, CL_PROGRAM_BUILD_LOG, length, &text[0], nullptr);
    return text.c_str();
  }

  Owned<cl_program, clReleaseProgram> program_;
  cl_device_id device_;
};

}  // namespace bench
