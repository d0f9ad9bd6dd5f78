// Host writes, maps, copies, fills and launches in an order that a seed gives, over buffers and images of all kinds.
// Prints a hash of each step's changes: another device, or the same one reached in another way, prints the same.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

uint32_t state;
/** From 0 up to a limit. */
uint32_t draw(uint32_t limit) {
  state = state * 1664525u + 1013904223u;
  return static_cast<uint32_t>((static_cast<uint64_t>(state) * limit) >> 32);
}

void need(cl_int status, const char* what) {
  if (status == CL_SUCCESS) return;
  std::printf("%s: %d\n", what, status);
  std::exit(3);
}

const char* kSource = R"CL(
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable
__kernel void blend(__global int* out, __global const int* in, int n, int count, __local int* part) {
  int i = get_global_id(0), l = get_local_id(0);
  part[l] = in[i % count];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = out[i] * 3 + part[get_local_size(0) - 1 - l] + n;
}
#define PLACE int i = get_global_id(0), x = i % w, y = i / w % h, z = i / (w * h)
#define READ(NAME, IMAGE, TYPE, HOW, PLACED) \
__kernel void read##NAME(read_only IMAGE image, sampler_t sampler, __global TYPE* out, int w, int h, float d, float sx, float sy, float sz) { \
  PLACE; float fx = (x + 0.5f + d) * sx, fy = (y + 0.5f - d) * sy, fz = (z + 0.5f) * sz; out[i] = HOW(image, sampler, PLACED); }
#define WRITE(NAME, IMAGE, TYPE, HOW, PLACED) \
__kernel void write##NAME(write_only IMAGE image, __global const TYPE* in, int w, int h) { PLACE; HOW(image, PLACED, in[i]); }
#define FETCH(NAME, TYPE, HOW) \
__kernel void read##NAME(read_only image1d_buffer_t image, sampler_t sampler, __global TYPE* out, int w, int h, float d, float sx, float sy, float sz) { \
  int i = get_global_id(0); out[i] = HOW(image, i); }
#define KIND(N, IMAGE, FLOATS, INTS) \
  READ(N##f, IMAGE, float4, read_imagef, FLOATS) READ(N##i, IMAGE, int4, read_imagei, FLOATS) READ(N##u, IMAGE, uint4, read_imageui, FLOATS) \
  WRITE(N##f, IMAGE, float4, write_imagef, INTS) WRITE(N##i, IMAGE, int4, write_imagei, INTS) WRITE(N##u, IMAGE, uint4, write_imageui, INTS)
KIND(0, image1d_t, fx, x)
KIND(1, image1d_array_t, (float2)(fx, y), (int2)(x, y))
KIND(2, image2d_t, (float2)(fx, fy), (int2)(x, y))
KIND(3, image2d_array_t, (float4)(fx, fy, z, 0), (int4)(x, y, z, 0))
KIND(4, image3d_t, (float4)(fx, fy, fz, 0), (int4)(x, y, z, 0))
FETCH(5f, float4, read_imagef) FETCH(5i, int4, read_imagei) FETCH(5u, uint4, read_imageui)
WRITE(5f, image1d_buffer_t, float4, write_imagef, x) WRITE(5i, image1d_buffer_t, int4, write_imagei, x)
WRITE(5u, image1d_buffer_t, uint4, write_imageui, x)
)CL";

struct Format {
  cl_channel_order order;
  cl_channel_type type;
  size_t bytes;
  /** How kernels read it: f, i, u. */
  char how;
};
const Format kFormats[] = {
    {CL_RGBA, CL_UNSIGNED_INT8, 4, 'u'}, {CL_RGBA, CL_SIGNED_INT8, 4, 'i'},   {CL_RGBA, CL_UNSIGNED_INT16, 8, 'u'},
    {CL_RGBA, CL_SIGNED_INT16, 8, 'i'},  {CL_RGBA, CL_UNSIGNED_INT32, 16, 'u'}, {CL_RGBA, CL_SIGNED_INT32, 16, 'i'},
    {CL_RGBA, CL_FLOAT, 16, 'f'},        {CL_RGBA, CL_UNORM_INT8, 4, 'f'},    {CL_RGBA, CL_UNORM_INT16, 8, 'f'},
    {CL_R, CL_FLOAT, 4, 'f'},            {CL_R, CL_UNSIGNED_INT8, 1, 'u'},    {CL_R, CL_SIGNED_INT32, 4, 'i'},
    {CL_BGRA, CL_UNORM_INT8, 4, 'f'},    {CL_R, CL_UNORM_INT16, 2, 'f'},
};

struct Image {
  cl_mem memory;
  Format format;
  int kind;
  /** As a kernel counts, and as the calls of the host do. */
  size_t w, h, d;
  size_t region[3];
  size_t pixels() const { return w * h * d; }
};

cl_context context;
cl_command_queue queue;
cl_program program;
constexpr int kBuffers = 4;
constexpr size_t kSizes[kBuffers] = {300004, 65536, 28684, 1 << 20};
cl_mem buffers[kBuffers];
std::vector<Image> images;
/** For pixels as kernels see them, 16 bytes each. */
cl_mem wide;
constexpr size_t kWide = 1 << 18;

void report(int step, const char* what, const std::vector<unsigned char>& bytes) {
  uint64_t hash = 1469598103934665603u;
  for (unsigned char byte : bytes) hash = (hash ^ byte) * 1099511628211u;
  std::printf("%d %s %016llx\n", step, what, static_cast<unsigned long long>(hash));
}

std::vector<unsigned char> noise(size_t size) {
  std::vector<unsigned char> bytes(size);
  for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(draw(256));
  return bytes;
}

/** Texels of numbers that every device converts alike. */
std::vector<unsigned char> texels(const Format& format, size_t count) {
  std::vector<unsigned char> bytes = noise(count * format.bytes);
  if (format.type != CL_FLOAT) return bytes;
  for (size_t at = 0; at + 4 <= bytes.size(); at += 4) {
    float number = static_cast<float>(draw(4096)) / 16 - 100;
    memcpy(&bytes[at], &number, 4);
  }
  return bytes;
}

void tell(int step, const char* what, int buffer) {
  std::vector<unsigned char> bytes(kSizes[buffer]);
  need(clEnqueueReadBuffer(queue, buffers[buffer], CL_TRUE, 0, bytes.size(), bytes.data(), 0, nullptr, nullptr), "read");
  report(step, what, bytes);
}

void tell(int step, const char* what, const Image& image) {
  const size_t origin[3] = {0, 0, 0};
  std::vector<unsigned char> bytes(image.pixels() * image.format.bytes);
  need(clEnqueueReadImage(queue, image.memory, CL_TRUE, origin, image.region, 0, 0, bytes.data(), 0, nullptr, nullptr), "read image");
  report(step, what, bytes);
}

void start(cl_kernel kernel, size_t items, const size_t* group) {
  need(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, group, 0, nullptr, nullptr), "launch");
  need(clFinish(queue), "finish");
  clReleaseKernel(kernel);
}

