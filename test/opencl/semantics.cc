// Rules of the specification beside single calls: the threads of callbacks and the calls that they may make, migration,
// images in the program's own memory, parts of such memory, destructors of contexts, and events that fail.
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <unistd.h>

#include <atomic>
#include <thread>

#include "harness.h"

typedef std::vector<unsigned char> Bytes;

static const char* kSource = "__kernel void add(__global int* data, int value) { data[get_global_id(0)] += value; }\n";

struct Callback {
  std::atomic<int> calls{0}, status{1};
  std::thread::id thread;
  cl_command_queue queue;
  cl_mem data;
  cl_event next = nullptr;
};

/** Enqueues and queries, which a callback may; it must not block. */
static void CL_CALLBACK on_complete(cl_event event, cl_int status, void* data) {
  Callback& callback = *(Callback*)data;
  static const int seven = 7;
  callback.thread = std::this_thread::get_id();
  callback.status = status;
  cl_command_type type = 0;
  clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr);
  if (type == CL_COMMAND_NDRANGE_KERNEL && status == CL_COMPLETE) {
    clEnqueueWriteBuffer(callback.queue, callback.data, CL_FALSE, 4, 4, &seven, 0, nullptr, &callback.next);
    clFlush(callback.queue);
  }
  callback.calls++;
}

static void callback_threads(const Fixture& f, cl_kernel add) {
  std::vector<int> zero(2);
  Callback callback;
  callback.queue = f.queue;
  callback.data = f.buffer(8, zero.data());
  int value = 5;
  clSetKernelArg(add, 0, sizeof callback.data, &callback.data);
  clSetKernelArg(add, 1, sizeof value, &value);
  size_t one = 1;
  cl_event kernel;
  clEnqueueNDRangeKernel(f.queue, add, 1, nullptr, &one, nullptr, 0, nullptr, &kernel);
  clSetEventCallback(kernel, CL_COMPLETE, on_complete, &callback);
  clFlush(f.queue);
  EXPECT_NAMED("a callback comes without a wait", eventually([&] { return callback.calls == 1; }));
  UNLESS_POCL EXPECT_NAMED("it does not borrow the thread that enqueued", callback.thread != std::this_thread::get_id());
  EXPECT(callback.next && clWaitForEvents(1, &callback.next) == CL_SUCCESS);
  EXPECT_NAMED("what a callback enqueued is executed", f.read<int>(callback.data, 2) == (std::vector<int>{5, 7}));
  clReleaseEvent(callback.next);
  clReleaseEvent(kernel);
  clReleaseMemObject(callback.data);
}

static void failing_events(const Fixture& f) {
  cl_int error;
  Callback callback;
  cl_event gate = clCreateUserEvent(f.context, &error), first, second;
  cl_mem data = f.buffer(64);
  int value = 1;
  cl_command_queue loose = f.add_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  clEnqueueWriteBuffer(loose, data, CL_FALSE, 0, 4, &value, 1, &gate, &first);
  clEnqueueMarkerWithWaitList(loose, 1, &first, &second);
  clSetEventCallback(second, CL_COMPLETE, on_complete, &callback);
  cl_ulong time;
  ROW(CL_PROFILING_INFO_NOT_AVAILABLE, clGetEventProfilingInfo(gate, CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr));
  ROW(CL_PROFILING_INFO_NOT_AVAILABLE, clGetEventProfilingInfo(first, CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr));
  EXPECT(clSetUserEventStatus(gate, -77) == CL_SUCCESS);
  ROW(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &second));
  UNLESS_POCL EXPECT_NAMED("the callback of a failed event has its error", eventually([&] { return callback.calls == 1; }) && callback.status < 0);
  cl_int status = 1;
  clGetEventInfo(gate, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
  EXPECT(status == -77);
  ROW(CL_INVALID_OPERATION, clSetUserEventStatus(gate, CL_COMPLETE));
  for (cl_event event : {gate, first, second}) clReleaseEvent(event);
  clReleaseCommandQueue(loose);
  clReleaseMemObject(data);
}

static void migration(const Fixture& f) {
  std::vector<int> values(256, 3);
  cl_mem one = f.buffer(1024, values.data()), other = f.buffer(1024, values.data());
  cl_mem both[] = {one, other};
  cl_event moved;
  ROW(CL_SUCCESS, clEnqueueMigrateMemObjects(f.queue, 2, both, CL_MIGRATE_MEM_OBJECT_HOST, 0, nullptr, &moved));
  cl_command_type type = 0;
  clGetEventInfo(moved, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr);
  EXPECT(type == CL_COMMAND_MIGRATE_MEM_OBJECTS);
  ROW(CL_SUCCESS, clEnqueueMigrateMemObjects(f.queue, 2, both, 0, 1, &moved, nullptr));
  EXPECT_NAMED("migration keeps the contents", f.read<int>(one, 256) == values && f.read<int>(other, 256) == values);
  ROW(CL_SUCCESS, clEnqueueMigrateMemObjects(f.queue, 1, both, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0, nullptr, nullptr));
  clFinish(f.queue);
  clReleaseEvent(moved);
  clReleaseMemObject(one);
  clReleaseMemObject(other);
}

