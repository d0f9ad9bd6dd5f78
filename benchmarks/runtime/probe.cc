// Measures the costs of OpenCL calls, on any implementation. Each line of output: name, unit, least, median and ninth
// decile, separated by tabs. Arguments: repetitions, and MiB of a large transfer. benchmarks/runtime/measure.ts runs
// it.
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <vector>

#include "../common/first-device.hpp"

using bench::check;

/**
 * How often the OpenCL library has entered the kernel to wake, wait, control or map: these functions stand before
 * libc's.
 */
static std::atomic<long> entries;

extern "C" long syscall(long number, ...) {
  entries++;
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long), result;
  register long d __asm__("r10") = va_arg(list, long);
  register long e __asm__("r8") = va_arg(list, long);
  register long f __asm__("r9") = va_arg(list, long);
  va_end(list);
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(d), "r"(e), "r"(f) : "rcx", "r11", "memory");
  if (result < 0 && result > -4096) return errno = static_cast<int>(-result), -1;
  return result;
}

extern "C" int ioctl(int fd, unsigned long request, ...) {
  static const auto real = reinterpret_cast<int (*)(int, unsigned long, void*)>(dlsym(RTLD_NEXT, "ioctl"));
  entries++;
  va_list list;
  va_start(list, request);
  void* argument = va_arg(list, void*);
  va_end(list);
  return real(fd, request, argument);
}

static cl_command_queue queue;
static cl_kernel empty;

static void print(const char* name, const char* unit, std::vector<double> values) {
  std::sort(values.begin(), values.end());
  size_t count = values.size();
  printf("%s\t%s\t%.4g\t%.4g\t%.4g\n", name, unit, values[0], values[count / 2], values[count * 9 / 10]);
}

