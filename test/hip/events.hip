// Measures ten launches that are in the stream behind one that takes long to be simulated, and one launch by itself.
#include <hip/hip_runtime.h>
#include <cstdio>

__global__ void sums(int* p) {
  int sum = 0, at = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < 50; i++) sum += p[(at * 17 + i * 31) & 4095];
  p[at & 4095] = sum;
}

int main() {
  int* p;
  hipEvent_t begin, end;
  if (hipMalloc(&p, 4096 * sizeof(int)) || hipMemset(p, 0, 4096 * sizeof(int))) return 2;
  if (hipEventCreate(&begin) || hipEventCreate(&end)) return 3;
  sums<<<1, 64>>>(p);
  hipDeviceSynchronize();
  sums<<<2048, 64>>>(p);
  hipEventRecord(begin, 0);
  for (int n = 0; n < 10; n++) sums<<<64, 64>>>(p);
  hipEventRecord(end, 0);
  if (hipEventSynchronize(end)) return 4;
  float ms = -1;
  if (hipEventElapsedTime(&ms, begin, end)) return 5;
  std::printf("%.3f us\n", ms * 1000);
}