cl_kernel kernel_of(const char* verb, const Image& image) {
  cl_int status;
  std::string name = std::string(verb) + std::to_string(image.kind) + image.format.how;
  cl_kernel kernel = clCreateKernel(program, name.c_str(), &status);
  need(status, name.c_str());
  return kernel;
}

void launch_mix(int step) {
  int out = draw(kBuffers), in = draw(kBuffers);
  if (in == out) in = (in + 1) % kBuffers;
  cl_int status, n = draw(1000), count = kSizes[in] / 4;
  cl_kernel kernel = clCreateKernel(program, "blend", &status);
  const size_t group = 64;
  need(status, "mix");
  clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffers[out]);
  clSetKernelArg(kernel, 1, sizeof(cl_mem), &buffers[in]);
  clSetKernelArg(kernel, 2, sizeof n, &n);
  clSetKernelArg(kernel, 3, sizeof count, &count);
  clSetKernelArg(kernel, 4, group * 4, nullptr);
  start(kernel, group * (1 + draw(kSizes[out] / 4 / group)), &group);
  tell(step, "mix", out);
}

cl_sampler sampler_for(const Image& image, bool& normalized, bool& outside) {
  const cl_addressing_mode modes[] = {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT,
                                      CL_ADDRESS_MIRRORED_REPEAT};
  normalized = draw(2) != 0;
  cl_addressing_mode mode = modes[draw(normalized ? 5 : 3)];
  outside = mode != CL_ADDRESS_NONE;
  cl_int status;
  cl_filter_mode filter = CL_FILTER_NEAREST;
  if (image.format.how == 'f' && outside && draw(2)) filter = CL_FILTER_LINEAR;
  cl_sampler sampler = clCreateSampler(context, normalized, mode, filter, &status);
  need(status, "sampler");
  return sampler;
}

