/* Two stages of a stream: a scaled vector, and its sum with an offset that travels over the edge. */
#include <hpvm.h>

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

void stream(float *in, size_t in_bytes, float *out, size_t out_bytes, float factor, size_t n, float *sum,
            size_t sum_bytes) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(1, in, 2, out, sum);
  void *first = __hpvm__createNodeND(0, scale_stage), *second = __hpvm__createNodeND(0, total);
  for (unsigned input = 0; input < 6; input++)
    __hpvm__bindIn(first, input, input, 1);
  __hpvm__bindIn(second, 2, 0, 1);
  __hpvm__edge(first, second, 1, 0, 1, 1);
  __hpvm__bindIn(second, 6, 2, 1);
  __hpvm__bindIn(second, 7, 3, 1);
  __hpvm__bindOut(second, 0, 0, 1);
}

void *start(void *arguments) { return __hpvm__launch(1, stream, arguments); }
