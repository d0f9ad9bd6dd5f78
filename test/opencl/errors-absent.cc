// Error codes of calls for features that a device of OpenCL 1.2 without graphics does not have: shared virtual memory,
// pipes, intermediate languages, sub-groups, queues of the device, objects of GL and EGL. The handles are checked
// first.
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#include "harness.h"

#include <CL/cl_egl.h>
#include <CL/cl_ext.h>
#include <CL/cl_gl.h>

static const char* kSource = "__kernel void k(__global int* out) { out[0] = 1; }\n";

static void CL_CALLBACK on_program(cl_program, void*) {}
static void CL_CALLBACK on_svm(cl_command_queue, cl_uint, void*[], void*) {}

static void shared_virtual_memory(const Fixture& f, cl_kernel kernel) {
  char memory[64] = {};
  void* pointer = memory;
  const void* place = memory;
  size_t size = 64;
  EXPECT(clSVMAlloc(f.context, CL_MEM_READ_WRITE, 64, 0) == nullptr);
  EXPECT(clSVMAlloc(nullptr, CL_MEM_READ_WRITE, 64, 0) == nullptr);
  clSVMFree(f.context, nullptr);
  const struct {
    cl_command_queue queue;
    cl_int expected;
  } rows[] = {{nullptr, CL_INVALID_COMMAND_QUEUE}, {f.queue, CL_INVALID_OPERATION}};
  for (const auto& r : rows) {
    ROW(r.expected, clEnqueueSVMFree(r.queue, 1, &pointer, on_svm, nullptr, 0, nullptr, nullptr));
    ROW(r.expected, clEnqueueSVMMap(r.queue, CL_TRUE, CL_MAP_READ, memory, 64, 0, nullptr, nullptr));
    ROW(r.expected, clEnqueueSVMUnmap(r.queue, memory, 0, nullptr, nullptr));
    ROW(r.expected, clEnqueueSVMMemFill(r.queue, memory, memory, 4, 64, 0, nullptr, nullptr));
    ROW(r.expected, clEnqueueSVMMemcpy(r.queue, CL_TRUE, memory, memory + 32, 16, 0, nullptr, nullptr));
    ROW(r.expected, clEnqueueSVMMigrateMem(r.queue, 1, &place, &size, 0, 0, nullptr, nullptr));
  }
  ROW(CL_INVALID_KERNEL, clSetKernelArgSVMPointer(nullptr, 0, memory));
  ROW(CL_INVALID_OPERATION, clSetKernelArgSVMPointer(kernel, 0, memory));
  ROW(CL_INVALID_KERNEL, clSetKernelExecInfo(nullptr, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointer, &pointer));
  ROW(CL_INVALID_OPERATION, clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointer, &pointer));
}

