// Masks of the lanes of a wavefront in which a comparison of floats is true, some of them with NaN.
float value(global const int2 *in, int i) {
  int n = in[i & 255].x;
  return (n & 3) == 1 ? NAN : convert_float(n & 7);
}

#if __has_builtin(__builtin_amdgcn_ballot_w64)
#define LANES(test) \
  ({ \
    float x = value(in, i); \
    __builtin_amdgcn_ballot_w64(test); \
  })
#else
#define LANES(test) \
  ({ \
    ulong mask = 0; \
    for (int lane = 0; lane < 64; lane++) { \
      float x = value(in, (i & ~63) + lane); \
      mask |= (ulong)((test) ? 1 : 0) << lane; \
    } \
    mask; \
  })
#endif

ulong mixed(ulong sum, ulong mask) { return sum * 6364136223846793005ul + mask; }

kernel void k(global int *out, global const int2 *in, int w, int h) {
  int i = get_global_id(0);
  float limit = convert_float(w);
  ulong sum = mixed(1, LANES(islessgreater(x, limit)));
  sum = mixed(sum, LANES(x != limit));
  sum = mixed(sum, LANES(isordered(x, limit)));
  sum = mixed(sum, LANES(isunordered(x, limit)));
  sum = mixed(sum, LANES(!(x < limit)));
  sum = mixed(sum, LANES(!(x == limit || isnan(x))));
  sum = mixed(sum, LANES(x < limit || x > limit));
  sum = mixed(sum, LANES(x >= limit && !isnan(x)));
  out[i] = (int)(sum >> 32) ^ (int)sum;
  out[i + 256] = (int)(sum >> 17);
}
