// How long a launch of an empty kernel takes until it is complete, one after the other and after a pause, and how
// quickly memory is copied. Prints a number in a line: microseconds (the middle of many), then GB/s (the best of some),
// the processor's own copies, and hundredths of a processor that Atoll and this program take while nothing is launched.

#include <hip/hip_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include <unistd.h>

__global__ void empty() {}

using Clock = std::chrono::steady_clock;

template <typename Body>
static double microseconds(Body body) {
  auto start = Clock::now();
  body();
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

static void launch() {
  empty<<<1, 64>>>();
  if (hipDeviceSynchronize() != hipSuccess) std::exit(1);
}

static double middle(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/** Hundredths of a second that a process has executed for. */
static long executed(pid_t pid) {
  long user = 0, system = 0;
  FILE* file = fopen(("/proc/" + std::to_string(pid) + "/stat").c_str(), "r");
  if (!file || fscanf(file, "%*d (%*[^)]) %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld", &user, &system) != 2) std::exit(1);
  fclose(file);
  return user + system;
}

int main() {
  constexpr int busyLaunches = 2000, idleLaunches = 200, copies = 9;
  constexpr size_t bytes = 64 << 20;
  launch();
  std::vector<double> busy, idle, up, down, plain;
  for (int n = 0; n < busyLaunches; n++) busy.push_back(microseconds(launch));
  for (int n = 0; n < idleLaunches; n++) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    idle.push_back(microseconds(launch));
  }
  void* device = nullptr;
  std::vector<char> host(bytes, 1), other(bytes, 2);
  if (hipMalloc(&device, bytes) != hipSuccess) return 1;
  for (int n = 0; n < copies; n++) {
    up.push_back(microseconds([&] { (void)hipMemcpy(device, host.data(), bytes, hipMemcpyHostToDevice); }));
    plain.push_back(microseconds([&] { memcpy(other.data(), host.data(), bytes); }));
    down.push_back(microseconds([&] { (void)hipMemcpy(host.data(), device, bytes, hipMemcpyDeviceToHost); }));
  }
  auto rate = [&](std::vector<double>& times) { return bytes / *std::min_element(times.begin(), times.end()) / 1e3; };
  printf("%.1f\n%.1f\n%.2f\n%.2f\n%.2f\n", middle(busy), middle(idle), rate(up), rate(down), rate(plain));
  constexpr int pause = 10;
  // A second for the work that the last copies have left behind.
  std::this_thread::sleep_for(std::chrono::seconds(1));
  const pid_t processes[] = {getppid(), getpid()};
  long before[] = {executed(processes[0]), executed(processes[1])};
  std::this_thread::sleep_for(std::chrono::seconds(pause));
  for (int n : {0, 1}) printf("%.1f\n", double(executed(processes[n]) - before[n]) / pause);
  return other[bytes / 2] == 1 ? 0 : 1;
}
