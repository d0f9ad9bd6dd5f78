// Private memory at addresses that no word begins at, as C has it. Compiled for a GPU, where each function is called by
// a separate kernel, and for this machine, whose results are the right ones. All arithmetic is of unsigned numbers.

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long u64;
typedef unsigned short __attribute__((aligned(1), may_alias)) u16_at;
typedef unsigned int __attribute__((aligned(1), may_alias)) u32_at;
typedef unsigned long __attribute__((aligned(1), may_alias)) u64_at;
typedef u32 u32x4 __attribute__((vector_size(16)));
typedef u32 u32x4_at __attribute__((vector_size(16), aligned(1), may_alias));
#define PACKED __attribute__((packed))
#define APART static __attribute__((noinline))

struct PACKED mixed { u8 a; unsigned short b; u32 c; u64 d; };
struct PACKED wide { u8 tag; u64 words[2]; u32x4_at quad; u8 end; };
struct PACKED odd { u8 bytes[3]; u32 word; };
struct PACKED real { u8 pad; float f; double d; };

static u32 hash(const volatile u8 *bytes, u32 count) {
  u32 h = 2166136261u;
  for (u32 i = 0; i < count; i++) h = (h ^ bytes[i]) * 16777619u;
  return h;
}
static void fill(volatile u8 *bytes, u32 count, u32 seed) {
  for (u32 i = 0; i < count; i++) bytes[i] = (u8)(seed * 31 + i * 7);
}

static u32 packed_members(u32 id, u32 j) {
  struct mixed p[6];
  for (u32 i = 0; i < 6; i++) {
    p[i].a = (u8)i;
    p[i].b = (unsigned short)(i * 1000 + id);
    p[i].c = i * 100000 + id;
    p[i].d = (u64)i * 12345678901u + id;
  }
  u32 i = (j + id) % 6;
  return p[i].a + p[i].b * 3u + p[i].c * 5u + (u32)p[i].d * 7u + (u32)(p[i].d >> 32) * 11u;
}

static u32 wide_members(u32 id, u32 j) {
  volatile struct wide w[3];
  for (u32 i = 0; i < 3; i++) {
    w[i].tag = (u8)(id + i);
    for (u32 n = 0; n < 2; n++) w[i].words[n] = (u64)(id + n) * 0x123456789abcul + i;
    w[i].quad = (u32x4){id, i, id ^ i, id * i + j};
    w[i].end = (u8)(id * 3);
  }
  u32 i = (id + j) % 3;
  u32x4 q = w[i].quad;
  return hash((const volatile u8 *)w, sizeof w) ^ q[0] ^ q[1] * 3 ^ q[2] * 5 ^ q[3] * 7 ^ (u32)(w[i].words[1] >> 16);
}

#define STORES(name, type, value)                                     \
  static u32 name(u32 id, u32 j) {                                     \
    volatile u8 b[24];                                                 \
    u32 sum = 0;                                                       \
    for (u32 o = 0; o < 3; o++) {                                      \
      fill(b, sizeof b, id + o);                                       \
      *(volatile type *)(b + (o * 5 + id + j) % 17) = (value);         \
      sum = sum * 31 + hash(b, sizeof b);                              \
    }                                                                  \
    return sum;                                                        \
  }
STORES(store_halves, u16_at, (unsigned short)(id * 257 + o))
STORES(store_words, u32_at, id * 0x01030507u + o)
STORES(store_double_words, u64_at, (u64)id * 0x0102030405060708ul + o)

#define LOADS(name, type)                                              \
  static u32 name(u32 id, u32 j) {                                     \
    volatile u8 b[24];                                                 \
    u32 sum = 0;                                                       \
    fill(b, sizeof b, id);                                             \
    for (u32 o = 0; o < 4; o++) {                                      \
      u64 x = *(volatile type *)(b + (o * 3 + id * j) % 17);           \
      sum = sum * 31 + (u32)x + (u32)(x >> 32) * 3;                    \
    }                                                                  \
    return sum;                                                        \
  }
LOADS(load_halves, u16_at)
LOADS(load_words, u32_at)
LOADS(load_double_words, u64_at)

static u32 quads(u32 id, u32 j) {
  volatile u8 b[64];
  u32 sum = 0;
  fill(b, sizeof b, id);
  for (u32 o = 0; o < 4; o++) {
    u32x4 q = *(volatile u32x4_at *)(b + (o + id) % 17);
    *(volatile u32x4_at *)(b + 30 + (o + j) % 17) = q + id;
    sum = sum * 31 + q[0] + q[1] * 3 + q[2] * 5 + q[3] * 7;
  }
  return sum ^ hash(b, sizeof b);
}

