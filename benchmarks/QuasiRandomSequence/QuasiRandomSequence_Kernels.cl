// Points of Sobol's sequence (1967) in the order of Antonov and Saleev (1979). Work-item (i, d) computes coordinate d
// of point i: the direction numbers of the bits that are set in the Gray code of i, added modulo 2.
#define BITS 32

__kernel void sobol(__global const uint *directions, __global float *points, uint count) {
  const uint i = get_global_id(0);
  const uint dimension = get_global_id(1);
  if (i >= count)
    return;
  uint sum = 0;
  uint gray = i ^ (i >> 1);
  for (uint bit = 0; gray != 0; bit++, gray >>= 1)
    if (gray & 1)
      sum ^= directions[dimension * BITS + bit];
  // 24 bits, so that the conversion is exact.
  points[dimension * count + i] = (float)(sum >> 8) * 0x1p-24f;
}
