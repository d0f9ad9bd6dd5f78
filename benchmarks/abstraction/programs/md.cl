// Forces of a Lennard-Jones potential over lists of neighbours.
kernel void forces(global const float4 *positions, global float4 *out, global const int *lists, const int neighbours, const int atoms, const float cut) {
  const int i = get_global_id(0);
  const float4 own = positions[i];
  float4 sum = 0;
  for (int n = 0; n < neighbours; n++) {
    const float4 d = own - positions[lists[n * atoms + i]];
    const float r2 = d.x * d.x + d.y * d.y + d.z * d.z;
    if (r2 < cut) {
      const float inverse = 1.0f / r2, r6 = inverse * inverse * inverse;
      sum += d * (inverse * r6 * (1.5f * r6 - 2.0f));
    }
  }
  out[i] = sum;
}
