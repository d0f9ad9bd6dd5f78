// Two kernels of equal cost, so that sub-devices that each run one have equal work.
__kernel void add(__global const uint *a, __global const uint *b, __global uint *result, uint count) {
  const uint i = get_global_id(0);
  if (i < count)
    result[i] = a[i] + b[i];
}

__kernel void subtract(__global const uint *a, __global const uint *b, __global uint *result, uint count) {
  const uint i = get_global_id(0);
  if (i < count)
    result[i] = a[i] - b[i];
}
