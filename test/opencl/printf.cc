// printf of kernels: standard output is that of C's printf, with the vector forms of OpenCL C.
#include <fcntl.h>
#include <unistd.h>

#include "harness.h"

static const char* kSource = R"CL(
__kernel void numbers(int i, float x, double d, long l) {
  printf("%d|%5d|%-5d|%05d|%+d|%x|%X|%#x|%o|%u\n", i, i, i, i, i, i, i, i, i, i);
  printf("%hhd|%hd|%ld|%lx\n", (char)i, (short)i, l, l);
  printf("%f|%.2f|%10.3f|%e|%.3g|%G\n", x, x, x, x, x, x);
  printf("%f|%.10f|%a\n", d, d, d);
  printf("%s=%d\n", "four", i);
  printf("%c%c|%s|%10s|%-6s|%.2s|%%|%5c\n", 'o', 'k', "words", "right", "under", "cut", '!');
}
__kernel void vectors(int4 i, float4 x, char4 c, short2 s, long2 l, uchar3 u) {
  printf("%v4hld|%v4hlx|%v4hlf|%5.1v4hlf\n", i, i, x, x);
  printf("%v4hhd|%v2hd|%v2ld|%v3hhu\n", c, s, l, u);
}
__kernel void many(int n) { printf("%d\n", (int)get_global_id(0) + n); }
__kernel void branch(__global int* data) {
  if (data[get_global_id(0)] % 3 == 0) printf("<%d>", data[get_global_id(0)]);
}
__kernel void silent(__global int* out) { out[0] = 1; if (out[1]) printf("no\n"); }
)CL";

/** Runs a function with standard output in a file, and returns the text. */
template <class Body>
static std::string capture(Body body) {
  fflush(stdout);
  int before = dup(1);
  char name[] = "/tmp/printf-XXXXXX";
  int file = mkstemp(name);
  unlink(name);
  dup2(file, 1);
  body();
  fflush(stdout);
  dup2(before, 1);
  std::string text(1 << 16, '\0');
  ssize_t length = pread(file, &text[0], text.size(), 0);
  text.resize(length > 0 ? (size_t)length : 0);
  close(file);
  close(before);
  return text;
}

static void expect_text(const char* name, const std::string& text, const std::string& expected) {
  report(text == expected, name);
  if (text != expected) printf("got:\n%sexpected:\n%s", text.c_str(), expected.c_str());
}

template <class T>
static void set(cl_kernel kernel, cl_uint index, const T& value) {
  clSetKernelArg(kernel, index, sizeof value, &value);
}

static void launch(const Fixture& f, cl_kernel kernel, size_t count) {
  clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &count, nullptr, 0, nullptr, nullptr);
  clFinish(f.queue);
}

static void numbers(const Fixture& f, cl_program program) {
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, "numbers", &error);
  const int i = 1234;
  const float x = 3.14159f;
  const double d = -2.5;
  const cl_long l = -123456789012345;
  set(kernel, 0, i), set(kernel, 1, x), set(kernel, 2, d), set(kernel, 3, l);
  char expected[1024];
  int n = sprintf(expected, "%d|%5d|%-5d|%05d|%+d|%x|%X|%#x|%o|%u\n", i, i, i, i, i, i, i, i, i, i);
  n += sprintf(expected + n, "%hhd|%hd|%lld|%llx\n", (signed char)i, (short)i, (long long)l, (long long)l);
  n += sprintf(expected + n, "%f|%.2f|%10.3f|%e|%.3g|%G\n", x, x, x, x, x, x);
  n += sprintf(expected + n, "%f|%.10f|%a\n", d, d, d);
  n += sprintf(expected + n, "%s=%d\n", "four", i);
  sprintf(expected + n, "%c%c|%s|%10s|%-6s|%.2s|%%|%5c\n", 'o', 'k', "words", "right", "under", "cut", '!');
  expect_text("numbers and strings", capture([&] { launch(f, kernel, 1); }), expected);
  clReleaseKernel(kernel);
}

static void vectors(const Fixture& f, cl_program program) {
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, "vectors", &error);
  set(kernel, 0, cl_int4{{1, -2, 30, 255}});
  set(kernel, 1, cl_float4{{0.5f, -1.25f, 100.0f, 0.0f}});
  set(kernel, 2, cl_char4{{1, -1, 127, -128}});
  set(kernel, 3, cl_short2{{-300, 300}});
  set(kernel, 4, cl_long2{{-5000000000, 5000000000}});
  set(kernel, 5, cl_uchar4{{1, 200, 255, 0}});
  expect_text("vectors", capture([&] { launch(f, kernel, 1); }),
              "1,-2,30,255|1,fffffffe,1e,ff|0.500000,-1.250000,100.000000,0.000000|  0.5, -1.2,100.0,  0.0\n"
              "1,-1,127,-128|-300,300|-5000000000,5000000000|1,200,255\n");
  clReleaseKernel(kernel);
}

static void many(const Fixture& f, cl_program program) {
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, "many", &error);
  set(kernel, 0, 1000);
  std::string text = capture([&] { launch(f, kernel, 500); });
  std::vector<int> seen(500);
  size_t lines = 0;
  for (size_t at = 0; at < text.size(); at = text.find('\n', at) + 1, lines++) {
    int value = atoi(&text[at]) - 1000;
    if (value >= 0 && value < 500) seen[value]++;
  }
  EXPECT_NAMED("every work-item prints its line once", lines == 500 && seen == std::vector<int>(500, 1));
  clReleaseKernel(kernel);
  kernel = clCreateKernel(program, "branch", &error);
  std::vector<int> data(100);
  for (int i = 0; i < 100; i++) data[i] = i;
  cl_mem buffer = f.buffer(400, data.data());
  set(kernel, 0, buffer);
  text = capture([&] { launch(f, kernel, 100); });
  size_t marks = 0;
  for (char c : text) marks += c == '<';
  EXPECT_NAMED("only active work-items print", marks == 34 && text.find("<99>") != std::string::npos);
  clReleaseKernel(kernel);
  kernel = clCreateKernel(program, "silent", &error);
  std::vector<int> zero(2);
  cl_mem out = f.buffer(8, zero.data());
  set(kernel, 0, out);
  EXPECT_NAMED("nothing printed, nothing written", capture([&] { launch(f, kernel, 1); }).empty());
  EXPECT(f.read<int>(out, 1)[0] == 1);
  clReleaseKernel(kernel);
  clReleaseMemObject(buffer);
  clReleaseMemObject(out);
}

int main() {
  Fixture f;
  cl_program program = f.program(kSource);
  numbers(f, program);
  vectors(f, program);
  many(f, program);
  clReleaseProgram(program);
  return finish();
}
