/* Each leaf twice, for the GPU and for the CPU, with equal results: what leaves may contain, and their mappings. */
#include <hpvm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 96, BYTES = 4 * 1024 };

#define SELF __hpvm__getNode()
#define PARENT __hpvm__getParentNode(SELF)
#define PARAMETERS int *in, size_t in_bytes, int *out, size_t out_bytes
#define ATTRIBUTES __hpvm__attributes(2, in, out, 1, out)

struct mixed {
  char narrow;
  short middle;
  long wide;
};

/* Integers of all widths, signed and unsigned. */
static inline void integers(PARAMETERS) {
  long x = __hpvm__getNodeInstanceID_x(SELF);
  int a = in[x], b = in[x + 1];
  unsigned u = a, v = b | 1;
  signed char narrow = a;
  unsigned short middle = b;
  long wide = (long)a * b;
  int *to = out + 10 * x;
  to[0] = a + b * 3 - (a ^ b);
  to[1] = (a / (b | 1)) + (a % (b | 1));
  to[2] = u / v + u % v + (u >> (b & 31)) + (a >> (b & 31)) + (a << (b & 31));
  to[3] = narrow * narrow + middle * (middle >> 3);
  to[4] = (int)(wide >> 7) ^ (int)((unsigned long)wide / 77) ^ (int)(wide % 1001);
  to[5] = (a < b) | (u < v) << 1 | (narrow < middle) << 2 | (wide < -5) << 3;
  to[6] = a < b ? b : a;
  to[7] = __builtin_clz(v) + __builtin_popcount(u) + abs(a | 1);
  to[8] = (u << 9 | u >> 23) + (signed char)(narrow + 100) + (unsigned char)(narrow * 7);
  switch (a & 7) {
  case 0: to[9] = 11; break;
  case 2: to[9] = b; break;
  case 3: to[9] = a * b; break;
  case 7: to[9] = -5; break;
  default: to[9] = x;
  }
}

/* Floats, with comparisons of values that are no numbers. */
static inline void floats(PARAMETERS) {
  long x = __hpvm__getNodeInstanceID_x(SELF);
  float a = in[x] / 1048576.0f, b = in[x + 1] / 65536.0f;
  double wide = a * 3.0 + b / 7.0;
  float unknown = in[x] & 4 ? NAN : a;
  int *to = out + 10 * x;
  float values[] = {a * b + 1.5f, a / (b + 40000.0f), sqrtf(fabsf(b)), floorf(a) + ceilf(b), fmaxf(a, b) - fminf(a, b)};
  memcpy(to, values, sizeof values);
  to[5] = (int)wide;
  to[6] = (unknown < b) | (unknown >= b) << 1 | !(unknown <= b) << 2 | (unknown == unknown) << 3 | (unknown != b) << 4;
  to[7] = (unsigned char)(int)fabsf(b);
  to[8] = (int)(long)(b * 1000.0);
  to[9] = (int)(wide * 0.5 - a);
}

/* Private memory: arrays, structures, copies of their bytes. */
static inline void memory(PARAMETERS) {
  long x = __hpvm__getNodeInstanceID_x(SELF);
  int window[9], order[9];
  struct mixed all[3];
  memset(all, 0, sizeof all);
  for (int i = 0; i < 9; i++)
    window[i] = in[(x + i * i) % COUNT], all[i % 3].wide += window[i], all[i % 3].narrow ^= window[i];
  memcpy(order, window, sizeof order);
  for (int i = 0; i < 9; i++)
    for (int j = i + 1; j < 9; j++)
      if (order[j] < order[i]) {
        int kept = order[i];
        order[i] = order[j], order[j] = kept;
      }
  all[1].middle = order[4];
  for (int i = 0; i < 9; i++)
    out[10 * x + i] = order[i] + all[i % 3].narrow + (int)all[(i + 1) % 3].wide;
  out[10 * x + 9] = all[1].middle;
}

