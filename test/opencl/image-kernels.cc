// Kernels that read, sample and write images of every kind.
#include "harness.h"

static const char* kSource = R"CL(
__constant sampler_t kNearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
__kernel void negate(__read_only image2d_t in, __write_only image2d_t out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imageui(out, at, 255 - read_imageui(in, kNearest, at));
}
__kernel void sample(__read_only image2d_t in, sampler_t sampler, __global float* out, float2 at) {
  float4 texel = read_imagef(in, sampler, at);
  vstore4(texel, 0, out);
}
__kernel void line(__read_only image1d_t in, __global uint* out) {
  out[get_global_id(0)] = read_imageui(in, (int)get_global_id(0)).x;
}
__kernel void from_buffer(__read_only image1d_buffer_t in, __global uint* out) {
  out[get_global_id(0)] = read_imageui(in, (int)get_global_id(0)).x;
}
__kernel void layers(__read_only image2d_array_t in, __global uint* out) {
  int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
  out[at.x + get_global_size(0) * (at.y + get_global_size(1) * at.z)] = read_imageui(in, kNearest, at).x;
}
__kernel void volume(__read_only image3d_t in, __global uint* out) {
  int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
  out[at.x + get_global_size(0) * (at.y + get_global_size(1) * at.z)] = read_imageui(in, kNearest, at).x;
}
__kernel void sizes(__read_only image2d_array_t a, __read_only image3d_t b, __global int* out) {
  out[0] = get_image_width(a); out[1] = get_image_height(a); out[2] = (int)get_image_array_size(a);
  out[3] = get_image_width(b); out[4] = get_image_height(b); out[5] = get_image_depth(b);
}
__kernel void mixed(__read_only image2d_t a, sampler_t linear, __read_only image2d_array_t b, __read_only image3d_t c,
                    sampler_t nearest, __read_only image1d_buffer_t d, __write_only image2d_t out) {
  int x = get_global_id(0), y = get_global_id(1);
  uint sum = (uint)(2.0f * read_imagef(a, linear, (float2)(x + 1, y + 0.5f)).x);
  if (x & 1) sum += 100 * read_imageui(b, nearest, (int4)(x, y, 1, 0)).x;
  else sum += 100 * read_imageui(c, kNearest, (int4)(x, y, 2, 0)).x;
  sum += 10000 * read_imageui(d, x + 6 * y).x + 1000000 * (uint)read_imagef(a, kNearest, (int2)(x, y)).x;
  write_imageui(out, (int2)(x, y), (uint4)(sum, 0, 0, 0));
}
)CL";

static const cl_image_format kBytes = {CL_RGBA, CL_UNSIGNED_INT8};
static const cl_image_format kWords = {CL_R, CL_UNSIGNED_INT32};
static const cl_image_format kFloats = {CL_RGBA, CL_FLOAT};

static cl_mem image(const Fixture& f, cl_mem_object_type type, const cl_image_format& format, size_t width,
                    size_t height, size_t depth, const void* contents, cl_mem buffer = nullptr) {
  cl_image_desc desc = {};
  desc.image_type = type;
  desc.image_width = width;
  desc.image_height = height;
  desc.image_depth = type == CL_MEM_OBJECT_IMAGE3D ? depth : 0;
  desc.image_array_size = type == CL_MEM_OBJECT_IMAGE2D_ARRAY ? depth : 0;
  desc.buffer = buffer;
  cl_int error;
  cl_mem_flags flags = CL_MEM_READ_WRITE | (contents ? CL_MEM_COPY_HOST_PTR : 0);
  cl_mem made = clCreateImage(f.context, flags, &format, &desc, const_cast<void*>(contents), &error);
  if (error) printf("clCreateImage: %d\n", error), failures++;
  return made;
}

template <class T>
static void set(cl_kernel kernel, cl_uint index, const T& value) {
  cl_int error = clSetKernelArg(kernel, index, sizeof value, &value);
  if (error) printf("argument %u: %d\n", index, error), failures++;
}

/** Fills a buffer with a value that no test expects, so that a kernel that does not run cannot pass. */
static void spoil(const Fixture& f, cl_mem buffer, size_t bytes) {
  const cl_uint value = 0xdeadbeef;
  clEnqueueFillBuffer(f.queue, buffer, &value, 4, 0, bytes, 0, nullptr, nullptr);
}

static void launch(const Fixture& f, cl_kernel kernel, cl_uint dim, size_t x, size_t y = 1, size_t z = 1) {
  const size_t size[3] = {x, y, z};
  if (clEnqueueNDRangeKernel(f.queue, kernel, dim, nullptr, size, nullptr, 0, nullptr, nullptr)) failures++;
}

