// Sums five arrays of streamed memory.
kernel void stream(global const float *in, global float *out, const uint stride, const uint rounds) {
  const uint i = get_global_id(0);
  float sum = 0;
  for (uint n = 0; n < rounds; n++) sum += in[i + n * stride];
  out[i] = sum;
}
