// Multiplies each element by a constant. The `if` lets the NDRange be larger than the data.
__kernel void multiplyByConstant(__global const uint *input, __global uint *output, uint multiplier, uint count) {
  const uint i = get_global_id(0);
  if (i < count)
    output[i] = input[i] * multiplier;
}
