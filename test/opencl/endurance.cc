// Launches and writes by the ten thousand: memory and descriptors of the process do not grow.
// LAUNCHES and WRITES in the environment: how many of each.
#include <dirent.h>
#include <unistd.h>

#include "harness.h"

static const char* kSource = "__kernel void add(__global int* data, int value) { data[get_global_id(0)] += value; }\n";

static long resident_pages() {
  long total = 0, resident = 0;
  FILE* file = fopen("/proc/self/statm", "r");
  if (file && fscanf(file, "%ld %ld", &total, &resident) != 2) resident = 0;
  if (file) fclose(file);
  return resident;
}

static int descriptors() {
  int count = 0;
  DIR* folder = opendir("/proc/self/fd");
  while (folder && readdir(folder)) count++;
  if (folder) closedir(folder);
  return count;
}

static int number(const char* name, int otherwise) {
  const char* text = getenv(name);
  return text ? atoi(text) : otherwise;
}

int main() {
  Fixture f;
  const int launches = number("LAUNCHES", 3000), writes = number("WRITES", 20000);
  cl_kernel kernel = f.kernel(kSource, "add");
  std::vector<int> zero(64);
  cl_mem data = f.buffer(256, zero.data());
  clSetKernelArg(kernel, 0, sizeof data, &data);
  size_t global = 64;
  long pages = 0;
  int files = 0;
  for (int i = 0; i < launches; i++) {
    int value = 1;
    clSetKernelArg(kernel, 1, sizeof value, &value);
    cl_event event;
    if (clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, &event)) failures++;
    clReleaseEvent(event);
    if (i == launches / 3) pages = resident_pages(), files = descriptors();
  }
  EXPECT(f.read<int>(data, 64) == std::vector<int>(64, launches));
  for (int i = 0; i < writes; i++) {
    if (clEnqueueWriteBuffer(f.queue, data, i % 2, 4 * (i % 64), 4, &i, 0, nullptr, nullptr)) failures++;
    cl_mem scratch = i % 100 ? nullptr : f.buffer(4096);
    if (scratch) clReleaseMemObject(scratch);
  }
  EXPECT(f.read<int>(data, 64)[(writes - 1) % 64] == writes - 1);
  EXPECT_NAMED("memory does not grow", resident_pages() < pages + 1024);
  EXPECT_NAMED("descriptors do not grow", descriptors() <= files);
  clReleaseKernel(kernel);
  clReleaseMemObject(data);
  return finish();
}