void launch_read(int step) {
  const Image& image = images[draw(images.size())];
  bool normalized, outside;
  cl_sampler sampler = sampler_for(image, normalized, outside);
  cl_kernel kernel = kernel_of("read", image);
  cl_int w = image.w, h = image.h;
  cl_float d = outside ? static_cast<float>(draw(5)) - 2 : 0, scales[3] = {1, 1, 1};
  if (normalized) scales[0] = 1.0f / image.w, scales[1] = 1.0f / image.h, scales[2] = 1.0f / image.d;
  clSetKernelArg(kernel, 0, sizeof(cl_mem), &image.memory);
  clSetKernelArg(kernel, 1, sizeof sampler, &sampler);
  clSetKernelArg(kernel, 2, sizeof(cl_mem), &wide);
  clSetKernelArg(kernel, 3, sizeof w, &w);
  clSetKernelArg(kernel, 4, sizeof h, &h);
  clSetKernelArg(kernel, 5, sizeof d, &d);
  for (int n = 0; n < 3; n++) clSetKernelArg(kernel, 6 + n, sizeof(cl_float), &scales[n]);
  start(kernel, image.pixels(), nullptr);
  clReleaseSampler(sampler);
  std::vector<unsigned char> bytes(image.pixels() * 16);
  need(clEnqueueReadBuffer(queue, wide, CL_TRUE, 0, bytes.size(), bytes.data(), 0, nullptr, nullptr), "read wide");
  report(step, (std::string("read ") + std::to_string(image.kind) + image.format.how).c_str(), bytes);
}

void launch_write(int step) {
  const Image& image = images[draw(images.size())];
  // Values that each format holds as they are.
  std::vector<uint32_t> words(image.pixels() * 4);
  for (uint32_t& word : words) {
    float number = static_cast<float>(draw(2));
    if (image.format.how == 'f') memcpy(&word, &number, 4);
    else word = draw(100);
  }
  need(clEnqueueWriteBuffer(queue, wide, CL_TRUE, 0, words.size() * 4, words.data(), 0, nullptr, nullptr), "write wide");
  cl_kernel kernel = kernel_of("write", image);
  cl_int w = image.w, h = image.h;
  clSetKernelArg(kernel, 0, sizeof(cl_mem), &image.memory);
  clSetKernelArg(kernel, 1, sizeof(cl_mem), &wide);
  clSetKernelArg(kernel, 2, sizeof w, &w);
  clSetKernelArg(kernel, 3, sizeof h, &h);
  start(kernel, image.pixels(), nullptr);
  tell(step, (std::string("write ") + std::to_string(image.kind) + image.format.how).c_str(), image);
}

void write_buffer(int step) {
  int to = draw(kBuffers);
  size_t offset = draw(kSizes[to] - 1), size = 1 + draw(kSizes[to] - offset);
  std::vector<unsigned char> bytes = noise(size);
  need(clEnqueueWriteBuffer(queue, buffers[to], CL_TRUE, offset, size, bytes.data(), 0, nullptr, nullptr), "write");
  tell(step, "host write", to);
}

void map_buffer(int step) {
  int to = draw(kBuffers);
  size_t offset = draw(kSizes[to] - 1), size = 1 + draw(kSizes[to] - offset);
  cl_int status;
  auto* at = static_cast<unsigned char*>(
      clEnqueueMapBuffer(queue, buffers[to], CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, offset, size, 0, nullptr, nullptr, &status));
  need(status, "map");
  for (size_t i = 0; i < size; i += 1 + draw(5000)) at[i] ^= 1 + draw(255);
  need(clEnqueueUnmapMemObject(queue, buffers[to], at, 0, nullptr, nullptr), "unmap");
  tell(step, "map", to);
}

void copy_buffer(int step) {
  int from = draw(kBuffers), to = draw(kBuffers);
  if (from == to) to = (to + 1) % kBuffers;
  size_t most = kSizes[from] < kSizes[to] ? kSizes[from] : kSizes[to], size = 1 + draw(most - 1);
  size_t source = draw(kSizes[from] - size), target = draw(kSizes[to] - size);
  need(clEnqueueCopyBuffer(queue, buffers[from], buffers[to], source, target, size, 0, nullptr, nullptr), "copy");
  tell(step, "copy", to);
}

void fill_buffer(int step) {
  int to = draw(kBuffers);
  cl_int pattern = draw(1 << 30);
  size_t offset = 4 * draw(kSizes[to] / 8), size = 4 * (1 + draw(kSizes[to] / 8));
  need(clEnqueueFillBuffer(queue, buffers[to], &pattern, 4, offset, size, 0, nullptr, nullptr), "fill");
  tell(step, "fill", to);
}

void write_image(int step) {
  const Image& image = images[draw(images.size())];
  const size_t origin[3] = {0, 0, 0};
  std::vector<unsigned char> bytes = texels(image.format, image.pixels());
  need(clEnqueueWriteImage(queue, image.memory, CL_TRUE, origin, image.region, 0, 0, bytes.data(), 0, nullptr, nullptr), "write image");
  tell(step, "host write image", image);
}

