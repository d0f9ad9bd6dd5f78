// Electric and magnetic fields in a plane, half a step after one another (Yee's scheme). One work-item a cell; the
// borders of the plane conduct, a source feeds its first row.
__kernel void electricX(__global float *ex, __global const float *hz, int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height && y > 0)
    ex[y * width + x] -= 0.5f * (hz[y * width + x] - hz[(y - 1) * width + x]);
}

__kernel void electricY(__global float *ey, __global const float *hz, float source, int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  if (y == 0)
    ey[x] = source;
  else if (x > 0)
    ey[y * width + x] -= 0.5f * (hz[y * width + x] - hz[y * width + x - 1]);
}

__kernel void magnetic(__global const float *ex, __global const float *ey, __global float *hz, int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < width - 1 && y < height - 1)
    hz[y * width + x] -= 0.7f * (ex[(y + 1) * width + x] - ex[y * width + x] + ey[y * width + x + 1] - ey[y * width + x]);
}