/* Atomic operations: sums and extremes do not depend on the order. */
static inline void atomics(PARAMETERS) {
  long x = __hpvm__getNodeInstanceID_x(SELF);
  __hpvm__atomic_add(out + 0, in[x] & 1023);
  __hpvm__atomic_sub(out + 1, in[x] & 511);
  __hpvm__atomic_max(out + 2, in[x]);
  __hpvm__atomic_min(out + 3, in[x]);
  __hpvm__atomic_or(out + 4, in[x] & 0xff00);
  __hpvm__atomic_xor(out + 5, in[x]);
  __hpvm__atomic_and(out + 6, ~(1 << (x & 15)));
}

struct __attribute__((packed)) unaligned {
  char before;
  long wide;
  int whole;
};

/* Parts of memory with less alignment than their types. */
static inline void unaligned(PARAMETERS) {
  long x = __hpvm__getNodeInstanceID_x(SELF);
  int window[9];
  struct unaligned fields[2] = {{1, in[x], in[x + 1]}, {2, -in[x], 5}};
  for (int i = 0; i < 9; i++)
    window[i] = in[(x + 5 * i) % COUNT];
  memmove(window + 1, window, 8);
  memmove(window + 4, window + 3 + (x & 1), 8);
  fields[x & 1].wide += fields[1 - (x & 1)].whole;
  for (int i = 0; i < 9; i++)
    out[10 * x + i] = window[i];
  out[10 * x + 9] = (int)fields[0].wide * 31 + (int)fields[1].wide;
}

static const int numbers[2][3] = {{1, -2, 3}, {40, 50, -60}};
static const float fractions[] = {0.5f, -0.25f, 1e-3f, 3e5f};
static const double wide_fractions[] = {0.1, 1e100, -2.5};
static const char text[] = "quoted \"\\ text";
static const struct mixed records[3] = {{1, -2, 3}, {-4, 5, -6000000000}};

/* Constant variables of the program. */
static inline void tables(PARAMETERS) {
  long x = __hpvm__getNodeInstanceID_x(SELF);
  int *to = out + 10 * x;
  to[0] = numbers[x & 1][x % 3] + numbers[1][2];
  to[1] = (int)(fractions[x & 3] * 1000) + (int)(fractions[3] / 1000);
  to[2] = (int)(wide_fractions[x & 2] * 1000);
  to[3] = text[x % sizeof text] + text[1];
  to[4] = records[x % 3].narrow * records[x % 3].middle + (int)(records[x % 3].wide >> 8);
  to[5] = (int)records[x & 1].wide;
}

#define OVERFLOW(operation, type, result)                                                                              \
  n = n * 3 + __builtin_##operation##_overflow((type)a, (type)b, &result), n ^= (int)result

/* Operations with a flag of their overflow, and others that C has as functions of the compiler. */
static inline void overflows(PARAMETERS) {
  long x = __hpvm__getNodeInstanceID_x(SELF);
  int a = in[x], b = in[x + 1], n = 0, whole;
  unsigned positive;
  long wide;
  unsigned long wide_positive;
  short narrow;
  unsigned char byte;
  OVERFLOW(add, int, whole);
  OVERFLOW(sub, int, whole);
  OVERFLOW(mul, int, whole);
  OVERFLOW(add, unsigned, positive);
  OVERFLOW(sub, unsigned, positive);
  OVERFLOW(mul, unsigned, positive);
  n = n * 3 + __builtin_mul_overflow((long)a << 20, (long)b << 9, &wide), n ^= (int)wide;
  n = n * 3 + __builtin_mul_overflow((unsigned long)a << 20, (unsigned long)b << 9, &wide_positive);
  n ^= (int)wide_positive;
  OVERFLOW(add, short, narrow);
  OVERFLOW(mul, unsigned char, byte);
  int *to = out + 10 * x;
  to[0] = n;
  to[1] = __builtin_ctz(a | 64) + __builtin_ctzl(b | 1024l);
  to[2] = __builtin_bswap32(a) ^ __builtin_bswap16(b) ^ (int)__builtin_bswap64((long)a * b);
  to[3] = __builtin_bitreverse32(a) ^ __builtin_bitreverse16(b) ^ (int)__builtin_bitreverse64((long)a * b);
  to[4] = (unsigned)a << 5 | (unsigned)b >> 27;
  to[5] = (unsigned)a > (unsigned)b ? a - b : 0;
  to[6] = (unsigned long)a << (b & 63) | (unsigned long)b >> (-b & 63);
}

