// Buffers: contents after every kind of transfer, against the same operations on ordinary memory.
#include "harness.h"

typedef std::vector<unsigned char> Bytes;

static Bytes pattern(size_t size, unsigned seed) {
  Bytes bytes(size);
  for (size_t i = 0; i < size; i++) bytes[i] = (unsigned char)(seed = seed * 1103515245 + 12345, seed >> 16);
  return bytes;
}

static void read_write(const Fixture& f) {
  Bytes expected = pattern(5000, 1), patch = pattern(100, 2);
  cl_mem buffer = f.buffer(expected.size(), expected.data());
  EXPECT_NAMED("COPY_HOST_PTR", f.read<unsigned char>(buffer, expected.size()) == expected);
  clEnqueueWriteBuffer(f.queue, buffer, CL_FALSE, 333, patch.size(), patch.data(), 0, nullptr, nullptr);
  memcpy(&expected[333], patch.data(), patch.size());
  EXPECT_NAMED("write at an odd offset", f.read<unsigned char>(buffer, expected.size()) == expected);
  cl_mem other = f.buffer(expected.size());
  clEnqueueCopyBuffer(f.queue, buffer, other, 7, 1001, 2000, 0, nullptr, nullptr);
  Bytes copied = f.read<unsigned char>(other, expected.size());
  EXPECT_NAMED("copy", memcmp(&copied[1001], &expected[7], 2000) == 0);
  clEnqueueCopyBuffer(f.queue, buffer, buffer, 0, 3000, 1500, 0, nullptr, nullptr);
  memcpy(&expected[3000], &expected[0], 1500);
  EXPECT_NAMED("copy within a buffer", f.read<unsigned char>(buffer, expected.size()) == expected);
  clReleaseMemObject(buffer);
  clReleaseMemObject(other);
}

static void fill(const Fixture& f) {
  for (size_t size : {1, 2, 4, 8, 16, 32, 64, 128}) {
    Bytes value = pattern(size, (unsigned)size), before = pattern(1024, 9);
    cl_mem buffer = f.buffer(before.size(), before.data());
    clEnqueueFillBuffer(f.queue, buffer, value.data(), size, 128, 512, 0, nullptr, nullptr);
    for (size_t i = 128; i < 640; i++) before[i] = value[i % size];
    EXPECT_NAMED("fill", f.read<unsigned char>(buffer, before.size()) == before);
    clReleaseMemObject(buffer);
  }
}

static void rectangles(const Fixture& f) {
  Bytes device = pattern(8 * 8 * 8, 3), host = pattern(10 * 9 * 8, 4);
  cl_mem buffer = f.buffer(device.size(), device.data());
  const size_t from[3] = {1, 2, 3}, to[3] = {2, 1, 0}, region[3] = {5, 4, 3};
  Bytes expected = host;
  for (size_t z = 0; z < 3; z++)
    for (size_t y = 0; y < 4; y++)
      for (size_t x = 0; x < 5; x++)
        expected[(2 + x) + (1 + y) * 10 + z * 90] = device[(1 + x) + (2 + y) * 8 + (3 + z) * 64];
  clEnqueueReadBufferRect(f.queue, buffer, CL_TRUE, from, to, region, 8, 64, 10, 90, host.data(), 0, nullptr, nullptr);
  EXPECT_NAMED("read of a box", host == expected);
  Bytes zero(host.size());
  clEnqueueWriteBufferRect(f.queue, buffer, CL_TRUE, from, to, region, 8, 64, 10, 90, zero.data(), 0, nullptr, nullptr);
  for (size_t z = 0; z < 3; z++)
    for (size_t y = 0; y < 4; y++) memset(&device[1 + (2 + y) * 8 + (3 + z) * 64], 0, 5);
  EXPECT_NAMED("write of a box", f.read<unsigned char>(buffer, device.size()) == device);
  cl_mem target = f.buffer(1024, pattern(1024, 10).data());
  clEnqueueCopyBufferRect(f.queue, buffer, target, to, from, region, 8, 64, 16, 128, 0, nullptr, nullptr);
  Bytes copied = pattern(1024, 10);
  for (size_t z = 0; z < 3; z++)
    for (size_t y = 0; y < 4; y++) memcpy(&copied[1 + (2 + y) * 16 + (3 + z) * 128], &device[2 + (1 + y) * 8 + z * 64], 5);
  EXPECT_NAMED("copy of a box", f.read<unsigned char>(target, 1024) == copied);
  clReleaseMemObject(buffer);
  clReleaseMemObject(target);
}

