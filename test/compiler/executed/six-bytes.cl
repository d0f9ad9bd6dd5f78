// Structs of six bytes that are read as words: LLVM puts those of all work-items one behind the other in local memory,
// without alignment.
typedef struct { uchar a, b[5]; } six;
__attribute__((noinline)) six changed(six s, int x) {
  six r = s;
  r.b[1] = x;
  r.a += s.b[2];
  if (x & 1) r.a ^= s.a;
  return r;
}
kernel void k(global uint *out, global const int *in, int w, int h) {
  int i = get_global_id(0);
  six s;
  private uchar *p = (private uchar *)&s;
  for (uint j = 0; j < sizeof s; j++) p[j] = in[(i + j) & 511] + h;
  s = changed(s, w);
  out[i] = s.a | s.b[0] << 8 | s.b[1] << 16 | s.b[2] << 24;
  out[i + 256] = s.b[3] | s.b[4] << 8;
}
