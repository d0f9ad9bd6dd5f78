// Error codes of the calls that belong to another version of OpenCL and work on a device of 1.2: deprecated ones, the
// creators with properties, clones, timers and functions by name.
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "harness.h"

static void CL_CALLBACK on_context(cl_context, void*) {}

static void deprecated_images(const Fixture& f) {
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8}, unknown = {0x1234, CL_UNSIGNED_INT8};
  unsigned char pixels[64] = {};
  OBJECT_ROW(CL_INVALID_CONTEXT, clCreateImage2D(nullptr, 0, &format, 4, 4, 0, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateImage2D(f.context, (cl_mem_flags)1 << 40, &format, 4, 4, 0, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, clCreateImage2D(f.context, 0, nullptr, 4, 4, 0, nullptr, &returned));
  OBJECT_ROW_BUT(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, CL_INVALID_OPERATION, clCreateImage2D(f.context, 0, &unknown, 4, 4, 0, nullptr, &returned));
  OBJECT_ROW_BUT(CL_INVALID_IMAGE_SIZE, CL_INVALID_BUFFER_SIZE, clCreateImage2D(f.context, 0, &format, 0, 4, 0, nullptr, &returned));
  OBJECT_ROW_BUT(CL_INVALID_IMAGE_SIZE, CL_SUCCESS, clCreateImage2D(f.context, 0, &format, 4, 4, 16, nullptr, &returned));
  OBJECT_ROW_BUT(CL_INVALID_IMAGE_SIZE, CL_SUCCESS, clCreateImage2D(f.context, CL_MEM_COPY_HOST_PTR, &format, 4, 4, 8, pixels, &returned));
  OBJECT_ROW(CL_INVALID_HOST_PTR, clCreateImage2D(f.context, CL_MEM_COPY_HOST_PTR, &format, 4, 4, 0, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_HOST_PTR, clCreateImage2D(f.context, 0, &format, 4, 4, 0, pixels, &returned));
  OBJECT_ROW(CL_INVALID_CONTEXT, clCreateImage3D(nullptr, 0, &format, 2, 2, 2, 0, 0, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, clCreateImage3D(f.context, 0, nullptr, 2, 2, 2, 0, 0, nullptr, &returned));
  OBJECT_ROW_BUT(CL_INVALID_IMAGE_SIZE, CL_INVALID_BUFFER_SIZE, clCreateImage3D(f.context, 0, &format, 2, 2, 0, 0, 0, nullptr, &returned));
  OBJECT_ROW_BUT(CL_INVALID_IMAGE_SIZE, CL_SUCCESS, clCreateImage3D(f.context, 0, &format, 2, 2, 2, 0, 32, nullptr, &returned));
  OBJECT_ROW_BUT(CL_INVALID_IMAGE_SIZE, CL_SUCCESS, clCreateImage3D(f.context, CL_MEM_COPY_HOST_PTR, &format, 2, 2, 2, 8, 8, pixels, &returned));
  cl_mem flat = clCreateImage2D(f.context, CL_MEM_COPY_HOST_PTR, &format, 4, 4, 0, pixels, &returned);
  ROW(CL_SUCCESS, returned);
  cl_mem deep = clCreateImage3D(f.context, 0, &format, 2, 2, 2, 0, 0, nullptr, &returned);
  ROW(CL_SUCCESS, returned);
  clReleaseMemObject(flat);
  clReleaseMemObject(deep);
}

static void deprecated_queues(const Fixture& f) {
  cl_command_queue_properties old = 0;
  ROW(CL_INVALID_COMMAND_QUEUE, clSetCommandQueueProperty(nullptr, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, &old));
  UNLESS_POCL {
    ROW(CL_INVALID_VALUE, clSetCommandQueueProperty(f.queue, (cl_command_queue_properties)1 << 40, CL_TRUE, &old));
    ROW(CL_SUCCESS, clSetCommandQueueProperty(f.queue, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, &old));
    EXPECT(old == 0);
    ROW(CL_SUCCESS, clSetCommandQueueProperty(f.queue, CL_QUEUE_PROFILING_ENABLE, CL_FALSE, &old));
    EXPECT(old == CL_QUEUE_PROFILING_ENABLE);
  }
  cl_event wait = nullptr;
  ROW(CL_INVALID_COMMAND_QUEUE, clEnqueueWaitForEvents(nullptr, 1, &wait));
  UNLESS_POCL {  // pocl 3.1 ends the process here.
    ROW(CL_INVALID_VALUE, clEnqueueWaitForEvents(f.queue, 0, nullptr));
    ROW(CL_INVALID_VALUE, clEnqueueWaitForEvents(f.queue, 1, nullptr));
    ROW(CL_INVALID_EVENT, clEnqueueWaitForEvents(f.queue, 1, &wait));
  }
  cl_event marker;
  ROW(CL_INVALID_COMMAND_QUEUE, clEnqueueMarker(nullptr, &marker));
  ROW(CL_INVALID_VALUE, clEnqueueMarker(f.queue, nullptr));
  ROW(CL_INVALID_COMMAND_QUEUE, clEnqueueBarrier(nullptr));
  ROW(CL_SUCCESS, clUnloadCompiler());
  ROW_BUT(CL_INVALID_PLATFORM, CL_SUCCESS, clUnloadPlatformCompiler(nullptr));
  ROW(CL_SUCCESS, clUnloadPlatformCompiler(f.platform));
}

static void queues_with_properties(const Fixture& f) {
  const cl_queue_properties unknown[] = {0x1234, 1, 0}, strange[] = {CL_QUEUE_PROPERTIES, (cl_queue_properties)1 << 40, 0};
  const cl_queue_properties profiling[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  OBJECT_ROW(CL_INVALID_CONTEXT, clCreateCommandQueueWithProperties(nullptr, f.device, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_DEVICE, clCreateCommandQueueWithProperties(f.context, nullptr, nullptr, &returned));
  UNLESS_POCL OBJECT_ROW(CL_INVALID_VALUE, clCreateCommandQueueWithProperties(f.context, f.device, unknown, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateCommandQueueWithProperties(f.context, f.device, strange, &returned));
  cl_command_queue queue = clCreateCommandQueueWithProperties(f.context, f.device, profiling, &returned);
  ROW(CL_SUCCESS, returned);
  clReleaseCommandQueue(queue);
}

static void samplers_with_properties(const Fixture& f) {
  const cl_sampler_properties unknown[] = {0x4321, 1, 0}, twice[] = {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0};
  const cl_sampler_properties wrong[] = {CL_SAMPLER_ADDRESSING_MODE, 0x7777, 0};
  OBJECT_ROW(CL_INVALID_CONTEXT, clCreateSamplerWithProperties(nullptr, nullptr, &returned));
  UNLESS_POCL {
    OBJECT_ROW(CL_INVALID_VALUE, clCreateSamplerWithProperties(f.context, unknown, &returned));
    OBJECT_ROW(CL_INVALID_VALUE, clCreateSamplerWithProperties(f.context, twice, &returned));
    OBJECT_ROW(CL_INVALID_VALUE, clCreateSamplerWithProperties(f.context, wrong, &returned));
    cl_sampler sampler = clCreateSamplerWithProperties(f.context, nullptr, &returned);
    ROW(CL_SUCCESS, returned);
    clReleaseSampler(sampler);
  }
}

static void memory_with_properties(const Fixture& f) {
  const cl_mem_properties unknown[] = {0x1234, 1, 0};
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc desc = {};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = desc.image_height = 4;
  OBJECT_ROW(CL_INVALID_CONTEXT, clCreateBufferWithProperties(nullptr, nullptr, 0, 64, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_CONTEXT, clCreateImageWithProperties(nullptr, nullptr, 0, &format, &desc, nullptr, &returned));
  UNLESS_POCL {
    OBJECT_ROW(CL_INVALID_PROPERTY, clCreateBufferWithProperties(f.context, unknown, 0, 64, nullptr, &returned));
    OBJECT_ROW(CL_INVALID_BUFFER_SIZE, clCreateBufferWithProperties(f.context, nullptr, 0, 0, nullptr, &returned));
    OBJECT_ROW(CL_INVALID_PROPERTY, clCreateImageWithProperties(f.context, unknown, 0, &format, &desc, nullptr, &returned));
    OBJECT_ROW(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, clCreateImageWithProperties(f.context, nullptr, 0, nullptr, &desc, nullptr, &returned));
    OBJECT_ROW(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImageWithProperties(f.context, nullptr, 0, &format, nullptr, nullptr, &returned));
    cl_mem buffer = clCreateBufferWithProperties(f.context, nullptr, 0, 64, nullptr, &returned);
    ROW(CL_SUCCESS, returned);
    clReleaseMemObject(buffer);
  }
}

static void clones_and_timers(const Fixture& f) {
  cl_ulong device = 0, host = 0, later = 0;
  OBJECT_ROW(CL_INVALID_KERNEL, clCloneKernel(nullptr, &returned));
  ROW(CL_INVALID_DEVICE, clGetHostTimer(nullptr, &host));
  ROW(CL_INVALID_DEVICE, clGetDeviceAndHostTimer(nullptr, &device, &host));
  ROW(CL_INVALID_CONTEXT, clSetContextDestructorCallback(nullptr, on_context, nullptr));
  UNLESS_POCL {
    ROW(CL_INVALID_VALUE, clGetHostTimer(f.device, nullptr));
    ROW(CL_INVALID_VALUE, clGetDeviceAndHostTimer(f.device, nullptr, &host));
    ROW(CL_INVALID_VALUE, clGetDeviceAndHostTimer(f.device, &device, nullptr));
    ROW(CL_INVALID_VALUE, clSetContextDestructorCallback(f.context, nullptr, nullptr));
    ROW(CL_SUCCESS, clGetDeviceAndHostTimer(f.device, &device, &host));
    ROW(CL_SUCCESS, clGetHostTimer(f.device, &later));
    EXPECT(host > 0 && later >= host);
  }
}

static void functions_by_name(const Fixture& f) {
  EXPECT(clGetExtensionFunctionAddress("clNoSuchFunction") == nullptr);
  EXPECT(clGetExtensionFunctionAddressForPlatform(f.platform, "clNoSuchFunction") == nullptr);
  UNLESS_POCL EXPECT(clGetExtensionFunctionAddressForPlatform(nullptr, "clIcdGetPlatformIDsKHR") == nullptr);
  UNLESS_POCL {
    EXPECT(clGetExtensionFunctionAddressForPlatform((cl_platform_id)f.context, "clIcdGetPlatformIDsKHR") == nullptr);
    EXPECT(clGetExtensionFunctionAddress(nullptr) == nullptr);
    EXPECT(clGetExtensionFunctionAddress("clIcdGetPlatformIDsKHR") != nullptr);
  }
}

int main() {
  Fixture f;
  deprecated_images(f);
  deprecated_queues(f);
  queues_with_properties(f);
  samplers_with_properties(f);
  memory_with_properties(f);
  clones_and_timers(f);
  functions_by_name(f);
  return finish();
}
