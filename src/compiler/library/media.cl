// cl_amd_media_ops and cl_amd_media_ops2, by the formulas of the extensions' texts. media.h declares the names for
// programs.
#include "widths.h"

#define BYTE(x, i) ((x) >> 8 * (i) & 0xff)

uint PURE amd_pack(float4 x) {
  uint4 bytes = convert_uint4_rte(clamp(x, 0.0f, 255.0f));
  return bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24;
}

#define UNPACK(I)                                                    \
  float PURE amd_unpack##I(uint x) { return (float)BYTE(x, I); }     \
  WIDTHS_1(float, amd_unpack##I, uint)
UNPACK(0)
UNPACK(1)
UNPACK(2)
UNPACK(3)

uint PURE amd_bitalign(uint high, uint low, uint by) { return ((ulong)high << 32 | low) >> (by & 31); }
uint PURE amd_bytealign(uint high, uint low, uint by) { return ((ulong)high << 32 | low) >> (by & 3) * 8; }

// Averages of bytes; bit 0 of each byte of the third argument rounds up.
uint PURE amd_lerp(uint x, uint y, uint round) {
  uint result = 0;
  for (int i = 0; i < 4; i++) result |= (BYTE(x, i) + BYTE(y, i) + (round >> 8 * i & 1)) >> 1 << 8 * i;
  return result;
}

static uint OVER differences(uint x, uint y) {
  uint sum = 0;
  for (int i = 0; i < 4; i++) sum += abs_diff(BYTE(x, i), BYTE(y, i));
  return sum;
}
uint PURE amd_sad(uint x, uint y, uint z) { return z + differences(x, y); }
uint PURE amd_sadhi(uint x, uint y, uint z) { return z + (differences(x, y) << 16); }
uint PURE amd_sad4(uint4 x, uint4 y, uint z) {
  return z + differences(x.x, y.x) + differences(x.y, y.y) + differences(x.z, y.z) + differences(x.w, y.w);
}
// Bytes of the second argument that are 0 do not count.
uint PURE amd_msad(uint x, uint y, uint z) {
  for (int i = 0; i < 4; i++) z += BYTE(y, i) ? abs_diff(BYTE(x, i), BYTE(y, i)) : 0;
  return z;
}
uint PURE amd_sadw(uint x, uint y, uint z) { return z + abs_diff(x & 0xffff, y & 0xffff) + abs_diff(x >> 16, y >> 16); }
uint PURE amd_sadd(uint x, uint y, uint z) { return z + abs_diff(x, y); }

// Four sums of 16 bits, each from a byte later on.
#define QUAD(NAME, SUM)                                                                                              \
  ulong PURE NAME(ulong x, uint y, ulong z) {                                                                        \
    ulong result = 0;                                                                                                \
    for (int i = 0; i < 4; i++) result |= (ulong)(SUM((uint)(x >> 8 * i), y, (uint)(z >> 16 * i) & 0xffff) & 0xffff) << 16 * i; \
    return result;                                                                                                   \
  }
QUAD(amd_qsad, amd_sad)
QUAD(amd_mqsad, amd_msad)

uint PURE amd_bfm(uint width, uint offset) { return ((1u << (width & 31)) - 1) << (offset & 31); }

#define EXTRACT(TYPE)                                                                     \
  TYPE PURE amd_bfe(TYPE x, uint offset, uint width) {                                    \
    offset &= 31, width &= 31;                                                            \
    if (width == 0) return 0;                                                             \
    return offset + width < 32 ? x << (32 - offset - width) >> (32 - width) : x >> offset; \
  }
EXTRACT(uint)
EXTRACT(int)

#define THREE(TYPE)                                                                                               \
  TYPE PURE amd_min3(TYPE x, TYPE y, TYPE z) { return min(min(x, y), z); }                                        \
  TYPE PURE amd_max3(TYPE x, TYPE y, TYPE z) { return max(max(x, y), z); }                                        \
  TYPE PURE amd_median3(TYPE x, TYPE y, TYPE z) { return max(min(x, y), min(max(x, y), z)); }                     \
  WIDTHS_3(TYPE, amd_min3, TYPE, TYPE, TYPE)                                                                      \
  WIDTHS_3(TYPE, amd_max3, TYPE, TYPE, TYPE)                                                                      \
  WIDTHS_3(TYPE, amd_median3, TYPE, TYPE, TYPE)
THREE(uint)
THREE(int)
THREE(float)

WIDTHS_3(uint, amd_bitalign, uint, uint, uint)
WIDTHS_3(uint, amd_bytealign, uint, uint, uint)
WIDTHS_3(uint, amd_lerp, uint, uint, uint)
WIDTHS_3(uint, amd_sad, uint, uint, uint)
WIDTHS_3(uint, amd_sadhi, uint, uint, uint)
WIDTHS_3(uint, amd_msad, uint, uint, uint)
WIDTHS_3(uint, amd_sadw, uint, uint, uint)
WIDTHS_3(uint, amd_sadd, uint, uint, uint)
WIDTHS_3(uint, amd_bfe, uint, uint, uint)
WIDTHS_2(uint, amd_bfm, uint, uint)

WIDTHS_3(int, amd_bfe, int, uint, uint)
WIDTHS_3(ulong, amd_qsad, ulong, uint, ulong)
WIDTHS_3(ulong, amd_mqsad, ulong, uint, ulong)
