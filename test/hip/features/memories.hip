// Memory: variables of programs, copies of rectangles, memory of the host and of the GPU.

#include "check.h"

// HIP 6 has renamed the field.
#if HIP_VERSION_MAJOR >= 6
#define TYPE_OF(attributes) (attributes).type
#else
#define TYPE_OF(attributes) (attributes).memoryType
#endif

__constant__ unsigned factors[64];
__device__ unsigned counter;
__device__ unsigned initialised[4] = {11, 22, 33, 44};
__managed__ int everywhere = 7;

__global__ void use_symbols(unsigned* out) {
  out[threadIdx.x] = factors[threadIdx.x] * 3 + initialised[threadIdx.x & 3];
  atomicAdd(&counter, threadIdx.x);
  if (threadIdx.x == 0) everywhere += 100;
}

CASE(symbols) {
  std::vector<unsigned> given(64), expected(64);
  unsigned zero = 5, count = 0, *at = nullptr;
  for (int i = 0; i < 64; i++) expected[i] = (given[i] = noise(i)) * 3 + 11 * (i % 4 + 1);
  HIP(hipMemcpyToSymbol(HIP_SYMBOL(factors), given.data(), 256));
  HIP(hipMemcpyToSymbol(HIP_SYMBOL(counter), &zero, 4));
  Buffer<unsigned> out(64);
  use_symbols<<<1, 64>>>(out.at);
  HIP(hipMemcpyFromSymbol(&count, HIP_SYMBOL(counter), 4));
  HIP(hipGetSymbolAddress((void**)&at, HIP_SYMBOL(initialised)));
  unsigned second = 0;
  HIP(hipMemcpy(&second, at + 1, 4, hipMemcpyDeviceToHost));
  HIP(hipDeviceSynchronize());
  return (count != 5 + 63 * 32) + (second != 22) + (everywhere != 107) + different(out.read(), expected);
}

CASE(rectangles) {
  const size_t width = 100, height = 37;
  size_t pitch;
  unsigned char* at;
  std::vector<unsigned char> in(width * height), out(width * height), patch(10 * 5);
  for (size_t i = 0; i < in.size(); i++) in[i] = (unsigned char)noise((unsigned)i);
  HIP(hipMallocPitch((void**)&at, &pitch, width, height));
  HIP(hipMemset2D(at, pitch, 0x11, width, height));
  HIP(hipMemcpy2D(at, pitch, in.data(), width, width - 3, height - 1, hipMemcpyHostToDevice));
  HIP(hipMemcpy2D(out.data(), width, at, pitch, width, height, hipMemcpyDeviceToHost));
  HIP(hipMemcpy2D(patch.data(), 10, at + 4 * pitch + 7, pitch, 10, 5, hipMemcpyDeviceToHost));
  int wrong = 0;
  auto expected = [&](size_t x, size_t y) { return x < width - 3 && y < height - 1 ? in[y * width + x] : 0x11; };
  for (size_t y = 0; y < height; y++)
    for (size_t x = 0; x < width; x++) wrong += out[y * width + x] != expected(x, y);
  for (size_t y = 0; y < 5; y++)
    for (size_t x = 0; x < 10; x++) wrong += patch[y * 10 + x] != expected(x + 7, y + 4);
  HIP(hipFree(at));
  return wrong;
}

CASE(copies_of_any_alignment) {
  const size_t n = 4096;
  std::vector<unsigned char> in(n), out(n), expected(n, 0xee);
  for (size_t i = 0; i < n; i++) in[i] = (unsigned char)noise((unsigned)i);
  Buffer<unsigned char> a(in), b(expected);
  for (size_t from : {0, 1, 3, 8})
    for (size_t to : {0, 2, 5})
      for (size_t size : {1, 7, 64, 333}) {
        size_t place = to * 600 + size;
        HIP(hipMemcpy(b.at + place, a.at + from + size, size, hipMemcpyDeviceToDevice));
        memcpy(&expected[place], &in[from + size], size);
      }
  HIP(hipMemset(b.at + 3001, 0x77, 13));
  memset(&expected[3001], 0x77, 13);
  HIP(hipMemsetD32((hipDeviceptr_t)(b.at + 3100), 0x01020304, 9));
  for (int i = 0; i < 9; i++) memcpy(&expected[3100 + 4 * i], "\4\3\2\1", 4);
  HIP(hipMemsetD16((hipDeviceptr_t)(b.at + 3200), 0x0506, 9));
  for (int i = 0; i < 9; i++) memcpy(&expected[3200 + 2 * i], "\6\5", 2);
  return different(b.read(), expected);
}