/** An image whose rows lie further apart in the program's memory than they are long. */
static void image_in_host_memory(const Fixture& f) {
  const size_t width = 5, height = 4, pitch = 64;
  Bytes memory(pitch * height, 0xee);
  for (size_t y = 0; y < height; y++)
    for (size_t x = 0; x < width * 4; x++) memory[y * pitch + x] = (unsigned char)(y * 32 + x);
  const Bytes original = memory;
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc desc = {};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = width, desc.image_height = height, desc.image_row_pitch = pitch;
  cl_int error;
  cl_mem image = clCreateImage(f.context, CL_MEM_USE_HOST_PTR, &format, &desc, memory.data(), &error);
  ROW(CL_SUCCESS, error);
  size_t origin[3] = {1, 1, 0}, region[3] = {3, 2, 1}, zero[3] = {}, row = 0, slice = 0;
  unsigned char* view = (unsigned char*)clEnqueueMapImage(f.queue, image, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, origin, region, &row, &slice, 0, nullptr, nullptr, &error);
  EXPECT_NAMED("a map of it lies in this memory, with its pitch", view == &memory[pitch + 4] && row == pitch);
  EXPECT(memory == original);
  view[0] = 0x55;
  view[pitch] = 0x66;
  clEnqueueUnmapMemObject(f.queue, image, view, 0, nullptr, nullptr);
  Bytes packed(width * height * 4);
  size_t whole[3] = {width, height, 1};
  clEnqueueReadImage(f.queue, image, CL_TRUE, zero, whole, 0, 0, packed.data(), 0, nullptr, nullptr);
  EXPECT_NAMED("the device sees what was written", packed[width * 4 + 4] == 0x55 && packed[2 * width * 4 + 4] == 0x66);
  EXPECT_NAMED("and nothing else", packed[0] == original[0] && packed[3 * width * 4] == original[3 * pitch]);
  const unsigned color[4] = {1, 2, 3, 4};
  clEnqueueFillImage(f.queue, image, color, zero, whole, 0, nullptr, nullptr);
  view = (unsigned char*)clEnqueueMapImage(f.queue, image, CL_TRUE, CL_MAP_READ, zero, whole, &row, &slice, 0, nullptr, nullptr, &error);
  EXPECT_NAMED("a map shows what the device did", memory[0] == 1 && memory[3 * pitch + 4 * 4 + 3] == 4);
  EXPECT_NAMED("what lies between the rows stays", memory[width * 4] == 0xee && memory[4 * pitch - 1] == 0xee);
  clEnqueueUnmapMemObject(f.queue, image, view, 0, nullptr, nullptr);
  clFinish(f.queue);
  clReleaseMemObject(image);
}

static void parts_of_host_memory(const Fixture& f) {
  cl_uint bits = 0;
  clGetDeviceInfo(f.device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, nullptr);
  const size_t align = bits / 8;
  void* memory = nullptr;
  if (posix_memalign(&memory, 4096, 4 * align)) return;
  memset(memory, 1, 4 * align);
  cl_int error;
  cl_mem whole = clCreateBuffer(f.context, CL_MEM_USE_HOST_PTR, 4 * align, memory, &error);
  cl_buffer_region region = {2 * align, align}, crooked = {align / 2, align}, outside = {3 * align, 2 * align};
  cl_mem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  ROW(CL_SUCCESS, error);
  OBJECT_ROW(CL_MISALIGNED_SUB_BUFFER_OFFSET, clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &crooked, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &outside, &returned));
  void* host = nullptr;
  clGetMemObjectInfo(part, CL_MEM_HOST_PTR, sizeof host, &host, nullptr);
  EXPECT(host == (char*)memory + 2 * align);
  int value = 0x02020202;
  clEnqueueWriteBuffer(f.queue, part, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr);
  void* view = clEnqueueMapBuffer(f.queue, part, CL_TRUE, CL_MAP_READ, 0, align, 0, nullptr, nullptr, &error);
  EXPECT_NAMED("a map of a part lies in the memory of the whole", view == host && *(int*)host == value);
  clEnqueueUnmapMemObject(f.queue, part, view, 0, nullptr, nullptr);
  clFinish(f.queue);
  clReleaseMemObject(part);
  clReleaseMemObject(whole);
  free(memory);
}

static int order;
static void CL_CALLBACK on_context(cl_context, void* data) { order = order * 10 + *(int*)data; }

static void context_destructors(const Fixture& f) {
  static int first = 1, second = 2;
  cl_int error;
  cl_context context = clCreateContext(nullptr, 1, &f.device, nullptr, nullptr, &error);
  ROW(CL_SUCCESS, clSetContextDestructorCallback(context, on_context, &first));
  ROW(CL_SUCCESS, clSetContextDestructorCallback(context, on_context, &second));
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 64, nullptr, &error);
  clReleaseContext(context);
  EXPECT_NAMED("an object keeps its context", order == 0);
  clReleaseMemObject(buffer);
  EXPECT_NAMED("the last to register is called first", eventually([] { return order == 21; }));
}

int main() {
  Fixture f;
  cl_kernel add = f.kernel(kSource, "add");
  callback_threads(f, add);
  failing_events(f);
  migration(f);
  image_in_host_memory(f);
  parts_of_host_memory(f);
  UNLESS_POCL context_destructors(f);
  clReleaseKernel(add);
  return finish();
}
