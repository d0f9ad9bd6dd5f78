// Sub-devices: partition equally and by counts, contexts and queues on a part.
#include "harness.h"

static const char* kSource = "__kernel void add(__global int* data) { data[get_global_id(0)] += 1; }\n";

static cl_uint units_of(cl_device_id device) {
  cl_uint units = 0;
  clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
  return units;
}

static cl_uint references_of(cl_device_id device) {
  cl_uint count = 0;
  clGetDeviceInfo(device, CL_DEVICE_REFERENCE_COUNT, sizeof count, &count, nullptr);
  return count;
}

/** Runs the kernel on a device with a program that is built for the first device of the context. */
static void use(cl_device_id device, const std::vector<cl_device_id>& devices) {
  cl_int error;
  cl_context context = clCreateContext(nullptr, (cl_uint)devices.size(), devices.data(), nullptr, nullptr, &error);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
  cl_program program = clCreateProgramWithSource(context, 1, &kSource, nullptr, &error);
  EXPECT(clBuildProgram(program, 1, &devices[0], "", nullptr, nullptr) == CL_SUCCESS);
  cl_build_status built = CL_BUILD_ERROR;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof built, &built, nullptr);
  EXPECT(built == CL_BUILD_SUCCESS);
  cl_kernel kernel = clCreateKernel(program, "add", &error);
  int values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  cl_mem data = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof values, values, &error);
  clSetKernelArg(kernel, 0, sizeof data, &data);
  size_t global = 8;
  clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
  clEnqueueReadBuffer(queue, data, CL_TRUE, 0, sizeof values, values, 0, nullptr, nullptr);
  EXPECT(values[0] == 2 && values[7] == 9);
  clReleaseMemObject(data);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
}

int main() {
  Fixture f;
  cl_uint units = units_of(f.device), count = 0;
  EXPECT(units >= 2 && references_of(f.device) == 1);
  const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  EXPECT(clCreateSubDevices(f.device, equally, 0, nullptr, &count) == CL_SUCCESS && count == units);
  const cl_device_partition_property by_counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  cl_device_id parts[2] = {};
  EXPECT(clCreateSubDevices(f.device, by_counts, 2, parts, &count) == CL_SUCCESS && count == 2);
  cl_device_id parent = nullptr;
  clGetDeviceInfo(parts[0], CL_DEVICE_PARENT_DEVICE, sizeof parent, &parent, nullptr);
  EXPECT(parent == f.device && units_of(parts[0]) == 1 && references_of(parts[1]) == 1);
  cl_device_partition_property type[8] = {};
  size_t size = 0;
  EXPECT(clGetDeviceInfo(parts[0], CL_DEVICE_PARTITION_TYPE, sizeof type, type, &size) == CL_SUCCESS);
  EXPECT(size >= 4 * sizeof type[0] && type[0] == CL_DEVICE_PARTITION_BY_COUNTS && type[1] == 1);
  EXPECT(clRetainDevice(parts[0]) == CL_SUCCESS && references_of(parts[0]) == 2);
  EXPECT(clReleaseDevice(parts[0]) == CL_SUCCESS);
  use(parts[0], {parts[0]});
  use(parts[0], {f.device, parts[0], parts[1]});
  EXPECT(clReleaseDevice(parts[0]) == CL_SUCCESS && clReleaseDevice(parts[1]) == CL_SUCCESS);
  return finish();
}
