// Values that several ways lead to (`a || b && c`, loops with ways out), and that become values only in the compiler's
// back end: elements of private arrays, parameters of the kernel, parts of wide loads. LLVM 22 takes them for those of
// the first way alone.
#define WAYS(a, b, n) ((a) > 500.5f - (n) || ((a) >= -100.5f - (n) && ((int)((a) * 0.5f) & (n))))

kernel void k(global int *out, global const int *in, int w, int h) {
  uint i = get_global_id(0);
  int sum = 0;
  for (long turn = 0; turn < h; turn++) {
    int found[2], is[2];
    found[0] = 0; is[0] = 0;
    for (long n = 0; n < 2; n++) {
      long at = (int)i - 1 + n;
      int value = 1;
      if (at != 0) {
        long before = at - 1;
        if (before >= 64) break;
        value = in[before & 511];
      }
      found[n] = value; is[n] = 1;
    }
    sum = sum * 5 + found[0] + is[0] * 3;
  }
  float a = in[i], b = in[i + 256];
  int x = in[i ^ 1], y = in[i ^ 2];
  if (WAYS(a, b, 3)) { x = w; out[i] = 5; }
  if (WAYS(b, a, 5)) { y = h; out[i] += 7; }
  int p = in[i * 2 & 511], q = in[(i * 2 & 511) + 1], r = 0;
  if (WAYS(a, b, 6)) { r = p; out[i] += 9; }
  if (WAYS(b, a, 9)) out[i] += q;
  out[i] += sum;
  out[i + 256] = x + y * 3 + r * 5;
}
