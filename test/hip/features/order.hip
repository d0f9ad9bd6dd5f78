// Order of streams, events, callbacks, graphs and threads.

#include <atomic>
#include <thread>

#include "check.h"

__global__ void step(unsigned* values, unsigned factor, unsigned add, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n) values[t] = values[t] * factor + add;
}

__global__ void slow_step(unsigned* values, unsigned factor, unsigned add, int n, int rounds) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  unsigned v = values[t], waste = t;
  for (int i = 0; i < rounds; i++) waste = waste * 1664525u + 1013904223u;
  values[t] = v * factor + add + (waste == 0x12345 ? 1 : 0) * 0;
  if (waste == 0x7fffffff && factor == 0) values[0] = waste;
}

CASE(events_order_streams) {
  const int n = 4096, streams = 4;
  hipStream_t stream[streams];
  hipEvent_t event[streams];
  Buffer<unsigned> values(n);
  std::vector<unsigned> expected(n);
  for (int s = 0; s < streams; s++) {
    HIP(hipStreamCreateWithFlags(&stream[s], hipStreamNonBlocking));
    HIP(hipEventCreateWithFlags(&event[s], hipEventDisableTiming));
  }
  HIP(hipDeviceSynchronize());
  for (int k = 0; k < 40; k++) {
    int s = k * 3 % streams;
    if (k) HIP(hipStreamWaitEvent(stream[s], event[(k - 1) * 3 % streams], 0));
    slow_step<<<n / 256, 256, 0, stream[s]>>>(values.at, 3, k, n, k % 2 ? 1 : 300);
    HIP(hipEventRecord(event[s], stream[s]));
    for (auto& v : expected) v = v * 3 + k;
  }
  HIP(hipStreamSynchronize(stream[39 * 3 % streams]));
  int wrong = hipEventQuery(event[39 * 3 % streams]) != hipSuccess;
  for (int s = 0; s < streams; s++) {
    wrong += hipStreamQuery(stream[s]) != hipSuccess;
    HIP(hipEventDestroy(event[s]));
    HIP(hipStreamDestroy(stream[s]));
  }
  return wrong + different(values.read(), expected);
}

CASE(copies_follow_their_stream) {
  const int n = 1 << 18;
  unsigned *a, *b;
  HIP(hipHostMalloc((void**)&a, n * 4, hipHostMallocDefault));
  HIP(hipHostMalloc((void**)&b, n * 4, hipHostMallocDefault));
  hipStream_t stream;
  HIP(hipStreamCreate(&stream));
  Buffer<unsigned> first(n), second(n);
  for (int i = 0; i < n; i++) a[i] = i;
  for (int k = 0; k < 5; k++) {
    HIP(hipMemcpyAsync(first.at, a, n * 4, hipMemcpyHostToDevice, stream));
    step<<<n / 256, 256, 0, stream>>>(first.at, 5, k, n);
    HIP(hipMemcpyAsync(second.at, first.at, n * 4, hipMemcpyDeviceToDevice, stream));
    step<<<n / 256, 256, 0, stream>>>(second.at, 7, 1, n);
    HIP(hipMemcpyAsync(a, second.at, n * 4, hipMemcpyDeviceToHost, stream));
  }
  HIP(hipMemsetAsync(first.at, 0xab, n, stream));
  HIP(hipMemcpyAsync(b, first.at, n * 4, hipMemcpyDeviceToHost, stream));
  HIP(hipStreamSynchronize(stream));
  int wrong = 0;
  for (int i = 0; i < n; i++) {
    unsigned v = i, one = 0;
    for (int k = 0; k < 5; k++) {
      one = v * 5 + k;
      v = one * 7 + 1;
    }
    wrong += a[i] != v;
    wrong += b[i] != (i < n / 4 ? 0xababababu : one);
  }
  HIP(hipStreamDestroy(stream));
  HIP(hipHostFree(a));
  HIP(hipHostFree(b));
  return wrong;
}

static void count_call(hipStream_t, hipError_t status, void* at) {
  if (status == hipSuccess) *(int*)at = *(int*)at * 10 + 1;
}

CASE(callbacks) {
  hipStream_t stream;
  HIP(hipStreamCreate(&stream));
  Buffer<unsigned> values(256);
  int calls = 0;
  for (int k = 0; k < 3; k++) {
    step<<<1, 256, 0, stream>>>(values.at, 2, 1, 256);
    HIP(hipStreamAddCallback(stream, count_call, &calls, 0));
  }
  HIP(hipStreamSynchronize(stream));
  HIP(hipStreamDestroy(stream));
  return (calls != 111) + different(values.read(), std::vector<unsigned>(256, 7));
}