static void maps(const Fixture& f) {
  Bytes expected = pattern(4096, 5);
  cl_mem buffer = f.buffer(expected.size(), expected.data());
  cl_int error;
  unsigned char* view = (unsigned char*)clEnqueueMapBuffer(f.queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 100, 200, 0, nullptr, nullptr, &error);
  EXPECT(error == CL_SUCCESS && memcmp(view, &expected[100], 200) == 0);
  cl_uint count = 0;
  clGetMemObjectInfo(buffer, CL_MEM_MAP_COUNT, sizeof count, &count, nullptr);
  EXPECT(count == 1);
  memset(view, 0xab, 200);
  memset(&expected[100], 0xab, 200);
  clEnqueueUnmapMemObject(f.queue, buffer, view, 0, nullptr, nullptr);
  EXPECT_NAMED("what was written while mapped", f.read<unsigned char>(buffer, expected.size()) == expected);
  // pocl has been seen to count down a moment after the blocking read behind the unmap.
  for (int turn = 0; turn < 1000 && count != 0; turn++) {
    if (turn > 0) usleep(1000);
    clGetMemObjectInfo(buffer, CL_MEM_MAP_COUNT, sizeof count, &count, nullptr);
  }
  EXPECT(count == 0);
  void* invalid = clEnqueueMapBuffer(f.queue, buffer, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0, 4096, 0, nullptr, nullptr, &error);
  memset(invalid, 0x11, 4096);
  clEnqueueUnmapMemObject(f.queue, buffer, invalid, 0, nullptr, nullptr);
  EXPECT_NAMED("write-invalidate", f.read<unsigned char>(buffer, 4096) == Bytes(4096, 0x11));
  clReleaseMemObject(buffer);
}

static void host_pointers(const Fixture& f) {
  Bytes memory = pattern(4096, 6), original = memory;
  cl_int error;
  cl_mem buffer = clCreateBuffer(f.context, CL_MEM_USE_HOST_PTR, memory.size(), memory.data(), &error);
  void* host = nullptr;
  clGetMemObjectInfo(buffer, CL_MEM_HOST_PTR, sizeof host, &host, nullptr);
  EXPECT(host == memory.data());
  void* view = clEnqueueMapBuffer(f.queue, buffer, CL_TRUE, CL_MAP_READ, 64, 128, 0, nullptr, nullptr, &error);
  EXPECT_NAMED("a map points into the host memory", view == &memory[64]);
  clEnqueueUnmapMemObject(f.queue, buffer, view, 0, nullptr, nullptr);
  unsigned value = 0x01020304;
  clEnqueueFillBuffer(f.queue, buffer, &value, 4, 0, 1024, 0, nullptr, nullptr);
  view = clEnqueueMapBuffer(f.queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, 4096, 0, nullptr, nullptr, &error);
  EXPECT_NAMED("a map shows what the device did", memory[1] == 3 && memory[1023] == 1 && memory[1024] == original[1024]);
  memory[0] = 0x77;
  clEnqueueUnmapMemObject(f.queue, buffer, view, 0, nullptr, nullptr);
  EXPECT_NAMED("the device sees what was written while mapped", f.read<unsigned char>(buffer, 1)[0] == 0x77);
  clReleaseMemObject(buffer);
  cl_mem pinned = clCreateBuffer(f.context, CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR, 4096, original.data(), &error);
  EXPECT(pinned && f.read<unsigned char>(pinned, 4096) == original);
  clReleaseMemObject(pinned);
}

static int destroyed;
static void CL_CALLBACK on_destroy(cl_mem, void* data) { destroyed = destroyed * 10 + *(int*)data; }

static void sub_buffers(const Fixture& f) {
  Bytes expected = pattern(8192, 7);
  cl_mem whole = f.buffer(expected.size(), expected.data());
  cl_buffer_region region = {4096, 1024};
  cl_int error;
  cl_mem part = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  size_t offset = 0, size = 0;
  cl_mem parent = nullptr;
  clGetMemObjectInfo(part, CL_MEM_OFFSET, sizeof offset, &offset, nullptr);
  clGetMemObjectInfo(part, CL_MEM_SIZE, sizeof size, &size, nullptr);
  clGetMemObjectInfo(part, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, nullptr);
  EXPECT(offset == 4096 && size == 1024 && parent == whole);
  Bytes patch = pattern(100, 8);
  clEnqueueWriteBuffer(f.queue, part, CL_TRUE, 10, patch.size(), patch.data(), 0, nullptr, nullptr);
  memcpy(&expected[4106], patch.data(), patch.size());
  EXPECT_NAMED("a write to a part is a write to the whole", f.read<unsigned char>(whole, expected.size()) == expected);
  static int first = 1, second = 2;
  clSetMemObjectDestructorCallback(whole, on_destroy, &first);
  clSetMemObjectDestructorCallback(whole, on_destroy, &second);
  clReleaseMemObject(whole);
  EXPECT_NAMED("a part keeps the whole alive", destroyed == 0 && f.read<unsigned char>(part, 1)[0] == expected[4096]);
  clFinish(f.queue);
  clReleaseMemObject(part);
  EXPECT_NAMED("destructor callbacks run last to first", destroyed == 21);
}

int main() {
  Fixture f;
  read_write(f);
  fill(f);
  rectangles(f);
  maps(f);
  host_pointers(f);
  sub_buffers(f);
  return finish();
}