template <class Body>
static double microseconds(Body body) {
  auto start = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

template <class Body>
static void latency(const char* name, int count, Body body) {
  std::vector<double> times;
  for (int i = 0; i < count; i++) times.push_back(microseconds(body));
  print(name, "us", times);
  clFinish(queue);
}

template <class Body>
static void rate(const char* name, int count, size_t bytes, Body body) {
  std::vector<double> rates;
  body();
  for (int i = 0; i < count; i++) rates.push_back(static_cast<double>(bytes) / 1e3 / microseconds(body));
  print(name, "GB/s", rates);
}

static void launch() {
  size_t one = 1;
  clEnqueueNDRangeKernel(queue, empty, 1, nullptr, &one, &one, 0, nullptr, nullptr);
}

/** Entries of the kernel while so many launches are enqueued; the device is kept busy, or lies asleep before each. */
static void count_entries(int count) {
  std::vector<double> awake, asleep;
  size_t many = 1 << 27, group = 64;  // two million empty work-groups: some 30 ms
  cl_event large;
  check(clEnqueueNDRangeKernel(queue, empty, 1, nullptr, &many, &group, 0, nullptr, &large), "large launch");
  for (cl_int status = CL_QUEUED; status > CL_RUNNING;) clGetEventInfo(large, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
  clReleaseEvent(large);
  for (int i = 0; i < count; i++) {
    long before = entries;
    launch();
    awake.push_back(static_cast<double>(entries - before));
  }
  clFinish(queue);
  for (int i = 0; i < count / 10 + 1; i++) {
    clFinish(queue);
    long before = entries;
    launch();
    asleep.push_back(static_cast<double>(entries - before));
  }
  clFinish(queue);
  print("entries of the kernel, enqueue while the device works", "calls", awake);
  print("entries of the kernel, enqueue to an idle device", "calls", asleep);
}

static void transfers(const bench::FirstDevice& opened, int count, size_t bytes) {
  std::vector<char> memory(bytes, 1);
  cl_int error;
  cl_mem large = opened.buffer(bytes);
  rate("write of a large buffer", count, bytes, [&] { clEnqueueWriteBuffer(queue, large, CL_TRUE, 0, bytes, memory.data(), 0, nullptr, nullptr); });
  rate("read of a large buffer", count, bytes, [&] { clEnqueueReadBuffer(queue, large, CL_TRUE, 0, bytes, memory.data(), 0, nullptr, nullptr); });
  rate("map, fill by the host, unmap", count, bytes, [&] {
    void* view = clEnqueueMapBuffer(queue, large, CL_TRUE, CL_MAP_WRITE, 0, bytes, 0, nullptr, nullptr, &error);
    memset(view, 2, bytes);
    clEnqueueUnmapMemObject(queue, large, view, 0, nullptr, nullptr);
    clFinish(queue);
  });
  clReleaseMemObject(large);
}

/** 100 empty kernels, recorded once (cl_khr_command_buffer); no row where that is not offered. */
static void replays(int count) {
  typedef struct _cl_command_buffer_khr* Buffer;
  typedef Buffer(CL_API_CALL * Create)(cl_uint, const cl_command_queue*, const cl_ulong*, cl_int*);
  typedef cl_int(CL_API_CALL * Record)(Buffer, cl_command_queue, const cl_ulong*, cl_kernel, cl_uint, const size_t*,
                                       const size_t*, const size_t*, cl_uint, const cl_uint*, cl_uint*, void*);
  typedef cl_int(CL_API_CALL * Change)(Buffer);
  typedef cl_int(CL_API_CALL * Enqueue)(cl_uint, cl_command_queue*, Buffer, cl_uint, const cl_event*, cl_event*);
  cl_platform_id platform;
  check(clGetPlatformIDs(1, &platform, nullptr), "platform");
  const auto function = [&](const char* name) { return clGetExtensionFunctionAddressForPlatform(platform, name); };
  const auto create = reinterpret_cast<Create>(function("clCreateCommandBufferKHR"));
  if (!create) return;
  const auto record = reinterpret_cast<Record>(function("clCommandNDRangeKernelKHR"));
  const auto enqueue = reinterpret_cast<Enqueue>(function("clEnqueueCommandBufferKHR"));
  cl_int error;
  Buffer buffer = create(1, &queue, nullptr, &error);
  check(error, "command buffer");
  const size_t one = 1;
  for (int i = 0; i < 100; i++) {
    check(record(buffer, nullptr, nullptr, empty, 1, nullptr, &one, nullptr, 0, nullptr, nullptr, nullptr), "record");
  }
  check(reinterpret_cast<Change>(function("clFinalizeCommandBufferKHR"))(buffer), "finalize");
  latency("replay of 100 recorded empty kernels, then finish", count, [&] {
    enqueue(0, nullptr, buffer, 0, nullptr, nullptr);
    clFinish(queue);
  });
  reinterpret_cast<Change>(function("clReleaseCommandBufferKHR"))(buffer);
}

static void measure(int count, size_t bytes) {
  const bench::FirstDevice opened;
  queue = opened.queue;
  empty = opened.kernel("__kernel void empty(__global int* data) {}\n", "empty");
  cl_int error;
  cl_mem data = opened.buffer(1 << 20);
  clSetKernelArg(empty, 0, sizeof data, &data);
  std::vector<char> memory(1 << 20);
  for (int i = 0; i < 100; i++) launch(), clFinish(queue);
  latency("enqueue of an empty kernel", count, launch);
  latency("empty kernel, enqueue to finish", count, [] { launch(), clFinish(queue); });
  latency("empty kernel, then a blocking read", count, [&] {
    launch();
    clEnqueueReadBuffer(queue, data, CL_TRUE, 0, 4, memory.data(), 0, nullptr, nullptr);
  });
  latency("100 empty kernels, then finish", count / 50 + 1, [] {
    for (int i = 0; i < 100; i++) launch();
    clFinish(queue);
  });
  replays(count / 50 + 1);
  latency("blocking write of 4 bytes", count, [&] { clEnqueueWriteBuffer(queue, data, CL_TRUE, 0, 4, memory.data(), 0, nullptr, nullptr); });
  latency("blocking read of 4 bytes", count, [&] { clEnqueueReadBuffer(queue, data, CL_TRUE, 0, 4, memory.data(), 0, nullptr, nullptr); });
  latency("map and unmap of 4 KiB", count, [&] {
    void* view = clEnqueueMapBuffer(queue, data, CL_TRUE, CL_MAP_READ, 0, 4096, 0, nullptr, nullptr, &error);
    clEnqueueUnmapMemObject(queue, data, view, 0, nullptr, nullptr);
    clFinish(queue);
  });
  count_entries(count);
  transfers(opened, count / 100 + 2, bytes);
  clReleaseMemObject(data);
}

int main(int argc, char** argv) {
  return bench::exitStatus("probe", [&] {
    measure(argc > 1 ? atoi(argv[1]) : 1000, (argc > 2 ? static_cast<size_t>(atoi(argv[2])) : 64) << 20);
  });
}
