/*
 * Edge detection as a stream of six stages; stage 5 has a reduction with barriers. Arguments: the width of the square
 * frames, and their number. The output is a hash of the edges of all frames in order.
 */
#include <hpvm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef DEVICE_OF_STAGES
#define DEVICE_OF_STAGES GPU_TARGET
#endif

enum { THREADS = 64, FRAMES = 16, BUFFERS = 6 };

#define ID(dimension) __hpvm__getNodeInstanceID_##dimension(__hpvm__getNode())
#define WIDTH __hpvm__getNumNodeInstances_x(__hpvm__getNode())
#define HEIGHT __hpvm__getNumNodeInstances_y(__hpvm__getNode())

static inline long near(long at, long count) { return at < 0 ? 0 : at >= count ? count - 1 : at; }
static inline float pixel(const float *image, long x, long y, long width, long height) {
  return image[near(y, height) * width + near(x, width)];
}

static const float weights[3] = {0.25f, 0.5f, 0.25f};

void smooth(float *in, size_t in_bytes, float *out, size_t out_bytes) {
  __hpvm__hint(DEVICE_OF_STAGES);
  __hpvm__attributes(1, in, 1, out);
  long x = ID(x), y = ID(y), width = WIDTH, height = HEIGHT;
  float sum = 0;
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 3; i++)
      sum += pixel(in, x + i - 1, y + j - 1, width, height) * weights[i] * weights[j];
  out[y * width + x] = sum;
  __hpvm__return(1, out_bytes);
}

void laplacian(float *in, size_t in_bytes, float *out, size_t out_bytes) {
  __hpvm__hint(DEVICE_OF_STAGES);
  __hpvm__attributes(1, in, 1, out);
  long x = ID(x), y = ID(y), width = WIDTH, height = HEIGHT;
  float high = in[y * width + x], low = high;
  for (int j = -1; j < 2; j++)
    for (int i = -1; i < 2; i++) {
      float value = pixel(in, x + i, y + j, width, height);
      high = value > high ? value : high;
      low = value < low ? value : low;
    }
  out[y * width + x] = high + low - 2 * in[y * width + x];
  __hpvm__return(1, out_bytes);
}

void crossings(float *in, size_t in_bytes, float *out, size_t out_bytes) {
  __hpvm__hint(DEVICE_OF_STAGES);
  __hpvm__attributes(1, in, 1, out);
  long x = ID(x), y = ID(y), width = WIDTH, height = HEIGHT;
  int positive = 0, negative = 0;
  for (int j = -1; j < 2; j++)
    for (int i = -1; i < 2; i++) {
      float value = pixel(in, x + i, y + j, width, height);
      positive |= value > 0;
      negative |= value < 0;
    }
  out[y * width + x] = positive & negative;
  __hpvm__return(1, out_bytes);
}

void gradient(float *in, size_t in_bytes, float *out, size_t out_bytes) {
  __hpvm__hint(DEVICE_OF_STAGES);
  __hpvm__attributes(1, in, 1, out);
  long x = ID(x), y = ID(y), width = WIDTH, height = HEIGHT;
  float across = 0, down = 0;
  for (int n = -1; n < 2; n++) {
    across += (n == 0 ? 2 : 1) * (pixel(in, x + 1, y + n, width, height) - pixel(in, x - 1, y + n, width, height));
    down += (n == 0 ? 2 : 1) * (pixel(in, x + n, y + 1, width, height) - pixel(in, x + n, y - 1, width, height));
  }
  out[y * width + x] = sqrtf(across * across + down * down);
  __hpvm__return(1, out_bytes);
}

void partial_maxima(size_t bytes) {
  __hpvm__hint(CPU_TARGET);
  void *memory = __hpvm__malloc(THREADS * sizeof(float));
  __hpvm__return(2, memory, bytes);
}

