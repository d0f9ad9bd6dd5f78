// The functions of cl_khr_command_buffer 1.0 and cl_khr_command_buffer_mutable_dispatch, as programs get them: by name.
// Installed headers may have older parameters.
#pragma once
#include "harness.h"

typedef struct _cl_command_buffer_khr* Buffer;
typedef struct _cl_mutable_command_khr* Handle;
typedef cl_ulong Property;
typedef cl_uint Point;

enum : cl_uint {
  DEVICE_CAPABILITIES = 0x12A9,
  DEVICE_REQUIRED = 0x12AA,
  DEVICE_SUPPORTED = 0x129A,
  DEVICE_MUTABLE = 0x12B0,
  BUFFER_FLAGS = 0x1293,
  BUFFER_ASSERTS = 0x12B7,
  FIELDS = 0x12B1,
  ASSERTS = 0x12B8,
  QUEUES = 0x1294,
  QUEUE_COUNT = 0x1295,
  REFERENCES = 0x1296,
  STATE = 0x1297,
  PROPERTIES = 0x1298,
  BUFFER_CONTEXT = 0x1299,
  COMMAND_QUEUE = 0x12A0,
  COMMAND_BUFFER = 0x12A1,
  COMMAND_PROPERTIES = 0x12A2,
  DISPATCH_KERNEL = 0x12A3,
  DISPATCH_DIMENSIONS = 0x12A4,
  DISPATCH_OFFSET = 0x12A5,
  DISPATCH_GLOBAL = 0x12A6,
  DISPATCH_LOCAL = 0x12A7,
  COMMAND_TYPE = 0x12AD,
  COMMAND_OF_BUFFER = 0x12A8,
};
enum : cl_uint { RECORDING = 0, EXECUTABLE = 1, FINALIZED = 2 };
enum : Property { SIMULTANEOUS = 1, MUTABLE = 2, DEVICE_SYNC = 4 };
enum : Property { F_OFFSET = 1, F_GLOBAL = 2, F_LOCAL = 4, F_ARGUMENTS = 8, F_EXEC = 16 };
constexpr cl_int INVALID_BUFFER = -1138, INVALID_POINTS = -1139, INVALID_COMMAND = -1141;

struct Argument {
  cl_uint index;
  size_t size;
  const void* value;
};
struct Config {
  Handle command;
  cl_uint arguments, svm_arguments, exec_infos, dimensions;
  const Argument *list, *svm_list;
  const void* exec_list;
  const size_t *offset, *global, *local;
};

#define POINTS cl_uint, const Point*, Point*, Handle*
#define COMMAND Buffer, cl_command_queue, const Property*
#define KHR_FUNCTIONS(F)                                                                                        \
  F(Buffer, clCreateCommandBufferKHR, (cl_uint, const cl_command_queue*, const Property*, cl_int*))             \
  F(cl_int, clRetainCommandBufferKHR, (Buffer))                                                                 \
  F(cl_int, clReleaseCommandBufferKHR, (Buffer))                                                                \
  F(cl_int, clFinalizeCommandBufferKHR, (Buffer))                                                               \
  F(cl_int, clEnqueueCommandBufferKHR, (cl_uint, cl_command_queue*, Buffer, cl_uint, const cl_event*, cl_event*)) \
  F(cl_int, clCommandBarrierWithWaitListKHR, (COMMAND, POINTS))                                                 \
  F(cl_int, clCommandCopyBufferKHR, (COMMAND, cl_mem, cl_mem, size_t, size_t, size_t, POINTS))                  \
  F(cl_int, clCommandCopyBufferRectKHR, (COMMAND, cl_mem, cl_mem, const size_t*, const size_t*, const size_t*,  \
                                         size_t, size_t, size_t, size_t, POINTS))                               \
  F(cl_int, clCommandCopyBufferToImageKHR, (COMMAND, cl_mem, cl_mem, size_t, const size_t*, const size_t*, POINTS)) \
  F(cl_int, clCommandCopyImageKHR, (COMMAND, cl_mem, cl_mem, const size_t*, const size_t*, const size_t*, POINTS)) \
  F(cl_int, clCommandCopyImageToBufferKHR, (COMMAND, cl_mem, cl_mem, const size_t*, const size_t*, size_t, POINTS)) \
  F(cl_int, clCommandFillBufferKHR, (COMMAND, cl_mem, const void*, size_t, size_t, size_t, POINTS))             \
  F(cl_int, clCommandFillImageKHR, (COMMAND, cl_mem, const void*, const size_t*, const size_t*, POINTS))        \
  F(cl_int, clCommandNDRangeKernelKHR, (COMMAND, cl_kernel, cl_uint, const size_t*, const size_t*, const size_t*, POINTS)) \
  F(cl_int, clCommandSVMMemcpyKHR, (COMMAND, void*, const void*, size_t, POINTS))                               \
  F(cl_int, clCommandSVMMemFillKHR, (COMMAND, void*, const void*, size_t, size_t, POINTS))                      \
  F(cl_int, clGetCommandBufferInfoKHR, (Buffer, cl_uint, size_t, void*, size_t*))                               \
  F(cl_int, clUpdateMutableCommandsKHR, (Buffer, cl_uint, const cl_uint*, const void**))                        \
  F(cl_int, clGetMutableCommandInfoKHR, (Handle, cl_uint, size_t, void*, size_t*))

#define DECLARE(result, name, parameters) static result(CL_API_CALL* name) parameters;
KHR_FUNCTIONS(DECLARE)
#undef DECLARE

inline void load_command_buffers(cl_platform_id platform) {
#define LOAD(result, name, parameters)                                                                             \
  name = reinterpret_cast<result(CL_API_CALL*) parameters>(clGetExtensionFunctionAddressForPlatform(platform, #name)); \
  EXPECT_NAMED("there is " #name, name != nullptr);
  KHR_FUNCTIONS(LOAD)
#undef LOAD
}

/** A call without wait list, sync point and handle. */
#define FREE 0, nullptr, nullptr, nullptr
