// clEnqueueFillImage has the results of write_image{f,i,ui} of a kernel: every format that is offered, every value that
// rounds or does not fit.
#include <fenv.h>
#include <math.h>

#include "harness.h"

static const char* kSource = R"CL(
__kernel void writef(__write_only image1d_t out, __global const float4* colors) {
  int g = get_global_id(0);
  write_imagef(out, g, colors[g]);
}
__kernel void writei(__write_only image1d_t out, __global const int4* colors) {
  int g = get_global_id(0);
  write_imagei(out, g, colors[g]);
}
__kernel void writeui(__write_only image1d_t out, __global const uint4* colors) {
  int g = get_global_id(0);
  write_imageui(out, g, colors[g]);
}
)CL";

using Bytes = std::vector<unsigned char>;
struct Color {
  cl_uint word[4];
};

static float float_of(cl_uint bits) {
  float value;
  memcpy(&value, &bits, 4);
  return value;
}

static cl_uint bits_of(float value) {
  cl_uint bits;
  memcpy(&bits, &value, 4);
  return bits;
}

/** Floats as bits, so that no NaN passes a register that would change it. */
static std::vector<cl_uint> float_words() {
  std::vector<cl_uint> words = {0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000,
                                0x7f800001, 0xff812345, 1,          0x80000001, 0x007fffff, 0x7f7fffff, 0xff7fffff, 0x3f800001,
                                0x3f7fffff, 0xbf7fffff, 0xbf800001, 0x477fefff, 0x477ff000, 0x477fe000, 0xc77ff000, 0x33000000,
                                0x33000001, 0x32ffffff, 0xb3000000, 0x33800000, 0x33c00000, 0x38800000, 0x387fe000, 0x387fffff};
  // Ties of each normalised format, and their neighbours.
  for (float scale : {31.0f, 63.0f, 127.0f, 255.0f, 1023.0f, 32767.0f, 65535.0f}) {
    for (int i = -4; i < 40; i++) {
      float step = scale > 300 && i > 20 ? scale - 45 + (float)i : (float)i;
      cl_uint bits = bits_of((step + 0.5f) / scale);
      for (cl_uint near : {bits - 1, bits, bits + 1}) words.push_back(near);
    }
  }
  // Ties of half precision, in several binades and among the subnormal ones.
  for (cl_uint half = 1; half < 0x7c00; half += 311) {
    float low = ldexpf((float)(half & 1023) + (half >> 10 ? 1024.0f : 0.0f), (int)(half >> 10 ? half >> 10 : 1) - 25);
    cl_uint bits = bits_of(low + ldexpf(0.5f, (int)(half >> 10 ? half >> 10 : 1) - 25));
    for (cl_uint near : {bits - 1, bits, bits + 1, bits | 0x80000000}) words.push_back(near);
  }
  while (words.size() % 4) words.push_back(0);
  return words;
}

static std::vector<cl_uint> integer_words() {
  std::vector<cl_uint> words;
  for (cl_uint edge : {0u, 0x7fu, 0x80u, 0xffu, 0x100u, 0x7fffu, 0x8000u, 0xffffu, 0x10000u, 0x7fffffffu, 0x80000000u, 0xffffffffu})
    for (cl_uint sign : {1u, 0xffffffffu})
      for (cl_uint near : {edge - 1, edge, edge + 1}) words.push_back(near * sign);
  return words;
}

static cl_mem line(const Fixture& f, const cl_image_format& format, size_t width) {
  cl_image_desc desc = {};
  desc.image_type = CL_MEM_OBJECT_IMAGE1D;
  desc.image_width = width;
  cl_int error;
  cl_mem image = clCreateImage(f.context, CL_MEM_READ_WRITE, &format, &desc, nullptr, &error);
  if (error) printf("clCreateImage: %d\n", error), failures++;
  return image;
}

static Bytes read(const Fixture& f, cl_mem image, size_t width) {
  size_t element = 0;
  clGetImageInfo(image, CL_IMAGE_ELEMENT_SIZE, sizeof element, &element, nullptr);
  const size_t origin[3] = {0, 0, 0}, region[3] = {width, 1, 1};
  Bytes bytes(width * element);
  if (clEnqueueReadImage(f.queue, image, CL_TRUE, origin, region, 0, 0, bytes.data(), 0, nullptr, nullptr)) failures++;
  return bytes;
}

/** Expected value of channel c of a normalised format: OpenCL 1.2, 8.3.1. */
static long expected(float value, float low, float scale) {
  volatile float product = value * scale;
  if (value != value) return 0;
  if (product >= scale) return (long)scale;
  if (product <= low * scale) return (long)(low * scale);
  return lrintf(product);
}

