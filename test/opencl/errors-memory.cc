// Error codes of the calls about buffers and images.
#include "harness.h"

static void CL_CALLBACK on_destroy(cl_mem, void*) {}

static void buffers(const Fixture& f) {
  char bytes[64] = {};
  size_t size;
  OBJECT_ROW(CL_INVALID_CONTEXT, clCreateBuffer(nullptr, CL_MEM_READ_WRITE, 16, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateBuffer(f.context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 16, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateBuffer(f.context, (cl_mem_flags)1 << 40, 16, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateBuffer(f.context, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 16, bytes, &returned));
  OBJECT_ROW(CL_INVALID_VALUE,
             clCreateBuffer(f.context, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS, 16, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_BUFFER_SIZE, clCreateBuffer(f.context, CL_MEM_READ_WRITE, 0, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_BUFFER_SIZE, clCreateBuffer(f.context, CL_MEM_READ_WRITE, (size_t)-1, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_HOST_PTR, clCreateBuffer(f.context, CL_MEM_USE_HOST_PTR, 16, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_HOST_PTR, clCreateBuffer(f.context, CL_MEM_COPY_HOST_PTR, 16, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_HOST_PTR, clCreateBuffer(f.context, CL_MEM_READ_WRITE, 16, bytes, &returned));
  cl_mem whole = f.buffer(4096), writable = f.buffer(4096, nullptr, CL_MEM_WRITE_ONLY);
  cl_buffer_region region = {0, 256}, outside = {4096, 256}, empty = {0, 0}, crooked = {1, 16};
  const cl_buffer_create_type kind = CL_BUFFER_CREATE_TYPE_REGION;
  OBJECT_ROW(CL_INVALID_MEM_OBJECT, clCreateSubBuffer(nullptr, 0, kind, &region, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateSubBuffer(whole, 0, 0, &region, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateSubBuffer(whole, 0, kind, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateSubBuffer(whole, 0, kind, &outside, &returned));
  OBJECT_ROW(CL_INVALID_BUFFER_SIZE, clCreateSubBuffer(whole, 0, kind, &empty, &returned));
  OBJECT_ROW(CL_MISALIGNED_SUB_BUFFER_OFFSET, clCreateSubBuffer(whole, 0, kind, &crooked, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateSubBuffer(writable, CL_MEM_READ_ONLY, kind, &region, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateSubBuffer(whole, CL_MEM_COPY_HOST_PTR, kind, &region, &returned));
  cl_mem part = clCreateSubBuffer(whole, 0, kind, &region, &returned);
  EXPECT(part && returned == CL_SUCCESS);
  OBJECT_ROW(CL_INVALID_MEM_OBJECT, clCreateSubBuffer(part, 0, kind, &region, &returned));
  ROW(CL_INVALID_MEM_OBJECT, clGetMemObjectInfo(nullptr, CL_MEM_SIZE, 0, nullptr, &size));
  ROW(CL_INVALID_VALUE, clGetMemObjectInfo(whole, 0, 0, nullptr, &size));
  ROW(CL_INVALID_VALUE, clGetMemObjectInfo(whole, CL_MEM_SIZE, 1, &size, nullptr));
  ROW_BUT(CL_INVALID_MEM_OBJECT, CL_SUCCESS, clGetImageInfo(whole, CL_IMAGE_WIDTH, sizeof size, &size, nullptr));
  ROW(CL_INVALID_MEM_OBJECT, clRetainMemObject(nullptr));
  ROW(CL_INVALID_MEM_OBJECT, clReleaseMemObject(nullptr));
  ROW(CL_INVALID_MEM_OBJECT, clSetMemObjectDestructorCallback(nullptr, on_destroy, nullptr));
  ROW(CL_INVALID_VALUE, clSetMemObjectDestructorCallback(whole, nullptr, nullptr));
  clReleaseMemObject(part);
  clReleaseMemObject(whole);
  clReleaseMemObject(writable);
}

static void transfers(const Fixture& f) {
  char data[1024] = {};
  cl_mem a = f.buffer(1024), b = f.buffer(1024);
  cl_mem secret = f.buffer(1024, nullptr, CL_MEM_HOST_NO_ACCESS);
  cl_mem out_only = f.buffer(1024, nullptr, CL_MEM_HOST_READ_ONLY);
  cl_command_queue q = f.queue;
  ROW(CL_INVALID_COMMAND_QUEUE, clEnqueueReadBuffer(nullptr, a, CL_TRUE, 0, 16, data, 0, nullptr, nullptr));
  ROW(CL_INVALID_MEM_OBJECT, clEnqueueReadBuffer(q, nullptr, CL_TRUE, 0, 16, data, 0, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clEnqueueReadBuffer(q, a, CL_TRUE, 0, 16, nullptr, 0, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clEnqueueReadBuffer(q, a, CL_TRUE, 1020, 16, data, 0, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clEnqueueReadBuffer(q, a, CL_TRUE, (size_t)-8, 16, data, 0, nullptr, nullptr));
  ROW(CL_INVALID_EVENT_WAIT_LIST, clEnqueueReadBuffer(q, a, CL_TRUE, 0, 16, data, 1, nullptr, nullptr));
  ROW(CL_INVALID_OPERATION, clEnqueueReadBuffer(q, secret, CL_TRUE, 0, 16, data, 0, nullptr, nullptr));
  ROW(CL_INVALID_COMMAND_QUEUE, clEnqueueWriteBuffer(nullptr, a, CL_TRUE, 0, 16, data, 0, nullptr, nullptr));
  ROW(CL_INVALID_MEM_OBJECT, clEnqueueWriteBuffer(q, nullptr, CL_TRUE, 0, 16, data, 0, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clEnqueueWriteBuffer(q, a, CL_TRUE, 0, 2048, data, 0, nullptr, nullptr));
  ROW(CL_INVALID_OPERATION, clEnqueueWriteBuffer(q, out_only, CL_TRUE, 0, 16, data, 0, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clEnqueueCopyBuffer(q, a, b, 1000, 0, 100, 0, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clEnqueueCopyBuffer(q, a, b, 0, 1000, 100, 0, nullptr, nullptr));
  ROW(CL_MEM_COPY_OVERLAP, clEnqueueCopyBuffer(q, a, a, 0, 10, 100, 0, nullptr, nullptr));
  ROW(CL_INVALID_MEM_OBJECT, clEnqueueCopyBuffer(q, a, nullptr, 0, 0, 100, 0, nullptr, nullptr));
  cl_int pattern = 7;
  ROW(CL_INVALID_VALUE, clEnqueueFillBuffer(q, a, nullptr, 4, 0, 16, 0, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clEnqueueFillBuffer(q, a, &pattern, 0, 0, 16, 0, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clEnqueueFillBuffer(q, a, data, 3, 0, 15, 0, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clEnqueueFillBuffer(q, a, &pattern, 4, 2, 16, 0, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clEnqueueFillBuffer(q, a, &pattern, 4, 0, 2048, 0, nullptr, nullptr));
  const size_t origin[3] = {0, 0, 0}, region[3] = {16, 4, 1}, flat[3] = {16, 0, 1}, large[3] = {64, 64, 1};
  ROW(CL_INVALID_VALUE, clEnqueueReadBufferRect(q, a, CL_TRUE, origin, origin, flat, 0, 0, 0, 0, data, 0, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clEnqueueReadBufferRect(q, a, CL_TRUE, origin, origin, large, 0, 0, 0, 0, data, 0, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clEnqueueReadBufferRect(q, a, CL_TRUE, origin, origin, region, 8, 0, 0, 0, data, 0, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clEnqueueReadBufferRect(q, a, CL_TRUE, origin, origin, region, 16, 70, 0, 0, data, 0, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clEnqueueWriteBufferRect(q, a, CL_TRUE, origin, origin, region, 0, 0, 0, 0, nullptr, 0, nullptr, nullptr));
  ROW(CL_MEM_COPY_OVERLAP, clEnqueueCopyBufferRect(q, a, a, origin, origin, region, 32, 0, 32, 0, 0, nullptr, nullptr));
  OBJECT_ROW(CL_INVALID_VALUE, clEnqueueMapBuffer(q, a, CL_TRUE, CL_MAP_READ, 0, 4096, 0, nullptr, nullptr, &returned));
  OBJECT_ROW_BUT(CL_INVALID_VALUE, CL_SUCCESS, clEnqueueMapBuffer(q, a, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, 0, 16, 0, nullptr, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_OPERATION, clEnqueueMapBuffer(q, secret, CL_TRUE, CL_MAP_READ, 0, 16, 0, nullptr, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_MEM_OBJECT, clEnqueueMapBuffer(q, nullptr, CL_TRUE, CL_MAP_READ, 0, 16, 0, nullptr, nullptr, &returned));
  ROW(CL_INVALID_VALUE, clEnqueueUnmapMemObject(q, a, data, 0, nullptr, nullptr));
  ROW(CL_INVALID_MEM_OBJECT, clEnqueueUnmapMemObject(q, nullptr, data, 0, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clEnqueueMigrateMemObjects(q, 0, &a, 0, 0, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clEnqueueMigrateMemObjects(q, 1, nullptr, 0, 0, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clEnqueueMigrateMemObjects(q, 1, &a, 1 << 20, 0, nullptr, nullptr));
  for (cl_mem one : {a, b, secret, out_only}) clReleaseMemObject(one);
}

static void other_context(const Fixture& f) {
  char data[16];
  cl_context second = clCreateContext(nullptr, 1, &f.device, nullptr, nullptr, &returned);
  cl_mem foreign = clCreateBuffer(second, CL_MEM_READ_WRITE, 64, nullptr, &returned), own = f.buffer(64);
  cl_event event = clCreateUserEvent(second, &returned);
  clSetUserEventStatus(event, CL_COMPLETE);
  ROW(CL_INVALID_CONTEXT, clEnqueueReadBuffer(f.queue, foreign, CL_TRUE, 0, 16, data, 0, nullptr, nullptr));
  ROW(CL_INVALID_CONTEXT, clEnqueueReadBuffer(f.queue, own, CL_TRUE, 0, 16, data, 1, &event, nullptr));
  ROW(CL_INVALID_CONTEXT, clEnqueueCopyBuffer(f.queue, own, foreign, 0, 0, 16, 0, nullptr, nullptr));
  clReleaseEvent(event);
  clReleaseMemObject(foreign);
  clReleaseMemObject(own);
  clReleaseContext(second);
}

static void images(const Fixture& f) {
  cl_image_format format = {CL_RGBA, CL_UNORM_INT8}, wrong = {CL_RGBA, CL_UNORM_SHORT_565}, unknown = {0, 0};
  cl_image_desc desc = {}, empty = {}, strange = {}, pitched = {};
  desc.image_type = empty.image_type = pitched.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = desc.image_height = pitched.image_width = pitched.image_height = 8;
  strange = desc;
  strange.image_type = CL_MEM_OBJECT_BUFFER;
  pitched.image_row_pitch = 64;
  char data[8 * 8 * 4] = {};
  size_t size;
  cl_uint count;
  const cl_mem_flags rw = CL_MEM_READ_WRITE;
  OBJECT_ROW(CL_INVALID_CONTEXT, clCreateImage(nullptr, rw, &format, &desc, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateImage(f.context, (cl_mem_flags)1 << 40, &format, &desc, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, clCreateImage(f.context, rw, nullptr, &desc, nullptr, &returned));
  OBJECT_ROW_BUT(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, CL_INVALID_OPERATION, clCreateImage(f.context, rw, &unknown, &desc, nullptr, &returned));
  OBJECT_ROW_BUT(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, CL_INVALID_OPERATION, clCreateImage(f.context, rw, &wrong, &desc, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(f.context, rw, &format, nullptr, nullptr, &returned));
  OBJECT_ROW_BUT(CL_INVALID_IMAGE_DESCRIPTOR, CL_INVALID_BUFFER_SIZE, clCreateImage(f.context, rw, &format, &empty, nullptr, &returned));
  OBJECT_ROW_BUT(CL_INVALID_IMAGE_DESCRIPTOR, CL_INVALID_VALUE, clCreateImage(f.context, rw, &format, &strange, nullptr, &returned));
  OBJECT_ROW_BUT(CL_INVALID_IMAGE_DESCRIPTOR, CL_SUCCESS, clCreateImage(f.context, rw, &format, &pitched, nullptr, &returned));
  // AMD's cl.hpp leaves members uninitialised that mean nothing for the type.
  for (cl_mem_object_type type : {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D_ARRAY,
                                  CL_MEM_OBJECT_IMAGE3D}) {
    const bool is_array = type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    const bool is_3d = type == CL_MEM_OBJECT_IMAGE3D;
    cl_image_desc garbage;
    memset(&garbage, 0xa5, sizeof garbage);
    garbage.image_type = type;
    garbage.image_width = 8;
    if (type != CL_MEM_OBJECT_IMAGE1D && type != CL_MEM_OBJECT_IMAGE1D_ARRAY) garbage.image_height = 8;
    if (is_3d) garbage.image_depth = 3;
    if (is_array) garbage.image_array_size = 3;
    if (is_3d || is_array) garbage.image_slice_pitch = 0;
    garbage.image_row_pitch = 0;
    garbage.num_mip_levels = garbage.num_samples = 0;
    garbage.buffer = nullptr;
    std::vector<unsigned char> pixels(8 * 8 * 3 * 4);
    cl_mem image = nullptr;
    UNLESS_POCL OBJECT_ROW(CL_SUCCESS, image = clCreateImage(f.context, rw, &format, &garbage, nullptr, &returned));
    if (image) clReleaseMemObject(image);
    const cl_mem_flags copies = rw | CL_MEM_COPY_HOST_PTR;
    UNLESS_POCL OBJECT_ROW(CL_SUCCESS, image = clCreateImage(f.context, copies, &format, &garbage, pixels.data(), &returned));
    if (image) clReleaseMemObject(image);
  }
  OBJECT_ROW(CL_INVALID_HOST_PTR, clCreateImage(f.context, CL_MEM_COPY_HOST_PTR, &format, &desc, nullptr, &returned));
  ROW(CL_INVALID_CONTEXT, clGetSupportedImageFormats(nullptr, rw, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count));
  ROW(CL_INVALID_VALUE, clGetSupportedImageFormats(f.context, rw, CL_MEM_OBJECT_BUFFER, 0, nullptr, &count));
  cl_mem image = clCreateImage(f.context, rw, &format, &desc, nullptr, &returned);
  EXPECT(image && returned == CL_SUCCESS);
  cl_mem buffer = f.buffer(256);
  const size_t origin[3] = {0, 0, 0}, region[3] = {8, 8, 1}, outside[3] = {9, 8, 1}, none[3] = {0, 8, 1};
  cl_command_queue q = f.queue;
  ROW(CL_INVALID_MEM_OBJECT, clEnqueueReadImage(q, buffer, CL_TRUE, origin, region, 0, 0, data, 0, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clEnqueueReadImage(q, image, CL_TRUE, origin, outside, 0, 0, data, 0, nullptr, nullptr));
  ROW_BUT(CL_INVALID_VALUE, CL_SUCCESS, clEnqueueReadImage(q, image, CL_TRUE, origin, none, 0, 0, data, 0, nullptr, nullptr));
  ROW_BUT(CL_INVALID_VALUE, CL_SUCCESS, clEnqueueReadImage(q, image, CL_TRUE, origin, region, 8, 0, data, 0, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clEnqueueWriteImage(q, image, CL_TRUE, origin, region, 0, 0, nullptr, 0, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clEnqueueCopyImageToBuffer(q, image, buffer, origin, region, 16, 0, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clEnqueueCopyBufferToImage(q, buffer, image, 16, origin, region, 0, nullptr, nullptr));
  ROW(CL_MEM_COPY_OVERLAP, clEnqueueCopyImage(q, image, image, origin, origin, region, 0, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clEnqueueFillImage(q, image, nullptr, origin, region, 0, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clGetImageInfo(image, 0, 0, nullptr, &size));
  size_t pitch;
  OBJECT_ROW(CL_INVALID_VALUE, clEnqueueMapImage(q, image, CL_TRUE, CL_MAP_READ, origin, outside, &pitch, nullptr, 0, nullptr, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clEnqueueMapImage(q, image, CL_TRUE, CL_MAP_READ, origin, region, nullptr, nullptr, 0, nullptr, nullptr, &returned));
  clReleaseMemObject(image);
  clReleaseMemObject(buffer);
}

int main() {
  Fixture f;
  buffers(f);
  transfers(f);
  other_context(f);
  images(f);
  return finish();
}
