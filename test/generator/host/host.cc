// Runs generated kernels on whatever OpenCL it finds. Reads its work from a text file
// (test/generator/host/work-file.ts), writes the results to another one: it has no expected results.
//
//   host WORK RESULTS FIRST ROUNDS LAUNCHES WHICH
//
// FIRST is the number of the first program to run, WHICH `small` or `all` of a kernel's launches. All programs are run
// in each round, every kernel LAUNCHES times in a row. Contents of a buffer are written when they are the first ones,
// or not what they were before.
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#include "images.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct Launch {
  cl_uint dimensions;
  size_t global[3], local[3], offset[3];
};

struct Argument {
  std::string kind, contents;
  size_t bytes = 0;
  uint32_t seed = 0;
  ImageShape image;
  cl_mem buffer = nullptr;
  std::vector<unsigned char> initial;
  /** Results of each launch, in its first execution. */
  std::vector<unsigned char> results[2];
};

struct Kernel {
  std::string name;
  Launch launches[2];
  std::vector<Argument> arguments;
  cl_kernel kernel = nullptr;
  bool broken = false;
};

struct Program {
  std::string source, options;
  std::vector<Kernel> kernels;
  bool broken = false;
};

cl_context context;
cl_command_queue queue;
cl_device_id device;
FILE* results;

void open_device() {
  cl_platform_id platform;
  cl_int error = clGetPlatformIDs(1, &platform, nullptr);
  if (!error) error = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
  if (!error) context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  if (!error) queue = clCreateCommandQueue(context, device, 0, &error);
  if (!error) return;
  std::cerr << "no OpenCL device: " << error << "\n";
  std::exit(2);
}

std::vector<Program> read_work(const char* path) {
  std::ifstream file(path);
  std::vector<Program> programs;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "program") {
      programs.emplace_back();
      words >> programs.back().source;
      std::getline(words, programs.back().options);
    } else if (word == "kernel") {
      programs.back().kernels.emplace_back();
      words >> programs.back().kernels.back().name;
    } else if (word == "small" || word == "large") {
      Launch& launch = programs.back().kernels.back().launches[word == "large"];
      words >> launch.dimensions;
      for (auto* list : {launch.global, launch.local, launch.offset})
        for (int n = 0; n < 3; n++) words >> list[n];
    } else if (!word.empty()) {
      Argument argument;
      argument.kind = word;
      words >> argument.bytes >> argument.seed >> argument.contents;
      if (argument.kind == "image") words >> argument.image.channel >> argument.image.width >> argument.image.height;
      programs.back().kernels.back().arguments.push_back(argument);
    }
  }
  return programs;
}

/** A xorshift generator. */
uint32_t next(uint32_t& state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state * 0x2545f491u;
}

/** Zero now and then, else a multiple of 2**-10 below 2**11. */
double real(uint32_t& state) {
  uint32_t bits = next(state);
  return bits % 16 == 0 ? 0.0 : (static_cast<double>(bits >> 10) - (1 << 21)) / 1024;
}

/** Integers at which arithmetic goes wrong, in any of the sizes that they may be read in. */
constexpr uint32_t EXTREMES[] = {0x80000000, 0x7fffffff, 0xffffffff, 0,          0x80808080, 0x7f7f7f7f,
                                 0x80008000, 0x7fff7fff, 0x00000001, 0x01010101, 0xfffffffe, 0x00010001};

uint32_t word(uint32_t& state) {
  uint32_t bits = next(state);
  if (bits % 5 == 0) return next(state) & 31;
  if (bits % 8 == 0) return EXTREMES[next(state) % (sizeof EXTREMES / sizeof *EXTREMES)];
  return next(state);
}

