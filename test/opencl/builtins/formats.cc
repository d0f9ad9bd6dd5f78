// Image formats: each supported one is written by a kernel, checked byte for byte, and read again.
// Source of the conversions: OpenCL 1.2, section 8.3.
#include "images.h"

namespace {

struct Channel {
  cl_channel_type type;
  const char* name;
  size_t size;
  /** Suffix of read_image and write_image. */
  const char* suffix;
  /** Largest value of a normalized type; 0 for others. */
  double limit;
  bool is_signed;
};
const Channel kChannels[] = {
    {CL_SNORM_INT8, "SNORM_INT8", 1, "f", 127, true},        {CL_SNORM_INT16, "SNORM_INT16", 2, "f", 32767, true},
    {CL_UNORM_INT8, "UNORM_INT8", 1, "f", 255, false},       {CL_UNORM_INT16, "UNORM_INT16", 2, "f", 65535, false},
    {CL_SIGNED_INT8, "SIGNED_INT8", 1, "i", 0, true},        {CL_SIGNED_INT16, "SIGNED_INT16", 2, "i", 0, true},
    {CL_SIGNED_INT32, "SIGNED_INT32", 4, "i", 0, true},      {CL_UNSIGNED_INT8, "UNSIGNED_INT8", 1, "ui", 0, false},
    {CL_UNSIGNED_INT16, "UNSIGNED_INT16", 2, "ui", 0, false}, {CL_UNSIGNED_INT32, "UNSIGNED_INT32", 4, "ui", 0, false},
    {CL_HALF_FLOAT, "HALF_FLOAT", 2, "f", 0, true},          {CL_FLOAT, "FLOAT", 4, "f", 0, true},
};
struct Order {
  cl_channel_order order;
  const char* name;
  int count;
  /**
   * Component of the pixel that each channel in memory holds; what a read gives for each component: channel, 8 for 0, 9
   * for 1.
   */
  int stored[4], read[4];
};
const Order kOrders[] = {
    {CL_R, "R", 1, {0}, {0, 8, 8, 9}},           {CL_RG, "RG", 2, {0, 1}, {0, 1, 8, 9}},       {CL_RGBA, "RGBA", 4, {0, 1, 2, 3}, {0, 1,
        2, 3}},
    {CL_BGRA, "BGRA", 4, {2, 1, 0, 3}, {2, 1, 0, 3}}, {CL_ARGB, "ARGB", 4, {3, 0, 1, 2}, {1, 2, 3, 0}}, {CL_A, "A", 1, {3}, {8, 8, 8, 0}},
    {CL_INTENSITY, "INTENSITY", 1, {0}, {0, 0, 0, 0}}, {CL_LUMINANCE, "LUMINANCE", 1, {0}, {0, 0, 0, 9}}, {CL_RA, "RA", 2, {0, 3}, {0, 8,
        8, 1}},
};

double from_half(uint16_t bits) {
  int exponent = bits >> 10 & 31;
  double value = exponent == 31 ? (bits & 1023 ? NAN : INFINITY) : exponent ? ldexp((bits & 1023) + 1024, exponent - 25) :
      ldexp(bits & 1023, -24);
  return bits & 0x8000 ? -value : value;
}

/** The value of a channel in memory. */
double decoded(const unsigned char* at, const Channel& channel) {
  uint32_t bits = 0;
  memcpy(&bits, at, channel.size);
  if (channel.type == CL_FLOAT) {
    float value;
    memcpy(&value, at, 4);
    return (double)value;
  }
  if (channel.type == CL_HALF_FLOAT) return from_half((uint16_t)bits);
  int shift = 32 - 8 * (int)channel.size;
  double value = channel.is_signed ? (double)((int32_t)(bits << shift) >> shift) : (double)bits;
  if (channel.limit == 0) return value;
  return value / channel.limit < -1 ? -1 : value / channel.limit;
}

/** True if memory holds the converted value: the nearest, with the rounding errors that section 8.3 permits. */
bool stored_well(double value, double stored, const Channel& channel) {
  if (channel.type == CL_FLOAT) return stored == value;
  if (channel.type == CL_HALF_FLOAT) return fabs(stored - value) <= fabs(value) * 0x1p-11 + 0x1p-25;
  double low = channel.limit ? (channel.is_signed ? -1 : 0) : channel.is_signed ? -ldexp(1, 8 * (int)channel.size - 1) : 0;
  double high = channel.limit ? 1 : ldexp(1, 8 * (int)channel.size - (channel.is_signed ? 1 : 0)) - 1;
  double clamped = value < low ? low : value > high ? high : value;
  return channel.limit ? fabs(stored - clamped) * channel.limit <= 0.6 : stored == clamped;
}

std::string kernels(const char* suffix) {
  std::string s = suffix, T = s == "f" ? "float4" : s == "i" ? "int4" : "uint4";
  return "__kernel void put_" + s + "(write_only image2d_t image, __global const " + T + "* X) { int x = get_global_id(0); write_image" +
      s +
         "(image, (int2)(x & 15, x >> 4), X[x]); }\n__kernel void get_" + s + "(read_only image2d_t image, __global " + T +
             "* R, __global int* Q) { int x = get_global_id(0);\n" +
         "  R[x] = read_image" + s + "(image, (int2)(x & 15, x >> 4)); Q[0] = get_image_channel_data_type(image); Q[1] = "
             "get_image_channel_order(image);\n" +
         "  Q[2] = get_image_width(image); Q[3] = get_image_height(image); Q[4] = get_image_dim(image).x; Q[5] = get_image_dim(image).y; "
             "}\n";
}

struct Pixel {
  double component[4];
};

/** A value of a pixel as the kernel's argument. */
void append(Bytes& bytes, double value, const char* suffix) {
  uint32_t bits;
  float single = (float)value;
  if (*suffix == 'f') memcpy(&bits, &single, 4);
  else bits = *suffix == 'i' ? (uint32_t)(int32_t)value : (uint32_t)value;
  const unsigned char* start = (const unsigned char*)&bits;
  bytes.insert(bytes.end(), start, start + 4);
}

std::vector<Pixel> pixels(const Channel& channel, size_t count) {
  Random random(71);
  std::vector<Pixel> result(count);
  for (Pixel& pixel : result) {
    for (double& component : pixel.component) {
      if (*channel.suffix == 'f') component = (double)(float)((random.unit() * 3 - 1.25) * (channel.limit ? 1 :
          exp2((double)random.below(15))));
      else if (channel.is_signed) component = (double)((int32_t)random.next() >> random.below(32));
      else component = (double)((uint32_t)random.next() >> random.below(32));
    }
  }
  return result;
}

void run_format(const Fixture& f, cl_program program, const Order& order, const Channel& channel) {
  static constexpr size_t kCount = 256, kSize[3] = {16, 16, 1}, kOrigin[3] = {0, 0, 0};
  ExactRow row("image formats", std::string(order.name) + " " + channel.name, "write and read", "section 8.3");
  const std::string suffix = channel.suffix;
  std::vector<Pixel> in = pixels(channel, kCount);
  Bytes arguments;
  for (const Pixel& pixel : in) {
    for (double component : pixel.component) append(arguments, component, channel.suffix);
  }
  cl_int error;
  cl_mem image = make_image(f, CL_MEM_OBJECT_IMAGE2D, {order.order, channel.type}, kSize, nullptr);
  cl_mem source = f.buffer(arguments.size(), arguments.data()), target = f.buffer(arguments.size()), query = f.buffer(24);
  cl_kernel put = clCreateKernel(program, ("put_" + suffix).c_str(), &error), get = clCreateKernel(program, ("get_" + suffix).c_str(),
      &error);
  clSetKernelArg(put, 0, sizeof image, &image), clSetKernelArg(put, 1, sizeof source, &source);
  clSetKernelArg(get, 0, sizeof image, &image), clSetKernelArg(get, 1, sizeof target, &target), clSetKernelArg(get, 2, sizeof query,
      &query);
  clEnqueueNDRangeKernel(f.queue, put, 1, nullptr, &kCount, nullptr, 0, nullptr, nullptr);
  clEnqueueNDRangeKernel(f.queue, get, 1, nullptr, &kCount, nullptr, 0, nullptr, nullptr);
  const size_t bytes_each = channel.size * (size_t)order.count;
  Bytes memory(kCount * bytes_each), got = f.read<unsigned char>(target, arguments.size());
  clEnqueueReadImage(f.queue, image, CL_TRUE, kOrigin, kSize, 0, 0, memory.data(), 0, nullptr, nullptr);
  for (size_t i = 0; i < kCount; i++) {
    for (int c = 0; c < order.count; c++) {
      double stored = decoded(&memory[i * bytes_each + (size_t)c * channel.size], channel), value = in[i].component[order.stored[c]];
      char text[80];
      snprintf(text, sizeof text, "writing %g stores %g", value, stored);
      row.expect(stored_well(value, stored, channel), text);
    }
    for (size_t c = 0; c < 4; c++) {
      int from = order.read[c];
      double expected = from == 8 ? 0 : from == 9 ? 1 : decoded(&memory[i * bytes_each + (size_t)from * channel.size], channel);
      double value = *channel.suffix == 'f' ? (double)element<float>(got, 4 * i + c)
                     : *channel.suffix == 'i' ? (double)element<int32_t>(got, 4 * i + c) : (double)element<uint32_t>(got, 4 * i + c);
      char text[80];
      snprintf(text, sizeof text, "reading component %zu gives %g for %g", c, value, expected);
      // Normalized values to 1.5 ulp, others exactly.
      row.expect(fabs(value - expected) <= (channel.limit ? 1.5 * 0x1p-23 * fabs(expected) : 0), text);
    }
  }
  std::vector<cl_int> expected = {(cl_int)channel.type, (cl_int)order.order, 16, 16, 16, 16};
  row.compare(f.read<unsigned char>(query, 24), bytes_of(expected), 4, "queries");
  clReleaseKernel(put), clReleaseKernel(get);
  for (cl_mem object : {image, source, target, query}) clReleaseMemObject(object);
}

}  // namespace

void run_formats(const Fixture& f, const Effort&) {
  cl_program program = f.program((kernels("f") + kernels("i") + kernels("ui")).c_str());
  cl_uint count = 0;
  clGetSupportedImageFormats(f.context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count);
  std::vector<cl_image_format> formats(count);
  clGetSupportedImageFormats(f.context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, count, formats.data(), nullptr);
  for (const cl_image_format& format : formats) {
    for (const Order& order : kOrders) {
      for (const Channel& channel : kChannels) {
        bool this_one = format.image_channel_order == order.order && format.image_channel_data_type == channel.type;
        if (this_one) run_format(f, program, order, channel);
      }
    }
  }
  clReleaseProgram(program);
}
