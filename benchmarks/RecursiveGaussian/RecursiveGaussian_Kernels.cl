// Deriche's recursive approximation of a Gaussian filter (1990): each column is filtered once downwards and once
// upwards, at a cost that does not depend on the width of the Gaussian. Rows are filtered as columns of the transposed
// picture.
#define TILE 16

typedef struct {
  float a0, a1;               // weights of this and the last input, downwards
  float a2, a3;               // weights of the last two inputs, upwards
  float b1, b2;               // feedback of the last two outputs
  float startDown, startUp;   // steady output for an input of 1
} Coefficients;

// Each work-item filters one column. Beyond the border the picture continues with the border's colour.
__kernel void filterColumns(__global const float4 *input, __global float4 *output, uint width, uint height,
                            Coefficients c) {
  const uint x = get_global_id(0);
  if (x >= width)
    return;
  float4 lastInput = input[x];
  float4 last = lastInput * c.startDown;
  float4 beforeLast = last;
  for (uint y = 0; y < height; y++) {
    const float4 now = input[y * width + x];
    const float4 result = c.a0 * now + c.a1 * lastInput - c.b1 * last - c.b2 * beforeLast;
    output[y * width + x] = result;
    lastInput = now;
    beforeLast = last;
    last = result;
  }

  lastInput = input[(height - 1) * width + x];
  float4 inputBefore = lastInput;
  last = lastInput * c.startUp;
  beforeLast = last;
  for (uint y = height; y-- > 0;) {
    const float4 result = c.a2 * lastInput + c.a3 * inputBefore - c.b1 * last - c.b2 * beforeLast;
    inputBefore = lastInput;
    lastInput = input[y * width + x];
    beforeLast = last;
    last = result;
    output[y * width + x] += result;
  }
}

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void transpose(__global const float4 *input, __global float4 *output, uint width, uint height) {
  __local float4 tile[TILE][TILE + 1];
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
