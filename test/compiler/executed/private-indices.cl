// Elements of private arrays that are indices of their own array, and arrays that get back what was read of them: LLVM
// frees what it continues with.
kernel void k(global int *out, global const int *in, int w, int h) {
  int i = get_global_id(0), a[8], order[8];
  for (int j = 0; j < 8; j++) a[j] = (in[(i + j) & 511] + 300 + j) & 7;
  for (int j = 0; j < 8; j++) order[j] = (j * w + h) & 7;
  int x = a[w & 7];
  a[x] = h;
  int y = a[x], z = a[a[y]];
  for (int j = 0; j < 8; j++) order[order[j]] = a[order[order[j]]];
  int4 v = (int4)(x, y, z, i), saved = v;
  for (int j = 0; j < (i & 3); j++) {
    ((int *)&v)[a[j]  & 3] += j;
    if (in[(i + j) & 511] & 1) v = saved;
    else saved = v;
  }
  int sum = 0;
  for (int j = 0; j < 8; j++) sum = sum * 9 + a[a[j]] + order[j] * 3;
  out[i] = sum;
  out[i + 256] = x + y * 8 + z * 64 + (v.x ^ v.y * 3 ^ v.z * 5 ^ v.w * 7) * 512;
}
