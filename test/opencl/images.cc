// Images of every kind: contents after transfers and fills, against the same operations on ordinary memory.
#include "harness.h"

typedef std::vector<unsigned char> Bytes;

static Bytes pattern(size_t size, unsigned seed) {
  Bytes bytes(size);
  for (size_t i = 0; i < size; i++) bytes[i] = (unsigned char)(seed = seed * 1103515245 + 12345, seed >> 16);
  return bytes;
}

struct Shape {
  const char* name;
  cl_mem_object_type type;
  size_t size[3];
};
static const Shape kShapes[] = {
    {"1D", CL_MEM_OBJECT_IMAGE1D, {37, 1, 1}},
    {"1D array", CL_MEM_OBJECT_IMAGE1D_ARRAY, {19, 5, 1}},
    {"2D", CL_MEM_OBJECT_IMAGE2D, {33, 17, 1}},
    {"2D array", CL_MEM_OBJECT_IMAGE2D_ARRAY, {9, 7, 3}},
    {"3D", CL_MEM_OBJECT_IMAGE3D, {6, 5, 4}},
};

static cl_mem make(const Fixture& f, const Shape& shape, const cl_image_format& format, const void* contents) {
  cl_image_desc desc = {};
  desc.image_type = shape.type;
  desc.image_width = shape.size[0];
  if (shape.type != CL_MEM_OBJECT_IMAGE1D_ARRAY) desc.image_height = shape.size[1];
  if (shape.type == CL_MEM_OBJECT_IMAGE3D) desc.image_depth = shape.size[2];
  if (shape.type == CL_MEM_OBJECT_IMAGE1D_ARRAY) desc.image_array_size = shape.size[1];
  if (shape.type == CL_MEM_OBJECT_IMAGE2D_ARRAY) desc.image_array_size = shape.size[2];
  cl_int error;
  cl_mem_flags flags = CL_MEM_READ_WRITE | (contents ? CL_MEM_COPY_HOST_PTR : 0);
  cl_mem image = clCreateImage(f.context, flags, &format, &desc, const_cast<void*>(contents), &error);
  if (error) printf("image %s: %d\n", shape.name, error);
  return image;
}

static Bytes read(const Fixture& f, cl_mem image, const Shape& shape, size_t element) {
  Bytes bytes(shape.size[0] * shape.size[1] * shape.size[2] * element);
  const size_t origin[3] = {0, 0, 0};
  clEnqueueReadImage(f.queue, image, CL_TRUE, origin, shape.size, 0, 0, bytes.data(), 0, nullptr, nullptr);
  return bytes;
}

static void transfers(const Fixture& f, const Shape& shape) {
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  const size_t element = 4, *size = shape.size;
  Bytes expected = pattern(size[0] * size[1] * size[2] * element, 1);
  cl_mem image = make(f, shape, format, expected.data());
  EXPECT_NAMED(shape.name, read(f, image, shape, element) == expected);
  const size_t origin[3] = {2, size[1] > 1 ? (size_t)1 : 0, size[2] > 1 ? (size_t)1 : 0};
  const size_t region[3] = {3, size[1] > 2 ? (size_t)2 : 1, size[2] > 2 ? (size_t)2 : 1};
  Bytes patch = pattern(region[0] * region[1] * region[2] * element, 2);
  clEnqueueWriteImage(f.queue, image, CL_FALSE, origin, region, 0, 0, patch.data(), 0, nullptr, nullptr);
  for (size_t z = 0; z < region[2]; z++)
    for (size_t y = 0; y < region[1]; y++)
      memcpy(&expected[(origin[0] + (origin[1] + y) * size[0] + (origin[2] + z) * size[0] * size[1]) * element],
             &patch[(y + z * region[1]) * region[0] * element], region[0] * element);
  EXPECT_NAMED("write of a region", read(f, image, shape, element) == expected);
  cl_mem buffer = f.buffer(patch.size() + 12);
  clEnqueueCopyImageToBuffer(f.queue, image, buffer, origin, region, 12, 0, nullptr, nullptr);
  Bytes copied = f.read<unsigned char>(buffer, patch.size() + 12);
  EXPECT_NAMED("copy to a buffer", memcmp(&copied[12], patch.data(), patch.size()) == 0);
  const size_t zero[3] = {0, 0, 0};
  cl_mem other = make(f, shape, format, nullptr);
  clEnqueueCopyImage(f.queue, image, other, zero, zero, size, 0, nullptr, nullptr);
  clEnqueueCopyBufferToImage(f.queue, buffer, other, 12, zero, region, 0, nullptr, nullptr);
  for (size_t z = 0; z < region[2]; z++)
    for (size_t y = 0; y < region[1]; y++)
      memcpy(&expected[(y * size[0] + z * size[0] * size[1]) * element], &patch[(y + z * region[1]) * region[0] * element], region[0] * element);
  EXPECT_NAMED("copy from an image and a buffer", read(f, other, shape, element) == expected);
  cl_int error;
  size_t row = 0, slice = 0;
  unsigned char* view = (unsigned char*)clEnqueueMapImage(f.queue, other, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, origin, region, &row, &slice, 0, nullptr, nullptr, &error);
  EXPECT(error == CL_SUCCESS && view && row >= region[0] * element);
  size_t first = (origin[0] + origin[1] * size[0] + origin[2] * size[0] * size[1]) * element;
  EXPECT_NAMED("map", memcmp(view, &expected[first], region[0] * element) == 0);
  memset(view, 9, 4);
  memset(&expected[first], 9, 4);
  clEnqueueUnmapMemObject(f.queue, other, view, 0, nullptr, nullptr);
  EXPECT_NAMED("unmap", read(f, other, shape, element) == expected);
  for (cl_mem one : {image, buffer, other}) clReleaseMemObject(one);
}