CASE(threads_with_streams_of_their_own) {
  const int n = 1 << 14, threads = 4;
  std::vector<std::thread> all;
  std::atomic<int> wrong{0};
  for (int s = 0; s < threads; s++)
    all.emplace_back([s, &wrong] {
      try {
        hipStream_t stream;
        HIP(hipStreamCreate(&stream));
        Buffer<unsigned> values(n);
        HIP(hipDeviceSynchronize());
        for (int k = 0; k < 25; k++) step<<<n / 256, 256, 0, stream>>>(values.at, 3, s + k, n);
        HIP(hipStreamSynchronize(stream));
        unsigned v = 0;
        for (int k = 0; k < 25; k++) v = v * 3 + s + k;
        wrong += different(values.read(), std::vector<unsigned>(n, v));
        HIP(hipStreamDestroy(stream));
      } catch (const std::exception&) {
        wrong += 1000000;
      }
    });
  for (auto& thread : all) thread.join();
  return wrong;
}

CASE(graph_of_a_captured_stream) {
  const int n = 1024;
  hipStream_t stream;
  hipGraph_t graph;
  hipGraphExec_t exec;
  HIP(hipStreamCreate(&stream));
  Buffer<unsigned> values(n);
  std::vector<unsigned> host(n), expected(n);
  HIP(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
  for (int k = 0; k < 4; k++) step<<<n / 256, 256, 0, stream>>>(values.at, 3, k, n);
  HIP(hipMemcpyAsync(host.data(), values.at, n * 4, hipMemcpyDeviceToHost, stream));
  HIP(hipStreamEndCapture(stream, &graph));
  HIP(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  for (int i = 0; i < 5; i++) HIP(hipGraphLaunch(exec, stream));
  HIP(hipStreamSynchronize(stream));
  for (auto& v : expected)
    for (int i = 0; i < 20; i++) v = v * 3 + i % 4;
  HIP(hipGraphExecDestroy(exec));
  HIP(hipGraphDestroy(graph));
  HIP(hipStreamDestroy(stream));
  return different(host, expected);
}

CASE(graph_of_nodes) {
  const int n = 512;
  hipStream_t stream;
  hipGraph_t graph;
  hipGraphExec_t exec;
  hipGraphNode_t left, right, both;
  HIP(hipStreamCreate(&stream));
  Buffer<unsigned> values(2 * n);
  unsigned *a = values.at, *b = values.at + n, two = 2, five = 5, nine = 9, one = 1;
  int count = n, twice = 2 * n;
  HIP(hipGraphCreate(&graph, 0));
  auto node = [&](hipGraphNode_t* made, unsigned** at, unsigned* factor, unsigned* add, int* many, std::vector<hipGraphNode_t> after) {
    void* arguments[] = {at, factor, add, many};
    hipKernelNodeParams parameters{};
    parameters.func = (void*)step;
    parameters.gridDim = dim3((*many + 255) / 256);
    parameters.blockDim = dim3(256);
    parameters.kernelParams = arguments;
    HIP(hipGraphAddKernelNode(made, graph, after.data(), after.size(), &parameters));
  };
  node(&left, &a, &two, &five, &count, {});
  node(&right, &b, &two, &nine, &count, {});
  node(&both, &a, &five, &one, &twice, {left, right});
  HIP(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  HIP(hipGraphLaunch(exec, stream));
  HIP(hipStreamSynchronize(stream));
  std::vector<unsigned> expected(2 * n);
  for (int i = 0; i < 2 * n; i++) expected[i] = (i < n ? 5 : 9) * 5 + 1;
  HIP(hipGraphExecDestroy(exec));
  HIP(hipGraphDestroy(graph));
  HIP(hipStreamDestroy(stream));
  return different(values.read(), expected);
}

__global__ void await_host(volatile unsigned* flag, volatile unsigned* seen) {
  if (threadIdx.x == 0) {
    *seen = 1;
    __threadfence_system();
    while (*flag != 5) __builtin_amdgcn_s_sleep(1);
    *seen = 2;
  }
}

CASE(a_kernel_and_the_host_wait_for_each_other) {
  unsigned* shared;
  HIP(hipHostMalloc((void**)&shared, 4096, hipHostMallocCoherent));
  volatile unsigned *flag = shared, *seen = shared + 64;
  *flag = *seen = 0;
  await_host<<<1, 64>>>(flag, seen);
  while (*seen != 1) std::this_thread::yield();
  *flag = 5;
  HIP(hipDeviceSynchronize());
  int wrong = *seen != 2;
  HIP(hipHostFree(shared));
  return wrong;
}
