// C = A * B in row-major order, A of height x inner, B of inner x width elements.
//
// A work-group of 16 x 16 work-items computes a block of 16 rows and 64 columns of C. It walks over A and B in steps of
// 16 along the inner dimension and keeps the step's parts in local memory; each work-item sums four elements of C that
// lie 16 columns apart. Elements outside of the matrices count as 0, so any size is right.
#define TILE 16
#define COLUMNS 4

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void matrixMultiply(__global const float *a, __global const float *b, __global float *c,
                    uint width, uint height, uint inner) {
  __local float tileA[TILE][TILE];
  __local float tileB[TILE][TILE * COLUMNS];
  const uint lx = get_local_id(0);
  const uint ly = get_local_id(1);
  const uint row = get_group_id(1) * TILE + ly;
  const uint column = get_group_id(0) * TILE * COLUMNS + lx;
  float sum[COLUMNS] = {0.0f, 0.0f, 0.0f, 0.0f};

  for (uint step = 0; step < inner; step += TILE) {
    tileA[ly][lx] = row < height && step + lx < inner ? a[row * inner + step + lx] : 0.0f;
    for (uint j = 0; j < COLUMNS; j++) {
      const uint x = column + j * TILE;
      tileB[ly][lx + j * TILE] = x < width && step + ly < inner ? b[(step + ly) * width + x] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < TILE; k++)
      for (uint j = 0; j < COLUMNS; j++)
        sum[j] += tileA[ly][k] * tileB[k][lx + j * TILE];
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  for (uint j = 0; j < COLUMNS; j++)
    if (row < height && column + j * TILE < width)
      c[row * width + column + j * TILE] = sum[j];
}