__global__ void triple(int* values, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n) values[t] *= 3;
}

CASE(managed_memory_from_both_sides) {
  int* values;
  HIP(hipMallocManaged((void**)&values, 40000));
  for (int i = 0; i < 10000; i++) values[i] = i;
  int wrong = 0;
  for (int k = 0, factor = 3; k < 3; k++, factor *= 3) {
    triple<<<40, 256>>>(values, 10000);
    HIP(hipDeviceSynchronize());
    for (int i = 0; i < 10000; i++) wrong += values[i] != i * factor;
  }
  HIP(hipMemPrefetchAsync(values, 40000, 0, 0));
  HIP(hipFree(values));
  return wrong;
}

CASE(registered_memory) {
  std::vector<int> own(30000);
  for (int i = 0; i < 30000; i++) own[i] = i;
  int* at;
  HIP(hipHostRegister(own.data() + 5, 29000 * 4, hipHostRegisterDefault));
  HIP(hipHostGetDevicePointer((void**)&at, own.data() + 5, 0));
  triple<<<29000 / 256 + 1, 256>>>(at, 29000);
  HIP(hipDeviceSynchronize());
  own[0] = 9;
  int wrong = own[0] != 9;
  for (int i = 1; i < 30000; i++) wrong += own[i] != (i >= 5 && i < 29005 ? i * 3 : i);
  HIP(hipHostUnregister(own.data() + 5));
  return wrong;
}

CASE(attributes_of_pointers) {
  int *device, *host, own;
  HIP(hipMalloc(&device, 4096));
  HIP(hipHostMalloc((void**)&host, 4096, hipHostMallocMapped));
  hipPointerAttribute_t a{}, b{};
  HIP(hipPointerGetAttributes(&a, device + 7));
  HIP(hipPointerGetAttributes(&b, host + 3));
  int wrong = (TYPE_OF(a) != hipMemoryTypeDevice) + (TYPE_OF(b) != hipMemoryTypeHost) + (b.hostPointer != host + 3);
  hipPointerAttribute_t c{};
#if HIP_VERSION_MAJOR >= 6
  wrong += hipPointerGetAttributes(&c, &own) != hipSuccess || c.type != hipMemoryTypeUnregistered;
#else
  wrong += hipPointerGetAttributes(&c, &own) == hipSuccess;
#endif
  (void)hipGetLastError();
  size_t free0 = 0, total = 0, free1 = 0;
  HIP(hipMemGetInfo(&free0, &total));
  void* big;
  HIP(hipMalloc(&big, 64 << 20));
  HIP(hipMemGetInfo(&free1, &total));
  wrong += free0 - free1 != 64 << 20;
  HIP(hipFree(big));
  HIP(hipFree(device));
  HIP(hipHostFree(host));
  return wrong;
}

CASE(too_much_memory_is_refused) {
  void* at = nullptr;
  int wrong = hipMalloc(&at, 8ull << 30) != hipErrorOutOfMemory;
  (void)hipGetLastError();
  HIP(hipMalloc(&at, 1 << 20));
  HIP(hipFree(at));
  return wrong;
}

constexpr int LARGE = 40000;

/**
 * Private memory that is too large for registers, and for the memory of a compute unit: 20 MB for each
 * work-group here.
 */
__global__ void uses_much(int* out, int seed) {
  volatile unsigned char own[LARGE];
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < LARGE; i += 97) own[i] = (unsigned char)(at * 7 + i + seed);
  int sum = 0;
  for (int i = 0; i < LARGE; i += 97) sum += own[i] * (i % 5 + 1);
  out[at] = sum;
}

CASE(large_private_memory) {
  constexpr int groups = 3, size = 512, items = groups * size;
  int wrong = 0;
  hipStream_t streams[2];
  Buffer<int> first(items), second(items);
  Buffer<int>* outs[] = {&first, &second};
  for (int s = 0; s < 2; s++) {
    HIP(hipStreamCreate(&streams[s]));
    uses_much<<<groups, size, 0, streams[s]>>>(outs[s]->at, s);
  }
  HIP(hipDeviceSynchronize());
  for (int s = 0; s < 2; s++) {
    std::vector<int> expected(items);
    for (int at = 0; at < items; at++)
      for (int i = 0; i < LARGE; i += 97) expected[at] += (unsigned char)(at * 7 + i + s) * (i % 5 + 1);
    wrong += different(outs[s]->read(), expected);
    HIP(hipStreamDestroy(streams[s]));
  }
  return wrong;
}
