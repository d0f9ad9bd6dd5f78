/* The sum of two vectors by one leaf. */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>

void add(float *a, size_t a_bytes, float *b, size_t b_bytes, float *c, size_t c_bytes) {
  __hpvm__hint(DEVICE);
  __hpvm__attributes(2, a, b, 1, c);
  long x = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
  c[x] = a[x] + b[x];
}

void root(float *a, size_t a_bytes, float *b, size_t b_bytes, float *c, size_t c_bytes, size_t n) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(2, a, b, 1, c);
  void *node = __hpvm__createNodeND(1, add, n);
  for (unsigned input = 0; input < 6; input++)
    __hpvm__bindIn(node, input, input, 0);
}

struct __attribute__((packed)) arguments {
  float *a;
  size_t a_bytes;
  float *b;
  size_t b_bytes;
  float *c;
  size_t c_bytes;
  size_t n;
};

int main(int count, char **words) {
  size_t n = count > 1 ? strtoul(words[1], NULL, 0) : 1000, bytes = n * sizeof(float);
  float *a = malloc(bytes), *b = malloc(bytes), *c = malloc(bytes);
  for (size_t x = 0; x < n; x++)
    a[x] = x * 0.5f, b[x] = 3.25f - x, c[x] = -1;
  __hpvm__init();
  llvm_hpvm_track_mem(a, bytes);
  llvm_hpvm_track_mem(b, bytes);
  llvm_hpvm_track_mem(c, bytes);
  struct arguments arguments = {a, bytes, b, bytes, c, bytes, n};
  __hpvm__wait(__hpvm__launch(0, root, &arguments));
  llvm_hpvm_request_mem(c, bytes);
  size_t wrong = 0;
  for (size_t x = 0; x < n; x++)
    wrong += c[x] != a[x] + b[x];
  llvm_hpvm_untrack_mem(a);
  llvm_hpvm_untrack_mem(b);
  llvm_hpvm_untrack_mem(c);
  __hpvm__cleanup();
  printf("%zu wrong of %zu\n", wrong, n);
  free(a);
  free(b);
  free(c);
  return wrong != 0;
}