template <class T>
static void fill(const Fixture& f, const char* name, cl_channel_order order, cl_channel_type type, const void* color, std::vector<T> pixel) {
  const Shape& shape = kShapes[2];
  const cl_image_format format = {order, type};
  cl_mem image = make(f, shape, format, nullptr);
  if (!image) return report(false, name);
  const size_t origin[3] = {0, 0, 0};
  clEnqueueFillImage(f.queue, image, color, origin, shape.size, 0, nullptr, nullptr);
  Bytes bytes = read(f, image, shape, pixel.size() * sizeof(T));
  bool same = true;
  for (size_t i = 0; i < bytes.size(); i += pixel.size() * sizeof(T)) same &= memcmp(&bytes[i], pixel.data(), pixel.size() * sizeof(T)) == 0;
  EXPECT_NAMED(name, same);
  clReleaseMemObject(image);
}

static void fills(const Fixture& f) {
  const float color[4] = {0.5f, 1.5f, -1.0f, 0.25f};
  const float fifths[4] = {0.2f, 1.5f, -1.0f, 0.4f};
  const int integers[4] = {-5, 100, 3, 7};
  const unsigned naturals[4] = {5, 100, 3, 70000};
  fill<unsigned char>(f, "fill RGBA UNORM_INT8", CL_RGBA, CL_UNORM_INT8, fifths, {51, 255, 0, 102});
  fill<unsigned char>(f, "fill BGRA UNORM_INT8", CL_BGRA, CL_UNORM_INT8, fifths, {0, 255, 51, 102});
  fill<unsigned short>(f, "fill RGBA UNORM_INT16", CL_RGBA, CL_UNORM_INT16, fifths, {13107, 65535, 0, 26214});
  fill<unsigned short>(f, "fill RGBA HALF_FLOAT", CL_RGBA, CL_HALF_FLOAT, color, {0x3800, 0x3e00, 0xbc00, 0x3400});
  fill<float>(f, "fill RGBA FLOAT", CL_RGBA, CL_FLOAT, color, {0.5f, 1.5f, -1.0f, 0.25f});
  fill<signed char>(f, "fill RGBA SIGNED_INT8", CL_RGBA, CL_SIGNED_INT8, integers, {-5, 100, 3, 7});
  fill<int>(f, "fill RGBA SIGNED_INT32", CL_RGBA, CL_SIGNED_INT32, integers, {-5, 100, 3, 7});
  fill<unsigned>(f, "fill RGBA UNSIGNED_INT32", CL_RGBA, CL_UNSIGNED_INT32, naturals, {5, 100, 3, 70000});
}

/**
 * Queries return the pitch that the program has given, or that of packed pixels, however the device lays images out.
 */
