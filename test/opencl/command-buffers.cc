// Command buffers: every command, its order, executions beside each other, changes between executions.
#include "command-buffers.h"

static const char* kSource =
    "kernel void add(global int* out, int value) { out[get_global_id(0)] += value; }\n"
    "kernel void twice(global const int* in, global int* out) { out[get_global_id(0)] = 2 * in[get_global_id(0)]; }\n"
    "kernel void ids(global int* out) { out[get_global_id(0)] = get_global_id(0) * 1000 + get_local_size(0); }\n"
    "kernel void sum(global const int* in, global int* out, local int* scratch) {\n"
    "  int l = get_local_id(0); scratch[l] = in[get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  if (l == 0) { int s = 0; for (int i = 0; i < (int)get_local_size(0); i++) s += scratch[i];\n"
    "    out[get_group_id(0)] = s; } }\n";
/** Of its own: each execution of a program that prints has memory for its output. */
static const char* kPrinting = "kernel void say(int value) { printf(\"fact said %d\\n\", value); }\n";
constexpr size_t kCount = 64;

struct Test {
  const Fixture& f;
  cl_program program;

  cl_kernel kernel(const char* name) const { return clCreateKernel(program, name, &returned); }
  cl_mem ints(int value, size_t count = kCount) const {
    std::vector<int> values(count, value);
    return f.buffer(count * sizeof(int), values.data());
  }
  Buffer buffer(const Property* properties = nullptr, cl_command_queue queue = nullptr) const {
    if (!queue) queue = f.queue;
    return clCreateCommandBufferKHR(1, &queue, properties, &returned);
  }
};

static cl_int run(Buffer buffer, cl_event* event = nullptr) {
  return clEnqueueCommandBufferKHR(0, nullptr, buffer, 0, nullptr, event);
}

static void set(cl_kernel kernel, cl_uint index, cl_mem buffer) { clSetKernelArg(kernel, index, sizeof buffer, &buffer); }
static void set(cl_kernel kernel, cl_uint index, int value) { clSetKernelArg(kernel, index, sizeof value, &value); }

static cl_int dispatch(Buffer b, cl_kernel kernel, size_t global = kCount, std::vector<Point> after = {},
                       Point* point = nullptr, const Property* properties = nullptr, Handle* handle = nullptr) {
  const cl_uint count = static_cast<cl_uint>(after.size());
  return clCommandNDRangeKernelKHR(b, nullptr, properties, kernel, 1, nullptr, &global, nullptr, count,
                                   count ? after.data() : nullptr, point, handle);
}

template <class T>
static T info(Buffer b, cl_uint name) {
  T value = {};
  clGetCommandBufferInfoKHR(b, name, sizeof value, &value, nullptr);
  return value;
}

static void queries(const Test& t) {
  cl_bitfield capabilities = 0, updatable = 0;
  cl_command_queue_properties required = 9, supported = 0;
  EXPECT(clGetDeviceInfo(t.f.device, DEVICE_CAPABILITIES, 8, &capabilities, nullptr) == CL_SUCCESS && capabilities == 5);
  EXPECT(clGetDeviceInfo(t.f.device, DEVICE_REQUIRED, 8, &required, nullptr) == CL_SUCCESS && required == 0);
  EXPECT(clGetDeviceInfo(t.f.device, DEVICE_SUPPORTED, 8, &supported, nullptr) == CL_SUCCESS && supported == 3);
  EXPECT(clGetDeviceInfo(t.f.device, DEVICE_MUTABLE, 8, &updatable, nullptr) == CL_SUCCESS && updatable == 15);
  const Property properties[] = {BUFFER_FLAGS, SIMULTANEOUS | MUTABLE, 0};
  Buffer b = t.buffer(properties);
  Property copy[4] = {};
  size_t size = 0;
  EXPECT(clGetCommandBufferInfoKHR(b, PROPERTIES, sizeof copy, copy, &size) == CL_SUCCESS && size == sizeof properties);
  EXPECT(memcmp(copy, properties, sizeof properties) == 0);
  EXPECT(info<cl_uint>(b, QUEUE_COUNT) == 1 && info<cl_command_queue>(b, QUEUES) == t.f.queue);
  EXPECT(info<cl_context>(b, BUFFER_CONTEXT) == t.f.context && info<cl_uint>(b, REFERENCES) == 1);
  EXPECT(clRetainCommandBufferKHR(b) == CL_SUCCESS && info<cl_uint>(b, REFERENCES) == 2);
  EXPECT(info<cl_uint>(b, STATE) == RECORDING);
  EXPECT(clFinalizeCommandBufferKHR(b) == CL_SUCCESS && info<cl_uint>(b, STATE) == EXECUTABLE);
  EXPECT(clReleaseCommandBufferKHR(b) == CL_SUCCESS && clReleaseCommandBufferKHR(b) == CL_SUCCESS);
}

