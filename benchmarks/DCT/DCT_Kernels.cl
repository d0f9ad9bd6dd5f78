// Discrete cosine transform of blocks of 8 x 8: A X A^T, its inverse A^T X A, where A is the 8 x 8 matrix of the
// transform. A work-group of 8 x 8 work-items, one wavefront, does one block in local memory.
#define SIDE 8

__kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1)))
void dct(__global const float *input, __global float *output, __constant const float *matrix, uint width,
         uint inverse) {
  __local float block[SIDE][SIDE];
  __local float transformed[SIDE][SIDE];
  const uint column = get_local_id(0);
  const uint row = get_local_id(1);
  const uint index = get_global_id(1) * width + get_global_id(0);
  // Element (i, k) of A is matrix[8 i + k]; walking A^T instead exchanges the two strides.
  const uint alongRow = inverse ? SIDE : 1;
  const uint alongColumn = inverse ? 1 : SIDE;

  block[row][column] = input[index];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (uint k = 0; k < SIDE; k++)
    sum += matrix[row * alongColumn + k * alongRow] * block[k][column];
  transformed[row][column] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  sum = 0.0f;
  for (uint k = 0; k < SIDE; k++)
    sum += transformed[row][k] * matrix[column * alongColumn + k * alongRow];
  output[index] = sum;
}
