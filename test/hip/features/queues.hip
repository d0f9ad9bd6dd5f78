// Queues beside one another.

#include "check.h"

__global__ void mix(unsigned* to, const unsigned* from, unsigned add, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n) to[t] = to[t] * 5 + from[(t + 1) % n] + add;
}

/** Launches on two queues, each of which needs data of the last one of the other queue. */
CASE(a_thousand_launches_over_two_queues) {
  const int n = 256, launches = 1000;
  hipStream_t stream[2];
  hipEvent_t event[2];
  Buffer<unsigned> left(n), right(n);
  for (int s = 0; s < 2; s++) {
    HIP(hipStreamCreateWithFlags(&stream[s], hipStreamNonBlocking));
    HIP(hipEventCreateWithFlags(&event[s], hipEventDisableTiming));
  }
  HIP(hipDeviceSynchronize());
  unsigned* at[] = {left.at, right.at};
  std::vector<unsigned> expected[] = {std::vector<unsigned>(n), std::vector<unsigned>(n)};
  for (int k = 0; k < launches; k++) {
    const int own = k % 2, other = 1 - own;
    if (k) HIP(hipStreamWaitEvent(stream[own], event[other], 0));
    mix<<<n / 64, 64, 0, stream[own]>>>(at[own], at[other], k, n);
    HIP(hipEventRecord(event[own], stream[own]));
    for (int i = 0; i < n; i++) expected[own][i] = expected[own][i] * 5 + expected[other][(i + 1) % n] + k;
  }
  for (int s = 0; s < 2; s++) {
    HIP(hipStreamSynchronize(stream[s]));
    HIP(hipEventDestroy(event[s]));
    HIP(hipStreamDestroy(stream[s]));
  }
  return different(left.read(), expected[0]) + different(right.read(), expected[1]);
}

/** The rounds change nothing but the time. */
__global__ void spun(unsigned* values, unsigned factor, unsigned add, int n, int rounds) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  for (int i = 0; i < rounds; i++) __builtin_amdgcn_s_sleep(1);
  values[t] = values[t] * factor + add;
}

/** Two independent queues are filled side by side; one of them has the longer launches. */
CASE(two_queues_at_a_time) {
  const int n = 1024, launches = 200;
  hipStream_t stream[2];
  for (auto& each : stream) HIP(hipStreamCreateWithFlags(&each, hipStreamNonBlocking));
  Buffer<unsigned> left(n), right(n);
  HIP(hipDeviceSynchronize());
  unsigned a = 0, b = 0;
  for (int k = 0; k < launches; k++) {
    spun<<<n / 256, 256, 0, stream[0]>>>(left.at, 3, k, n, 200);
    spun<<<n / 256, 256, 0, stream[1]>>>(right.at, 7, k, n, 1);
    a = a * 3 + k;
    b = b * 7 + k;
  }
  HIP(hipStreamSynchronize(stream[1]));
  int wrong = different(right.read(), std::vector<unsigned>(n, b));
  HIP(hipStreamSynchronize(stream[0]));
  for (auto& each : stream) HIP(hipStreamDestroy(each));
  return wrong + different(left.read(), std::vector<unsigned>(n, a));
}

__global__ void await_kernel(volatile unsigned* flag) {
  if (threadIdx.x == 0) {
    while (*flag != 5) __builtin_amdgcn_s_sleep(1);
    flag[1] = 6;
  }
}

__global__ void release_kernel(volatile unsigned* flag) {
  if (threadIdx.x == 0) *flag = 5;
}

CASE(a_kernel_waits_for_one_of_another_stream) {
  hipStream_t first, second;
  HIP(hipStreamCreateWithFlags(&first, hipStreamNonBlocking));
  HIP(hipStreamCreateWithFlags(&second, hipStreamNonBlocking));
  Buffer<unsigned> flag(2);
  HIP(hipDeviceSynchronize());
  await_kernel<<<1, 64, 0, first>>>(flag.at);
  release_kernel<<<1, 64, 0, second>>>(flag.at);
  HIP(hipStreamSynchronize(first));
  HIP(hipStreamSynchronize(second));
  int wrong = flag.read()[1] != 6;
  HIP(hipStreamDestroy(first));
  HIP(hipStreamDestroy(second));
  return wrong;
}
