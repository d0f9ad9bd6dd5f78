/* Edge detection in six stages, as a stream of images. WITHOUT_BARRIER and WITHOUT_OUT each make a mistake. */
#include <hpvm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LANES = 256 };

#define IMAGE(name) float *name, size_t name##_bytes
#define SELF __hpvm__getNode()
#define X __hpvm__getNodeInstanceID_x(SELF)
#define Y __hpvm__getNodeInstanceID_y(SELF)
/* A pixel of an image; pixels outside repeat the border. */
static inline long clamped(long at, long n) { return at < 0 ? 0 : at >= n ? n - 1 : at; }
#define PIXEL(image, dx, dy) image[clamped(Y + (dy), n) * n + clamped(X + (dx), n)]

void smooth(IMAGE(in), IMAGE(out), long n) {
  __hpvm__hint(DEVICE);
  __hpvm__attributes(1, in, 1, out);
  float sum = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      sum += PIXEL(in, dx, dy) * (float)((2 - abs(dx)) * (2 - abs(dy)));
  out[Y * n + X] = sum * 0.0625f;
  __hpvm__return(1, out_bytes);
}

void laplacian(IMAGE(in), IMAGE(out), long n) {
  __hpvm__hint(DEVICE);
  __hpvm__attributes(1, in, 1, out);
  float max = PIXEL(in, 0, 0), min = max;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) {
      float pixel = PIXEL(in, dx, dy);
      max = pixel > max ? pixel : max;
      min = pixel < min ? pixel : min;
    }
  out[Y * n + X] = max + min - 2 * PIXEL(in, 0, 0);
  __hpvm__return(1, out_bytes);
}

void crossings(IMAGE(in), IMAGE(out), long n) {
  __hpvm__hint(DEVICE);
  __hpvm__attributes(1, in, 1, out);
  int above = 0, below = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) {
      above |= PIXEL(in, dx, dy) > 0;
      below |= PIXEL(in, dx, dy) <= 0;
    }
  out[Y * n + X] = (float)(above & below);
  __hpvm__return(1, out_bytes);
}

void gradient(IMAGE(in), IMAGE(out), long n) {
  __hpvm__hint(DEVICE);
  __hpvm__attributes(1, in, 1, out);
  float gx = 0, gy = 0;
  for (int d = -1; d <= 1; d++) {
    gx += (PIXEL(in, 1, d) - PIXEL(in, -1, d)) * (float)(2 - abs(d));
    gy += (PIXEL(in, d, 1) - PIXEL(in, d, -1)) * (float)(2 - abs(d));
  }
  out[Y * n + X] = sqrtf(gx * gx + gy * gy);
  __hpvm__return(1, out_bytes);
}

/* One work-group: each of its instances has the maximum of some pixels, then the maxima are halved in number. */
void maximum(IMAGE(in), IMAGE(max), long n) {
  __hpvm__hint(DEVICE);
#ifdef WITHOUT_OUT
  __hpvm__attributes(2, in, max, 0);
#else
  __hpvm__attributes(2, in, max, 1, max);
#endif
  long x = X;
  float own = 0;
  for (long at = x; at < n * n; at += LANES)
    own = in[at] > own ? in[at] : own;
  max[x] = own;
#ifndef WITHOUT_BARRIER
  __hpvm__barrier();
#endif
  for (long half = LANES / 2; half > 0; half /= 2) {
    if (x < half && max[x + half] > max[x])
      max[x] = max[x + half];
    __hpvm__barrier();
  }
  __hpvm__return(1, max_bytes);
}

void strong(IMAGE(crossing), IMAGE(slope), IMAGE(max), IMAGE(edge), long n) {
  __hpvm__hint(DEVICE);
  __hpvm__attributes(3, crossing, slope, max, 1, edge);
  edge[Y * n + X] = crossing[Y * n + X] > 0 && slope[Y * n + X] > 0.25f * max[0];
  __hpvm__return(1, edge_bytes);
}

/* Each stage is a node with one leaf for each pixel; `maximum` has one group of leaves. */
#define STAGE(leaf)                                                                                                    \
  void leaf##_stage(IMAGE(in), IMAGE(out), long n) {                                                                   \
    __hpvm__hint(CPU_TARGET);                                                                                          \
    __hpvm__attributes(1, in, 1, out);                                                                                 \
    void *node = __hpvm__createNodeND(2, leaf, n, n);                                                                  \
    for (unsigned input = 0; input < 5; input++)                                                                       \
      __hpvm__bindIn(node, input, input, 0);                                                                           \
    __hpvm__bindOut(node, 0, 0, 0);                                                                                    \
  }
STAGE(smooth)
STAGE(laplacian)
STAGE(crossings)
STAGE(gradient)

void maximum_group(IMAGE(in), IMAGE(max), long n) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(2, in, max, 1, max);
  void *node = __hpvm__createNodeND(1, maximum, (size_t)LANES);
  for (unsigned input = 0; input < 5; input++)
    __hpvm__bindIn(node, input, input, 0);
  __hpvm__bindOut(node, 0, 0, 0);
}

