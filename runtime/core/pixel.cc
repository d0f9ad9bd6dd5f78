// The colour of clEnqueueFillImage as a pixel of the image's format.
#include <fenv.h>
#include <math.h>
#include <string.h>

#include "core/image.h"

namespace runtime {
namespace {

/** The component of (R, G, B, A) that each channel in memory holds. */
const char* component_order(cl_channel_order order) {
  switch (order) {
    case CL_A: return "\3";
    case CL_RG:
    case CL_RGx: return "\0\1";
    case CL_RA: return "\0\3";
    case CL_RGB:
    case CL_RGBx:
    case CL_sRGB: return "\0\1\2";
    case CL_RGBA:
    case CL_sRGBA:
    case CL_sRGBx: return "\0\1\2\3";
    case CL_BGRA:
    case CL_sBGRA: return "\2\1\0\3";
    case CL_ARGB: return "\3\0\1\2";
    case CL_ABGR: return "\3\2\1\0";
    default: return "\0";
  }
}

/** The program may round in another direction. */
class RoundToNearest {
 public:
  RoundToNearest() : before_(fegetround()) { fesetround(FE_TONEAREST); }
  ~RoundToNearest() { fesetround(before_); }

 private:
  int before_;
};

/**
 * As OpenCL 1.2, 8.3.1 writes it: a product in single precision, also where registers hold more, then the nearest
 * integer, ties to even. NaN gives 0.
 */
long normalized(float value, float low, float scale) {
  if (value != value) return 0;
  volatile float product = value * scale;
  if (product > scale) return static_cast<long>(scale);
  return product < low * scale ? static_cast<long>(low * scale) : lrintf(product);
}

uint16_t half_bits(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  uint16_t sign = static_cast<uint16_t>(bits >> 16 & 0x8000);
  if ((bits & 0x7fffffff) > 0x7f800000) return static_cast<uint16_t>(sign | 0x7e00);
  double magnitude = fabs(static_cast<double>(value));
  if (magnitude >= 65520.0) return static_cast<uint16_t>(sign | 0x7c00);
  int exponent = magnitude < 0x1p-14 ? -14 : ilogb(magnitude);
  // In units of the last place; a carry into the exponent gives the right bits by itself.
  long steps = lrint(ldexp(magnitude, 10 - exponent));
  if (magnitude < 0x1p-14) return static_cast<uint16_t>(sign | steps);
  return static_cast<uint16_t>(sign | (((exponent + 15) << 10) + (steps - 1024)));
}

float to_srgb(float linear) {
  if (!(linear > 0.0f)) return 0.0f;
  if (linear >= 1.0f) return 1.0f;
  return linear < 0.0031308f ? 12.92f * linear : 1.055f * powf(linear, 1.0f / 2.4f) - 0.055f;
}

bool is_srgb(cl_channel_order order) {
  return order == CL_sRGB || order == CL_sRGBA || order == CL_sBGRA || order == CL_sRGBx;
}

template <class T>
void put(unsigned char* pixel, unsigned channel, T value) {
  memcpy(pixel + channel * sizeof(T), &value, sizeof(T));
}

/** One channel of a format whose channels are all of the same size. */
void encode_channel(cl_channel_type type, unsigned char* pixel, unsigned channel, float f, int32_t i, uint32_t u) {
  switch (type) {
    case CL_SNORM_INT8: return put(pixel, channel, static_cast<int8_t>(normalized(f, -1.0f, 127.0f)));
    case CL_SNORM_INT16: return put(pixel, channel, static_cast<int16_t>(normalized(f, -1.0f, 32767.0f)));
    case CL_UNORM_INT8: return put(pixel, channel, static_cast<uint8_t>(normalized(f, 0.0f, 255.0f)));
    case CL_UNORM_INT16: return put(pixel, channel, static_cast<uint16_t>(normalized(f, 0.0f, 65535.0f)));
    case CL_SIGNED_INT8: return put(pixel, channel, static_cast<int8_t>(i < -128 ? -128 : i > 127 ? 127 : i));
    case CL_SIGNED_INT16:
      return put(pixel, channel, static_cast<int16_t>(i < -32768 ? -32768 : i > 32767 ? 32767 : i));
    case CL_SIGNED_INT32: return put(pixel, channel, i);
    case CL_UNSIGNED_INT8: return put(pixel, channel, static_cast<uint8_t>(u > 255 ? 255 : u));
    case CL_UNSIGNED_INT16: return put(pixel, channel, static_cast<uint16_t>(u > 65535 ? 65535 : u));
    case CL_UNSIGNED_INT32: return put(pixel, channel, u);
    case CL_HALF_FLOAT: return put(pixel, channel, half_bits(f));
    default: return put(pixel, channel, u);  // The bits of a float, which a register could change.
  }
}

}  // namespace

void encode_pixel(const cl_image_format& format, const void* color, unsigned char* pixel) {
  RoundToNearest rounding;
  float f[4];
  int32_t i[4];
  uint32_t u[4];
  memcpy(f, color, sizeof f);
  memcpy(i, color, sizeof i);
  memcpy(u, color, sizeof u);
  if (is_srgb(format.image_channel_order)) {
    for (unsigned c = 0; c < 3; c++) f[c] = to_srgb(f[c]);
  }
  switch (format.image_channel_data_type) {
    case CL_UNORM_SHORT_565:
      return put(pixel, 0, static_cast<uint16_t>(normalized(f[0], 0, 31) << 11 | normalized(f[1], 0, 63) << 5 |
                                                 normalized(f[2], 0, 31)));
    case CL_UNORM_SHORT_555:
      return put(pixel, 0, static_cast<uint16_t>(normalized(f[0], 0, 31) << 10 | normalized(f[1], 0, 31) << 5 |
                                                 normalized(f[2], 0, 31)));
    case CL_UNORM_INT_101010:
      return put(pixel, 0, static_cast<uint32_t>(normalized(f[0], 0, 1023) << 20 | normalized(f[1], 0, 1023) << 10 |
                                                 normalized(f[2], 0, 1023)));
  }
  const char* order = component_order(format.image_channel_order);
  cl_image_format one = {CL_R, format.image_channel_data_type};
  size_t channels = element_size_of(format) / element_size_of(one);
  for (unsigned channel = 0; channel < channels; channel++) {
    unsigned component = static_cast<unsigned>(order[channel]);
    encode_channel(format.image_channel_data_type, pixel, channel, f[component], i[component], u[component]);
  }
}

}  // namespace runtime