/** Copies and fills of buffers between kernels. */
static void buffers(const Test& t) {
  cl_mem a = t.ints(0), b = t.ints(-1), c = t.ints(0);
  cl_kernel add = t.kernel("add"), twice = t.kernel("twice");
  Buffer buffer = t.buffer();
  const int five = 5;
  set(add, 0, a), set(add, 1, 1);
  EXPECT(clCommandFillBufferKHR(buffer, nullptr, nullptr, a, &five, 4, 0, kCount * 4, FREE) == CL_SUCCESS);
  EXPECT(dispatch(buffer, add) == CL_SUCCESS);
  set(add, 1, 100);
  EXPECT(dispatch(buffer, add) == CL_SUCCESS);
  EXPECT(clCommandCopyBufferKHR(buffer, nullptr, nullptr, a, b, 0, 128, 128, FREE) == CL_SUCCESS);
  set(twice, 0, b), set(twice, 1, c);
  EXPECT(dispatch(buffer, twice) == CL_SUCCESS);
  const size_t from[] = {16, 0, 0}, to[] = {0, 1, 0}, region[] = {8, 2, 1};
  EXPECT(clCommandCopyBufferRectKHR(buffer, nullptr, nullptr, a, c, from, to, region, 32, 0, 16, 0, FREE) == CL_SUCCESS);
  // Later changes of a kernel and releases of what a command names do not matter.
  set(add, 1, 7777);
  clReleaseKernel(add), clReleaseKernel(twice), clReleaseMemObject(b);
  EXPECT(clFinalizeCommandBufferKHR(buffer) == CL_SUCCESS);
  for (int execution = 0; execution < 2; execution++) {
    EXPECT(run(buffer) == CL_SUCCESS);
    const std::vector<int> values = t.f.read<int>(a, kCount), doubled = t.f.read<int>(c, kCount);
    EXPECT(values[0] == 106 && values[63] == 106);
    EXPECT(doubled[0] == -2 && doubled[31] == -2 && doubled[32] == 212 && doubled[63] == 212);
    EXPECT(doubled[3] == -2 && doubled[4] == 106 && doubled[5] == 106 && doubled[6] == -2 && doubled[8] == 106);
  }
  clReleaseCommandBufferKHR(buffer);
}

static void images(const Test& t) {
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc shape = {};
  shape.image_type = CL_MEM_OBJECT_IMAGE2D;
  shape.image_width = shape.image_height = 8;
  cl_mem first = clCreateImage(t.f.context, 0, &format, &shape, nullptr, &returned);
  cl_mem second = clCreateImage(t.f.context, 0, &format, &shape, nullptr, &returned);
  cl_mem in = t.ints(0x04030201), out = t.ints(0);
  const cl_uint color[4] = {9, 8, 7, 6};
  const size_t origin[3] = {}, corner[3] = {4, 4, 0}, all[3] = {8, 8, 1}, part[3] = {4, 4, 1};
  Buffer b = t.buffer();
  EXPECT(clCommandCopyBufferToImageKHR(b, nullptr, nullptr, in, first, 0, origin, all, FREE) == CL_SUCCESS);
  EXPECT(clCommandFillImageKHR(b, nullptr, nullptr, second, color, origin, all, FREE) == CL_SUCCESS);
  EXPECT(clCommandCopyImageKHR(b, nullptr, nullptr, first, second, origin, corner, part, FREE) == CL_SUCCESS);
  EXPECT(clCommandCopyImageToBufferKHR(b, nullptr, nullptr, second, out, origin, all, 0, FREE) == CL_SUCCESS);
  EXPECT(clFinalizeCommandBufferKHR(b) == CL_SUCCESS && run(b) == CL_SUCCESS);
  const std::vector<int> pixels = t.f.read<int>(out, kCount);
  EXPECT(pixels[0] == 0x06070809 && pixels[35] == 0x06070809 && pixels[36] == 0x04030201 && pixels[63] == 0x04030201);
  clReleaseCommandBufferKHR(b);
}