static std::vector<unsigned> counting(size_t count) {
  std::vector<unsigned> values(count);
  for (size_t i = 0; i < count; i++) values[i] = (unsigned)(i * 2654435761u);
  return values;
}

static void read_and_write(const Fixture& f, cl_program program) {
  cl_int error;
  std::vector<unsigned char> pixels(13 * 7 * 4), result(pixels.size());
  for (size_t i = 0; i < pixels.size(); i++) pixels[i] = (unsigned char)(i * 37);
  cl_mem in = image(f, CL_MEM_OBJECT_IMAGE2D, kBytes, 13, 7, 0, pixels.data());
  cl_mem out = image(f, CL_MEM_OBJECT_IMAGE2D, kBytes, 13, 7, 0, nullptr);
  cl_kernel kernel = clCreateKernel(program, "negate", &error);
  set(kernel, 0, in);
  set(kernel, 1, out);
  launch(f, kernel, 2, 13, 7);
  const size_t origin[3] = {0, 0, 0}, region[3] = {13, 7, 1};
  clEnqueueReadImage(f.queue, out, CL_TRUE, origin, region, 0, 0, result.data(), 0, nullptr, nullptr);
  for (unsigned char& value : pixels) value = (unsigned char)(255 - value);
  EXPECT_NAMED("read and write of a 2D image", result == pixels);
  clReleaseKernel(kernel);
  clReleaseMemObject(in);
  clReleaseMemObject(out);
}

static void one_dimension(const Fixture& f, cl_program program) {
  cl_int error;
  std::vector<unsigned> values = counting(100);
  cl_mem buffer = f.buffer(400, values.data()), out = f.buffer(400);
  cl_mem row = image(f, CL_MEM_OBJECT_IMAGE1D, kWords, 100, 0, 0, values.data());
  cl_mem view = image(f, CL_MEM_OBJECT_IMAGE1D_BUFFER, kWords, 100, 0, 0, nullptr, buffer);
  const struct {
    const char* name;
    cl_mem object;
  } cases[] = {{"line", row}, {"from_buffer", view}};
  for (const auto& one : cases) {
    cl_kernel kernel = clCreateKernel(program, one.name, &error);
    set(kernel, 0, one.object);
    set(kernel, 1, out);
    spoil(f, out, 400);
    launch(f, kernel, 1, 100);
    EXPECT_NAMED(one.name, f.read<unsigned>(out, 100) == values);
    clReleaseKernel(kernel);
  }
  for (cl_mem object : {view, row, buffer, out}) clReleaseMemObject(object);
}

static void three_dimensions(const Fixture& f, cl_program program) {
  cl_int error;
  std::vector<unsigned> values = counting(6 * 5 * 4);
  cl_mem out = f.buffer(values.size() * 4);
  cl_mem layers = image(f, CL_MEM_OBJECT_IMAGE2D_ARRAY, kWords, 6, 5, 4, values.data());
  cl_mem volume = image(f, CL_MEM_OBJECT_IMAGE3D, kWords, 6, 5, 4, values.data());
  const struct {
    const char* name;
    cl_mem object;
  } cases[] = {{"layers", layers}, {"volume", volume}};
  for (const auto& one : cases) {
    cl_kernel kernel = clCreateKernel(program, one.name, &error);
    set(kernel, 0, one.object);
    set(kernel, 1, out);
    spoil(f, out, values.size() * 4);
    launch(f, kernel, 3, 6, 5, 4);
    EXPECT_NAMED(one.name, f.read<unsigned>(out, values.size()) == values);
    clReleaseKernel(kernel);
  }
  cl_kernel kernel = clCreateKernel(program, "sizes", &error);
  set(kernel, 0, layers);
  set(kernel, 1, volume);
  set(kernel, 2, out);
  launch(f, kernel, 1, 1);
  EXPECT_NAMED("sizes", (f.read<int>(out, 6) == std::vector<int>{6, 5, 4, 6, 5, 4}));
  clReleaseKernel(kernel);
  for (cl_mem object : {layers, volume, out}) clReleaseMemObject(object);
}

