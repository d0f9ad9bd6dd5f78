// Ways to read images: whole pixels, between pixels, beyond the border, and in three dimensions.
__constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
__constant sampler_t repeating = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;

bool inside(int2 at, int2 size) { return at.x < size.x && at.y < size.y; }

// Pixel by pixel, integers.
__kernel void copy2D(__read_only image2d_t input, __write_only image2d_t output) {
  const int2 at = {get_global_id(0), get_global_id(1)};
  if (inside(at, get_image_dim(output)))
    write_imageui(output, at, read_imageui(input, nearest, at));
}

// Twice as large, by linear interpolation between the centres of pixels. The sampler comes from the host.
__kernel void enlarge(__read_only image2d_t input, __write_only image2d_t output, sampler_t linear) {
  const int2 at = {get_global_id(0), get_global_id(1)};
  const float2 place = (convert_float2(at) + 0.5f) * 0.5f;
  if (inside(at, get_image_dim(output)))
    write_imagef(output, at, read_imagef(input, linear, place));
}

// Two by two copies side by side, each of full size: normalized coordinates beyond 1 repeat the picture.
__kernel void tile(__read_only image2d_t input, __write_only image2d_t output) {
  const int2 at = {get_global_id(0), get_global_id(1)};
  const float2 place = (convert_float2(at) + 0.5f) / convert_float2(get_image_dim(input));
  if (inside(at, get_image_dim(output)))
    write_imageui(output, at, read_imageui(input, repeating, place));
}

// The layers of a three-dimensional image, one below the other in a buffer; each pixel is read one place further along
// every axis, so that the last row, column and layer read the border colour, which is 0.
__kernel void shift3D(__read_only image3d_t input, __global uint4 *output) {
  const int4 size = (int4)(get_image_width(input), get_image_height(input), get_image_depth(input), 0);
  const int4 at = {get_global_id(0), get_global_id(1), get_global_id(2), 0};
  if (at.x < size.x && at.y < size.y)
    output[(at.z * size.y + at.y) * size.x + at.x] = read_imageui(input, nearest, at + (int4)(1, 1, 1, 0));
}
