/* Histogram of angles between points on a sphere, with a search of each angle's bin; compared with the CPU's. */
#include <hpvm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { POINTS = 400, BINS = 20 };

static inline int bin_of(float product, const float *bounds) {
  int low = 0, high = BINS;
  while (high > low + 1) {
    int middle = (low + high) / 2;
    if (product >= bounds[middle])
      high = middle;
    else
      low = middle;
  }
  return product >= bounds[low] ? low : high;
}

/* An instance for each point, which compares it with all later ones. */
void correlate(float *points, size_t points_bytes, float *bounds, size_t bounds_bytes, int *bins, size_t bins_bytes) {
  __hpvm__hint(DEVICE);
  __hpvm__attributes(3, points, bounds, bins, 1, bins);
  long own = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
  float x = points[3 * own], y = points[3 * own + 1], z = points[3 * own + 2];
  int counts[BINS + 1] = {0};
  for (long other = own + 1; other < POINTS; other++)
    counts[bin_of(x * points[3 * other] + y * points[3 * other + 1] + z * points[3 * other + 2], bounds)]++;
  for (int bin = 0; bin <= BINS; bin++)
    if (counts[bin] > 0)
      __hpvm__atomic_add(bins + bin, counts[bin]);
}

void root(float *points, size_t points_bytes, float *bounds, size_t bounds_bytes, int *bins, size_t bins_bytes) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(3, points, bounds, bins, 1, bins);
  void *node = __hpvm__createNodeND(1, correlate, (size_t)POINTS);
  for (unsigned input = 0; input < 6; input++)
    __hpvm__bindIn(node, input, input, 0);
}

int main(void) {
  static float points[3 * POINTS], bounds[BINS + 1];
  static int bins[BINS + 1], expected[BINS + 1];
  unsigned seed = 7;
  int wrong = 0, pairs = 0;
  for (int n = 0; n < POINTS; n++) {
    float angle = (float)((seed = seed * 1664525 + 1013904223) >> 8) * 3.7e-7f;
    float height = (float)((seed = seed * 1664525 + 1013904223) >> 8) / (1 << 23) - 1;
    float radius = sqrtf(1 - height * height);
    points[3 * n] = radius * cosf(angle), points[3 * n + 1] = radius * sinf(angle), points[3 * n + 2] = height;
  }
  for (int bin = 0; bin <= BINS; bin++)
    bounds[bin] = cosf(3.14159265f * (bin + 1) / (BINS + 1));
  for (int n = 0; n < POINTS; n++)
    for (int other = n + 1; other < POINTS; other++) {
      const float *a = points + 3 * n, *b = points + 3 * other;
      expected[bin_of(a[0] * b[0] + a[1] * b[1] + a[2] * b[2], bounds)]++;
    }
  struct __attribute__((packed)) {
    float *points;
    size_t points_bytes;
    float *bounds;
    size_t bounds_bytes;
    int *bins;
    size_t bins_bytes;
  } arguments = {points, sizeof points, bounds, sizeof bounds, bins, sizeof bins};
  __hpvm__init();
  llvm_hpvm_track_mem(points, sizeof points);
  llvm_hpvm_track_mem(bounds, sizeof bounds);
  llvm_hpvm_track_mem(bins, sizeof bins);
  __hpvm__wait(__hpvm__launch(0, root, &arguments));
  llvm_hpvm_request_mem(bins, sizeof bins);
  for (int bin = 0; bin <= BINS; bin++)
    wrong += bins[bin] != expected[bin], pairs += bins[bin];
  __hpvm__cleanup();
  printf("%d wrong, %d pairs\n", wrong, pairs);
  return wrong != 0;
}