void maximum(float *in, size_t in_bytes, float *out, size_t out_bytes, float *partial, size_t partial_bytes) {
  __hpvm__hint(DEVICE_OF_STAGES);
  __hpvm__attributes(2, in, partial, 2, out, partial);
  long x = ID(x);
  float high = 0;
  for (size_t at = x; at < in_bytes / sizeof(float); at += THREADS)
    high = in[at] > high ? in[at] : high;
  partial[x] = high;
  __hpvm__barrier();
  for (int step = THREADS / 2; step > 0; step /= 2) {
    if (x < step && partial[x + step] > partial[x])
      partial[x] = partial[x + step];
    __hpvm__barrier();
  }
  if (x == 0)
    out[0] = partial[0];
  __hpvm__return(1, out_bytes);
}

void reject(float *marks, size_t marks_bytes, float *slopes, size_t slopes_bytes, float *high, size_t high_bytes,
            int *out, size_t out_bytes) {
  __hpvm__hint(DEVICE_OF_STAGES);
  __hpvm__attributes(3, marks, slopes, high, 1, out);
  long at = ID(y) * WIDTH + ID(x);
  out[at] = marks[at] > 0 && slopes[at] > 0.3f * high[0] ? 255 : 0;
  __hpvm__return(1, out_bytes);
}

/* A stage: a node for all pixels of a frame. */
#define STAGE(leaf)                                                                                                    \
  void leaf##_stage(float *in, size_t in_bytes, float *out, size_t out_bytes, size_t width) {                          \
    __hpvm__hint(CPU_TARGET);                                                                                          \
    __hpvm__attributes(1, in, 1, out);                                                                                 \
    void *node = __hpvm__createNodeND(2, leaf, width, width);                                                          \
    for (unsigned input = 0; input < 4; input++)                                                                       \
      __hpvm__bindIn(node, input, input, 0);                                                                           \
    __hpvm__bindOut(node, 0, 0, 0);                                                                                    \
  }
STAGE(smooth)
STAGE(laplacian)
STAGE(crossings)
STAGE(gradient)

void maximum_group(float *in, size_t in_bytes, float *out, size_t out_bytes) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(1, in, 1, out);
  void *memory = __hpvm__createNodeND(0, partial_maxima);
  void *node = __hpvm__createNodeND(1, maximum, (size_t)THREADS);
  __hpvm__bindIn(memory, 3, 0, 0);
  for (unsigned input = 0; input < 4; input++)
    __hpvm__bindIn(node, input, input, 0);
  __hpvm__edge(memory, node, 1, 0, 4, 0);
  __hpvm__edge(memory, node, 1, 1, 5, 0);
  __hpvm__bindOut(node, 0, 0, 0);
}

void maximum_stage(float *in, size_t in_bytes, float *out, size_t out_bytes) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(1, in, 1, out);
  void *group = __hpvm__createNodeND(1, maximum_group, (size_t)1);
  for (unsigned input = 0; input < 4; input++)
    __hpvm__bindIn(group, input, input, 0);
  __hpvm__bindOut(group, 0, 0, 0);
}

void reject_stage(float *marks, size_t marks_bytes, float *slopes, size_t slopes_bytes, float *high, size_t high_bytes,
                  int *out, size_t out_bytes, size_t width) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(3, marks, slopes, high, 1, out);
  void *node = __hpvm__createNodeND(2, reject, width, width);
  for (unsigned input = 0; input < 8; input++)
    __hpvm__bindIn(node, input, input, 0);
  __hpvm__bindOut(node, 0, 0, 0);
}

