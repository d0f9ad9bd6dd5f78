// Memory of every kind, copies that are larger than the runtime's buffers, streams and events.

#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(call)                                                                  \
  do {                                                                               \
    hipError_t error = (call);                                                       \
    if (error != hipSuccess) {                                                       \
      printf("%s: %s\n", #call, hipGetErrorString(error));                           \
      return 1;                                                                      \
    }                                                                                \
  } while (0)

__global__ void scale(unsigned* values, unsigned factor, size_t n) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < n) values[i] = values[i] * factor + 1;
}

static int wrong(const unsigned* values, size_t n, unsigned factor) {
  int count = 0;
  for (size_t i = 0; i < n; i++) count += values[i] != (unsigned)i * factor + 1;
  return count;
}

static void fill(unsigned* values, size_t n) {
  for (size_t i = 0; i < n; i++) values[i] = (unsigned)i;
}

static int copies() {
  const size_t n = 16 << 20;
  std::vector<unsigned> there(n), back(n);
  fill(there.data(), n);
  unsigned* device;
  CHECK(hipMalloc(&device, n * 4));
  CHECK(hipMemcpy(device, there.data(), n * 4, hipMemcpyHostToDevice));
  CHECK(hipMemcpy(back.data(), device, n * 4, hipMemcpyDeviceToHost));
  printf("copies of 64 MiB: %d\n", memcmp(there.data(), back.data(), n * 4));
  CHECK(hipMemset(device, 0x5a, n * 4));
  CHECK(hipMemcpy(back.data(), device, n * 4, hipMemcpyDeviceToHost));
  int bad = 0;
  for (size_t i = 0; i < n; i++) bad += back[i] != 0x5a5a5a5au;
  printf("memset: %d\n", bad);
  CHECK(hipFree(device));
  return 0;
}

static int kinds() {
  const size_t n = 100000;
  unsigned *pinned, *managed, *mapped;
  CHECK(hipHostMalloc((void**)&pinned, n * 4, hipHostMallocDefault));
  fill(pinned, n);
  scale<<<(n + 255) / 256, 256>>>(pinned, 3, n);
  CHECK(hipDeviceSynchronize());
  printf("pinned: %d\n", wrong(pinned, n, 3));
  CHECK(hipMallocManaged((void**)&managed, n * 4));
  fill(managed, n);
  scale<<<(n + 255) / 256, 256>>>(managed, 5, n);
  CHECK(hipDeviceSynchronize());
  printf("managed: %d\n", wrong(managed, n, 5));
  unsigned* own = (unsigned*)malloc(n * 4 + 64) + 16;
  fill(own, n);
  CHECK(hipHostRegister(own, n * 4, hipHostRegisterMapped));
  CHECK(hipHostGetDevicePointer((void**)&mapped, own, 0));
  scale<<<(n + 255) / 256, 256>>>(mapped, 7, n);
  CHECK(hipDeviceSynchronize());
  printf("registered: %d\n", wrong(own, n, 7));
  CHECK(hipHostUnregister(own));
  CHECK(hipHostFree(pinned));
  CHECK(hipFree(managed));
  return 0;
}

static int streams() {
  const size_t n = 1 << 16;
  hipStream_t stream[4];
  hipEvent_t begin, end;
  unsigned *device[4], *host[4];
  CHECK(hipEventCreate(&begin));
  CHECK(hipEventCreate(&end));
  CHECK(hipEventRecord(begin, 0));
  for (int s = 0; s < 4; s++) {
    CHECK(hipStreamCreate(&stream[s]));
    CHECK(hipMalloc(&device[s], n * 4));
    CHECK(hipHostMalloc((void**)&host[s], n * 4, hipHostMallocDefault));
    fill(host[s], n);
    CHECK(hipMemcpyAsync(device[s], host[s], n * 4, hipMemcpyHostToDevice, stream[s]));
    scale<<<n / 256, 256, 0, stream[s]>>>(device[s], 2 + s, n);
    CHECK(hipMemcpyAsync(host[s], device[s], n * 4, hipMemcpyDeviceToHost, stream[s]));
  }
  for (int s = 0; s < 4; s++) {
    CHECK(hipStreamSynchronize(stream[s]));
    printf("stream %d: %d\n", s, wrong(host[s], n, 2 + s));
  }
  CHECK(hipEventRecord(end, 0));
  CHECK(hipEventSynchronize(end));
  float milliseconds = -1;
  CHECK(hipEventElapsedTime(&milliseconds, begin, end));
  printf("elapsed: %d\n", milliseconds > 0 && milliseconds < 600000 ? 0 : 1);
  return 0;
}

int main() { return copies() || kinds() || streams(); }
