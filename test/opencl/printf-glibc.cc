// Kernels have the output of C's printf: flags, widths, precisions, lengths, vectors, strings and pointers drawn by
// a seed. `printf-glibc SEED` prints every line twice: by a kernel, then, behind a line of equals signs, by this
// program.
#include <math.h>
#include <stdint.h>

#include <random>

#include "harness.h"

#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"

static const int64_t kIntegers[] = {0, 1, -1, 7, -128, 255, 1234, -54321, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, 0x123456789abcdef};
static const double kDoubles[] = {0.0, -0.0, 1.0, -1.5, 0.1, 9.995, -123.456, 1e10, 1e300, 5e-324, 2.2250738585072014e-308, INFINITY, -INFINITY, NAN};
static const char* const kStrings[] = {"", "a", "four", "100%", "a longer string\\\\"};
constexpr unsigned kWidest = 16;

static std::mt19937 random_words;
static unsigned below(unsigned limit) { return random_words() % limit; }
template <class T, size_t n>
static T one_of(const T (&list)[n]) {
  return list[below(n)];
}

/** A kernel's call, and C's output for it. */
struct Call {
  std::string format, arguments, expected;
};

template <class... Values>
static std::string formatted(const std::string& format, Values... values) {
  char text[1024];
  int length = snprintf(text, sizeof text, format.c_str(), values...);
  return std::string(text, (size_t)length);
}

static std::string spec() {
  std::string text = "%";
  for (const char* flag : {"-", "+", " ", "#", "0"})
    if (below(4) == 0) text += flag;
  return text + one_of({"", "", "1", "6", "14", "25"}) + one_of({"", "", ".", ".0", ".1", ".3", ".17"});
}

/** Length modifiers by bytes of an element; a vector of ints has one, a scalar has none. */
static const char* length_of(unsigned size, bool vector) {
  if (size == 1) return "hh";
  if (size == 2) return "h";
  return size == 4 ? (vector ? "hl" : "") : vector ? "l" : one_of({"l", "ll", "z", "j"});
}

static std::string element(const std::string& prefix, unsigned size, char type, unsigned index) {
  if (strchr("aAeEfFgG", type)) {
    double value = kDoubles[index % std::size(kDoubles)];
    return formatted(prefix + type, size == 8 ? value : (double)(float)value);
  }
  int64_t value = kIntegers[index % std::size(kIntegers)];
  unsigned shift = 64 - 8 * size;
  if (type == 'd' || type == 'i') return formatted(prefix + "ll" + type, (long long)((uint64_t)value << shift) >> shift);
  return formatted(prefix + "ll" + type, (unsigned long long)((uint64_t)value << shift) >> shift);
}

static void add_number(Call& call) {
  const unsigned widths[] = {1, 1, 1, 2, 3, 4, 8, 16};
  unsigned count = one_of(widths);
  bool real = below(3) == 0, sign = below(2) == 0;
  unsigned size = real ? (below(2) ? 4 : 8) : 1u << below(4);
  char type = real ? one_of({'f', 'F', 'e', 'E', 'g', 'G', 'a', 'A'}) : sign ? one_of({'d', 'i'}) : one_of({'o', 'u', 'x', 'X'});
  std::string prefix = spec(), array = real ? (size == 4 ? "f" : "d") : std::string(sign ? "i" : "u") + std::to_string(8 * size);
  unsigned index = below(kWidest), length = count == 1 && real ? 0 : 1;
  call.format += prefix + (count > 1 ? "v" + std::to_string(count) : "") + (length ? length_of(size, count > 1) : "") + type + "|";
  call.arguments += ", " + (count == 1 ? array + "[" + std::to_string(index) + "]"
                                       : "vload" + std::to_string(count) + "(0, " + array + " + " + std::to_string(index) + ")");
  for (unsigned i = 0; i < count; i++) call.expected += (i ? "," : "") + element(prefix, size, type, index + i);
  call.expected += "|";
}

static void add_star(Call& call) {
  int width = (int)below(20) - 8, precision = (int)below(6) - 1;
  double value = kDoubles[2 + below(5)];
  call.format += "%*.*f|";
  call.arguments += formatted(", %d, %d, %.17e", width, precision, value);
  call.expected += formatted("%*.*f|", width, precision, value);
}