/* Three levels: rows in a loop of the host, groups, and items. */
static inline void levels(PARAMETERS) {
  void *group = PARENT, *row = __hpvm__getParentNode(group);
  long x = __hpvm__getNodeInstanceID_x(SELF), y = __hpvm__getNodeInstanceID_y(SELF);
  long size = __hpvm__getNumNodeInstances_x(SELF) * __hpvm__getNumNodeInstances_y(SELF);
  long groups = __hpvm__getNumNodeInstances_x(group), rows = __hpvm__getNumNodeInstances_x(row);
  long at = (__hpvm__getNodeInstanceID_x(row) * groups + __hpvm__getNodeInstanceID_x(group)) * size;
  at += y * __hpvm__getNumNodeInstances_x(SELF) + x;
  out[at] = in[at % COUNT] + (int)(1000 * rows + 100 * groups + size);
}

#define LEAF(name, target, suffix)                                                                                     \
  void name##_##suffix(PARAMETERS) {                                                                                   \
    __hpvm__hint(target);                                                                                              \
    ATTRIBUTES;                                                                                                        \
    name(in, in_bytes, out, out_bytes);                                                                                \
  }
#define BIND(node)                                                                                                     \
  for (unsigned input = 0; input < 4; input++)                                                                         \
    __hpvm__bindIn(node, input, input, 0)
#define INTERNAL(name, suffix, create)                                                                                 \
  void name##_root_##suffix(PARAMETERS) {                                                                              \
    __hpvm__hint(CPU_TARGET);                                                                                          \
    ATTRIBUTES;                                                                                                        \
    void *node = create;                                                                                               \
    BIND(node);                                                                                                        \
  }
