// Transposes a matrix of height x width elements by way of tiles in local memory, so that both reading and writing go
// along rows. The tile's rows have one element too many, which keeps a column's elements in different banks.
#define TILE 16

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void transpose(__global const float *input, __global float *output, uint width, uint height) {
  __local float tile[TILE][TILE + 1];
  const uint lx = get_local_id(0);
  const uint ly = get_local_id(1);
  const uint left = get_group_id(0) * TILE;
  const uint top = get_group_id(1) * TILE;

  if (left + lx < width && top + ly < height)
    tile[ly][lx] = input[(top + ly) * width + left + lx];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (left + ly < width && top + lx < height)
    output[(left + ly) * height + top + lx] = tile[lx][ly];
}
