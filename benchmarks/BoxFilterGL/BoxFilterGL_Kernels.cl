// Box filter over images, in two passes. The sampler repeats the border's pixels, so there is no index to clamp.
__constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

// Sums of 2 * radius + 1 pixels along a row: up to 65025 with the largest radius, so they fit 16 bits.
__kernel void sumRows(__read_only image2d_t input, __write_only image2d_t sums, int radius) {
  const int2 at = {get_global_id(0), get_global_id(1)};
  uint4 sum = 0;
  for (int i = -radius; i <= radius; i++)
    sum += read_imageui(input, nearest, at + (int2)(i, 0));
  if (at.x < get_image_width(sums) && at.y < get_image_height(sums))
    write_imageui(sums, at, sum);
}

// Sums of these along columns, divided by the number of pixels.
__kernel void meanColumns(__read_only image2d_t sums, __write_only image2d_t output, int radius) {
  const int2 at = {get_global_id(0), get_global_id(1)};
  const uint side = 2 * radius + 1;
  uint4 sum = 0;
  for (int i = -radius; i <= radius; i++)
    sum += read_imageui(sums, nearest, at + (int2)(0, i));
  if (at.x < get_image_width(output) && at.y < get_image_height(output))
    write_imageui(output, at, sum / (side * side));
}
