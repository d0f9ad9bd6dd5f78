// Declarations of cl_khr_command_buffer 1.0 and cl_khr_command_buffer_mutable_dispatch 0.9.5. The installed headers may
// have older ones, with other parameters; handles and numbers are the same in all of them.
#pragma once
#include "core/opencl.h"

struct _cl_command_buffer_khr;
struct _cl_mutable_command_khr;
typedef struct _cl_command_buffer_khr* cl_command_buffer_khr;
typedef struct _cl_mutable_command_khr* cl_mutable_command_khr;

namespace runtime::khr {

typedef cl_properties BufferProperty;   // cl_command_buffer_properties_khr
typedef cl_properties CommandProperty;  // cl_command_properties_khr
typedef cl_uint SyncPoint;              // cl_sync_point_khr

/** cl_device_info */
enum : cl_uint {
  kDeviceCapabilities = 0x12A9,
  kDeviceSupportedQueueProperties = 0x129A,
  kDeviceRequiredQueueProperties = 0x12AA,
  kDeviceMutableDispatchCapabilities = 0x12B0,
};

/** cl_device_command_buffer_capabilities_khr */
enum : cl_bitfield { kCapabilityPrintf = 1 << 0, kCapabilitySimultaneousUse = 1 << 2 };

/** Properties of a command buffer, and of a command. */
enum : cl_properties {
  kBufferFlags = 0x1293,
  kBufferAsserts = 0x12B7,
  kCommandUpdatableFields = 0x12B1,
  kCommandAsserts = 0x12B8,
};

/** cl_command_buffer_flags_khr */
enum : cl_bitfield { kFlagSimultaneousUse = 1 << 0, kFlagMutable = 1 << 1, kFlagDeviceSideSync = 1 << 2 };

/** cl_mutable_dispatch_fields_khr */
enum : cl_bitfield {
  kFieldGlobalOffset = 1 << 0,
  kFieldGlobalSize = 1 << 1,
  kFieldLocalSize = 1 << 2,
  kFieldArguments = 1 << 3,
  kFieldExecInfo = 1 << 4,
};

/** Those that can be updated here. */
inline constexpr cl_bitfield kUpdatableFields = kFieldGlobalOffset | kFieldGlobalSize | kFieldLocalSize | kFieldArguments;

/** cl_mutable_dispatch_asserts_khr */
enum : cl_bitfield { kAssertNoAdditionalWorkGroups = 1 << 0 };

/** cl_command_buffer_info_khr */
enum : cl_uint {
  kInfoQueues = 0x1294,
  kInfoQueueCount = 0x1295,
  kInfoReferenceCount = 0x1296,
  kInfoState = 0x1297,
  kInfoProperties = 0x1298,
  kInfoContext = 0x1299,
};

/** cl_command_buffer_state_khr */
enum : cl_uint { kStateRecording = 0, kStateExecutable = 1, kStateFinalized = 2 };

/** cl_mutable_command_info_khr */
enum : cl_uint {
  kCommandQueue = 0x12A0,
  kCommandBuffer = 0x12A1,
  kCommandProperties = 0x12A2,
  kDispatchKernel = 0x12A3,
  kDispatchDimensions = 0x12A4,
  kDispatchGlobalOffset = 0x12A5,
  kDispatchGlobalSize = 0x12A6,
  kDispatchLocalSize = 0x12A7,
  kCommandType = 0x12AD,
};

inline constexpr cl_command_type kCommandCommandBuffer = 0x12A8;
/** cl_command_buffer_update_type_khr */
inline constexpr cl_uint kUpdateDispatchConfig = 0;

inline constexpr cl_int kInvalidCommandBuffer = -1138;
inline constexpr cl_int kInvalidSyncPointWaitList = -1139;
inline constexpr cl_int kIncompatibleCommandQueue = -1140;
inline constexpr cl_int kInvalidMutableCommand = -1141;

/** cl_mutable_dispatch_arg_khr */
struct DispatchArgument {
  cl_uint arg_index;
  size_t arg_size;
  const void* arg_value;
};

/** cl_mutable_dispatch_config_khr */
struct DispatchConfig {
  cl_mutable_command_khr command;
  cl_uint num_args;
  cl_uint num_svm_args;
  cl_uint num_exec_infos;
  cl_uint work_dim;
  const DispatchArgument* arg_list;
  const DispatchArgument* arg_svm_list;
  const void* exec_info_list;
  const size_t* global_work_offset;
  const size_t* global_work_size;
  const size_t* local_work_size;
};

cl_int clCommandCopyBufferKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                              const CommandProperty* properties, cl_mem src_buffer, cl_mem dst_buffer,
                              size_t src_offset, size_t dst_offset, size_t size, cl_uint num_sync_points_in_wait_list,
                              const SyncPoint* sync_point_wait_list, SyncPoint* sync_point,
                              cl_mutable_command_khr* mutable_handle);
cl_int clCommandCopyBufferRectKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                                  const CommandProperty* properties, cl_mem src_buffer, cl_mem dst_buffer,
                                  const size_t* src_origin, const size_t* dst_origin, const size_t* region,
                                  size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch,
                                  size_t dst_slice_pitch, cl_uint num_sync_points_in_wait_list,
                                  const SyncPoint* sync_point_wait_list, SyncPoint* sync_point,
                                  cl_mutable_command_khr* mutable_handle);
cl_int clCommandCopyBufferToImageKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                                     const CommandProperty* properties, cl_mem src_buffer, cl_mem dst_image,
                                     size_t src_offset, const size_t* dst_origin, const size_t* region,
                                     cl_uint num_sync_points_in_wait_list, const SyncPoint* sync_point_wait_list,
                                     SyncPoint* sync_point, cl_mutable_command_khr* mutable_handle);
cl_int clCommandCopyImageKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                             const CommandProperty* properties, cl_mem src_image, cl_mem dst_image,
                             const size_t* src_origin, const size_t* dst_origin, const size_t* region,
                             cl_uint num_sync_points_in_wait_list, const SyncPoint* sync_point_wait_list,
                             SyncPoint* sync_point, cl_mutable_command_khr* mutable_handle);
cl_int clCommandCopyImageToBufferKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                                     const CommandProperty* properties, cl_mem src_image, cl_mem dst_buffer,
                                     const size_t* src_origin, const size_t* region, size_t dst_offset,
                                     cl_uint num_sync_points_in_wait_list, const SyncPoint* sync_point_wait_list,
                                     SyncPoint* sync_point, cl_mutable_command_khr* mutable_handle);
cl_int clCommandFillBufferKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                              const CommandProperty* properties, cl_mem buffer, const void* pattern,
                              size_t pattern_size, size_t offset, size_t size, cl_uint num_sync_points_in_wait_list,
                              const SyncPoint* sync_point_wait_list, SyncPoint* sync_point,
                              cl_mutable_command_khr* mutable_handle);
cl_int clCommandFillImageKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                             const CommandProperty* properties, cl_mem image, const void* fill_color,
                             const size_t* origin, const size_t* region, cl_uint num_sync_points_in_wait_list,
                             const SyncPoint* sync_point_wait_list, SyncPoint* sync_point,
                             cl_mutable_command_khr* mutable_handle);
cl_int clCommandBarrierWithWaitListKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                                       const CommandProperty* properties, cl_uint num_sync_points_in_wait_list,
                                       const SyncPoint* sync_point_wait_list, SyncPoint* sync_point,
                                       cl_mutable_command_khr* mutable_handle);
cl_int clCommandNDRangeKernelKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                                 const CommandProperty* properties, cl_kernel kernel, cl_uint work_dim,
                                 const size_t* global_work_offset, const size_t* global_work_size,
                                 const size_t* local_work_size, cl_uint num_sync_points_in_wait_list,
                                 const SyncPoint* sync_point_wait_list, SyncPoint* sync_point,
                                 cl_mutable_command_khr* mutable_handle);
cl_int clCommandSVMMemcpyKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                             const CommandProperty* properties, void* dst_ptr, const void* src_ptr, size_t size,
                             cl_uint num_sync_points_in_wait_list, const SyncPoint* sync_point_wait_list,
                             SyncPoint* sync_point, cl_mutable_command_khr* mutable_handle);
cl_int clCommandSVMMemFillKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                              const CommandProperty* properties, void* svm_ptr, const void* pattern,
                              size_t pattern_size, size_t size, cl_uint num_sync_points_in_wait_list,
                              const SyncPoint* sync_point_wait_list, SyncPoint* sync_point,
                              cl_mutable_command_khr* mutable_handle);
cl_command_buffer_khr clCreateCommandBufferKHR(cl_uint num_queues, const cl_command_queue* queues,
                                               const BufferProperty* properties, cl_int* errcode_ret);
cl_int clRetainCommandBufferKHR(cl_command_buffer_khr command_buffer);
cl_int clReleaseCommandBufferKHR(cl_command_buffer_khr command_buffer);
cl_int clFinalizeCommandBufferKHR(cl_command_buffer_khr command_buffer);
cl_int clEnqueueCommandBufferKHR(cl_uint num_queues, cl_command_queue* queues, cl_command_buffer_khr command_buffer,
                                 cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event);
cl_int clGetCommandBufferInfoKHR(cl_command_buffer_khr command_buffer, cl_uint param_name, size_t param_value_size,
                                 void* param_value, size_t* param_value_size_ret);
cl_int clUpdateMutableCommandsKHR(cl_command_buffer_khr command_buffer, cl_uint num_configs,
                                  const cl_uint* config_types, const void** configs);
cl_int clGetMutableCommandInfoKHR(cl_mutable_command_khr command, cl_uint param_name, size_t param_value_size,
                                  void* param_value, size_t* param_value_size_ret);

}  // namespace runtime::khr
