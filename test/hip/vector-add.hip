// The sum of two vectors, of 100,000 elements or as many as the argument gives.

#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 100000;
  std::vector<float> a(n), b(n), c(n);
  for (int i = 0; i < n; i++) {
    a[i] = i;
    b[i] = 2 * i;
  }
  float *da, *db, *dc;
  hipError_t error = hipMalloc(&da, n * 4);
  if (error != hipSuccess) {
    printf("%s\n", hipGetErrorString(error));
    return 1;
  }
  hipMalloc(&db, n * 4);
  hipMalloc(&dc, n * 4);
  hipMemcpy(da, a.data(), n * 4, hipMemcpyHostToDevice);
  hipMemcpy(db, b.data(), n * 4, hipMemcpyHostToDevice);
  add<<<(n + 255) / 256, 256>>>(da, db, dc, n);
  error = hipMemcpy(c.data(), dc, n * 4, hipMemcpyDeviceToHost);
  int bad = 0;
  for (int i = 0; i < n; i++) bad += c[i] != 3.0f * i;
  printf("%s, %d wrong\n", hipGetErrorString(error), bad);
  return bad != 0;
}
