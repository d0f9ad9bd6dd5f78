/* A stream whose second stage fails at one item: its memory is not tracked, or an access is outside of all memory. */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void copy(int *in, size_t in_bytes, int *out, size_t out_bytes) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(1, in, 1, out);
  for (size_t x = 0; x < in_bytes / sizeof(int); x++)
    out[x] = in[x];
  __hpvm__return(1, out_bytes);
}

void add(int *in, size_t in_bytes, int *out, size_t out_bytes, size_t offset) {
  __hpvm__hint(GPU_TARGET);
  __hpvm__attributes(1, in, 1, out);
  long x = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
  out[x + offset] = in[x] + 1;
  __hpvm__return(1, out_bytes);
}

void finish(int *in, size_t in_bytes, int *out, size_t out_bytes) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(1, in, 1, out);
  out[0] = in[0] * 2;
  __hpvm__return(1, out_bytes);
}

void add_stage(int *in, size_t in_bytes, int *out, size_t out_bytes, size_t offset, size_t n) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(1, in, 1, out);
  void *node = __hpvm__createNodeND(1, add, n);
  for (unsigned input = 0; input < 5; input++)
    __hpvm__bindIn(node, input, input, 0);
  __hpvm__bindOut(node, 0, 0, 0);
}

void stages(int *in, size_t in_bytes, int *one, size_t one_bytes, int *two, size_t two_bytes, size_t offset, size_t n,
            int *out, size_t out_bytes) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(1, in, 3, one, two, out);
  void *first = __hpvm__createNodeND(0, copy), *second = __hpvm__createNodeND(0, add_stage);
  void *third = __hpvm__createNodeND(0, finish);
  for (unsigned input = 0; input < 4; input++)
    __hpvm__bindIn(first, input, input, 1);
  __hpvm__bindIn(second, 2, 0, 1);
  __hpvm__edge(first, second, 1, 0, 1, 1);
  for (unsigned input = 4; input < 8; input++)
    __hpvm__bindIn(second, input, input - 2, 1);
  __hpvm__bindIn(third, 4, 0, 1);
  __hpvm__edge(second, third, 1, 0, 1, 1);
  __hpvm__bindIn(third, 8, 2, 1);
  __hpvm__bindIn(third, 9, 3, 1);
  __hpvm__bindOut(third, 0, 0, 1);
}

struct __attribute__((packed)) arguments {
  int *in;
  size_t in_bytes;
  int *one;
  size_t one_bytes;
  int *two;
  size_t two_bytes;
  size_t offset, n;
  int *out;
  size_t out_bytes;
};

enum { ITEMS = 20, COUNT = 64, BAD = 7 };
static int in[ITEMS][COUNT], one[ITEMS][COUNT], two[ITEMS][COUNT], out[ITEMS][COUNT];

/* Words: untracked or outside, then what the program does about the error: read or ignore. */
int main(int count, char **words) {
  int items = 0, is_outside = count > 1 && strcmp(words[1], "outside") == 0;
  int reads = count > 2 && strcmp(words[2], "read") == 0;
  __hpvm__init();
  void *graph = __hpvm__launch(1, stages, NULL);
  for (int item = 0; item < ITEMS; item++) {
    int is_bad = count > 1 && item == BAD;
    int *memory[] = {in[item], one[item], two[item], out[item]};
    for (int each = 0; each < 4; each++)
      if (each != 2 || !is_bad || is_outside)
        llvm_hpvm_track_mem(memory[each], sizeof in[item]);
    size_t bytes = sizeof in[item], offset = is_bad && is_outside ? 1UL << 34 : 0;
    struct arguments arguments = {in[item], bytes, one[item], bytes, two[item], bytes, offset, COUNT, out[item], bytes};
    __hpvm__push(graph, &arguments);
  }
  while (items < ITEMS && __hpvm__pop(graph))
    items++;
  printf("%s\n", items == ITEMS ? "all items" : items <= BAD ? "ended early" : "too many items");
  const char *error = reads ? __hpvm__error(graph) : NULL;
  printf("%s\n", error ? error : "no error read");
  fflush(stdout);
  __hpvm__wait(graph);
  printf("after the stream\n");
  return 0;
}