static void samplers(const Fixture& f, cl_program program) {
  cl_int error;
  std::vector<float> texels(4 * 4 * 4);
  for (size_t i = 0; i < texels.size(); i++) texels[i] = (float)(i / 4 + 1);
  cl_mem in = image(f, CL_MEM_OBJECT_IMAGE2D, kFloats, 4, 4, 0, texels.data()), out = f.buffer(16);
  const struct {
    const char* name;
    cl_bool normalized;
    cl_addressing_mode addressing;
    cl_filter_mode filter;
    cl_float2 at;
    float expected;
  } cases[] = {
      {"nearest", CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, {{2.5f, 1.5f}}, 7},
      {"linear", CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, {{2.0f, 1.5f}}, 6.5f},
      {"linear in both directions", CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, {{2.0f, 2.0f}}, 8.5f},
      {"normalized", CL_TRUE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, {{0.9f, 0.1f}}, 4},
      {"border", CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, {{-3.0f, 1.5f}}, 0},
      {"edge", CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, {{99.0f, 1.5f}}, 8},
      {"repeat", CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST, {{1.1f, 0.1f}}, 1},
      {"mirrored repeat", CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_NEAREST, {{1.1f, 0.1f}}, 4},
  };
  cl_kernel kernel = clCreateKernel(program, "sample", &error);
  // pocl 3.1: CL_INVALID_ARG_VALUE.
  UNLESS_POCL EXPECT(clSetKernelArg(kernel, 1, sizeof(cl_sampler), nullptr) == CL_INVALID_SAMPLER);
  for (const auto& one : cases) {
    cl_sampler sampler = clCreateSampler(f.context, one.normalized, one.addressing, one.filter, &error);
    set(kernel, 0, in);
    set(kernel, 1, sampler);
    set(kernel, 2, out);
    set(kernel, 3, one.at);
    spoil(f, out, 16);
    launch(f, kernel, 1, 1);
    float value = f.read<float>(out, 1)[0];
    EXPECT_NAMED(one.name, value > one.expected - 0.01f && value < one.expected + 0.01f);
    clReleaseSampler(sampler);
  }
  clReleaseKernel(kernel);
  clReleaseMemObject(in);
  clReleaseMemObject(out);
}

/** Images of four kinds, and three samplers. */
static void several(const Fixture& f, cl_program program) {
  cl_int error;
  std::vector<float> texels(6 * 5 * 4);
  for (size_t i = 0; i < texels.size(); i++) texels[i] = (float)(i / 4 + 1);
  std::vector<unsigned> values = counting(6 * 5 * 4), expected(6 * 5), result(6 * 5);
  cl_mem words = f.buffer(values.size() * 4, values.data());
  cl_mem a = image(f, CL_MEM_OBJECT_IMAGE2D, kFloats, 6, 5, 0, texels.data());
  cl_mem b = image(f, CL_MEM_OBJECT_IMAGE2D_ARRAY, kWords, 6, 5, 4, values.data());
  cl_mem c = image(f, CL_MEM_OBJECT_IMAGE3D, kWords, 6, 5, 4, values.data());
  cl_mem d = image(f, CL_MEM_OBJECT_IMAGE1D_BUFFER, kWords, values.size(), 0, 0, nullptr, words);
  cl_mem out = image(f, CL_MEM_OBJECT_IMAGE2D, kWords, 6, 5, 0, nullptr);
  cl_sampler linear = clCreateSampler(f.context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, &error);
  cl_sampler nearest = clCreateSampler(f.context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error);
  cl_kernel kernel = clCreateKernel(program, "mixed", &error);
  set(kernel, 0, a);
  set(kernel, 1, linear);
  set(kernel, 2, b);
  set(kernel, 3, c);
  set(kernel, 4, nearest);
  set(kernel, 5, d);
  set(kernel, 6, out);
  launch(f, kernel, 2, 6, 5);
  const size_t origin[3] = {0, 0, 0}, region[3] = {6, 5, 1};
  clEnqueueReadImage(f.queue, out, CL_TRUE, origin, region, 0, 0, result.data(), 0, nullptr, nullptr);
  for (unsigned i = 0; i < expected.size(); i++) {
    // Between two texels, but at the edge.
    unsigned twice = i % 6 == 5 ? 2 * (i + 1) : 2 * i + 3;
    expected[i] = twice + 100 * values[i % 2 ? 30 + i : 60 + i] + 10000 * values[i] + 1000000 * (i + 1);
  }
  EXPECT_NAMED("several images and samplers", result == expected);
  clReleaseKernel(kernel);
  for (cl_sampler sampler : {linear, nearest}) clReleaseSampler(sampler);
  for (cl_mem object : {a, b, c, d, out, words}) clReleaseMemObject(object);
}

int main() {
  Fixture f;
  cl_program program = f.program(kSource);
  read_and_write(f, program);
  one_dimension(f, program);
  three_dimensions(f, program);
  samplers(f, program);
  several(f, program);
  clReleaseProgram(program);
  return finish();
}
