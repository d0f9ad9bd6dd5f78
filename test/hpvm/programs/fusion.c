/* Three leaves, the last of which depends on the others, and two groups with memory of their own. FUSE merges nodes. */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef FUSE
#define FUSE 0
#endif
/* Edges between merged nodes are one-to-one. */
#define ALL_TO_ALL (FUSE < 2)

#define SELF __hpvm__getNode()
#define ARRAY(name) float *name, size_t name##_bytes

void twice(ARRAY(in), ARRAY(out)) {
  __hpvm__hint(GPU_TARGET);
  __hpvm__attributes(1, in, 1, out);
  long x = __hpvm__getNodeInstanceID_x(SELF);
  out[x] = in[x] * 2 + 1;
  __hpvm__return(1, out_bytes);
}

static float power(float value, int n) { return n == 0 ? 1 : value * power(value, n - 1); }

void square(ARRAY(in), ARRAY(out), short bias) {
  __hpvm__hint(GPU_TARGET);
  __hpvm__attributes(1, in, 1, out);
  long x = __hpvm__getNodeInstanceID_x(SELF);
  out[x] = in[x] * in[x] - bias;
  __hpvm__return(3, out_bytes, 0.5f, (short)(bias - 1));
}

void sum(ARRAY(one), ARRAY(other), ARRAY(out), float half, short bias) {
  __hpvm__hint(GPU_TARGET);
  __hpvm__attributes(2, one, other, 1, out);
  long x = __hpvm__getNodeInstanceID_x(SELF);
  out[x] = one[x] + other[x] + half * bias;
  __hpvm__return(1, out_bytes);
}

void elements(ARRAY(in), ARRAY(one), ARRAY(other), ARRAY(out), short bias, size_t n) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(1, in, 3, one, other, out);
  void *a = __hpvm__createNodeND(1, twice, n), *b = __hpvm__createNodeND(1, square, n);
  void *c = __hpvm__createNodeND(1, sum, n);
  __hpvm__bindIn(a, 0, 0, 0), __hpvm__bindIn(a, 1, 1, 0), __hpvm__bindIn(a, 2, 2, 0), __hpvm__bindIn(a, 3, 3, 0);
  __hpvm__bindIn(b, 0, 0, 0), __hpvm__bindIn(b, 1, 1, 0), __hpvm__bindIn(b, 4, 2, 0), __hpvm__bindIn(b, 5, 3, 0);
  __hpvm__bindIn(b, 8, 4, 0);
  __hpvm__bindIn(c, 2, 0, 0), __hpvm__bindIn(c, 4, 2, 0), __hpvm__bindIn(c, 6, 4, 0), __hpvm__bindIn(c, 7, 5, 0);
  __hpvm__edge(a, c, ALL_TO_ALL, 0, 1, 0);
  __hpvm__edge(b, c, ALL_TO_ALL, 0, 3, 0);
  __hpvm__edge(b, c, ALL_TO_ALL, 1, 6, 0);
  __hpvm__edge(b, c, ALL_TO_ALL, 2, 7, 0);
  __hpvm__bindOut(c, 0, 0, 0);
  __hpvm__bindOut(b, 2, 1, 0);
#if FUSE > 0 && !defined SEPARATE
  __hpvm__fuse(a, b);
#endif
#if FUSE > 1 && !defined SEPARATE
  __hpvm__fuse(b, c);
#endif
}

/* Groups of TILE elements, reversed and rotated by memory of the group. */
enum { TILE = 64 };

void tile(size_t bytes) {
  void *memory = __hpvm__malloc(TILE * sizeof(float));
  __hpvm__return(2, memory, bytes);
}