/** A number in a format of so many bits of fraction: of each kind that there is, but no signalling NaN. */
uint64_t any_real(uint32_t& state, int bits, int fraction_bits) {
  uint64_t fraction_mask = (uint64_t(1) << fraction_bits) - 1;
  uint64_t largest = (uint64_t(1) << (bits - 1 - fraction_bits)) - 1;
  uint64_t sign = uint64_t(next(state) & 1) << (bits - 1);
  uint64_t fraction = (uint64_t(next(state)) << 32 | next(state)) & fraction_mask;
  uint64_t quiet = uint64_t(1) << (fraction_bits - 1);
  // Few bits, so that results are exact now and then.
  if (next(state) & 1) fraction &= ~(fraction_mask >> 4);
  auto number = [&](uint64_t exponent, uint64_t rest) { return sign | exponent << fraction_bits | rest; };
  switch (next(state) % 10) {
    case 0: return sign;
    case 1: return number(largest, 0);
    case 2: return number(largest, fraction | quiet);
    case 3: return number(largest - 1, fraction_mask - (next(state) & 1));
    case 4: return number(1, next(state) & 1);
    case 5: return number(0, fraction);
    case 6: return number(next(state) % largest, fraction);
    case 7: return number(largest / 2, 0);
    default: return number(largest / 2 - 8 + next(state) % 72, fraction);
  }
}