/** Sync points, barriers, wait lists and events, on a queue without order of its own. */
static void order(const Test& t) {
  cl_command_queue queue = t.f.add_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
  cl_mem a = t.ints(1), b = t.ints(0), c = t.ints(0);
  cl_kernel first = t.kernel("twice"), second = t.kernel("twice"), add = t.kernel("add");
  set(first, 0, a), set(first, 1, b), set(second, 0, b), set(second, 1, c), set(add, 0, c), set(add, 1, 3);
  Buffer buffer = t.buffer(nullptr, queue);
  Point points[3];
  EXPECT(dispatch(buffer, first, kCount, {}, &points[0]) == CL_SUCCESS);
  EXPECT(dispatch(buffer, second, kCount, {points[0]}, &points[1]) == CL_SUCCESS);
  EXPECT(points[0] != points[1]);
  EXPECT(clCommandBarrierWithWaitListKHR(buffer, nullptr, nullptr, 0, nullptr, &points[2], nullptr) == CL_SUCCESS);
  EXPECT(dispatch(buffer, add, kCount, {points[2]}) == CL_SUCCESS);
  EXPECT(clFinalizeCommandBufferKHR(buffer) == CL_SUCCESS);
  cl_event gate = clCreateUserEvent(t.f.context, &returned), done;
  EXPECT(clEnqueueCommandBufferKHR(0, nullptr, buffer, 1, &gate, &done) == CL_SUCCESS);
  cl_command_type type = 0;
  cl_int status = 0;
  clGetEventInfo(done, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr);
  clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
  EXPECT(type == COMMAND_OF_BUFFER && status > CL_COMPLETE);
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT(clWaitForEvents(1, &done) == CL_SUCCESS);
  EXPECT(t.f.read<int>(c, 1)[0] == 7);
  cl_ulong times[4];
  for (cl_uint n = 0; n < 4; n++) clGetEventProfilingInfo(done, CL_PROFILING_COMMAND_QUEUED + n, 8, &times[n], nullptr);
  EXPECT(times[0] <= times[1] && times[1] <= times[2] && times[2] < times[3]);
  // On another queue of the same device.
  cl_command_queue other = t.f.add_queue(0);
  EXPECT(clEnqueueCommandBufferKHR(1, &other, buffer, 0, nullptr, &done) == CL_SUCCESS);
  cl_command_queue of = nullptr;
  clGetEventInfo(done, CL_EVENT_COMMAND_QUEUE, sizeof of, &of, nullptr);
  EXPECT(of == other && clFinish(other) == CL_SUCCESS && t.f.read<int>(c, 1)[0] == 7);
  // Without commands: an event that completes.
  Buffer empty = t.buffer();
  EXPECT(clFinalizeCommandBufferKHR(empty) == CL_SUCCESS && run(empty, &done) == CL_SUCCESS);
  EXPECT(clWaitForEvents(1, &done) == CL_SUCCESS);
  // A failed wait fails the execution.
  gate = clCreateUserEvent(t.f.context, &returned);
  EXPECT(clEnqueueCommandBufferKHR(0, nullptr, buffer, 1, &gate, &done) == CL_SUCCESS);
  clSetUserEventStatus(gate, -7);
  EXPECT(clWaitForEvents(1, &done) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  clReleaseCommandBufferKHR(buffer);
  clReleaseCommandBufferKHR(empty);
}

/** Times of an event of several parts: those of all of them. */
static void profiling(const Test& t) {
  cl_command_queue queue = t.f.add_queue(CL_QUEUE_PROFILING_ENABLE);
  cl_mem a = t.ints(0);
  cl_kernel add = t.kernel("add");
  set(add, 0, a), set(add, 1, 1);
  Buffer one = t.buffer(nullptr, queue), several = t.buffer(nullptr, queue);
  const int zero = 0;
  for (int n = 0; n < 3; n++) {
    clCommandFillBufferKHR(several, nullptr, nullptr, a, &zero, 4, 0, 16, FREE);
    dispatch(several, add);
  }
  dispatch(one, add);
  clFinalizeCommandBufferKHR(one), clFinalizeCommandBufferKHR(several);
  for (Buffer buffer : {one, several}) {
    cl_event done;
    EXPECT(run(buffer, &done) == CL_SUCCESS && clWaitForEvents(1, &done) == CL_SUCCESS);
    cl_ulong times[4];
    for (cl_uint n = 0; n < 4; n++) clGetEventProfilingInfo(done, CL_PROFILING_COMMAND_QUEUED + n, 8, &times[n], nullptr);
    EXPECT(times[0] <= times[1] && times[1] <= times[2] && times[2] < times[3]);
    clReleaseEvent(done);
  }
  clReleaseCommandBufferKHR(one), clReleaseCommandBufferKHR(several);
}

static void updates(const Test& t) {
  const Property properties[] = {BUFFER_FLAGS, MUTABLE | SIMULTANEOUS, 0}, deferred[] = {FIELDS, F_ARGUMENTS, 0};
  cl_mem a = t.ints(0), b = t.ints(0), c = t.ints(0);
  cl_kernel add = t.kernel("add"), bare = t.kernel("add"), sum = t.kernel("sum"), ids = t.kernel("ids");
  set(add, 0, a), set(add, 1, 1);
  Buffer buffer = t.buffer(properties);
  Handle handle, late;
  const Property fields[] = {FIELDS, F_ARGUMENTS | F_GLOBAL | F_LOCAL | F_OFFSET, 0};
  const size_t global = kCount, local = 16;
  EXPECT(clCommandNDRangeKernelKHR(buffer, nullptr, fields, add, 1, nullptr, &global, &local, 0, nullptr, nullptr, &handle) == CL_SUCCESS);
  EXPECT(dispatch(buffer, bare, kCount, {}, nullptr, deferred, &late) == CL_SUCCESS);
  EXPECT(clFinalizeCommandBufferKHR(buffer) == CL_SUCCESS && info<cl_uint>(buffer, STATE) == FINALIZED);
  EXPECT(run(buffer) == CL_INVALID_OPERATION);
  const int ten = 10, hundred = 100;
  const Argument rest[] = {{0, sizeof b, &b}, {1, sizeof ten, &ten}};
  const cl_uint types[] = {0, 0};
  Config config = {late, 2, 0, 0, 0, rest, nullptr, nullptr, nullptr, nullptr, nullptr};
  const void* configs[] = {&config, &config};
  EXPECT(clUpdateMutableCommandsKHR(buffer, 1, types, configs) == CL_SUCCESS && info<cl_uint>(buffer, STATE) == EXECUTABLE);
  // An execution that has not begun keeps its arguments.
  cl_event gate = clCreateUserEvent(t.f.context, &returned);
  EXPECT(clEnqueueCommandBufferKHR(0, nullptr, buffer, 1, &gate, nullptr) == CL_SUCCESS);
  const Argument other[] = {{0, sizeof c, &c}, {1, sizeof hundred, &hundred}};
  const size_t half = kCount / 2, eight = 8, offset = 4;
  const Config change = {handle, 2, 0, 0, 1, other, nullptr, nullptr, &offset, &half, &eight};
  configs[0] = &change;
  EXPECT(clUpdateMutableCommandsKHR(buffer, 1, types, configs) == CL_SUCCESS);
  EXPECT(run(buffer) == CL_SUCCESS);
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT(clFinish(t.f.queue) == CL_SUCCESS);
  const std::vector<int> changed = t.f.read<int>(c, kCount);
  EXPECT(t.f.read<int>(a, kCount)[63] == 1 && t.f.read<int>(b, kCount)[63] == 20);
  EXPECT(changed[3] == 0 && changed[4] == 100 && changed[35] == 100 && changed[36] == 0);
  // Of two changes one is wrong: neither is made.
  const int zero = 0;
  const Argument wrong[] = {{5, sizeof zero, &zero}}, right[] = {{1, sizeof zero, &zero}};
  const Config good = {handle, 1, 0, 0, 0, right, nullptr, nullptr, nullptr, nullptr, nullptr};
  const Config bad = {late, 1, 0, 0, 0, wrong, nullptr, nullptr, nullptr, nullptr, nullptr};
  configs[0] = &good, configs[1] = &bad;
  EXPECT(clUpdateMutableCommandsKHR(buffer, 2, types, configs) == CL_INVALID_ARG_INDEX);
  EXPECT(run(buffer) == CL_SUCCESS && t.f.read<int>(c, 5)[4] == 200);
  size_t sizes[1], size;
  cl_kernel kernel = nullptr;
  Buffer parent = nullptr;
  cl_command_queue queue = nullptr;
  cl_uint word = 0;
  Property list[3];
  const auto query = [&](cl_uint name, size_t room, void* value) {
    return clGetMutableCommandInfoKHR(handle, name, room, value, &size) == CL_SUCCESS;
  };
  EXPECT(query(DISPATCH_OFFSET, sizeof sizes, sizes) && sizes[0] == offset);
  EXPECT(query(DISPATCH_GLOBAL, sizeof sizes, sizes) && sizes[0] == half);
  EXPECT(query(DISPATCH_LOCAL, sizeof sizes, sizes) && sizes[0] == eight);
  EXPECT(query(DISPATCH_DIMENSIONS, sizeof word, &word) && word == 1);
  EXPECT(query(DISPATCH_KERNEL, sizeof kernel, &kernel) && kernel == add);
  EXPECT(query(COMMAND_BUFFER, sizeof parent, &parent) && parent == buffer);
  EXPECT(query(COMMAND_QUEUE, sizeof queue, &queue) && queue == t.f.queue);
  EXPECT(query(COMMAND_TYPE, sizeof word, &word) && word == CL_COMMAND_NDRANGE_KERNEL);
  EXPECT(query(COMMAND_PROPERTIES, sizeof list, list) && size == sizeof list && memcmp(list, fields, size) == 0);
  clReleaseCommandBufferKHR(buffer);
  // A size and a __local argument.
  buffer = t.buffer(properties);
  cl_mem sums = t.ints(0);
  set(sum, 0, b), set(sum, 1, sums), clSetKernelArg(sum, 2, 16, nullptr);
  const size_t four = 4;
  EXPECT(clCommandNDRangeKernelKHR(buffer, nullptr, nullptr, sum, 1, nullptr, &global, &four, 0, nullptr, nullptr, &handle) == CL_SUCCESS);
  set(ids, 0, c);
  EXPECT(dispatch(buffer, ids) == CL_SUCCESS && clFinalizeCommandBufferKHR(buffer) == CL_SUCCESS);
  EXPECT(run(buffer) == CL_SUCCESS && t.f.read<int>(sums, 1)[0] == 120);
  const Argument scratch[] = {{2, 64, nullptr}};
  const Config wider = {handle, 1, 0, 0, 0, scratch, nullptr, nullptr, nullptr, nullptr, &local};
  configs[0] = &wider;
  EXPECT(clUpdateMutableCommandsKHR(buffer, 1, types, configs) == CL_SUCCESS);
  EXPECT(run(buffer) == CL_SUCCESS && t.f.read<int>(sums, 1)[0] == 480);
  EXPECT(t.f.read<int>(c, 3)[2] / 1000 == 2);
  clReleaseCommandBufferKHR(buffer);
}

/** Memory of the program, a kernel that prints, many commands, executions beside each other. */
static void amounts(const Test& t) {
  std::vector<int> memory(kCount + 1, 0);
  // Not aligned: carried before and after.
  cl_mem host = clCreateBuffer(t.f.context, CL_MEM_USE_HOST_PTR, kCount * 4, &memory[1], &returned);
  cl_mem a = t.ints(0);
  cl_kernel add = t.kernel("add"), say = t.f.kernel(kPrinting, "say");
  set(add, 0, host), set(add, 1, 1);
  Buffer buffer = t.buffer();
  for (int n = 0; n < 2000; n++) dispatch(buffer, add);
  set(say, 0, 42);
  const size_t one = 1;
  EXPECT(dispatch(buffer, say, one) == CL_SUCCESS);
  set(add, 0, a);
  for (int n = 0; n < 3; n++) dispatch(buffer, add);
  EXPECT(clFinalizeCommandBufferKHR(buffer) == CL_SUCCESS);
  for (int n = 0; n < 3; n++) EXPECT(run(buffer) == CL_SUCCESS);
  fflush(stdout);
  EXPECT(clFinish(t.f.queue) == CL_SUCCESS);
  EXPECT(memory[1] == 6000 && memory[kCount] == 6000 && t.f.read<int>(a, 1)[0] == 9);
  // Another buffer of the same memory object, on a queue without order.
  cl_command_queue queue = t.f.add_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const Property simultaneous[] = {BUFFER_FLAGS, SIMULTANEOUS, 0};
  Buffer beside = t.buffer(simultaneous, queue);
  dispatch(beside, add);
  EXPECT(clFinalizeCommandBufferKHR(beside) == CL_SUCCESS);
  int refused = 0;
  for (int n = 0; n < 2500; n++) refused += run(beside) != CL_SUCCESS;
  EXPECT(refused == 0 && clFinish(queue) == CL_SUCCESS && t.f.read<int>(a, 1)[0] == 2509);
  // Released while it runs.
  for (int n = 0; n < 50; n++) refused += run(buffer) != CL_SUCCESS;
  clReleaseCommandBufferKHR(buffer), clReleaseCommandBufferKHR(beside);
  EXPECT(refused == 0 && clFinish(t.f.queue) == CL_SUCCESS && t.f.read<int>(a, 1)[0] == 2659);
}

int main() {
  Fixture f;
  load_command_buffers(f.platform);
  const Test t = {f, f.program(kSource)};
  queries(t);
  buffers(t);
  images(t);
  order(t);
  profiling(t);
  updates(t);
  amounts(t);
  return finish();
}