#define COPIES(name, size)                                             \
  static u32 name(u32 id, u32 j) {                                     \
    u8 from[48], to[48];                                               \
    fill(from, sizeof from, id);                                       \
    fill(to, sizeof to, j);                                            \
    for (u32 o = 0; o < 2; o++)                                        \
      __builtin_memcpy(to + (o * 5 + id) % (48 - size), from + (o * 3 + j) % (48 - size), size); \
    __builtin_memmove(to + 1 + (j & 1), to, size);                     \
    return hash(to, sizeof to);                                        \
  }
COPIES(copy_3, 3)
COPIES(copy_5, 5)
COPIES(copy_8, 8)
COPIES(copy_13, 13)
COPIES(copy_16, 16)
COPIES(copy_31, 31)

APART void put_word(u8 *p, u32 value) { *(u32_at *)p = value; }
APART void put_double_word(u8 *p, u64 value) { *(u64_at *)p = value; }
APART u32 get_half(const u8 *p) { return *(const u16_at *)p; }
APART u64 get_double_word(const u8 *p) { return *(const u64_at *)p; }
APART void put_quad(u8 *p, u32x4_at q) { *(u32x4_at *)p = q; }

static u32 any_pointer(u32 id, u32 j) {
  u8 b[64];
  fill(b, sizeof b, id);
  put_word(b + (id + j) % 40, id * 0x11223344u);
  put_double_word(b + 3 + (id * j) % 40, (u64)id * 0x99aabbccddeeul);
  put_quad(b + 41 + id % 7, (u32x4){id, j, id + j, id - j});
  return hash(b, sizeof b) + get_half(b + (j + 3) % 40) + (u32)(get_double_word(b + id % 50) >> 8);
}

/** Only some work-items write: what others have must stay. */
static u32 neighbours(u32 id, u32 j) {
  volatile u8 b[16];
  fill(b, sizeof b, j);
  if (id % 2 == 0) put_word((u8 *)b + 5 + id % 4, 0xffffffffu);
  if (id % 3 == 0) put_double_word((u8 *)b + id % 8, 0x8070605040302010ul);
  return hash(b, sizeof b);
}

APART struct odd changed(struct odd o, u32 by) {
  o.word += by;
  o.bytes[by % 3] ^= (u8)by;
  return o;
}
static u32 odd_structures(u32 id, u32 j) {
  struct odd all[9];
  for (u32 i = 0; i < 9; i++) {
    struct odd o = {{(u8)i, (u8)id, (u8)j}, i * 0x1234567u + id};
    all[(i + j) % 9] = changed(o, id + i);
  }
  struct odd last = all[(id + j) % 9];
  return hash((const u8 *)all, sizeof all) + last.word;
}

APART u32 deeper(u8 *above, u32 depth) {
  u8 own[21];
  fill(own, sizeof own, depth);
  put_word(above + depth, depth * 0x01020304u);
  if (depth == 0) return hash(above, 17);
  return deeper(own + depth % 4, depth - 1) * 31 + hash(own, sizeof own) + hash(above, 17);
}
static u32 stack(u32 id, u32 j) {
  u8 b[24];
  fill(b, sizeof b, id);
  return deeper(b + (id & 3), 3 + j % 4) + hash(b, sizeof b);
}

static u32 real_numbers(u32 id, u32 j) {
  volatile struct real r[4];
  for (u32 i = 0; i < 4; i++) {
    r[i].pad = (u8)i;
    r[i].f = (float)(id + i);
    r[i].d = (double)(id * 4 + j + i);
  }
  u32 i = (id + j) % 4;
  return (u32)(r[i].f * 8.0f) + (u32)(r[(i + 1) % 4].d * 2.0) + hash((const volatile u8 *)r, sizeof r);
}

#define FUNCTIONS(F)                                                                                                  \
  F(packed_members) F(wide_members) F(store_halves) F(store_words) F(store_double_words) F(load_halves) F(load_words) \
  F(load_double_words) F(quads) F(copy_3) F(copy_5) F(copy_8) F(copy_13) F(copy_16) F(copy_31) F(any_pointer)         \
  F(neighbours) F(odd_structures) F(stack) F(real_numbers)

#ifdef __AMDGPU__
#define KERNEL(function)                                                                                               \
  __attribute__((amdgpu_kernel)) void k_##function(__attribute__((address_space(1))) u32 *out, u32 j) {                \
    u32 id = __builtin_amdgcn_workitem_id_x();                                                                          \
    out[id] = function(id, j);                                                                                          \
  }
FUNCTIONS(KERNEL)
#else
#include <stdio.h>
#include <stdlib.h>
#define PRINT(function)                                                         \
  printf("%s", #function);                                                       \
  for (u32 id = 0; id < 64; id++) printf(" %u", function(id, (u32)atoi(argv[1]))); \
  printf("\n");
int main(int argc, char **argv) {
  if (argc != 2) return 1;
  FUNCTIONS(PRINT)
  return 0;
}
#endif
