// Features of the runtime beside kernels: events without times, streams of every priority, pinned memory of every kind,
// threads, devices.

#include <hip/hip_runtime.h>

#include <atomic>
#include <thread>

#include "check.h"

__global__ void add_to(unsigned* values, unsigned n, unsigned count) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < count) values[t] += n;
}

CASE(events_with_and_without_times) {
  hipEvent_t plain, start, end;
  HIP(hipEventCreateWithFlags(&plain, hipEventDisableTiming));
  HIP(hipEventCreate(&start));
  HIP(hipEventCreateWithFlags(&end, hipEventBlockingSync));
  Buffer<unsigned> values(1 << 20);
  HIP(hipEventRecord(start, nullptr));
  for (int n = 0; n < 5; n++) add_to<<<4096, 256>>>(values.at, 3, 1 << 20);
  HIP(hipEventRecord(plain, nullptr));
  HIP(hipEventRecord(end, nullptr));
  HIP(hipEventSynchronize(end));
  float ms = -1, none = -1;
  HIP(hipEventElapsedTime(&ms, start, end));
  int wrong = !(ms > 0 && ms < 60000) + (hipEventQuery(plain) != hipSuccess);
  wrong += hipEventElapsedTime(&none, plain, end) == hipSuccess;
  (void)hipGetLastError();
  HIP(hipEventDestroy(plain));
  HIP(hipEventDestroy(start));
  HIP(hipEventDestroy(end));
  return wrong + different(values.read(), std::vector<unsigned>(1 << 20, 15));
}

CASE(streams_of_every_priority) {
  int least = 0, greatest = 0;
  HIP(hipDeviceGetStreamPriorityRange(&least, &greatest));
  int wrong = least < greatest;
  for (int priority = greatest; priority <= least; priority++) {
    hipStream_t stream;
    HIP(hipStreamCreateWithPriority(&stream, hipStreamNonBlocking, priority));
    Buffer<unsigned> values(300);
    HIP(hipDeviceSynchronize());
    add_to<<<2, 256, 0, stream>>>(values.at, 11, 300);
    int got = 99;
    HIP(hipStreamGetPriority(stream, &got));
    hipError_t state = hipErrorNotReady;
    while (state == hipErrorNotReady) state = hipStreamQuery(stream);
    wrong += got != priority || state != hipSuccess;
    wrong += different(values.read(), std::vector<unsigned>(300, 11));
    HIP(hipStreamDestroy(stream));
  }
  return wrong;
}

CASE(pinned_memory_of_every_kind) {
  int wrong = 0;
  for (unsigned flags : std::initializer_list<unsigned>{hipHostMallocDefault, hipHostMallocPortable, hipHostMallocMapped, hipHostMallocWriteCombined,
                                                        hipHostMallocCoherent, hipHostMallocNonCoherent}) {
    unsigned *host, *device;
    HIP(hipHostMalloc((void**)&host, 3000 * 4, flags));
    HIP(hipHostGetDevicePointer((void**)&device, host, 0));
    for (unsigned n = 0; n < 3000; n++) host[n] = n;
    add_to<<<12, 256>>>(device, 5, 3000);
    HIP(hipDeviceSynchronize());
    for (unsigned n = 0; n < 3000; n++) wrong += host[n] != n + 5;
    HIP(hipHostFree(host));
  }
  return wrong;
}

CASE(many_threads_allocate_launch_and_free) {
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (unsigned thread = 0; thread < 6; thread++)
    threads.emplace_back([&wrong, thread] {
      try {
        for (unsigned round = 0; round < 10; round++) {
          Buffer<unsigned> values(2000 + 100 * thread);
          add_to<<<16, 256>>>(values.at, thread + round, (unsigned)values.count);
          wrong += different(values.read(), std::vector<unsigned>(values.count, thread + round));
        }
      } catch (const std::exception&) {
        wrong += 1000;
      }
    });
  for (auto& thread : threads) thread.join();
  return wrong;
}

CASE(two_devices_in_turns) {
  int count = 0;
  HIP(hipGetDeviceCount(&count));
  const unsigned size = 4000;
  std::vector<unsigned*> at((size_t)count);
  for (int device = 0; device < count; device++) {
    HIP(hipSetDevice(device));
    HIP(hipMalloc((void**)&at[device], size * 4));
    HIP(hipMemset(at[device], 0, size * 4));
  }
  // The results of one continue with the next one.
  for (int turn = 0; turn < 6; turn++) {
    int from = turn % count, to = (turn + 1) % count;
    HIP(hipSetDevice(from));
    add_to<<<16, 256>>>(at[from], 1u << turn, size);
    HIP(hipDeviceSynchronize());
    if (from != to) HIP(hipMemcpyPeer(at[to], to, at[from], from, size * 4));
  }
  std::vector<unsigned> got(size);
  HIP(hipMemcpy(got.data(), at[6 % count], size * 4, hipMemcpyDeviceToHost));
  for (int device = 0; device < count; device++) {
    HIP(hipSetDevice(device));
    HIP(hipFree(at[device]));
  }
  HIP(hipSetDevice(0));
  return different(got, std::vector<unsigned>(size, 63));
}
