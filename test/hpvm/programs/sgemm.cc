// C = alpha * A * B + beta * C on two levels: tiles of the result, and elements of a tile; B's tile in shared memory.
#include <cstdio>
#include <hpvm.h>
#include <vector>

static float dot(const float *row, const float *column, long count, long stride) {
  float sum = 0;
  for (long i = 0; i < count; i++)
    sum += row[i] * column[i * stride];
  return sum;
}

void shared_tile(long bytes) {
  __hpvm__hint(hpvm::DEVICE);
  void *tile = __hpvm__malloc(bytes);
  __hpvm__return(2, tile, bytes);
}

void element(float *a, size_t a_bytes, float *b, size_t b_bytes, float *c, size_t c_bytes, int n, float alpha,
             float beta, float *tile, long tile_bytes) {
  __hpvm__hint(hpvm::DEVICE);
  __hpvm__attributes(4, a, b, c, tile, 2, c, tile);
  void *self = __hpvm__getNode(), *group = __hpvm__getParentNode(self);
  long size = __hpvm__getNumNodeInstances_x(self);
  long column = __hpvm__getNodeInstanceID_x(self), line = __hpvm__getNodeInstanceID_y(self);
  long x = __hpvm__getNodeInstanceID_x(group) * size + column, y = __hpvm__getNodeInstanceID_y(group) * size + line;
  float sum = 0;
  for (long k = 0; k < n; k += size) {
    tile[line * size + column] = b[(k + line) * n + x];
    __hpvm__barrier();
    sum += dot(a + y * n + k, tile + column, size, size);
#ifndef WITHOUT_BARRIER
    __hpvm__barrier();
#endif
  }
  c[y * n + x] = alpha * sum + beta * c[y * n + x];
}

void tiles(float *a, size_t a_bytes, float *b, size_t b_bytes, float *c, size_t c_bytes, int n, float alpha, float beta,
           size_t size, long tile_bytes) {
  __hpvm__hint(hpvm::CPU_TARGET);
  __hpvm__attributes(3, a, b, c, 1, c);
  void *tile = __hpvm__createNodeND(0, shared_tile), *leaf = __hpvm__createNodeND(2, element, size, size);
  __hpvm__bindIn(tile, 10, 0, 0);
  for (unsigned input = 0; input < 9; input++)
    __hpvm__bindIn(leaf, input, input, 0);
  __hpvm__edge(tile, leaf, 1, 0, 9, 0);
  __hpvm__edge(tile, leaf, 1, 1, 10, 0);
}

void root(float *a, size_t a_bytes, float *b, size_t b_bytes, float *c, size_t c_bytes, int n, float alpha, float beta,
          size_t size, long tile_bytes, size_t groups) {
  __hpvm__hint(hpvm::CPU_TARGET);
  __hpvm__attributes(3, a, b, c, 1, c);
  void *node = __hpvm__createNodeND(2, tiles, groups, groups);
  for (unsigned input = 0; input < 11; input++)
    __hpvm__bindIn(node, input, input, 0);
}

struct __attribute__((packed)) Arguments {
  float *a;
  size_t a_bytes;
  float *b;
  size_t b_bytes;
  float *c;
  size_t c_bytes;
  int n;
  float alpha, beta;
  size_t size;
  long tile_bytes;
  size_t groups;
};

int main() {
  const int n = 64;
  const size_t size = 16, bytes = n * n * sizeof(float);
  std::vector<float> a(n * n), b(n * n), c(n * n), before(n * n);
  for (int i = 0; i < n * n; i++)
    a[i] = i * 7 % 13 - 6, b[i] = i * 5 % 11 - 5, before[i] = c[i] = i % 3;
  __hpvm__init();
  for (auto *each : {&a, &b, &c})
    llvm_hpvm_track_mem(each->data(), bytes);
  Arguments arguments{a.data(), bytes, b.data(), bytes, c.data(), bytes, n, 2, 0.5f, size, size * size * 4, n / size};
  __hpvm__wait(__hpvm__launch(0, reinterpret_cast<void *>(root), &arguments));
  llvm_hpvm_request_mem(c.data(), bytes);
  int wrong = 0;
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++)
      wrong += c[y * n + x] != 2 * dot(&a[y * n], &b[x], n, n) + 0.5f * before[y * n + x];
  for (auto *each : {&a, &b, &c})
    llvm_hpvm_untrack_mem(each->data());
  __hpvm__cleanup();
  std::printf("%d wrong of %d\n", wrong, n * n);
  return wrong != 0;
}
