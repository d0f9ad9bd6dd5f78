/* A leaf as vector code, which stores the length of its target's vectors. */
#include <hpvm.h>
#include <stdio.h>

enum { ROWS = 5, COLUMNS = 37 };

void scale(int *in, size_t in_bytes, int *out, size_t out_bytes) {
  __hpvm__hint(VECTOR_TARGET);
  __hpvm__attributes(1, in, 1, out);
  void *node = __hpvm__getNode();
  long x = __hpvm__getNodeInstanceID_x(node), y = __hpvm__getNodeInstanceID_y(node);
  long at = y * __hpvm__getNumNodeInstances_x(node) + x;
  out[at] = in[at] * 3 + (int)(100000 * __hpvm__getVectorLength());
}

void root(int *in, size_t in_bytes, int *out, size_t out_bytes) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(1, in, 1, out);
  void *node = __hpvm__createNodeND(2, scale, (size_t)COLUMNS, (size_t)ROWS);
  for (unsigned input = 0; input < 4; input++)
    __hpvm__bindIn(node, input, input, 0);
}

int main(void) {
  static int in[ROWS * COLUMNS], out[ROWS * COLUMNS];
  struct __attribute__((packed)) {
    int *in;
    size_t in_bytes;
    int *out;
    size_t out_bytes;
  } arguments = {in, sizeof in, out, sizeof out};
  int wrong = 0;
  for (int n = 0; n < ROWS * COLUMNS; n++)
    in[n] = n * n - 7;
  __hpvm__init();
  llvm_hpvm_track_mem(in, sizeof in);
  llvm_hpvm_track_mem(out, sizeof out);
  __hpvm__wait(__hpvm__launch(0, root, &arguments));
  llvm_hpvm_request_mem(out, sizeof out);
  int length = (out[0] - in[0] * 3) / 100000;
  for (int n = 0; n < ROWS * COLUMNS; n++)
    wrong += out[n] != in[n] * 3 + 100000 * length;
  printf("%d wrong, vectors of %d\n", wrong, length);
  __hpvm__cleanup();
  return 0;
}
