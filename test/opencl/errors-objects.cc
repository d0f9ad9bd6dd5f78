// Error codes of the calls about platforms, devices, contexts, queues, samplers and events.
#include "harness.h"

static void CL_CALLBACK on_event(cl_event, cl_int, void*) {}

static void platforms(const Fixture& f) {
  cl_uint count;
  char text[8];
  size_t size;
  cl_platform_id id;
  ROW(CL_INVALID_VALUE, clGetPlatformIDs(0, &id, nullptr));
  ROW(CL_INVALID_VALUE, clGetPlatformIDs(0, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clGetPlatformInfo(f.platform, 0x1234, 0, nullptr, &size));
  ROW(CL_INVALID_VALUE, clGetPlatformInfo(f.platform, CL_PLATFORM_NAME, 1, text, nullptr));
  ROW(CL_SUCCESS, clGetPlatformInfo(f.platform, CL_PLATFORM_NAME, 0, nullptr, &size));
  ROW_BUT(CL_INVALID_DEVICE_TYPE, CL_DEVICE_NOT_FOUND, clGetDeviceIDs(f.platform, 0, 0, nullptr, &count));
  ROW_BUT(CL_INVALID_DEVICE_TYPE, CL_DEVICE_NOT_FOUND, clGetDeviceIDs(f.platform, (cl_device_type)1 << 40, 0, nullptr, &count));
  ROW(CL_SUCCESS, clGetDeviceIDs(f.platform, (cl_device_type)(int)CL_DEVICE_TYPE_ALL, 0, nullptr, &count));
  ROW(CL_INVALID_VALUE, clGetDeviceIDs(f.platform, CL_DEVICE_TYPE_ALL, 0, nullptr, nullptr));
  cl_device_id device;
  ROW(CL_INVALID_VALUE, clGetDeviceIDs(f.platform, CL_DEVICE_TYPE_ALL, 0, &device, nullptr));
  ROW(CL_DEVICE_NOT_FOUND, clGetDeviceIDs(f.platform, CL_DEVICE_TYPE_ACCELERATOR, 1, &device, nullptr));
}

static void devices(const Fixture& f) {
  size_t size;
  cl_uint units, small;
  ROW(CL_INVALID_DEVICE, clGetDeviceInfo(nullptr, CL_DEVICE_NAME, 0, nullptr, &size));
  ROW(CL_INVALID_VALUE, clGetDeviceInfo(f.device, 0x7fff, 0, nullptr, &size));
  ROW(CL_INVALID_VALUE, clGetDeviceInfo(f.device, CL_DEVICE_NAME, 1, &small, nullptr));
  ROW(CL_SUCCESS, clGetDeviceInfo(f.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr));
  ROW(CL_INVALID_DEVICE, clRetainDevice(nullptr));
  ROW(CL_INVALID_DEVICE, clReleaseDevice(nullptr));
  ROW(CL_SUCCESS, clRetainDevice(f.device));
  ROW(CL_SUCCESS, clReleaseDevice(f.device));
  cl_device_id parts[2];
  cl_uint count;
  const cl_device_partition_property none[] = {0};
  const cl_device_partition_property unknown[] = {0x999, 1, 0};
  ROW(CL_INVALID_DEVICE, clCreateSubDevices(nullptr, none, 2, parts, &count));
  ROW(CL_INVALID_VALUE, clCreateSubDevices(f.device, nullptr, 2, parts, &count));
  ROW(CL_INVALID_VALUE, clCreateSubDevices(f.device, unknown, 2, parts, &count));
  const cl_device_partition_property too_many[] = {CL_DEVICE_PARTITION_BY_COUNTS, (cl_int)units, 1, 0, 0};
  // On 64-bit systems its low half is 0.
  const cl_device_partition_property kHuge = (cl_device_partition_property)1 << (sizeof(void*) * 4);
  const cl_device_partition_property overflowing[] = {CL_DEVICE_PARTITION_EQUALLY, kHuge, 0};
  ROW_BUT(CL_INVALID_DEVICE_PARTITION_COUNT, CL_SUCCESS, clCreateSubDevices(f.device, overflowing, 2, parts, &count));
  ROW(CL_INVALID_DEVICE_PARTITION_COUNT, clCreateSubDevices(f.device, too_many, 2, parts, &count));
  const cl_device_partition_property too_large[] = {CL_DEVICE_PARTITION_EQUALLY, (cl_device_partition_property)units + 1, 0};
  ROW_BUT(CL_INVALID_DEVICE_PARTITION_COUNT, CL_INVALID_VALUE, clCreateSubDevices(f.device, too_large, 0, nullptr, &count));
  // One part with all compute units is no partition.
  const cl_device_partition_property whole[] = {CL_DEVICE_PARTITION_EQUALLY, (cl_device_partition_property)units, 0};
  ROW_BUT(CL_DEVICE_PARTITION_FAILED, CL_SUCCESS, clCreateSubDevices(f.device, whole, 0, nullptr, &count));
}

static void contexts(const Fixture& f) {
  cl_context_properties bad_name[] = {0x5555, 0, 0};
  cl_context_properties bad_platform[] = {CL_CONTEXT_PLATFORM, 0, 0};
  cl_context_properties good[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)f.platform, 0};
  int data;
  cl_device_id null_device = nullptr;
  OBJECT_ROW(CL_INVALID_PROPERTY, clCreateContext(bad_name, 1, &f.device, nullptr, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_PLATFORM, clCreateContext(bad_platform, 1, &f.device, nullptr, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateContext(good, 0, &f.device, nullptr, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateContext(good, 1, nullptr, nullptr, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateContext(good, 1, &f.device, nullptr, &data, &returned));
  OBJECT_ROW(CL_INVALID_DEVICE, clCreateContext(good, 1, &null_device, nullptr, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateContextFromType(good, CL_DEVICE_TYPE_ALL, nullptr, &data, &returned));
  OBJECT_ROW_BUT(CL_INVALID_DEVICE_TYPE, kObject, clCreateContextFromType(good, 0, nullptr, nullptr, &returned));
  OBJECT_ROW_BUT(CL_DEVICE_NOT_FOUND, kObject,
                 clCreateContextFromType(good, CL_DEVICE_TYPE_ACCELERATOR, nullptr, nullptr, &returned));
  size_t size;
  char byte;
  ROW(CL_INVALID_CONTEXT, clGetContextInfo(nullptr, CL_CONTEXT_DEVICES, 0, nullptr, &size));
  ROW(CL_INVALID_VALUE, clGetContextInfo(f.context, 0, 0, nullptr, &size));
  ROW(CL_INVALID_VALUE, clGetContextInfo(f.context, CL_CONTEXT_DEVICES, 1, &byte, nullptr));
  ROW(CL_INVALID_CONTEXT, clRetainContext(nullptr));
  ROW(CL_INVALID_CONTEXT, clReleaseContext(nullptr));
}

static void queues(const Fixture& f) {
  size_t size;
  char byte;
  OBJECT_ROW(CL_INVALID_CONTEXT, clCreateCommandQueue(nullptr, f.device, 0, &returned));
  OBJECT_ROW(CL_INVALID_DEVICE, clCreateCommandQueue(f.context, nullptr, 0, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateCommandQueue(f.context, f.device, 1 << 20, &returned));
  ROW(CL_INVALID_COMMAND_QUEUE, clGetCommandQueueInfo(nullptr, CL_QUEUE_CONTEXT, 0, nullptr, &size));
  ROW(CL_INVALID_VALUE, clGetCommandQueueInfo(f.queue, 0, 0, nullptr, &size));
  ROW(CL_INVALID_VALUE, clGetCommandQueueInfo(f.queue, CL_QUEUE_CONTEXT, 1, &byte, nullptr));
  ROW(CL_INVALID_COMMAND_QUEUE, clRetainCommandQueue(nullptr));
  ROW(CL_INVALID_COMMAND_QUEUE, clReleaseCommandQueue(nullptr));
  ROW(CL_INVALID_COMMAND_QUEUE, clFlush(nullptr));
  ROW(CL_INVALID_COMMAND_QUEUE, clFinish(nullptr));
  ROW(CL_SUCCESS, clFlush(f.queue));
  ROW(CL_SUCCESS, clFinish(f.queue));
}

static void samplers(const Fixture& f) {
  size_t size;
  OBJECT_ROW(CL_INVALID_CONTEXT, clCreateSampler(nullptr, 0, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &returned));
  OBJECT_ROW_BUT(CL_INVALID_VALUE, CL_SUCCESS, clCreateSampler(f.context, 0, CL_ADDRESS_CLAMP, 0, &returned));
  OBJECT_ROW_BUT(CL_INVALID_VALUE, CL_SUCCESS, clCreateSampler(f.context, 0, 0x99, CL_FILTER_NEAREST, &returned));
  cl_sampler sampler = clCreateSampler(f.context, 1, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR, &returned);
  EXPECT(sampler && returned == CL_SUCCESS);
  cl_addressing_mode mode = 0;
  ROW(CL_SUCCESS, clGetSamplerInfo(sampler, CL_SAMPLER_ADDRESSING_MODE, sizeof mode, &mode, nullptr));
  EXPECT(mode == CL_ADDRESS_REPEAT);
  ROW(CL_INVALID_VALUE, clGetSamplerInfo(sampler, 0, 0, nullptr, &size));
  ROW(CL_INVALID_VALUE, clGetSamplerInfo(sampler, CL_SAMPLER_ADDRESSING_MODE, 1, &mode, nullptr));
  ROW(CL_INVALID_SAMPLER, clGetSamplerInfo(nullptr, CL_SAMPLER_CONTEXT, 0, nullptr, &size));
  ROW(CL_INVALID_SAMPLER, clRetainSampler(nullptr));
  ROW(CL_INVALID_SAMPLER, clReleaseSampler(nullptr));
  ROW(CL_SUCCESS, clReleaseSampler(sampler));
}

static void events(const Fixture& f) {
  size_t size;
  cl_ulong time;
  OBJECT_ROW(CL_INVALID_CONTEXT, clCreateUserEvent(nullptr, &returned));
  cl_event user = clCreateUserEvent(f.context, &returned);
  cl_event null_event = nullptr;
  ROW(CL_INVALID_VALUE, clWaitForEvents(0, nullptr));
  ROW(CL_INVALID_VALUE, clWaitForEvents(0, &user));
  ROW(CL_INVALID_EVENT, clWaitForEvents(1, &null_event));
  ROW(CL_INVALID_EVENT, clGetEventInfo(nullptr, CL_EVENT_CONTEXT, 0, nullptr, &size));
  ROW(CL_INVALID_VALUE, clGetEventInfo(user, 0, 0, nullptr, &size));
  ROW(CL_PROFILING_INFO_NOT_AVAILABLE,
      clGetEventProfilingInfo(user, CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr));
  ROW(CL_INVALID_EVENT, clGetEventProfilingInfo(nullptr, CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr));
  ROW(CL_INVALID_EVENT, clSetUserEventStatus(nullptr, CL_COMPLETE));
  ROW(CL_INVALID_VALUE, clSetUserEventStatus(user, CL_RUNNING));
  ROW(CL_INVALID_EVENT, clSetEventCallback(nullptr, CL_COMPLETE, on_event, nullptr));
  ROW(CL_INVALID_VALUE, clSetEventCallback(user, CL_COMPLETE, nullptr, nullptr));
  ROW(CL_INVALID_VALUE, clSetEventCallback(user, CL_QUEUED, on_event, nullptr));
  ROW(CL_SUCCESS, clSetUserEventStatus(user, CL_COMPLETE));
  ROW(CL_INVALID_OPERATION, clSetUserEventStatus(user, CL_COMPLETE));
  ROW(CL_INVALID_EVENT, clRetainEvent(nullptr));
  ROW(CL_INVALID_EVENT, clReleaseEvent(nullptr));
  ROW(CL_INVALID_COMMAND_QUEUE, clEnqueueMarkerWithWaitList(nullptr, 0, nullptr, nullptr));
  ROW(CL_INVALID_COMMAND_QUEUE, clEnqueueBarrierWithWaitList(nullptr, 0, nullptr, nullptr));
  ROW(CL_INVALID_EVENT_WAIT_LIST, clEnqueueMarkerWithWaitList(f.queue, 1, nullptr, nullptr));
  ROW(CL_INVALID_EVENT_WAIT_LIST, clEnqueueMarkerWithWaitList(f.queue, 0, &user, nullptr));
  ROW(CL_INVALID_EVENT_WAIT_LIST, clEnqueueBarrierWithWaitList(f.queue, 1, &null_event, nullptr));
  ROW(CL_INVALID_VALUE, clEnqueueMarker(f.queue, nullptr));
  ROW(CL_INVALID_COMMAND_QUEUE, clEnqueueBarrier(nullptr));
  ROW(CL_SUCCESS, clReleaseEvent(user));
}

int main() {
  Fixture f;
  platforms(f);
  devices(f);
  contexts(f);
  queues(f);
  samplers(f);
  events(f);
  return finish();
}
