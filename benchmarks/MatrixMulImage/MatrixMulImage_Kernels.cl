// C = A * B with all three matrices in images: a pixel holds four neighbours of a row. Each work-item computes a block
// of four by four elements of C.
__kernel void matrixMultiply(__read_only image2d_t a, __read_only image2d_t b, __write_only image2d_t c,
                             sampler_t nearest, uint innerPixels) {
  const int x = get_global_id(0);
  const int y = 4 * get_global_id(1);
  float4 sum[4] = {(float4)0.0f, (float4)0.0f, (float4)0.0f, (float4)0.0f};

  for (int k = 0; k < (int)innerPixels; k++) {
    const float4 b0 = read_imagef(b, nearest, (int2)(x, 4 * k));
    const float4 b1 = read_imagef(b, nearest, (int2)(x, 4 * k + 1));
    const float4 b2 = read_imagef(b, nearest, (int2)(x, 4 * k + 2));
    const float4 b3 = read_imagef(b, nearest, (int2)(x, 4 * k + 3));
    for (int row = 0; row < 4; row++) {
      const float4 part = read_imagef(a, nearest, (int2)(k, y + row));
      sum[row] += part.x * b0 + part.y * b1 + part.z * b2 + part.w * b3;
    }
  }
  for (int row = 0; row < 4; row++)
    if (x < get_image_width(c) && y + row < get_image_height(c))
      write_imagef(c, (int2)(x, y + row), sum[row]);
}
