// Error codes of cl_khr_command_buffer and cl_khr_command_buffer_mutable_dispatch.
#include "command-buffers.h"

static const char* kSource =
    "kernel void add(global int* out, int value) { out[get_global_id(0)] += value; }\n"
    "__attribute__((reqd_work_group_size(4, 1, 1))) kernel void four(global int* out) { out[get_global_id(0)] = 4; }\n";

struct Objects {
  const Fixture& f;
  cl_program program;
  cl_kernel kernel, bare;
  cl_mem buffer, other, image, foreign;
  cl_context context;
  cl_command_queue foreign_queue;
  cl_event foreign_event;
};

static void creation(const Objects& o) {
  const cl_command_queue none = nullptr, two[] = {o.f.queue, o.f.queue};
  const Property twice[] = {BUFFER_FLAGS, 0, BUFFER_FLAGS, 0, 0}, unknown[] = {12, 1, 0};
  const Property flag[] = {BUFFER_FLAGS, 1 << 20, 0}, sync[] = {BUFFER_FLAGS, DEVICE_SYNC, 0};
  const Property asserts[] = {BUFFER_ASSERTS, 2, 0};
  OBJECT_ROW(CL_INVALID_COMMAND_QUEUE, clCreateCommandBufferKHR(1, &none, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateCommandBufferKHR(1, nullptr, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateCommandBufferKHR(0, &o.f.queue, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateCommandBufferKHR(2, two, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateCommandBufferKHR(1, two, twice, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateCommandBufferKHR(1, two, unknown, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateCommandBufferKHR(1, two, flag, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateCommandBufferKHR(1, two, asserts, &returned));
  OBJECT_ROW(CL_INVALID_PROPERTY, clCreateCommandBufferKHR(1, two, sync, &returned));
}

/** A command, recorded with `buffer`, `queue`, `properties`, and what is behind its own parameters. */
template <class Record>
static void common(const Objects& o, const char* name, Buffer recording, Buffer finalized, Record record) {
  const Property some[] = {FIELDS, 1 << 30, 0};
  const Point bad[] = {77}, zero[] = {0};
  const auto row_of = [&](const char* what, cl_int expected, cl_int result) {
    row((std::string(name) + what).c_str(), expected, expected, result);
  };
  row_of(": no buffer", INVALID_BUFFER, record(nullptr, nullptr, nullptr, 0, nullptr));
  row_of(": a queue as buffer", INVALID_BUFFER, record((Buffer)o.f.queue, nullptr, nullptr, 0, nullptr));
  row_of(": queue", CL_INVALID_COMMAND_QUEUE, record(recording, o.f.queue, nullptr, 0, nullptr));
  row_of(": finalized", CL_INVALID_OPERATION, record(finalized, nullptr, nullptr, 0, nullptr));
  row_of(": properties", CL_INVALID_VALUE, record(recording, nullptr, some, 0, nullptr));
  row_of(": points without count", INVALID_POINTS, record(recording, nullptr, nullptr, 0, bad));
  row_of(": count without points", INVALID_POINTS, record(recording, nullptr, nullptr, 1, nullptr));
  row_of(": unknown point", INVALID_POINTS, record(recording, nullptr, nullptr, 1, bad));
  row_of(": point 0", INVALID_POINTS, record(recording, nullptr, nullptr, 1, zero));
}

#define ALL(name, ...)                                                                                              \
  common(o, #name, b, finalized, [&](Buffer buffer, cl_command_queue queue, const Property* list, cl_uint count,   \
                                     const Point* points) {                                                         \
    return name(buffer, queue, list, __VA_ARGS__, count, points, nullptr, nullptr);                                 \
  })

static void recording(const Objects& o, Buffer b, Buffer finalized) {
  const size_t origin[3] = {}, region[3] = {4, 4, 1}, four = 4, far[3] = {8, 0, 0};
  const int zero = 0;
  const float color[4] = {};
  Handle handle;
  common(o, "clCommandBarrierWithWaitListKHR", b, finalized,
         [&](Buffer buffer, cl_command_queue queue, const Property* list, cl_uint count, const Point* points) {
           return clCommandBarrierWithWaitListKHR(buffer, queue, list, count, points, nullptr, nullptr);
         });
  ALL(clCommandCopyBufferKHR, o.buffer, o.other, 0, 0, 16);
  ALL(clCommandCopyBufferRectKHR, o.buffer, o.other, origin, origin, region, 0, 0, 0, 0);
  ALL(clCommandCopyBufferToImageKHR, o.buffer, o.image, 0, origin, region);
  ALL(clCommandCopyImageKHR, o.image, o.image, origin, far, region);
  ALL(clCommandCopyImageToBufferKHR, o.image, o.buffer, origin, region, 0);
  ALL(clCommandFillBufferKHR, o.buffer, &zero, 4, 0, 16);
  ALL(clCommandFillImageKHR, o.image, color, origin, region);
  ALL(clCommandNDRangeKernelKHR, o.kernel, 1, nullptr, &four, nullptr);
  ROW(CL_INVALID_VALUE, clCommandBarrierWithWaitListKHR(b, nullptr, nullptr, 0, nullptr, nullptr, &handle));
  ROW(CL_INVALID_VALUE, clCommandCopyBufferKHR(b, nullptr, nullptr, o.buffer, o.other, 0, 0, 16, 0, nullptr, nullptr, &handle));
  ROW(CL_INVALID_VALUE, clCommandFillBufferKHR(b, nullptr, nullptr, o.buffer, &zero, 4, 0, 16, 0, nullptr, nullptr, &handle));
  ROW(CL_INVALID_MEM_OBJECT, clCommandCopyBufferKHR(b, nullptr, nullptr, nullptr, o.other, 0, 0, 16, FREE));
  ROW(CL_INVALID_CONTEXT, clCommandCopyBufferKHR(b, nullptr, nullptr, o.foreign, o.other, 0, 0, 16, FREE));
  ROW(CL_INVALID_VALUE, clCommandCopyBufferKHR(b, nullptr, nullptr, o.buffer, o.other, 0, 0, 1 << 20, FREE));
  ROW(CL_MEM_COPY_OVERLAP, clCommandCopyBufferKHR(b, nullptr, nullptr, o.buffer, o.buffer, 0, 4, 16, FREE));
  ROW(CL_INVALID_VALUE, clCommandCopyBufferRectKHR(b, nullptr, nullptr, o.buffer, o.other, origin, origin, origin, 0, 0, 0, 0, FREE));
  ROW(CL_INVALID_MEM_OBJECT, clCommandCopyBufferToImageKHR(b, nullptr, nullptr, o.buffer, o.other, 0, origin, region, FREE));
  ROW(CL_MEM_COPY_OVERLAP, clCommandCopyImageKHR(b, nullptr, nullptr, o.image, o.image, origin, origin, region, FREE));
  ROW(CL_INVALID_VALUE, clCommandCopyImageToBufferKHR(b, nullptr, nullptr, o.image, o.buffer, origin, region, 1 << 20, FREE));
  ROW(CL_INVALID_VALUE, clCommandFillBufferKHR(b, nullptr, nullptr, o.buffer, &zero, 3, 0, 9, FREE));
  ROW(CL_INVALID_VALUE, clCommandFillImageKHR(b, nullptr, nullptr, o.image, nullptr, origin, region, FREE));
  char bytes[16];
  ROW(CL_INVALID_OPERATION, clCommandSVMMemcpyKHR(b, nullptr, nullptr, bytes, bytes + 8, 8, FREE));
  ROW(CL_INVALID_OPERATION, clCommandSVMMemFillKHR(b, nullptr, nullptr, bytes, &zero, 4, 8, FREE));
  ROW(INVALID_BUFFER, clCommandSVMMemcpyKHR(nullptr, nullptr, nullptr, bytes, bytes + 8, 8, FREE));
  ROW(INVALID_BUFFER, clCommandSVMMemFillKHR(nullptr, nullptr, nullptr, bytes, &zero, 4, 8, FREE));
}

static void kernels(const Objects& o, Buffer b) {
  const size_t four = 4, five = 5, nothing = 0;
  const Property exec[] = {FIELDS, F_EXEC, 0}, twice[] = {FIELDS, 0, FIELDS, 0, 0}, more[] = {ASSERTS, 1, 0};
  const Property offset_only[] = {FIELDS, F_OFFSET, 0};
  ROW(CL_INVALID_KERNEL, clCommandNDRangeKernelKHR(b, nullptr, nullptr, nullptr, 1, nullptr, &four, nullptr, FREE));
  ROW(CL_INVALID_KERNEL_ARGS, clCommandNDRangeKernelKHR(b, nullptr, nullptr, o.bare, 1, nullptr, &four, nullptr, FREE));
  ROW(CL_INVALID_KERNEL_ARGS, clCommandNDRangeKernelKHR(b, nullptr, offset_only, o.bare, 1, nullptr, &four, nullptr, FREE));
  ROW(CL_INVALID_WORK_DIMENSION, clCommandNDRangeKernelKHR(b, nullptr, nullptr, o.kernel, 4, nullptr, &four, nullptr, FREE));
  ROW(CL_INVALID_GLOBAL_WORK_SIZE, clCommandNDRangeKernelKHR(b, nullptr, nullptr, o.kernel, 1, nullptr, nullptr, nullptr, FREE));
  ROW(CL_INVALID_GLOBAL_WORK_SIZE, clCommandNDRangeKernelKHR(b, nullptr, nullptr, o.kernel, 1, nullptr, &nothing, nullptr, FREE));
  ROW(CL_INVALID_WORK_GROUP_SIZE, clCommandNDRangeKernelKHR(b, nullptr, nullptr, o.kernel, 1, nullptr, &five, &four, FREE));
  ROW(CL_INVALID_OPERATION, clCommandNDRangeKernelKHR(b, nullptr, exec, o.kernel, 1, nullptr, &four, nullptr, FREE));
  ROW(CL_INVALID_VALUE, clCommandNDRangeKernelKHR(b, nullptr, twice, o.kernel, 1, nullptr, &four, nullptr, FREE));
  ROW(CL_INVALID_VALUE, clCommandNDRangeKernelKHR(b, nullptr, more, o.kernel, 1, nullptr, &four, nullptr, FREE));
  const Property asserts[] = {BUFFER_ASSERTS, 1, 0};
  Buffer strict = clCreateCommandBufferKHR(1, &o.f.queue, asserts, &returned);
  ROW(CL_INVALID_VALUE, clCommandNDRangeKernelKHR(strict, nullptr, nullptr, o.kernel, 1, nullptr, &four, nullptr, FREE));
  ROW(CL_SUCCESS, clCommandNDRangeKernelKHR(strict, nullptr, nullptr, o.kernel, 1, nullptr, &four, &four, FREE));
  clReleaseCommandBufferKHR(strict);
}

static void execution(const Objects& o, Buffer recording, Buffer b) {
  cl_command_queue none = nullptr, foreign = o.foreign_queue, own = o.f.queue;
  ROW(INVALID_BUFFER, clFinalizeCommandBufferKHR(nullptr));
  ROW(CL_INVALID_OPERATION, clFinalizeCommandBufferKHR(b));
  ROW(INVALID_BUFFER, clRetainCommandBufferKHR(nullptr));
  ROW(INVALID_BUFFER, clReleaseCommandBufferKHR(nullptr));
  ROW(INVALID_BUFFER, clEnqueueCommandBufferKHR(0, nullptr, nullptr, 0, nullptr, nullptr));
  ROW(CL_INVALID_OPERATION, clEnqueueCommandBufferKHR(0, nullptr, recording, 0, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clEnqueueCommandBufferKHR(1, nullptr, b, 0, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clEnqueueCommandBufferKHR(0, &own, b, 0, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clEnqueueCommandBufferKHR(2, &own, b, 0, nullptr, nullptr));
  ROW(CL_INVALID_COMMAND_QUEUE, clEnqueueCommandBufferKHR(1, &none, b, 0, nullptr, nullptr));
  ROW(CL_INVALID_CONTEXT, clEnqueueCommandBufferKHR(1, &foreign, b, 0, nullptr, nullptr));
  ROW(CL_INVALID_CONTEXT, clEnqueueCommandBufferKHR(0, nullptr, b, 1, &o.foreign_event, nullptr));
  ROW(CL_INVALID_EVENT_WAIT_LIST, clEnqueueCommandBufferKHR(0, nullptr, b, 1, nullptr, nullptr));
  ROW(CL_INVALID_EVENT_WAIT_LIST, clEnqueueCommandBufferKHR(0, nullptr, b, 0, &o.foreign_event, nullptr));
  size_t size;
  cl_uint word;
  ROW(INVALID_BUFFER, clGetCommandBufferInfoKHR(nullptr, STATE, 0, nullptr, &size));
  ROW(CL_INVALID_VALUE, clGetCommandBufferInfoKHR(b, 1, 0, nullptr, &size));
  ROW(CL_INVALID_VALUE, clGetCommandBufferInfoKHR(b, STATE, 1, &word, nullptr));
  ROW(INVALID_COMMAND, clGetMutableCommandInfoKHR(nullptr, COMMAND_TYPE, 0, nullptr, &size));
  ROW(INVALID_COMMAND, clGetMutableCommandInfoKHR((Handle)o.f.queue, COMMAND_TYPE, 0, nullptr, &size));
}

static void updates(const Objects& o, Buffer fixed) {
  const Property flags[] = {BUFFER_FLAGS, MUTABLE, 0}, only_offset[] = {FIELDS, F_OFFSET, 0};
  const size_t four = 4, eight = 8, five = 5;
  const int value = 3;
  const Argument argument = {1, sizeof value, &value}, beyond = {9, sizeof value, &value}, narrow = {1, 1, &value};
  Handle all, offset, other;
  Buffer b = clCreateCommandBufferKHR(1, &o.f.queue, flags, &returned);
  Buffer second = clCreateCommandBufferKHR(1, &o.f.queue, flags, &returned);
  clCommandNDRangeKernelKHR(b, nullptr, nullptr, o.kernel, 1, nullptr, &four, &four, 0, nullptr, nullptr, &all);
  clCommandNDRangeKernelKHR(b, nullptr, only_offset, o.kernel, 1, nullptr, &four, &four, 0, nullptr, nullptr, &offset);
  clCommandNDRangeKernelKHR(second, nullptr, nullptr, o.kernel, 1, nullptr, &four, &four, 0, nullptr, nullptr, &other);
  const cl_uint type = 0, unknown = 9;
  Config config = {all, 1, 0, 0, 0, &argument, nullptr, nullptr, nullptr, nullptr, nullptr};
  const void* configs[] = {&config};
  const void* none[] = {nullptr};
  ROW(CL_INVALID_OPERATION, clUpdateMutableCommandsKHR(b, 1, &type, configs));
  clFinalizeCommandBufferKHR(b);
  ROW(INVALID_BUFFER, clUpdateMutableCommandsKHR(nullptr, 1, &type, configs));
  ROW(CL_INVALID_OPERATION, clUpdateMutableCommandsKHR(fixed, 1, &type, configs));
  ROW(CL_INVALID_VALUE, clUpdateMutableCommandsKHR(b, 1, nullptr, configs));
  ROW(CL_INVALID_VALUE, clUpdateMutableCommandsKHR(b, 0, &type, nullptr));
  ROW(CL_INVALID_VALUE, clUpdateMutableCommandsKHR(b, 1, &type, nullptr));
  ROW(CL_INVALID_VALUE, clUpdateMutableCommandsKHR(b, 0, nullptr, configs));
  ROW(CL_INVALID_VALUE, clUpdateMutableCommandsKHR(b, 1, &unknown, configs));
  ROW(CL_INVALID_VALUE, clUpdateMutableCommandsKHR(b, 1, &type, none));
  ROW(CL_SUCCESS, clUpdateMutableCommandsKHR(b, 0, nullptr, nullptr));
  ROW(CL_SUCCESS, clUpdateMutableCommandsKHR(b, 1, &type, configs));
  const auto update = [&](const char* what, cl_int expected, Config changed) {
    config = changed;
    row(what, expected, expected, clUpdateMutableCommandsKHR(b, 1, &type, configs));
  };
  const Config empty = {all, 0, 0, 0, 0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr};
  const auto with = [&](auto change) {
    Config changed = empty;
    change(changed);
    return changed;
  };
  update("a command of no buffer", INVALID_COMMAND, with([&](Config& c) { c.command = nullptr; }));
  update("a command of another buffer", INVALID_COMMAND, with([&](Config& c) { c.command = other; }));
  update("other dimensions", CL_INVALID_OPERATION, with([&](Config& c) { c.dimensions = 2; }));
  update("the same dimensions", CL_SUCCESS, with([&](Config& c) { c.dimensions = 1; }));
  update("other uniformity", CL_INVALID_OPERATION, with([&](Config& c) { c.global = &five; }));
  update("arguments without list", CL_INVALID_VALUE, with([&](Config& c) { c.arguments = 1; }));
  update("list without arguments", CL_INVALID_VALUE, with([&](Config& c) { c.list = &argument; }));
  update("SVM arguments without list", CL_INVALID_VALUE, with([&](Config& c) { c.svm_arguments = 1; }));
  update("SVM arguments", CL_INVALID_OPERATION, with([&](Config& c) { c.svm_arguments = 1, c.svm_list = &argument; }));
  update("execution information", CL_INVALID_OPERATION, with([&](Config& c) { c.exec_infos = 1, c.exec_list = &value; }));
  update("an argument beyond", CL_INVALID_ARG_INDEX, with([&](Config& c) { c.arguments = 1, c.list = &beyond; }));
  update("a narrow argument", CL_INVALID_ARG_SIZE, with([&](Config& c) { c.arguments = 1, c.list = &narrow; }));
  const auto fixed_field = [&](const char* what, auto change) {
    Config changed = empty;
    changed.command = offset;
    change(changed);
    update(what, CL_INVALID_OPERATION, changed);
  };
  fixed_field("a fixed global size", [&](Config& c) { c.global = &eight; });
  fixed_field("a fixed local size", [&](Config& c) { c.local = &four; });
  fixed_field("fixed arguments", [&](Config& c) { c.arguments = 1, c.list = &argument; });
  size_t size;
  cl_uint word;
  ROW(CL_INVALID_VALUE, clGetMutableCommandInfoKHR(all, 1, 0, nullptr, &size));
  ROW(CL_INVALID_VALUE, clGetMutableCommandInfoKHR(all, COMMAND_TYPE, 1, &word, nullptr));
  ROW(CL_SUCCESS, clReleaseCommandBufferKHR(b));
  ROW(INVALID_COMMAND, clGetMutableCommandInfoKHR(all, COMMAND_TYPE, 0, nullptr, &size));
  clReleaseCommandBufferKHR(second);
}

int main() {
  Fixture f;
  load_command_buffers(f.platform);
  Objects o = {f, f.program(kSource),
               nullptr, nullptr, f.buffer(1024), f.buffer(1024), nullptr, nullptr, nullptr, nullptr, nullptr};
  const cl_image_format format = {CL_RGBA, CL_FLOAT};
  cl_image_desc shape = {};
  shape.image_type = CL_MEM_OBJECT_IMAGE2D;
  shape.image_width = 16, shape.image_height = 4;
  o.image = clCreateImage(f.context, 0, &format, &shape, nullptr, &returned);
  o.kernel = clCreateKernel(o.program, "add", &returned);
  o.bare = clCreateKernel(o.program, "add", &returned);
  const int one = 1;
  clSetKernelArg(o.kernel, 0, sizeof o.buffer, &o.buffer);
  clSetKernelArg(o.kernel, 1, sizeof one, &one);
  o.context = clCreateContext(nullptr, 1, &f.device, nullptr, nullptr, &returned);
  o.foreign_queue = clCreateCommandQueue(o.context, f.device, 0, &returned);
  o.foreign_event = clCreateUserEvent(o.context, &returned);
  o.foreign = clCreateBuffer(o.context, 0, 64, nullptr, &returned);
  Buffer open = clCreateCommandBufferKHR(1, &f.queue, nullptr, &returned);
  Buffer closed = clCreateCommandBufferKHR(1, &f.queue, nullptr, &returned);
  ROW(CL_SUCCESS, clFinalizeCommandBufferKHR(closed));
  creation(o);
  recording(o, open, closed);
  kernels(o, open);
  execution(o, open, closed);
  updates(o, closed);
  cl_uint size;
  ROW(CL_SUCCESS, clGetCommandBufferInfoKHR(open, STATE, sizeof size, &size, nullptr));
  EXPECT_NAMED("refused commands leave the buffer as it was", size == RECORDING);
  ROW(CL_SUCCESS, clReleaseCommandBufferKHR(open));
  ROW(INVALID_BUFFER, clReleaseCommandBufferKHR(open));
  ROW(CL_SUCCESS, clReleaseCommandBufferKHR(closed));
  return finish();
}