static void pitches(const Fixture& f, void* pixels, size_t given, size_t expected) {
  const cl_image_format format = {CL_RGBA, CL_FLOAT};
  cl_image_desc desc = {};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = 33;
  desc.image_height = 17;
  desc.image_row_pitch = given;
  cl_mem image = clCreateImage(f.context, pixels ? CL_MEM_COPY_HOST_PTR : 0, &format, &desc, pixels, nullptr);
  size_t pitch = 0;
  clGetImageInfo(image, CL_IMAGE_ROW_PITCH, sizeof pitch, &pitch, nullptr);
  EXPECT_NAMED("the row pitch of an image", pitch == expected);
  clReleaseMemObject(image);
}

static void properties(const Fixture& f) {
  const cl_image_format format = {CL_RGBA, CL_FLOAT};
  cl_mem image = make(f, kShapes[2], format, nullptr);
  size_t width = 0, height = 0, depth = 9, element = 0;
  clGetImageInfo(image, CL_IMAGE_WIDTH, sizeof width, &width, nullptr);
  clGetImageInfo(image, CL_IMAGE_HEIGHT, sizeof height, &height, nullptr);
  clGetImageInfo(image, CL_IMAGE_DEPTH, sizeof depth, &depth, nullptr);
  clGetImageInfo(image, CL_IMAGE_ELEMENT_SIZE, sizeof element, &element, nullptr);
  EXPECT(width == 33 && height == 17 && depth <= 1 && element == 16);
  clReleaseMemObject(image);
  pitches(f, nullptr, 0, 33 * 16);
  std::vector<float> pixels(40 * 17 * 4);
  pitches(f, pixels.data(), 0, 33 * 16);
  pitches(f, pixels.data(), 40 * 16, 40 * 16);
  cl_uint count = 0;
  clGetSupportedImageFormats(f.context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count);
  std::vector<cl_image_format> formats(count);
  clGetSupportedImageFormats(f.context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, count, formats.data(), nullptr);
  // The least that a full profile has to offer for reading and writing.
  const cl_channel_type types[] = {CL_UNORM_INT8, CL_UNORM_INT16, CL_SIGNED_INT8, CL_SIGNED_INT16, CL_SIGNED_INT32,
                                   CL_UNSIGNED_INT8, CL_UNSIGNED_INT16, CL_UNSIGNED_INT32, CL_HALF_FLOAT, CL_FLOAT};
  for (cl_channel_type type : types) {
    bool found = false;
    for (const cl_image_format& one : formats) found |= one.image_channel_order == CL_RGBA && one.image_channel_data_type == type;
    EXPECT_NAMED("a format of the full profile", found);
  }
}

static cl_mem view_of(const Fixture& f, cl_mem buffer, const cl_image_format& format, size_t width, cl_int* error) {
  cl_image_desc desc = {};
  desc.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  desc.image_width = width;
  desc.buffer = buffer;
  return clCreateImage(f.context, CL_MEM_READ_WRITE, &format, &desc, nullptr, error);
}

/** Images from buffers: of the largest width, and of every format that is offered. */
static void views(const Fixture& f) {
  size_t largest = 0;
  clGetDeviceInfo(f.device, CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, sizeof largest, &largest, nullptr);
  EXPECT(largest >= 65536);
  cl_int error;
  cl_mem buffer = f.buffer(65536 * 4);
  cl_mem view = view_of(f, buffer, {CL_RGBA, CL_UNSIGNED_INT8}, 65536, &error);
  EXPECT_NAMED("an image of 65536 pixels from a buffer", error == CL_SUCCESS);
  if (view) clReleaseMemObject(view);
  cl_uint count = 0;
  clGetSupportedImageFormats(f.context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE1D_BUFFER, 0, nullptr, &count);
  std::vector<cl_image_format> formats(count);
  clGetSupportedImageFormats(f.context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE1D_BUFFER, count, formats.data(), nullptr);
  for (const cl_image_format& format : formats) {
    view = view_of(f, buffer, format, 100, &error);
    if (error) printf("format 0x%x, 0x%x: %d\n", format.image_channel_order, format.image_channel_data_type, error);
    EXPECT_NAMED("a format of images from buffers", error == CL_SUCCESS);
    if (view) clReleaseMemObject(view);
  }
  clReleaseMemObject(buffer);
}

int main() {
  Fixture f;
  for (const Shape& shape : kShapes) transfers(f, shape);
  fills(f);
  properties(f);
  views(f);
  return finish();
}
