// a = b + s * c.
kernel void triad(global const real *b, global const real *c, global real *a, const real s) {
  const uint i = get_global_id(0);
  a[i] = b[i] + s * c[i];
}
