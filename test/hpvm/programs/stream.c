/* A stream of vectors: one stage scales them, one sums them up, one marks those with a large sum. */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>

void scale(float *in, size_t in_bytes, float *out, size_t out_bytes, float factor) {
  __hpvm__hint(GPU_TARGET);
  __hpvm__attributes(1, in, 1, out);
  long x = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
  out[x] = in[x] * factor;
  __hpvm__return(1, out_bytes);
}

void scale_stage(float *in, size_t in_bytes, float *out, size_t out_bytes, float factor, size_t n) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(1, in, 1, out);
  void *node = __hpvm__createNodeND(1, scale, n);
  for (unsigned input = 0; input < 5; input++)
    __hpvm__bindIn(node, input, input, 0);
  __hpvm__bindOut(node, 0, 0, 0);
}

void total(float *in, size_t in_bytes, float *sum, size_t sum_bytes) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(1, in, 1, sum);
  float all = 0;
  for (size_t x = 0; x < in_bytes / sizeof(float); x++)
    all += in[x];
  *sum = all;
  __hpvm__return(1, sum_bytes);
}

void mark(float *in, size_t in_bytes, float *sum, size_t sum_bytes, int *marks, size_t marks_bytes) {
  __hpvm__hint(GPU_TARGET);
  __hpvm__attributes(2, in, sum, 1, marks);
  long x = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
  marks[x] = in[x] * 8 > *sum;
  __hpvm__return(2, marks_bytes, 0.5f);
}

void mark_stage(float *in, size_t in_bytes, float *sum, size_t sum_bytes, int *marks, size_t marks_bytes, size_t n) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(2, in, sum, 1, marks);
  void *node = __hpvm__createNodeND(1, mark, n);
  for (unsigned input = 0; input < 6; input++)
    __hpvm__bindIn(node, input, input, 0);
  __hpvm__bindOut(node, 0, 0, 0);
  __hpvm__bindOut(node, 1, 1, 0);
}

void stream(float *in, size_t in_bytes, float *out, size_t out_bytes, float factor, size_t n, float *sum,
            size_t sum_bytes, int *marks, size_t marks_bytes) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(1, in, 3, out, sum, marks);
  void *first = __hpvm__createNodeND(0, scale_stage), *second = __hpvm__createNodeND(0, total);
  void *third = __hpvm__createNodeND(0, mark_stage);
  for (unsigned input = 0; input < 6; input++)
    __hpvm__bindIn(first, input, input, 1);
  __hpvm__bindIn(second, 2, 0, 1);
  __hpvm__edge(first, second, 1, 0, 1, 1);
  __hpvm__bindIn(second, 6, 2, 1);
  __hpvm__bindIn(second, 7, 3, 1);
  __hpvm__bindIn(third, 2, 0, 1);
  __hpvm__edge(first, third, 1, 0, 1, 1);
  __hpvm__bindIn(third, 6, 2, 1);
  __hpvm__edge(second, third, 1, 0, 3, 1);
  __hpvm__bindIn(third, 8, 4, 1);
  __hpvm__bindIn(third, 9, 5, 1);
  __hpvm__bindIn(third, 5, 6, 1);
  __hpvm__bindOut(third, 0, 0, 1);
  __hpvm__bindOut(third, 1, 1, 1);
}

struct __attribute__((packed)) arguments {
  float *in;
  size_t in_bytes;
  float *out;
  size_t out_bytes;
  float factor;
  size_t n;
  float *sum;
  size_t sum_bytes;
  int *marks;
  size_t marks_bytes;
};
struct __attribute__((packed)) result {
  size_t marks_bytes;
  double half;
};

enum { FRAMES = 12, COUNT = 64 };
static float in[FRAMES][COUNT], out[FRAMES][COUNT], sum[FRAMES][1];
static int marks[FRAMES][COUNT];

/* Items have different numbers of elements, which shows their order. */
static size_t count_of(int frame) { return COUNT - frame; }

static void push(void *graph, int frame) {
  for (size_t x = 0; x < count_of(frame); x++)
    in[frame][x] = (float)((x * 37 + frame * 11) % 64);
  llvm_hpvm_track_mem(in[frame], sizeof in[frame]);
  llvm_hpvm_track_mem(out[frame], sizeof out[frame]);
  llvm_hpvm_track_mem(sum[frame], sizeof sum[frame]);
  llvm_hpvm_track_mem(marks[frame], sizeof marks[frame]);
  size_t bytes = count_of(frame) * 4;
  struct arguments arguments = {in[frame], bytes, out[frame], bytes, frame + 1, count_of(frame), sum[frame], 4,
                                marks[frame], bytes};
  __hpvm__push(graph, &arguments);
}

static int is_wrong(int frame, const struct result *result) {
  float all = 0;
  int wrong = result == NULL || result->marks_bytes != count_of(frame) * 4 || result->half != 0.5;
  llvm_hpvm_request_mem(marks[frame], sizeof marks[frame]);
  llvm_hpvm_request_mem(sum[frame], sizeof sum[frame]);
  for (size_t x = 0; x < count_of(frame); x++)
    all += in[frame][x] * (frame + 1);
  for (size_t x = 0; x < count_of(frame); x++)
    wrong |= marks[frame][x] != (in[frame][x] * (frame + 1) * 8 > all);
  return wrong || sum[frame][0] != all;
}

/* Without an argument, all items are pushed before the first pop. */
int main(int count, char **words) {
  int wrong = 0;
  __hpvm__init();
  void *graph = __hpvm__launch(1, stream, NULL);
  for (int frame = 0; frame < FRAMES; frame++) {
    push(graph, frame);
    if (count > 1)
      wrong += is_wrong(frame, __hpvm__pop(graph));
  }
  for (int frame = 0; frame < FRAMES && count == 1; frame++)
    wrong += is_wrong(frame, __hpvm__pop(graph));
  __hpvm__wait(graph);
  __hpvm__cleanup();
  printf("%d wrong of %d\n", wrong, FRAMES);
  return wrong != 0;
}