#define BOTH(name)                                                                                                     \
  LEAF(name, GPU_TARGET, gpu)                                                                                          \
  LEAF(name, CPU_TARGET, cpu)                                                                                          \
  INTERNAL(name, gpu, __hpvm__createNodeND(1, name##_gpu, COUNT))                                                      \
  INTERNAL(name, cpu, __hpvm__createNodeND(1, name##_cpu, COUNT))

BOTH(integers)
BOTH(floats)
BOTH(memory)
BOTH(unaligned)
BOTH(overflows)
BOTH(tables)
BOTH(atomics)
LEAF(levels, GPU_TARGET, gpu)
LEAF(levels, CPU_TARGET, cpu)
INTERNAL(group, gpu, __hpvm__createNodeND(2, levels_gpu, 4, 2))
INTERNAL(group, cpu, __hpvm__createNodeND(2, levels_cpu, 4, 2))
INTERNAL(row, gpu, __hpvm__createNodeND(1, group_root_gpu, 5))
INTERNAL(row, cpu, __hpvm__createNodeND(1, group_root_cpu, 5))
INTERNAL(levels, gpu, __hpvm__createNodeND(1, row_root_gpu, 3))
INTERNAL(levels, cpu, __hpvm__createNodeND(1, row_root_cpu, 3))

/* Values over an edge: a float that becomes a double on its way, and integers of several widths. */
#define SOURCE(target, suffix)                                                                                         \
  void source_##suffix(PARAMETERS) {                                                                                   \
    __hpvm__hint(target);                                                                                              \
    ATTRIBUTES;                                                                                                        \
    long x = __hpvm__getNodeInstanceID_x(SELF);                                                                        \
    out[x] = in[x] + 1;                                                                                                \
    __hpvm__return(4, 0.75f, (int)in_bytes, (short)-7, out_bytes);                                                     \
  }                                                                                                                    \
  void sink_##suffix(PARAMETERS, float scale, int count, short step, long bytes) {                                     \
    __hpvm__hint(target);                                                                                              \
    ATTRIBUTES;                                                                                                        \
    long x = __hpvm__getNodeInstanceID_x(SELF);                                                                        \
    out[COUNT + x] = (int)(out[x] * scale) + count * step + (int)bytes;                                                \
  }                                                                                                                    \
  void values_root_##suffix(PARAMETERS) {                                                                              \
    __hpvm__hint(CPU_TARGET);                                                                                          \
    ATTRIBUTES;                                                                                                        \
    void *source = __hpvm__createNodeND(1, source_##suffix, COUNT);                                                    \
    void *sink = __hpvm__createNodeND(1, sink_##suffix, COUNT);                                                        \
    BIND(source);                                                                                                      \
    BIND(sink);                                                                                                        \
    for (unsigned value = 0; value < 4; value++)                                                                       \
      __hpvm__edge(source, sink, 1, value, 4 + value, 0);                                                              \
    __hpvm__bindOut(source, 3, 0, 0);                                                                                  \
    __hpvm__bindOut(source, 2, 1, 0);                                                                                  \
  }
SOURCE(GPU_TARGET, gpu)
SOURCE(CPU_TARGET, cpu)

struct __attribute__((packed)) arguments {
  int *in;
  size_t in_bytes;
  int *out;
  size_t out_bytes;
  long first;
  int second;
};

static int compare(const char *name, const int *one, const int *other) {
  for (int at = 0; at < BYTES / 4; at++)
    if (one[at] != other[at]) {
      printf("%s: differs at %d: %d on the GPU, %d on the CPU\n", name, at, one[at], other[at]);
      return 1;
    }
  return 0;
}

#define RUN(name)                                                                                                      \
  do {                                                                                                                 \
    memset(whole[0], 85, BYTES + 12), memset(whole[1], 85, BYTES + 12);                                                \
    for (int each = 0; each < 2; each++)                                                                               \
      llvm_hpvm_track_mem(whole[each], BYTES + 12);                                                                    \
    __hpvm__wait(__hpvm__launch(0, name##_root_gpu, &gpu));                                                            \
    __hpvm__wait(__hpvm__launch(0, name##_root_cpu, &cpu));                                                            \
    for (int each = 0; each < 2; each++)                                                                               \
      llvm_hpvm_request_mem(outputs[each], BYTES), llvm_hpvm_untrack_mem(whole[each]);                                 \
    wrong += compare(#name, outputs[0], outputs[1]);                                                                   \
  } while (0)

int main(void) {
  static int in[COUNT + 1], whole[2][BYTES / 4 + 3];
  /* Arguments point into tracked memory. */
  int *outputs[2] = {whole[0] + 3, whole[1] + 3}, wrong = 0;
  unsigned seed = 12345;
  for (int at = 0; at <= COUNT; at++)
    in[at] = (int)(seed = seed * 1664525 + 1013904223) >> (at % 24);
  __hpvm__init();
  llvm_hpvm_track_mem(in, sizeof in);
  struct arguments gpu = {in, sizeof in, outputs[0], BYTES, 0, 0}, cpu = {in, sizeof in, outputs[1], BYTES, 0, 0};
  RUN(integers);
  RUN(floats);
  RUN(memory);
  RUN(unaligned);
  RUN(overflows);
  RUN(tables);
  RUN(atomics);
  RUN(levels);
  RUN(values);
  /* Outputs of a root follow its arguments. */
  wrong += gpu.first != BYTES || cpu.first != BYTES || gpu.second != -7 || cpu.second != -7;
  llvm_hpvm_untrack_mem(in);
  __hpvm__cleanup();
  printf("%d differ\n", wrong);
  return wrong != 0;
}
