// Convolves a matrix of integers with a square mask of side x side weights (an odd number); beyond the border is 0.
__kernel void convolve(__global const int *input, __constant const int *mask, __global int *output, int width,
                       int height, int side) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= width)
    return;
  const int radius = side / 2;
  const int left = max(x - radius, 0);
  const int right = min(x + radius, width - 1);
  const int top = max(y - radius, 0);
  const int bottom = min(y + radius, height - 1);
  int sum = 0;
  for (int j = top; j <= bottom; j++)
    for (int i = left; i <= right; i++)
      sum += input[j * width + i] * mask[(y + radius - j) * side + x + radius - i];
  output[y * width + x] = sum;
}
