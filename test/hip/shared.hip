// A kernel with variables in LDS of many sizes and alignments, an array in private memory, and a value in a register,
// for the debugger.
#include <hip/hip_runtime.h>

#include <cstdio>

struct Pair {
  int a;
  float b[3];
};

__global__ void mix(int *out, const int *in, float scale) {
  __shared__ int later[4];
  __shared__ Pair pairs[4];
  __shared__ int before[4];
  __shared__ float4 tile[64];
  __shared__ char byte;
  __shared__ int flag;
  __shared__ short odd[3];
  int lane = threadIdx.x;
  int table[24];
  for (int i = 0; i < 24; i++) table[(i + in[0]) % 24] = lane * i;
  if (lane == 0) {
    flag = in[0] + 7;
    byte = in[1] + 3;
  }
  if (lane < 3) odd[lane] = in[lane] + 40 + lane;
  if (lane < 4) {
    before[lane] = in[lane] + lane;
    later[lane] = in[lane] + 100 + lane;
  }
  tile[lane] = make_float4(in[lane] + lane * 2, 1, 2, scale);
  pairs[lane & 3].a = in[lane] + (lane & 3);
  pairs[lane & 3].b[1] = 3.0f;
  __syncthreads();
  out[lane] = tile[63 - lane].x + pairs[(lane + 1) & 3].b[lane & 1] + pairs[lane & 3].a + flag + byte + table[(lane + in[1]) % 24] +
              odd[(lane & 1) + 1] + before[lane & 3] + later[(lane + 1) & 3] + tile[lane].w;
}

int main() {
  int *in = nullptr, *out = nullptr, first = 0;
  if (hipMalloc(&in, 256) || hipMalloc(&out, 256) || hipMemset(in, 0, 256)) return 1;
  mix<<<1, 64>>>(out, in, 0.5f);
  // More threads than a work-group may have: the runtime refuses it, and no device sees it.
  mix<<<1, 4096>>>(out, in, 0.5f);
  hipError_t refused = hipGetLastError();
  if (hipMemcpy(&first, out, sizeof first, hipMemcpyDeviceToHost)) return 2;
  std::printf("first %d, then %s\n", first, hipGetErrorName(refused));
  return 0;
}