static void later_versions(const Fixture& f, cl_program program, cl_kernel kernel) {
  const unsigned words[] = {0x07230203, 0, 0, 0, 0};
  size_t size;
  OBJECT_ROW(CL_INVALID_CONTEXT, clCreatePipe(nullptr, 0, 4, 4, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_OPERATION, clCreatePipe(f.context, 0, 4, 4, nullptr, &returned));
  cl_mem buffer = f.buffer(64);
  ROW(CL_INVALID_MEM_OBJECT, clGetPipeInfo(nullptr, CL_PIPE_PACKET_SIZE, 0, nullptr, &size));
  ROW(CL_INVALID_MEM_OBJECT, clGetPipeInfo(buffer, CL_PIPE_PACKET_SIZE, 0, nullptr, &size));
  clReleaseMemObject(buffer);
  OBJECT_ROW(CL_INVALID_CONTEXT, clCreateProgramWithIL(nullptr, words, sizeof words, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateProgramWithIL(f.context, nullptr, sizeof words, &returned));
  OBJECT_ROW(CL_INVALID_VALUE, clCreateProgramWithIL(f.context, words, 0, &returned));
  OBJECT_ROW_BUT(CL_INVALID_VALUE, CL_INVALID_OPERATION, clCreateProgramWithIL(f.context, words, sizeof words, &returned));
  ROW(CL_INVALID_PROGRAM, clSetProgramReleaseCallback(nullptr, on_program, nullptr));
  ROW(CL_INVALID_VALUE, clSetProgramReleaseCallback(program, nullptr, nullptr));
  ROW(CL_INVALID_OPERATION, clSetProgramReleaseCallback(program, on_program, nullptr));
  ROW(CL_INVALID_PROGRAM, clSetProgramSpecializationConstant(nullptr, 0, 4, words));
  ROW_BUT(CL_INVALID_PROGRAM, CL_INVALID_OPERATION, clSetProgramSpecializationConstant(program, 0, 4, words));
  ROW(CL_INVALID_KERNEL, clGetKernelSubGroupInfo(nullptr, f.device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, 0, nullptr, &size));
  ROW(CL_INVALID_OPERATION, clGetKernelSubGroupInfo(kernel, f.device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, 0, nullptr, &size));
  ROW(CL_INVALID_KERNEL, clGetKernelSubGroupInfoKHR(nullptr, f.device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, 0, nullptr, &size));
  ROW(CL_INVALID_OPERATION, clGetKernelSubGroupInfoKHR(kernel, f.device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, 0, nullptr, &size));
  ROW(CL_INVALID_CONTEXT, clSetDefaultDeviceCommandQueue(nullptr, f.device, f.queue));
  ROW(CL_INVALID_DEVICE, clSetDefaultDeviceCommandQueue(f.context, nullptr, f.queue));
  ROW(CL_INVALID_COMMAND_QUEUE, clSetDefaultDeviceCommandQueue(f.context, f.device, nullptr));
  ROW(CL_INVALID_OPERATION, clSetDefaultDeviceCommandQueue(f.context, f.device, f.queue));
}

static void device_fission(const Fixture& f) {
  const cl_device_partition_property_ext equally[] = {CL_DEVICE_PARTITION_EQUALLY_EXT, 1, CL_PROPERTIES_LIST_END_EXT};
  cl_device_id part;
  cl_uint count;
  ROW(CL_INVALID_DEVICE, clCreateSubDevicesEXT(nullptr, equally, 1, &part, &count));
  ROW(CL_INVALID_VALUE, clCreateSubDevicesEXT(f.device, equally, 1, &part, &count));
  ROW(CL_INVALID_DEVICE, clRetainDeviceEXT(nullptr));
  ROW(CL_INVALID_DEVICE, clReleaseDeviceEXT(nullptr));
  ROW(CL_SUCCESS, clRetainDeviceEXT(f.device));
  ROW(CL_SUCCESS, clReleaseDeviceEXT(f.device));
}

static void graphics(const Fixture& f) {
  cl_mem buffer = f.buffer(64);
  cl_gl_object_type type;
  cl_GLuint name;
  size_t size;
  const struct {
    cl_context context;
    cl_int expected;
  } rows[] = {{nullptr, CL_INVALID_CONTEXT}, {f.context, CL_INVALID_CONTEXT}};
  for (const auto& r : rows) {
    OBJECT_ROW(r.expected, clCreateFromGLBuffer(r.context, CL_MEM_READ_WRITE, 1, &returned));
    OBJECT_ROW(r.expected, clCreateFromGLTexture(r.context, CL_MEM_READ_WRITE, 0x0DE1, 0, 1, &returned));
    OBJECT_ROW(r.expected, clCreateFromGLTexture2D(r.context, CL_MEM_READ_WRITE, 0x0DE1, 0, 1, &returned));
    OBJECT_ROW(r.expected, clCreateFromGLTexture3D(r.context, CL_MEM_READ_WRITE, 0x806F, 0, 1, &returned));
    OBJECT_ROW(r.expected, clCreateFromGLRenderbuffer(r.context, CL_MEM_READ_WRITE, 1, &returned));
    OBJECT_ROW(r.expected, clCreateEventFromGLsyncKHR(r.context, nullptr, &returned));
    OBJECT_ROW(r.expected, clCreateEventFromEGLSyncKHR(r.context, nullptr, nullptr, &returned));
    OBJECT_ROW(r.expected, clCreateFromEGLImageKHR(r.context, nullptr, nullptr, 0, nullptr, &returned));
  }
  ROW(CL_INVALID_MEM_OBJECT, clGetGLObjectInfo(nullptr, &type, &name));
  ROW(CL_INVALID_GL_OBJECT, clGetGLObjectInfo(buffer, &type, &name));
  ROW(CL_INVALID_MEM_OBJECT, clGetGLTextureInfo(nullptr, CL_GL_TEXTURE_TARGET, 0, nullptr, &size));
  ROW(CL_INVALID_GL_OBJECT, clGetGLTextureInfo(buffer, CL_GL_TEXTURE_TARGET, 0, nullptr, &size));
  ROW(CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR, clGetGLContextInfoKHR(nullptr, CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR, 0, nullptr, &size));
  ROW(CL_INVALID_COMMAND_QUEUE, clEnqueueAcquireGLObjects(nullptr, 1, &buffer, 0, nullptr, nullptr));
  ROW(CL_INVALID_CONTEXT, clEnqueueAcquireGLObjects(f.queue, 1, &buffer, 0, nullptr, nullptr));
  ROW(CL_INVALID_COMMAND_QUEUE, clEnqueueReleaseGLObjects(nullptr, 1, &buffer, 0, nullptr, nullptr));
  ROW(CL_INVALID_CONTEXT, clEnqueueReleaseGLObjects(f.queue, 1, &buffer, 0, nullptr, nullptr));
  ROW(CL_INVALID_COMMAND_QUEUE, clEnqueueAcquireEGLObjectsKHR(nullptr, 1, &buffer, 0, nullptr, nullptr));
  ROW(CL_INVALID_CONTEXT, clEnqueueAcquireEGLObjectsKHR(f.queue, 1, &buffer, 0, nullptr, nullptr));
  ROW(CL_INVALID_COMMAND_QUEUE, clEnqueueReleaseEGLObjectsKHR(nullptr, 1, &buffer, 0, nullptr, nullptr));
  ROW(CL_INVALID_CONTEXT, clEnqueueReleaseEGLObjectsKHR(f.queue, 1, &buffer, 0, nullptr, nullptr));
  clReleaseMemObject(buffer);
}

int main() {
  Fixture f;
  cl_program program = f.program(kSource);
  cl_kernel kernel = clCreateKernel(program, "k", &returned);
  shared_virtual_memory(f, kernel);
  later_versions(f, program, kernel);
  device_fission(f);
  graphics(f);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  return finish();
}
