// Launches and writes by the ten thousand: memory and descriptors of the process and of its
// simulator do not grow.
// LAUNCHES and WRITES in the environment: how many of each.
#include <dirent.h>
#include <unistd.h>

#include <chrono>

#include "harness.h"

static const char* kSource = "__kernel void add(__global int* data, int value) { data[get_global_id(0)] += value; }\n";

/** Resources of a process. */
struct Usage {
  long pages = 0;
  int descriptors = 0;

  explicit Usage(pid_t process) {
    std::string folder = "/proc/" + std::to_string(process);
    long total = 0;
    FILE* file = fopen((folder + "/statm").c_str(), "r");
    if (file && fscanf(file, "%ld %ld", &total, &pages) != 2) pages = 0;
    if (file) fclose(file);
    DIR* list = opendir((folder + "/fd").c_str());
    while (list && readdir(list)) descriptors++;
    if (list) closedir(list);
  }
};

/** Growth that is no growth: pages that caches and a collector of garbage still take. 4 and 24 MiB. */
static constexpr long kOwnSlack = 1024, kSimulatorSlack = 6144;

/** This process and the one that started it, which is the simulator when it runs under one. */
struct Usages {
  Usage own{getpid()}, simulator{getppid()};

  void compare(const char* what, const Usages& before) const {
    printf("fact %s: own %ld to %ld pages, simulator %ld to %ld\n", what, before.own.pages, own.pages, before.simulator.pages, simulator.pages);
    EXPECT_NAMED("memory does not grow", own.pages < before.own.pages + kOwnSlack);
    EXPECT_NAMED("descriptors do not grow", own.descriptors <= before.own.descriptors);
    EXPECT_NAMED("the simulator's memory does not grow", simulator.pages < before.simulator.pages + kSimulatorSlack);
    EXPECT_NAMED("the simulator's descriptors do not grow", simulator.descriptors <= before.simulator.descriptors);
  }
};

/**
 * Calls `body(i)` that often, and compares its resources after a third and at the end. Prints microseconds of a call.
 */
template <class Body>
static void repeat(const char* what, cl_command_queue queue, int count, Body body) {
  using Clock = std::chrono::steady_clock;
  auto microseconds = [](Clock::time_point from, int calls) {
    return std::chrono::duration<double, std::micro>(Clock::now() - from).count() / calls;
  };
  Clock::time_point start = Clock::now();
  for (int i = 0; i < count / 3; i++) body(i);
  clFinish(queue);
  double first = microseconds(start, count / 3);
  Usages before;
  start = Clock::now();
  for (int i = count / 3; i < count; i++) body(i);
  clFinish(queue);
  printf("fact %s: %.2f us each in the first third, %.2f us later\n", what, first, microseconds(start, count - count / 3));
  Usages().compare(what, before);
}

static int number(const char* name, int otherwise) {
  const char* text = getenv(name);
  return text ? atoi(text) : otherwise;
}

int main() {
  Fixture f;
  const int launches = number("LAUNCHES", 12000), writes = number("WRITES", 60000);
  cl_kernel kernel = f.kernel(kSource, "add");
  std::vector<int> zero(64);
  cl_mem data = f.buffer(256, zero.data());
  clSetKernelArg(kernel, 0, sizeof data, &data);
  size_t global = 64;
  auto launch = [&](int) {
    int value = 1;
    clSetKernelArg(kernel, 1, sizeof value, &value);
    cl_event event;
    if (clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, &event)) failures++;
    clReleaseEvent(event);
  };
  // Both sides reach their working size first.
  for (int i = 0; i < launches; i++) launch(i);
  repeat("launches", f.queue, launches, launch);
  EXPECT(f.read<int>(data, 64) == std::vector<int>(64, 2 * launches));
  repeat("writes", f.queue, writes, [&](int i) {
    if (clEnqueueWriteBuffer(f.queue, data, i % 2, 4 * (i % 64), 4, &i, 0, nullptr, nullptr)) failures++;
    cl_mem scratch = i % 100 ? nullptr : f.buffer(4096);
    if (scratch) clReleaseMemObject(scratch);
  });
  EXPECT(f.read<int>(data, 64)[(writes - 1) % 64] == writes - 1);
  clReleaseKernel(kernel);
  clReleaseMemObject(data);
  return finish();
}
