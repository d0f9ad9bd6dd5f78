// One pass of the fast Walsh-Hadamard transform, in place: each work-item replaces one pair, `span` elements apart, by
// its sum and difference. `span` is a power of two.
__kernel void fastWalshPass(__global float *data, uint span) {
  const uint i = get_global_id(0);
  const uint left = 2 * i - (i & (span - 1));
  const float a = data[left];
  const float b = data[left + span];
  data[left] = a + b;
  data[left + span] = a - b;
}