#define GROUP(name, index)                                                                                             \
  void name##_leaf(ARRAY(in), ARRAY(out), ARRAY(tile)) {                                                               \
    __hpvm__hint(GPU_TARGET);                                                                                          \
    __hpvm__attributes(2, in, tile, 2, out, tile);                                                                     \
    long x = __hpvm__getNodeInstanceID_x(SELF);                                                                        \
    long first = __hpvm__getNodeInstanceID_x(__hpvm__getParentNode(SELF)) * TILE;                                      \
    tile[x] = in[first + x];                                                                                           \
    __hpvm__barrier();                                                                                                 \
    out[first + x] = tile[index];                                                                                      \
    __hpvm__return(1, out_bytes);                                                                                      \
  }                                                                                                                    \
  void name##_group(ARRAY(in), ARRAY(out), size_t items) {                                                             \
    __hpvm__hint(CPU_TARGET);                                                                                          \
    __hpvm__attributes(1, in, 1, out);                                                                                 \
    void *memory = __hpvm__createNodeND(0, tile), *leaf = __hpvm__createNodeND(1, name##_leaf, items);                 \
    __hpvm__bindIn(memory, 1, 0, 0);                                                                                   \
    for (unsigned input = 0; input < 4; input++)                                                                       \
      __hpvm__bindIn(leaf, input, input, 0);                                                                           \
    __hpvm__edge(memory, leaf, 1, 0, 4, 0), __hpvm__edge(memory, leaf, 1, 1, 5, 0);                                    \
    __hpvm__bindOut(leaf, 0, 0, 0);                                                                                    \
  }
GROUP(reversed, TILE - 1 - x)
GROUP(rotated, (x + 5) % TILE)

void groups(ARRAY(in), ARRAY(one), ARRAY(other), size_t n, size_t items) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(1, in, 2, one, other);
  void *a = __hpvm__createNodeND(1, reversed_group, n), *b = __hpvm__createNodeND(1, rotated_group, n);
  __hpvm__bindIn(a, 0, 0, 0), __hpvm__bindIn(a, 1, 1, 0), __hpvm__bindIn(a, 2, 2, 0), __hpvm__bindIn(a, 3, 3, 0);
  __hpvm__bindIn(b, 0, 0, 0), __hpvm__bindIn(b, 1, 1, 0), __hpvm__bindIn(b, 4, 2, 0), __hpvm__bindIn(b, 5, 3, 0);
  __hpvm__bindIn(a, 7, 4, 0), __hpvm__bindIn(b, 7, 4, 0);
  __hpvm__bindOut(a, 0, 0, 0), __hpvm__bindOut(b, 0, 1, 0);
#if FUSE > 0
  __hpvm__fuse(a, b);
#endif
}

struct __attribute__((packed)) array {
  float *start;
  size_t bytes;
};
struct __attribute__((packed)) element_arguments {
  struct array arrays[4];
  short bias;
  size_t n, bytes;
  short less;
};
struct __attribute__((packed)) group_arguments {
  struct array arrays[3];
  size_t n, items, bytes[2];
};

int main(int count, char **words) {
  size_t n = count > 1 ? strtoul(words[1], NULL, 10) : 1024;
  struct array arrays[6];
  int wrong = 0;
  __hpvm__init();
  for (int each = 0; each < 6; each++) {
    arrays[each].bytes = n * sizeof(float);
    arrays[each].start = calloc(n, sizeof(float));
    llvm_hpvm_track_mem(arrays[each].start, arrays[each].bytes);
  }
  float *in = arrays[0].start;
  for (size_t x = 0; x < n; x++)
    in[x] = (float)((x * 37) % 101);
  struct element_arguments first = {{arrays[0], arrays[1], arrays[2], arrays[3]}, 7, n, 0, 0};
  struct group_arguments second = {{arrays[0], arrays[4], arrays[5]}, n / TILE, TILE, {0, 0}};
  __hpvm__wait(__hpvm__launch(0, elements, &first));
  __hpvm__wait(__hpvm__launch(0, groups, &second));
  for (int each = 1; each < 6; each++)
    llvm_hpvm_request_mem(arrays[each].start, arrays[each].bytes);
  for (size_t x = 0; x < n; x++) {
    size_t tile = x / TILE * TILE, at = x - tile;
    float one = in[x] * 2 + 1, other = power(in[x], 2) - 7;
    wrong += arrays[1].start[x] != one || arrays[2].start[x] != other || arrays[3].start[x] != one + other + 3.0f;
    wrong += arrays[4].start[x] != in[tile + TILE - 1 - at] || arrays[5].start[x] != in[tile + (at + 5) % TILE];
  }
  wrong += first.bytes != n * 4 || first.less != 6 || second.bytes[0] != n * 4 || second.bytes[1] != n * 4;
  __hpvm__cleanup();
  printf("%d wrong of %zu\n", wrong, n);
  return wrong != 0;
}
