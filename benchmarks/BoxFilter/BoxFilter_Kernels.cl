// Mean over a square of pixels, in two passes: sums along rows, then sums of these along columns and the division.
// Pixels beyond the border count as the nearest one inside. `radius` pixels on each side of the centre are added.
#define GROUP 256
#define MAX_RADIUS 63

// A work-group does GROUP pixels of one row, which it first copies to local memory with the radius on both sides.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void sumRows(__global const uchar4 *input, __global ushort4 *sums, int width, int radius) {
  __local uchar4 strip[GROUP + 2 * MAX_RADIUS];
  const int lid = get_local_id(0);
  const int start = get_group_id(0) * GROUP;
  const int y = get_global_id(1);
  for (int i = lid; i < GROUP + 2 * radius; i += GROUP)
    strip[i] = input[y * width + clamp(start + i - radius, 0, width - 1)];
  barrier(CLK_LOCAL_MEM_FENCE);

  ushort4 sum = 0;
  for (int i = 0; i <= 2 * radius; i++)
    sum += convert_ushort4(strip[lid + i]);
  if (start + lid < width)
    sums[y * width + start + lid] = sum;
}

// Each work-item does one pixel; work-items of a wavefront lie in one row, so their reads are adjacent.
__kernel void sumColumns(__global const ushort4 *sums, __global uchar4 *output, int width, int height, int radius) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= width)
    return;
  uint4 sum = 0;
  for (int i = y - radius; i <= y + radius; i++)
    sum += convert_uint4(sums[clamp(i, 0, height - 1) * width + x]);
  const uint side = 2 * radius + 1;
  output[y * width + x] = convert_uchar4(sum / (side * side));
}
