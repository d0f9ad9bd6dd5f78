// Windows that move along rows, after OpenCV's fast non-local means: whether a row has any items is the same for all
// rows, so that compilers keep it in a register. LLVM 16 overwrites that within the outer loop: all rows but the first
// are left out.
#define WINDOW 441
__kernel void k(__global int *out, __global const int *in, int w, int h) {
  int id = get_local_id(0), first;
  __local int dists[WINDOW], part[64];
  int x0 = get_group_id(0) * w, x1 = min(x0 + w, h * 4), y1 = min(w, h);
  __global int *own = out + 256 + get_group_id(0) * 64;
  for (int y = 0; y < y1; ++y)
    for (int x = x0; x < x1; ++x) {
      if (x == x0) {
        for (int i = id; i < WINDOW; i += 64) {
          for (int j = 0; j < 7; j++) own[id] = own[id] * 3 + i;
          dists[i] = 0;
        }
        first = 0;
        if (y == 0)
          for (int i = id; i < WINDOW; i += 64) {
            int c = 0;
            for (int t = 0; t < 7; t++) c += in[(i + t) & 511];
            dists[i] += c - first;
          }
        else
          for (int i = id; i < WINDOW; i += 64) dists[i] += in[(i * y + first) & 511];
      }
      int sum = 0;
      for (int i = id; i < WINDOW; i += 64) sum += dists[i] * in[(i + x) & 511];
      part[id] = sum;
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int l = 32; l > 2; l >>= 1) {
        if (id < l) part[id] += part[l + id];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      if (id == 0) out[(y * 64 + x) & 255] = part[0] + part[1] + part[2] + part[3];
    }
}