void maximum_stage(IMAGE(in), IMAGE(max), long n) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(2, in, max, 1, max);
  void *node = __hpvm__createNodeND(1, maximum_group, (size_t)1);
  for (unsigned input = 0; input < 5; input++)
    __hpvm__bindIn(node, input, input, 0);
  __hpvm__bindOut(node, 0, 0, 0);
}

void strong_stage(IMAGE(crossing), IMAGE(slope), IMAGE(max), IMAGE(edge), long n) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(3, crossing, slope, max, 1, edge);
  void *node = __hpvm__createNodeND(2, strong, n, n);
  for (unsigned input = 0; input < 9; input++)
    __hpvm__bindIn(node, input, input, 0);
  __hpvm__bindOut(node, 0, 0, 0);
}

/* Inputs 0 to 13 are seven images with their sizes, input 14 is the width. */
void edges(IMAGE(image), IMAGE(smoothed), IMAGE(curve), IMAGE(crossing), IMAGE(slope), IMAGE(max), IMAGE(edge),
           long n) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(1, image, 6, smoothed, curve, crossing, slope, max, edge);
  void *first = __hpvm__createNodeND(0, smooth_stage), *second = __hpvm__createNodeND(0, laplacian_stage);
  void *third = __hpvm__createNodeND(0, crossings_stage), *fourth = __hpvm__createNodeND(0, gradient_stage);
  void *fifth = __hpvm__createNodeND(0, maximum_stage), *sixth = __hpvm__createNodeND(0, strong_stage);
  /* The sizes of images that a stage reads come over edges from the stage that writes them. */
#define STAGE_INPUTS(node, in, out)                                                                                    \
  __hpvm__bindIn(node, 2 * (in), 0, 1), __hpvm__bindIn(node, 2 * (out), 2, 1);                                         \
  __hpvm__bindIn(node, 2 * (out) + 1, 3, 1), __hpvm__bindIn(node, 14, 4, 1)
  STAGE_INPUTS(first, 0, 1);
  __hpvm__bindIn(first, 1, 1, 1);
  STAGE_INPUTS(second, 1, 2);
  __hpvm__edge(first, second, 1, 0, 1, 1);
  STAGE_INPUTS(third, 2, 3);
  __hpvm__edge(second, third, 1, 0, 1, 1);
  STAGE_INPUTS(fourth, 1, 4);
  __hpvm__edge(first, fourth, 1, 0, 1, 1);
  STAGE_INPUTS(fifth, 4, 5);
  __hpvm__edge(fourth, fifth, 1, 0, 1, 1);
  for (unsigned image = 0; image < 4; image++)
    __hpvm__bindIn(sixth, 2 * (image + 3), 2 * image, 1);
  __hpvm__edge(third, sixth, 1, 0, 1, 1);
  __hpvm__edge(fourth, sixth, 1, 0, 3, 1);
  __hpvm__edge(fifth, sixth, 1, 0, 5, 1);
  __hpvm__bindIn(sixth, 13, 7, 1);
  __hpvm__bindIn(sixth, 14, 8, 1);
  __hpvm__bindOut(sixth, 0, 0, 1);
}

struct __attribute__((packed)) arguments {
  struct __attribute__((packed)) {
    float *start;
    size_t bytes;
  } images[7];
  long n;
};

/* Squares and noise. */
static void draw(float *image, long n, int frame) {
  unsigned seed = 1 + frame;
  for (long y = 0; y < n; y++)
    for (long x = 0; x < n; x++) {
      seed = seed * 1664525u + 1013904223u;
      image[y * n + x] = (float)(((x + 3 * frame) / 11 + y / 7) % 2 * 200) + (float)(seed >> 27);
    }
}

int main(int count, char **words) {
  long n = count > 1 ? atol(words[1]) : 64;
  int frames = count > 2 ? atoi(words[2]) : 4, found = 0;
  struct arguments *all = calloc(frames, sizeof *all);
  __hpvm__init();
  void *graph = __hpvm__launch(1, edges, NULL);
  for (int frame = 0; frame < frames; frame++) {
    all[frame].n = n;
    for (int image = 0; image < 7; image++) {
      size_t bytes = (image == 5 ? LANES : n * n) * sizeof(float);
      float *start = calloc(1, bytes);
      all[frame].images[image].start = start, all[frame].images[image].bytes = bytes;
      llvm_hpvm_track_mem(start, bytes);
    }
    draw(all[frame].images[0].start, n, frame);
    __hpvm__push(graph, &all[frame]);
  }
  unsigned hash = 2166136261u;
  for (int frame = 0; frame < frames && __hpvm__pop(graph); frame++) {
    float *edge = all[frame].images[6].start;
    llvm_hpvm_request_mem(edge, all[frame].images[6].bytes);
    for (long at = 0; at < n * n; at++) {
      found += edge[at] > 0;
      hash = (hash ^ (unsigned)edge[at]) * 16777619u;
    }
  }
  __hpvm__wait(graph);
  __hpvm__cleanup();
  printf("%d edge pixels in %d images, hash %08x\n", found, frames, hash);
  return 0;
}
