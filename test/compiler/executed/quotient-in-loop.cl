// A quotient that is the same for all work-items, as part of the address of an atomic operation in a loop: clang 22
// crashes in code generation.
__kernel void k(__global int *out, __global const int *in, int w, int h) {
  int x = get_global_id(0);
  uint place = (uint)(w * 100) / 3u;
  for (int i = 0; i < (in[x] & 7) + 4; i += h) {
    atomic_max(&out[place], in[x] + i);
    if (x & 1) atomic_add(&out[place / 7u + 300], in[x] + i);
  }
}