static void add_pointer(Call& call) {
  std::string prefix = spec() + "p|";
  uintptr_t value = below(3) ? below(1u << 31) : 0;
  call.format += prefix;
  call.arguments += formatted(", (__global void*)(ulong)0x%llx", (unsigned long long)value);
  call.expected += formatted(prefix, (void*)value);
}

static void add_string(Call& call) {
  std::string prefix = spec() + "s|";
  std::string literal = one_of(kStrings), text = literal == "a longer string\\\\" ? "a longer string\\" : literal;
  const char* const stored = "stored";
  call.format += prefix;
  switch (below(8)) {
    case 0: call.arguments += ", (__constant char*)0", call.expected += formatted(prefix, (char*)nullptr); break;
    case 1: call.arguments += ", (char*)0", call.expected += formatted(prefix, (char*)nullptr); break;
    case 2: call.arguments += ", i32[0] ? \"\" : (__constant char*)0", call.expected += formatted(prefix, (char*)nullptr); break;
    case 3: call.arguments += ", own", call.expected += formatted(prefix, stored); break;
    case 4: call.arguments += ", shared", call.expected += formatted(prefix, stored); break;
    case 5: call.arguments += ", text", call.expected += formatted(prefix, stored); break;
    case 6: call.arguments += ", i32[1] ? \"" + literal + "\" : \"?\"", call.expected += formatted(prefix, text.c_str()); break;
    default: call.arguments += ", \"" + literal + "\"", call.expected += formatted(prefix, text.c_str());
  }
}

static void add_character(Call& call) {
  std::string flags = below(2) ? "-" : "", prefix = "%" + flags + one_of({"", "1", "6"}) + "c|%%|%5%|";
  int value = "aZ%~"[below(4)];
  call.format += prefix;
  call.arguments += formatted(", %d", value);
  call.expected += formatted(prefix, value);
}

static Call make_call() {
  Call call;
  for (unsigned parts = 1 + below(4); parts > 0; parts--) {
    void (*const adds[])(Call&) = {add_number, add_number, add_number, add_number, add_star, add_pointer, add_string, add_string, add_character};
    one_of(adds)(call);
  }
  return call;
}

template <class T, class From, size_t n>
static cl_mem array(const Fixture& f, const From (&list)[n]) {
  std::vector<T> values;
  for (unsigned i = 0; i < 2 * kWidest; i++) values.push_back((T)list[i % n]);
  return f.buffer(values.size() * sizeof(T), values.data());
}

int main(int argc, char** argv) {
  random_words.seed(argc > 1 ? (unsigned)atoi(argv[1]) : 1);
  Fixture f;
  std::string body, expected;
  for (int line = 0; line < 120; line++) {
    Call call = make_call();
    body += "  printf(\"" + call.format + "\\n\"" + call.arguments + ");\n";
    expected += call.expected + "\n";
  }
  std::string source =
      "__kernel void k(__global const char* i8, __global const short* i16, __global const int* i32, __global const long* i64, "
      "__global const float* f, __global const double* d, __global const char* text, __local char* shared) {\n"
      "  __global const uchar* u8 = (__global const uchar*)i8; __global const ushort* u16 = (__global const ushort*)i16;\n"
      "  __global const uint* u32 = (__global const uint*)i32; __global const ulong* u64 = (__global const ulong*)i64;\n"
      "  char own[8];\n  for (int i = 0; i < 7; i++) own[i] = shared[i] = text[i];\n" + body + "}\n";
  cl_int error;
  cl_kernel kernel = clCreateKernel(f.program(source.c_str(), "-w"), "k", &error);
  const cl_mem arguments[] = {array<int8_t>(f, kIntegers), array<int16_t>(f, kIntegers), array<int32_t>(f, kIntegers), array<int64_t>(f, kIntegers),
                              array<float>(f, kDoubles), array<double>(f, kDoubles), f.buffer(7, "stored")};
  for (cl_uint i = 0; i < std::size(arguments); i++) clSetKernelArg(kernel, i, sizeof(cl_mem), &arguments[i]);
  clSetKernelArg(kernel, std::size(arguments), 8, nullptr);
  const size_t one = 1;
  error = clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
  clFinish(f.queue);
  printf("=====\n%s", expected.c_str());
  return error != 0;
}
