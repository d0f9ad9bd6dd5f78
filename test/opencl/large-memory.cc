// A buffer larger than the addresses of 32 bits, sparse: `large-memory GIB`. Places all over it by kernels and by the
// host, its last bytes as a sub-buffer, an image and an access behind its end.
#include "harness.h"

static const char* kSource = R"CL(
kernel void scatter(global uint* p, ulong step) {
  size_t i = get_global_id(0);
  p[i * step] = (uint)i * 2654435761u;
}
kernel void gather(global uint* p, ulong step, global uint* out) {
  size_t i = get_global_id(0);
  uint sum = 0;
  for (uint k = 0; k < 4; k++) sum += p[((i * 37 + k) & 1023) * step];
  out[i] = sum;
  atomic_add(p + 1024 * step, 1u);
}
kernel void line(global uint* p) { p[get_global_id(0)] += 3; }
kernel void bytes(global uchar* p) { p[get_global_id(0) * 4 + 1] = 7; }
kernel void pairs(global uint4* p) { p[get_global_id(0)] = p[get_global_id(0)].wzyx; }
kernel void picture(read_only image2d_t in, global uint* out) {
  const sampler_t exact = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
  int x = get_global_id(0);
  out[x] = read_imageui(in, exact, (int2)(x & 15, x >> 4)).x;
}
)CL";

static constexpr size_t kItems = 1024, kTail = 65536, kWords = kTail / 4;

template <class... Arguments>
static bool launch(const Fixture& f, cl_program program, const char* name, size_t items, const Arguments&... arguments) {
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, name, &error);
  cl_uint index = 0;
  (clSetKernelArg(kernel, index++, sizeof arguments, &arguments), ...);
  error = clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  if (!error) error = clFinish(f.queue);
  clReleaseKernel(kernel);
  return error == CL_SUCCESS;
}

static cl_uint word_at(const Fixture& f, cl_mem buffer, size_t word) {
  cl_uint value = 0;
  clEnqueueReadBuffer(f.queue, buffer, CL_TRUE, word * 4, 4, &value, 0, nullptr, nullptr);
  return value;
}

static void scattered(const Fixture& f, cl_program program, cl_mem large, size_t size) {
  const cl_ulong step = size / 4 / (kItems + 1);
  cl_mem out = f.buffer(kItems * 4);
  EXPECT(launch(f, program, "scatter", kItems, large, step));
  EXPECT(launch(f, program, "gather", kItems, large, step, out));
  std::vector<cl_uint> sums(kItems);
  clEnqueueReadBuffer(f.queue, out, CL_TRUE, 0, kItems * 4, sums.data(), 0, nullptr, nullptr);
  size_t wrong = 0;
  for (size_t i = 0; i < kItems; i++) {
    cl_uint sum = 0;
    for (size_t k = 0; k < 4; k++) sum += cl_uint((i * 37 + k) & 1023) * 2654435761u;
    wrong += sums[i] != sum;
  }
  EXPECT(wrong == 0);
  EXPECT(word_at(f, large, kItems * step) == kItems);
  EXPECT(word_at(f, large, (kItems - 1) * step) == cl_uint(kItems - 1) * 2654435761u);
  EXPECT(word_at(f, large, step + 1) == 0);
  clReleaseMemObject(out);
}

static void tail(const Fixture& f, cl_program program, cl_mem large, size_t size) {
  cl_int error;
  cl_buffer_region region = {size - kTail, kTail};
  cl_mem end = clCreateSubBuffer(large, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  auto* words = static_cast<cl_uint*>(clEnqueueMapBuffer(f.queue, end, CL_TRUE, CL_MAP_WRITE, 0, kTail, 0, nullptr, nullptr, &error));
  for (size_t i = 0; i < kWords; i++) words[i] = cl_uint(i);
  clEnqueueUnmapMemObject(f.queue, end, words, 0, nullptr, nullptr);
  EXPECT(launch(f, program, "line", kWords, end));
  EXPECT(launch(f, program, "pairs", kWords / 4, end));
  EXPECT(launch(f, program, "bytes", kWords, end));
  std::vector<cl_uint> read(kWords);
  clEnqueueReadBuffer(f.queue, large, CL_TRUE, size - kTail, kTail, read.data(), 0, nullptr, nullptr);
  size_t wrong = 0;
  for (size_t i = 0; i < kWords; i++) wrong += read[i] != (((cl_uint(i ^ 3) + 3) & ~0xff00u) | 0x700);
  EXPECT(wrong == 0);
  EXPECT_NAMED("an access behind the end fails", !launch(f, program, "line", kWords + (1 << 20), end));
}

static void picture(const Fixture& f, cl_program program) {
  cl_int error;
  std::vector<cl_uint> texels(256), read(256);
  for (size_t i = 0; i < texels.size(); i++) texels[i] = cl_uint(i * i);
  const cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 16;
  cl_mem image = clCreateImage(f.context, CL_MEM_COPY_HOST_PTR, &format, &description, texels.data(), &error);
  cl_mem out = f.buffer(1024);
  EXPECT(launch(f, program, "picture", 256, image, out));
  clEnqueueReadBuffer(f.queue, out, CL_TRUE, 0, 1024, read.data(), 0, nullptr, nullptr);
  EXPECT(read == texels);
}

int main(int argc, char** argv) {
  const size_t size = size_t(argc > 1 ? atoi(argv[1]) : 5) << 30;
  Fixture f;
  cl_program program = f.program(kSource);
  cl_int error;
  cl_mem large = clCreateBuffer(f.context, CL_MEM_READ_WRITE, size, nullptr, &error);
  EXPECT_NAMED("the buffer", error == CL_SUCCESS);
  if (error) return 1;
  scattered(f, program, large, size);
  picture(f, program);
  // Programs are built beside it as well.
  EXPECT(launch(f, f.program(kSource, "-cl-mad-enable"), "line", kItems, large));
  EXPECT(word_at(f, large, 1) == 3);
  tail(f, program, large, size);
  return finish();
}
