// c = a + b, one work-item an element; the last work-group may be partly idle.
__kernel void vectorAdd(__global const float *a, __global const float *b, __global float *c, uint count) {
  const size_t i = get_global_id(0);
  if (i < count)
    c[i] = a[i] + b[i];
}