/** The first channel of a one-channel normalised format, beside the arithmetic of this file. */
static bool rounds(cl_channel_type type, const Bytes& bytes, const std::vector<Color>& colors) {
  for (size_t i = 0; i < colors.size(); i++) {
    float value = float_of(colors[i].word[0]);
    long got = 0, want = 0;
    if (type == CL_UNORM_INT8) got = bytes[i], want = expected(value, 0, 255);
    if (type == CL_SNORM_INT8) got = (signed char)bytes[i], want = expected(value, -1, 127);
    if (type == CL_UNORM_INT16) got = bytes[2 * i] | bytes[2 * i + 1] << 8, want = expected(value, 0, 65535);
    if (type == CL_SNORM_INT16) got = (short)(bytes[2 * i] | bytes[2 * i + 1] << 8), want = expected(value, -1, 32767);
    if (got == want) continue;
    printf("0x%08x: %ld, not %ld\n", colors[i].word[0], got, want);
    return false;
  }
  return true;
}

static bool is_signed(cl_channel_type type) { return type == CL_SIGNED_INT8 || type == CL_SIGNED_INT16 || type == CL_SIGNED_INT32; }
static bool is_unsigned(cl_channel_type type) { return type == CL_UNSIGNED_INT8 || type == CL_UNSIGNED_INT16 || type == CL_UNSIGNED_INT32; }

static void compare(const Fixture& f, cl_program program, const cl_image_format& format, const std::vector<Color>& colors) {
  size_t width = colors.size();
  cl_int error;
  cl_channel_type type = format.image_channel_data_type;
  cl_kernel kernel = clCreateKernel(program, is_signed(type) ? "writei" : is_unsigned(type) ? "writeui" : "writef", &error);
  cl_mem written = line(f, format, width), filled = line(f, format, width);
  cl_mem buffer = f.buffer(width * sizeof(Color), colors.data());
  clSetKernelArg(kernel, 0, sizeof written, &written);
  clSetKernelArg(kernel, 1, sizeof buffer, &buffer);
  EXPECT(clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &width, nullptr, 0, nullptr, nullptr) == CL_SUCCESS);
  for (size_t i = 0; i < width; i++) {
    const size_t origin[3] = {i, 0, 0}, region[3] = {1, 1, 1};
    // How the program rounds must not matter.
    fesetround(i % 2 ? FE_UPWARD : FE_TONEAREST);
    if (clEnqueueFillImage(f.queue, filled, &colors[i], origin, region, 0, nullptr, nullptr)) failures++;
    fesetround(FE_TONEAREST);
  }
  Bytes by_kernel = read(f, written, width), by_fill = read(f, filled, width);
  size_t element = by_fill.size() / width;
  for (size_t i = 0; i < by_fill.size(); i++) {
    if (by_fill[i] == by_kernel[i]) continue;
    const Color& color = colors[i / element];
    printf("order 0x%x, type 0x%x, byte %zu: %02x, by a kernel %02x: 0x%08x 0x%08x 0x%08x 0x%08x\n", format.image_channel_order, type, i % element,
           by_fill[i], by_kernel[i], color.word[0], color.word[1], color.word[2], color.word[3]);
    break;
  }
  EXPECT_NAMED("a filled image is as a kernel writes it", by_fill == by_kernel);
  if (format.image_channel_order == CL_R) EXPECT_NAMED("normalised values are rounded to even", rounds(type, by_fill, colors));
  for (cl_mem one : {written, filled, buffer}) clReleaseMemObject(one);
  clReleaseKernel(kernel);
}

static std::vector<Color> colors_of(const std::vector<cl_uint>& words) {
  std::vector<Color> colors;
  // Each word is once each component.
  for (size_t i = 0; i < words.size(); i++) {
    Color color;
    for (size_t c = 0; c < 4; c++) color.word[c] = words[(i + c * 7) % words.size()];
    colors.push_back(color);
  }
  return colors;
}

int main() {
  Fixture f;
  cl_program program = f.program(kSource);
  std::vector<Color> floats = colors_of(float_words()), integers = colors_of(integer_words());
  cl_uint count = 0;
  clGetSupportedImageFormats(f.context, CL_MEM_WRITE_ONLY, CL_MEM_OBJECT_IMAGE1D, 0, nullptr, &count);
  std::vector<cl_image_format> formats(count);
  clGetSupportedImageFormats(f.context, CL_MEM_WRITE_ONLY, CL_MEM_OBJECT_IMAGE1D, count, formats.data(), nullptr);
  EXPECT(count > 20);
  for (const cl_image_format& format : formats) {
    cl_channel_type type = format.image_channel_data_type;
    compare(f, program, format, is_signed(type) || is_unsigned(type) ? integers : floats);
  }
  return finish();
}
