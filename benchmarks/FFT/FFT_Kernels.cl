// Fast Fourier transforms of up to 1024 complex points, one work-group a transform.
//
// Stockham's autosort algorithm, radix 2: each pass reads one array in local memory and writes the other, so no bit
// reversal is needed. In the pass with stride s, butterfly i = q + s p (q < s) takes points i and i + length / 2 and
// gives points 2 i - q and 2 i - q + s; its twiddle factor is exp(-2 pi i s p / length).
#define GROUP 256
#define MAX_LENGTH 1024

float2 multiply(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void fft(__global const float2 *input, __global float2 *output, __global const float2 *twiddles, uint length) {
  __local float2 buffers[2][MAX_LENGTH];
  const uint lid = get_local_id(0);
  const uint first = get_group_id(0) * length;
  for (uint i = lid; i < length; i += GROUP)
    buffers[0][i] = input[first + i];
  barrier(CLK_LOCAL_MEM_FENCE);

  uint from = 0;
  for (uint stride = 1; stride < length; stride *= 2) {
    for (uint i = lid; i < length / 2; i += GROUP) {
      const uint q = i & (stride - 1);
      const float2 a = buffers[from][i];
      const float2 b = buffers[from][i + length / 2];
      buffers[1 - from][2 * i - q] = a + b;
      buffers[1 - from][2 * i - q + stride] = multiply(a - b, twiddles[i - q]);
    }
    from = 1 - from;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (uint i = lid; i < length; i += GROUP)
    output[first + i] = buffers[from][i];
}
