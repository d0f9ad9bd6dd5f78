// Shared by the groups of the builtin campaign: running a kernel over arrays, random values, and the rows that are
// printed as JSON lines, one for a builtin and a type. An ordinary OpenCL program: it runs on any implementation.
#pragma once
#include <math.h>
#include <stdint.h>

#include <functional>

#include "../harness.h"

/** Number and choice of tests, from the command line. */
struct Effort {
  size_t samples;
  bool every_width;
  const char* filter;
};

/** One line of the table. */
struct Row {
  std::string group, function, type, reference;
  size_t samples = 0;
  double worst = 0;
  /** In ulp; infinite where the specification leaves it to the implementation. */
  double bound = 0;
  /** How many samples were outside of the bound, and the first of them. */
  size_t outside = 0;
  std::string first;
  /** The sample with the largest error. */
  std::string where;
};

inline std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result + "\"";
}

inline std::string number(double value) {
  if (isnan(value)) return "\"nan\"";
  if (isinf(value)) return "\"inf\"";
  char text[40];
  snprintf(text, sizeof text, "%.4g", value);
  return text;
}

inline void print_row(const Row& row) {
  printf("{\"group\":%s,\"function\":%s,\"type\":%s,\"reference\":%s,\"samples\":%zu,\"worst\":%s,\"bound\":%s,"
         "\"outside\":%zu,\"first\":%s,\"where\":%s}\n",
         quoted(row.group).c_str(), quoted(row.function).c_str(), quoted(row.type).c_str(), quoted(row.reference).c_str(),
         row.samples, number(row.worst).c_str(), number(row.bound).c_str(), row.outside, quoted(row.first).c_str(),
         quoted(row.where).c_str());
  fflush(stdout);
  if (row.outside) failures++;
}

/** Repeatable pseudo-random numbers. Source: Vigna's splitmix64. */
struct Random {
  uint64_t state;
  explicit Random(uint64_t seed) : state(seed) {}
  uint64_t next() {
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
  }
  uint64_t below(uint64_t count) { return next() % count; }
  /** In [0, 1). */
  double unit() { return (double)(next() >> 11) * 0x1p-53; }
};

typedef std::vector<unsigned char> Bytes;

template <class T>
Bytes bytes_of(const std::vector<T>& values) {
  const unsigned char* start = (const unsigned char*)values.data();
  return Bytes(start, start + values.size() * sizeof(T));
}

template <class T>
T element(const Bytes& bytes, size_t index) {
  T value;
  memcpy(&value, &bytes[index * sizeof(T)], sizeof value);
  return value;
}

/** Runs kernels whose arguments are buffers: first the outputs, which begin as 0xa5 bytes, then the inputs. */
struct Runner {
  const Fixture& fixture;
  cl_program program;

  Runner(const Fixture& f, const std::string& source, const char* options = "") : fixture(f) {
    program = f.program(source.c_str(), options);
  }
  Runner(const Runner&) = delete;
  ~Runner() { clReleaseProgram(program); }

  std::vector<Bytes> run(const std::string& name, size_t items, const std::vector<size_t>& output_sizes,
                         const std::vector<Bytes>& inputs, size_t local = 0) const {
    cl_int error;
    cl_kernel kernel = clCreateKernel(program, name.c_str(), &error);
    if (error) printf("no kernel %s: %d\n", name.c_str(), error), exit(2);
    std::vector<cl_mem> buffers;
    for (size_t size : output_sizes) buffers.push_back(fixture.buffer(size, Bytes(size, 0xa5).data()));
    for (const Bytes& input : inputs) buffers.push_back(fixture.buffer(input.size(), input.data()));
    for (cl_uint i = 0; i < buffers.size(); i++) clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]);
    error = clEnqueueNDRangeKernel(fixture.queue, kernel, 1, nullptr, &items, local ? &local : nullptr, 0, nullptr, nullptr);
    if (error) printf("launch of %s: %d\n", name.c_str(), error), exit(2);
    std::vector<Bytes> outputs;
    for (size_t i = 0; i < output_sizes.size(); i++) outputs.push_back(fixture.read<unsigned char>(buffers[i], output_sizes[i]));
    for (cl_mem buffer : buffers) clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    return outputs;
  }
};

static const int kWidths[] = {1, 2, 3, 4, 8, 16};

/** "float" and 4 give "float4". */
inline std::string vector_type(const std::string& scalar, int width) {
  return width == 1 ? scalar : scalar + std::to_string(width);
}
/** A load and a store of a vector of any width, 1 included, in the kernel's language. */
inline std::string load(int width, const std::string& pointer) {
  return width == 1 ? pointer + "[i]" : "vload" + std::to_string(width) + "(i, " + pointer + ")";
}
inline std::string store(int width, const std::string& value, const std::string& pointer) {
  return width == 1 ? pointer + "[i] = " + value + ";"
                    : "vstore" + std::to_string(width) + "(" + value + ", i, " + pointer + ");";
}

inline bool wanted(const Effort& effort, const std::string& name) {
  return !*effort.filter || name == effort.filter;
}