void map_image(int step) {
  const Image& image = images[draw(images.size())];
  if (image.kind == 5) return;
  const size_t origin[3] = {0, 0, 0};
  size_t row = 0, slice = 0;
  cl_int status;
  auto* at = static_cast<unsigned char*>(clEnqueueMapImage(queue, image.memory, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, origin, image.region,
                                                           &row, &slice, 0, nullptr, nullptr, &status));
  need(status, "map image");
  if (image.kind == 1) row = slice;
  std::vector<unsigned char> bytes = texels(image.format, image.region[0]);
  size_t y = draw(image.region[1]), z = draw(image.region[2]);
  memcpy(at + (image.region[1] > 1 ? y * row : 0) + (image.region[2] > 1 ? z * slice : 0), bytes.data(), bytes.size());
  need(clEnqueueUnmapMemObject(queue, image.memory, at, 0, nullptr, nullptr), "unmap image");
  tell(step, "map image", image);
}

void copy_image(int step) {
  const Image& image = images[draw(images.size())];
  const size_t origin[3] = {0, 0, 0};
  int other = 3;
  size_t bytes = image.pixels() * image.format.bytes;
  if (bytes > kSizes[other] || image.kind == 5) return;
  need(clEnqueueCopyImageToBuffer(queue, image.memory, buffers[other], origin, image.region, 0, 0, nullptr, nullptr), "copy image");
  tell(step, "copy image", other);
}

cl_mem make_image(Image& image, cl_mem behind) {
  const cl_mem_object_type types[] = {CL_MEM_OBJECT_IMAGE1D,       CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D,
                                      CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D,       CL_MEM_OBJECT_IMAGE1D_BUFFER};
  const cl_image_format format = {image.format.order, image.format.type};
  cl_image_desc about = {};
  about.image_type = types[image.kind];
  about.image_width = image.w;
  about.image_height = image.kind >= 2 && image.kind <= 4 ? image.h : 0;
  about.image_depth = image.kind == 4 ? image.d : 0;
  about.image_array_size = image.kind == 1 ? image.h : image.kind == 3 ? image.d : 0;
  about.buffer = image.kind == 5 ? behind : nullptr;
  cl_int status;
  cl_mem memory = clCreateImage(context, CL_MEM_READ_WRITE, &format, &about, nullptr, &status);
  need(status, "image");
  return memory;
}

void make_objects() {
  cl_int status;
  for (int n = 0; n < kBuffers; n++) {
    std::vector<unsigned char> bytes = noise(kSizes[n]);
    buffers[n] = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes.size(), bytes.data(), &status);
    need(status, "buffer");
  }
  std::vector<unsigned char> zeros(kWide * 4);
  wide = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, zeros.size(), zeros.data(), &status);
  need(status, "buffer");
  for (int kind = 0; kind < 6; kind++) {
    for (int n = 0; n < 2; n++) {
      Image image = {};
      image.kind = kind;
      image.format = kFormats[draw(sizeof kFormats / sizeof kFormats[0])];
      image.w = 17 + draw(60);
      image.h = kind == 0 || kind == 5 ? 1 : 5 + draw(20);
      image.d = kind == 3 || kind == 4 ? 3 + draw(6) : 1;
      image.region[0] = image.w;
      image.region[1] = image.h;
      image.region[2] = image.d;
      image.memory = make_image(image, buffers[1]);
      images.push_back(image);
      const size_t origin[3] = {0, 0, 0};
      std::vector<unsigned char> bytes = texels(image.format, image.pixels());
      need(clEnqueueWriteImage(queue, image.memory, CL_TRUE, origin, image.region, 0, 0, bytes.data(), 0, nullptr, nullptr), "first write");
    }
  }
}

}  // namespace

int main(int, char** argv) {
  state = static_cast<uint32_t>(atoi(argv[1])) * 2654435761u;
  int steps = atoi(argv[2]);
  cl_platform_id platform;
  cl_device_id device;
  cl_int status;
  need(clGetPlatformIDs(1, &platform, nullptr), "platform");
  need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "device");
  context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  need(status, "context");
  queue = clCreateCommandQueue(context, device, 0, &status);
  need(status, "queue");
  program = clCreateProgramWithSource(context, 1, &kSource, nullptr, &status);
  if (clBuildProgram(program, 1, &device, "", nullptr, nullptr)) {
    std::vector<char> log(1 << 16);
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
    std::printf("build: %s\n", log.data());
    return 3;
  }
  make_objects();
  void (*const actions[])(int) = {launch_mix, launch_read, launch_write, write_buffer, map_buffer, copy_buffer,
                                  fill_buffer, write_image, map_image, copy_image, launch_read, launch_write};
  for (int step = 0; step < steps; step++) actions[draw(sizeof actions / sizeof actions[0])](step);
  for (int n = 0; n < kBuffers; n++) tell(steps, "end", n);
  for (const Image& image : images) tell(steps, "end", image);
}