void edges(float *in, size_t in_bytes, float *smoothed, size_t smoothed_bytes, float *curved, size_t curved_bytes,
           float *marks, size_t marks_bytes, float *slopes, size_t slopes_bytes, float *high, size_t high_bytes,
           int *out, size_t out_bytes, size_t width) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(1, in, 6, smoothed, curved, marks, slopes, high, out);
  void *one = __hpvm__createNodeND(0, smooth_stage), *two = __hpvm__createNodeND(0, laplacian_stage);
  void *three = __hpvm__createNodeND(0, crossings_stage), *four = __hpvm__createNodeND(0, gradient_stage);
  void *five = __hpvm__createNodeND(0, maximum_stage), *six = __hpvm__createNodeND(0, reject_stage);
  for (unsigned input = 0; input < 4; input++)
    __hpvm__bindIn(one, input, input, 1);
  __hpvm__bindIn(one, 14, 4, 1);
  /* The size of each result travels over an edge: a stage begins when the one before has ended. */
  __hpvm__bindIn(two, 2, 0, 1);
  __hpvm__edge(one, two, 1, 0, 1, 1);
  __hpvm__bindIn(two, 4, 2, 1);
  __hpvm__bindIn(two, 5, 3, 1);
  __hpvm__bindIn(two, 14, 4, 1);
  __hpvm__bindIn(three, 4, 0, 1);
  __hpvm__edge(two, three, 1, 0, 1, 1);
  __hpvm__bindIn(three, 6, 2, 1);
  __hpvm__bindIn(three, 7, 3, 1);
  __hpvm__bindIn(three, 14, 4, 1);
  __hpvm__bindIn(four, 2, 0, 1);
  __hpvm__edge(one, four, 1, 0, 1, 1);
  __hpvm__bindIn(four, 8, 2, 1);
  __hpvm__bindIn(four, 9, 3, 1);
  __hpvm__bindIn(four, 14, 4, 1);
  __hpvm__bindIn(five, 8, 0, 1);
  __hpvm__edge(four, five, 1, 0, 1, 1);
  __hpvm__bindIn(five, 10, 2, 1);
  __hpvm__bindIn(five, 11, 3, 1);
  __hpvm__bindIn(six, 6, 0, 1);
  __hpvm__edge(three, six, 1, 0, 1, 1);
  __hpvm__bindIn(six, 8, 2, 1);
  __hpvm__bindIn(six, 9, 3, 1);
  __hpvm__bindIn(six, 10, 4, 1);
  __hpvm__edge(five, six, 1, 0, 5, 1);
  __hpvm__bindIn(six, 12, 6, 1);
  __hpvm__bindIn(six, 13, 7, 1);
  __hpvm__bindIn(six, 14, 8, 1);
  __hpvm__bindOut(six, 0, 0, 1);
}

struct __attribute__((packed)) frame {
  struct __attribute__((packed)) {
    void *memory;
    size_t bytes;
  } parts[7];
  size_t width, result;
};

int main(int count, char **words) {
  size_t width = count > 1 ? strtoul(words[1], NULL, 10) : 32, frames = count > 2 ? strtoul(words[2], NULL, 10) : 2;
  static struct frame all[FRAMES];
  unsigned hash = 2166136261u;
  long marked = 0;
  if (frames > FRAMES)
    frames = FRAMES;
  __hpvm__init();
  for (size_t frame = 0; frame < frames; frame++) {
    for (int part = 0; part < 7; part++) {
      size_t bytes = part == 5 ? sizeof(float) : width * width * sizeof(float);
      all[frame].parts[part].memory = calloc(bytes, 1);
      all[frame].parts[part].bytes = bytes;
      llvm_hpvm_track_mem(all[frame].parts[part].memory, bytes);
    }
    all[frame].width = width;
    float *in = all[frame].parts[0].memory;
    for (size_t y = 0; y < width; y++)
      for (size_t x = 0; x < width; x++)
        in[y * width + x] = (x / 5 + y / 7 + frame) % 3 == 0 ? 0.875f : (float)((x * y + frame) % 16) / 64;
  }
  void *graph = __hpvm__launch(1, edges, NULL);
  for (size_t frame = 0; frame < frames; frame++)
    __hpvm__push(graph, &all[frame]);
  for (size_t frame = 0; frame < frames; frame++) {
    size_t *bytes = __hpvm__pop(graph);
    int *out = all[frame].parts[6].memory;
    llvm_hpvm_request_mem(out, *bytes);
    for (size_t at = 0; at < width * width; at++)
      hash = (hash ^ (unsigned)out[at]) * 16777619u, marked += out[at] != 0;
  }
  __hpvm__wait(graph);
  printf("%08x %ld\n", hash, marked);
  __hpvm__cleanup();
  return 0;
}