std::vector<unsigned char> contents_of(const Argument& argument) {
  std::vector<unsigned char> bytes(argument.bytes + 8);
  uint32_t state = argument.seed * 0x9e3779b1u | 1;
  for (size_t at = 0; at < argument.bytes;) {
    if (argument.contents == "float") {
      float value = static_cast<float>(real(state));
      std::memcpy(&bytes[at], &value, sizeof value);
      at += sizeof value;
    } else if (argument.contents == "double") {
      double value = real(state);
      std::memcpy(&bytes[at], &value, sizeof value);
      at += sizeof value;
    } else if (argument.contents == "any-float") {
      uint32_t value = static_cast<uint32_t>(any_real(state, 32, 23));
      std::memcpy(&bytes[at], &value, sizeof value);
      at += sizeof value;
    } else if (argument.contents == "any-double") {
      uint64_t value = any_real(state, 64, 52);
      std::memcpy(&bytes[at], &value, sizeof value);
      at += sizeof value;
    } else {
      uint32_t value = word(state);
      std::memcpy(&bytes[at], &value, sizeof value);
      at += sizeof value;
    }
  }
  bytes.resize(argument.bytes);
  return bytes;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/** A line of the results, and bytes behind it. */
void say(const std::string& text, const void* bytes = nullptr, size_t size = 0) {
  std::fprintf(results, "%s %zu\n", text.c_str(), size);
  if (size) std::fwrite(bytes, 1, size, results);
  std::fflush(results);
}

std::string place(size_t program, size_t kernel) { return std::to_string(program) + " " + std::to_string(kernel); }

void build(Program& program, size_t number) {
  say("building " + std::to_string(number));
  std::string text = text_of(program.source);
  const char* source = text.c_str();
  cl_int error;
  cl_program built = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  const char* more = getenv("GENERATOR_BUILD_OPTIONS");
  const std::string options = program.options + (more ? std::string(" ") + more : "");
  cl_int status = clBuildProgram(built, 1, &device, options.c_str(), nullptr, nullptr);
  if (status != CL_SUCCESS) {
    size_t length = 0;
    clGetProgramBuildInfo(built, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &length);
    std::string log(length, '\0');
    clGetProgramBuildInfo(built, device, CL_PROGRAM_BUILD_LOG, length, &log[0], nullptr);
    say("refused " + std::to_string(number) + " " + std::to_string(status), log.data(), log.size());
    program.broken = true;
    return;
  }
  for (size_t k = 0; k < program.kernels.size(); k++) {
    Kernel& kernel = program.kernels[k];
    kernel.kernel = clCreateKernel(built, kernel.name.c_str(), &error);
    if (!kernel.kernel) {
      say("error " + place(number, k) + " 0 " + std::to_string(error));
      kernel.broken = true;
    }
  }
}

cl_int set_arguments(Kernel& kernel) {
  cl_int error = CL_SUCCESS;
  for (cl_uint n = 0; n < kernel.arguments.size() && !error; n++) {
    Argument& argument = kernel.arguments[n];
    if (argument.kind == "local") error = clSetKernelArg(kernel.kernel, n, argument.bytes, nullptr);
    else if (argument.kind == "value") error = clSetKernelArg(kernel.kernel, n, 4, &argument.seed);
    else {
      if (!argument.buffer) {
        argument.initial = contents_of(argument);
        argument.buffer = argument.kind == "image"
                              ? create_image(context, argument.image, argument.initial, &error)
                              : clCreateBuffer(context, CL_MEM_READ_WRITE, argument.bytes, nullptr, &error);
      }
      if (!error && argument.kind != "image")
        error = clEnqueueWriteBuffer(queue, argument.buffer, CL_TRUE, 0, argument.bytes, argument.initial.data(), 0, nullptr,
                                     nullptr);
      if (!error) error = clSetKernelArg(kernel.kernel, n, sizeof argument.buffer, &argument.buffer);
    }
  }
  return error;
}

cl_int run(Kernel& kernel, const Launch& launch) {
  cl_int error = set_arguments(kernel);
  cl_event event = nullptr;
  if (!error)
    error = clEnqueueNDRangeKernel(queue, kernel.kernel, launch.dimensions, launch.offset, launch.global,
                                   launch.local[0] ? launch.local : nullptr, 0, nullptr, &event);
  if (!error) error = clWaitForEvents(1, &event);
  if (!error) {
    cl_int status = CL_COMPLETE;
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    error = status;
  }
  if (event) clReleaseEvent(event);
  return error;
}

/** Reads the data that a launch has changed. @param which of the two sizes @param count of this size so far */
void report(Kernel& kernel, const std::string& where, int which, int count) {
  for (size_t n = 0; n < kernel.arguments.size(); n++) {
    Argument& argument = kernel.arguments[n];
    if (argument.kind != "out") continue;
    std::vector<unsigned char> now(argument.bytes);
    cl_int error = clEnqueueReadBuffer(queue, argument.buffer, CL_TRUE, 0, now.size(), now.data(), 0, nullptr, nullptr);
    if (error) say("error " + where + " " + std::to_string(which) + " " + std::to_string(error));
    if (now == argument.results[which]) continue;
    argument.results[which] = now;
    say("data " + where + " " + std::to_string(which) + " " + std::to_string(count) + " " + std::to_string(n), now.data(),
        now.size());
  }
}

void run_kernel(Kernel& kernel, const std::string& where, int launches, int before, int sizes) {
  for (int which = 0; which < sizes && !kernel.broken; which++)
    for (int count = 0; count < launches && !kernel.broken; count++) {
      say("launch " + where + " " + std::to_string(which));
      cl_int error = run(kernel, kernel.launches[which]);
      if (error) {
        say("error " + where + " " + std::to_string(which) + " " + std::to_string(error));
        kernel.broken = true;
      } else report(kernel, where, which, before + count);
    }
}

}  // namespace

int main(int count, char** words) {
  if (count != 7) {
    std::cerr << "usage: host WORK RESULTS FIRST ROUNDS LAUNCHES small|all\n";
    return 2;
  }
  results = std::fopen(words[2], "w");
  if (!results) {
    std::cerr << "cannot write " << words[2] << "\n";
    return 2;
  }
  std::vector<Program> programs = read_work(words[1]);
  const size_t first = std::strtoul(words[3], nullptr, 10);
  const int rounds = std::atoi(words[4]), launches = std::atoi(words[5]);
  const int sizes = std::strcmp(words[6], "all") == 0 ? 2 : 1;
  open_device();
  for (int round = 0; round < rounds; round++)
    for (size_t n = first; n < programs.size(); n++) {
      if (round == 0) build(programs[n], n);
      if (programs[n].broken) continue;
      for (size_t k = 0; k < programs[n].kernels.size(); k++)
        run_kernel(programs[n].kernels[k], place(n, k), launches, round * launches, sizes);
      if (round == 0) say("done " + std::to_string(n));
    }
  say("finished");
  return 0;
}
