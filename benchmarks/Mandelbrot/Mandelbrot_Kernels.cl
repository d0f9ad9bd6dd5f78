// Number of steps of z = z^2 + c after which |z| > 2, at most `limit`; c is the pixel's place in the plane.
//
// Fusing a multiplication with an addition would change the results; without it every device computes the same.
#pragma OPENCL FP_CONTRACT OFF

__kernel void mandelbrot(__global uint *steps, float left, float top, float pixel, uint width, uint limit) {
  const uint px = get_global_id(0);
  const uint py = get_global_id(1);
  if (px >= width)
    return;
  const float cx = left + (float)px * pixel;
  const float cy = top - (float)py * pixel;
  float x = 0.0f;
  float y = 0.0f;
  uint count = 0;
  for (; count < limit; count++) {
    const float xx = x * x;
    const float yy = y * y;
    if (xx + yy > 4.0f)
      break;
    y = 2.0f * x * y + cy;
    x = xx - yy + cx;
  }
  steps[py * width + px] = count;
}
