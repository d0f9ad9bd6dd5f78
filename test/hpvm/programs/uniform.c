/* Weights that all instances read at the same places; the argument is their number. */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 256, TAPS = 8 };

void weigh(int *in, size_t in_bytes, int *weights, size_t weights_bytes, int *out, size_t out_bytes, int shift) {
  __hpvm__hint(GPU_TARGET);
  __hpvm__attributes(2, in, weights, 1, out);
  long x = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
  int sum = 0;
  for (int tap = 0; tap < TAPS; tap++)
    sum += in[(x + tap) % COUNT] * weights[tap + shift];
  out[x] = sum;
}

void root(int *in, size_t in_bytes, int *weights, size_t weights_bytes, int *out, size_t out_bytes, int shift) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(2, in, weights, 1, out);
  void *node = __hpvm__createNodeND(1, weigh, (size_t)COUNT);
  for (unsigned input = 0; input < 7; input++)
    __hpvm__bindIn(node, input, input, 0);
}

struct __attribute__((packed)) arguments {
  int *in;
  size_t in_bytes;
  int *weights;
  size_t weights_bytes;
  int *out;
  size_t out_bytes;
  int shift;
};

int main(int count, char **words) {
  size_t size = count > 1 ? strtoul(words[1], NULL, 10) : 64;
  int *weights = malloc(size * sizeof *weights), in[COUNT], out[COUNT], wrong = 0;
  int shift = (int)size - TAPS;
  for (size_t n = 0; n < size; n++)
    weights[n] = (int)(n * 7 % 31) - 15;
  for (int n = 0; n < COUNT; n++)
    in[n] = n * n;
  __hpvm__init();
  llvm_hpvm_track_mem(in, sizeof in);
  llvm_hpvm_track_mem(weights, size * sizeof *weights);
  llvm_hpvm_track_mem(out, sizeof out);
  struct arguments arguments = {in, sizeof in, weights, size * sizeof *weights, out, sizeof out, shift};
  __hpvm__wait(__hpvm__launch(0, root, &arguments));
  llvm_hpvm_request_mem(out, sizeof out);
  for (int x = 0; x < COUNT; x++) {
    int sum = 0;
    for (int tap = 0; tap < TAPS; tap++)
      sum += in[(x + tap) % COUNT] * weights[tap + shift];
    wrong += out[x] != sum;
  }
  __hpvm__cleanup();
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
