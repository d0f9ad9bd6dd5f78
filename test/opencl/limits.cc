// The limits that the device names are the ones that it keeps: the limit is accepted, one more is refused.
// Prints "fact <name> <value>" for the properties that distinguish simulated chips.
#include "harness.h"

#include <CL/cl_ext.h>

static const char* kSource =
    "__kernel void local_use(__global int* out, __local int* memory) { memory[0] = 1; out[0] = memory[0]; }\n"
    "__kernel void constant_use(__global int* out, __constant int* table) { out[0] = table[0]; }\n";

template <class T>
static T info(const Fixture& f, cl_device_info name) {
  T value = {};
  clGetDeviceInfo(f.device, name, sizeof value, &value, nullptr);
  return value;
}

static cl_int launch(const Fixture& f, cl_kernel kernel, size_t global, size_t local) {
  cl_int error = clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr);
  clFinish(f.queue);
  return error;
}

static void facts(const Fixture& f) {
  char name[256] = "", board[256] = "";
  clGetDeviceInfo(f.device, CL_DEVICE_NAME, sizeof name, name, nullptr);
  clGetDeviceInfo(f.device, CL_DEVICE_BOARD_NAME_AMD, sizeof board, board, nullptr);
  printf("fact name %s\nfact board %s\n", name, board);
  printf("fact computeUnits %u\n", info<cl_uint>(f, CL_DEVICE_MAX_COMPUTE_UNITS));
  printf("fact clockMHz %u\n", info<cl_uint>(f, CL_DEVICE_MAX_CLOCK_FREQUENCY));
  printf("fact cacheSize %llu\n", (unsigned long long)info<cl_ulong>(f, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE));
  printf("fact memoryChannels %u\n", info<cl_uint>(f, CL_DEVICE_GLOBAL_MEM_CHANNELS_AMD));
  printf("fact globalMemory %llu\n", (unsigned long long)info<cl_ulong>(f, CL_DEVICE_GLOBAL_MEM_SIZE));
  printf("fact maxWorkGroupSize %zu\n", info<size_t>(f, CL_DEVICE_MAX_WORK_GROUP_SIZE));
  printf("fact pciDevice %u\n", info<cl_uint>(f, CL_DEVICE_PCIE_ID_AMD));
}

/** Both extensions name the same place on the bus, and no two devices share one. */
static void addresses(const Fixture& f) {
  cl_device_id devices[64];
  cl_uint count = 0;
  clGetDeviceIDs(f.platform, CL_DEVICE_TYPE_ALL, 64, devices, &count);
  cl_uint last = 0;
  for (cl_uint i = 0; i < count; i++) {
    cl_device_topology_amd topology = {};
    cl_device_pci_bus_info_khr address = {9, 0, 9, 9};
    EXPECT(clGetDeviceInfo(devices[i], CL_DEVICE_TOPOLOGY_AMD, sizeof topology, &topology, nullptr) == CL_SUCCESS);
    EXPECT(clGetDeviceInfo(devices[i], CL_DEVICE_PCI_BUS_INFO_KHR, sizeof address, &address, nullptr) == CL_SUCCESS);
    EXPECT(topology.raw.type == CL_DEVICE_TOPOLOGY_TYPE_PCIE_AMD && topology.pcie.bus > 0);
    EXPECT(address.pci_domain == 0 && address.pci_device == 0 && address.pci_function == 0);
    EXPECT(address.pci_bus == (cl_uint)topology.pcie.bus && address.pci_bus > last);
    last = address.pci_bus;
  }
}

static void work_group(const Fixture& f, cl_kernel kernel) {
  size_t largest = info<size_t>(f, CL_DEVICE_MAX_WORK_GROUP_SIZE);
  clSetKernelArg(kernel, 1, 64, nullptr);
  ROW(CL_SUCCESS, launch(f, kernel, largest, largest));
  cl_int error = launch(f, kernel, 2 * largest, 2 * largest);
  EXPECT(error == CL_INVALID_WORK_GROUP_SIZE || error == CL_INVALID_WORK_ITEM_SIZE);
}

static void local_memory(const Fixture& f, cl_kernel kernel) {
  size_t largest = (size_t)info<cl_ulong>(f, CL_DEVICE_LOCAL_MEM_SIZE);
  clSetKernelArg(kernel, 1, largest, nullptr);
  ROW(CL_SUCCESS, launch(f, kernel, 1, 1));
  cl_int error = clSetKernelArg(kernel, 1, largest + 4, nullptr);
  if (!error) error = launch(f, kernel, 1, 1);
  EXPECT(error == CL_OUT_OF_RESOURCES);
}

static void constant_memory(const Fixture& f, cl_kernel kernel) {
  size_t largest = (size_t)info<cl_ulong>(f, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE);
  cl_mem fits = f.buffer(largest), too_large = f.buffer(largest + 4);
  clSetKernelArg(kernel, 1, sizeof fits, &fits);
  ROW(CL_SUCCESS, launch(f, kernel, 1, 1));
  clSetKernelArg(kernel, 1, sizeof too_large, &too_large);
  ROW(CL_OUT_OF_RESOURCES, launch(f, kernel, 1, 1));
  clReleaseMemObject(fits);
  clReleaseMemObject(too_large);
}

static void allocation(const Fixture& f) {
  size_t largest = (size_t)info<cl_ulong>(f, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  EXPECT(largest >= info<cl_ulong>(f, CL_DEVICE_GLOBAL_MEM_SIZE) / 4);
  cl_mem buffer = clCreateBuffer(f.context, CL_MEM_READ_WRITE, largest, nullptr, &returned);
  ROW(CL_SUCCESS, returned);
  int last = 42;
  ROW(CL_SUCCESS, clEnqueueWriteBuffer(f.queue, buffer, CL_TRUE, largest - 4, 4, &last, 0, nullptr, nullptr));
  clReleaseMemObject(buffer);
  OBJECT_ROW(CL_INVALID_BUFFER_SIZE, clCreateBuffer(f.context, CL_MEM_READ_WRITE, largest + 1, nullptr, &returned));
  OBJECT_ROW(CL_INVALID_BUFFER_SIZE, clCreateBuffer(f.context, CL_MEM_READ_WRITE, ~(size_t)0, nullptr, &returned));
}

static cl_int image(const Fixture& f, cl_mem_object_type type, size_t width, size_t height, size_t depth, size_t count) {
  cl_image_format format = {CL_R, CL_UNSIGNED_INT8};
  cl_image_desc desc = {};
  desc.image_type = type;
  desc.image_width = width, desc.image_height = height, desc.image_depth = depth, desc.image_array_size = count;
  cl_mem buffer = type == CL_MEM_OBJECT_IMAGE1D_BUFFER ? f.buffer(width) : nullptr;
  desc.buffer = buffer;
  cl_int error;
  cl_mem image = clCreateImage(f.context, CL_MEM_READ_WRITE, &format, &desc, nullptr, &error);
  if (image) clReleaseMemObject(image);
  if (buffer) clReleaseMemObject(buffer);
  return error;
}

static void images(const Fixture& f) {
  size_t width = info<size_t>(f, CL_DEVICE_IMAGE2D_MAX_WIDTH), height = info<size_t>(f, CL_DEVICE_IMAGE2D_MAX_HEIGHT);
  size_t deep = info<size_t>(f, CL_DEVICE_IMAGE3D_MAX_DEPTH), wide = info<size_t>(f, CL_DEVICE_IMAGE3D_MAX_WIDTH);
  size_t array = info<size_t>(f, CL_DEVICE_IMAGE_MAX_ARRAY_SIZE), line = info<size_t>(f, CL_DEVICE_IMAGE_MAX_BUFFER_SIZE);
  ROW(CL_SUCCESS, image(f, CL_MEM_OBJECT_IMAGE2D, width, 1, 0, 0));
  ROW(CL_SUCCESS, image(f, CL_MEM_OBJECT_IMAGE2D, 1, height, 0, 0));
  ROW(CL_INVALID_IMAGE_SIZE, image(f, CL_MEM_OBJECT_IMAGE2D, width + 1, 1, 0, 0));
  ROW(CL_INVALID_IMAGE_SIZE, image(f, CL_MEM_OBJECT_IMAGE2D, 1, height + 1, 0, 0));
  ROW(CL_SUCCESS, image(f, CL_MEM_OBJECT_IMAGE3D, wide, 1, 2, 0));
  ROW(CL_SUCCESS, image(f, CL_MEM_OBJECT_IMAGE3D, 1, 1, deep, 0));
  ROW(CL_INVALID_IMAGE_SIZE, image(f, CL_MEM_OBJECT_IMAGE3D, wide + 1, 1, 2, 0));
  ROW(CL_INVALID_IMAGE_SIZE, image(f, CL_MEM_OBJECT_IMAGE3D, 1, 1, deep + 1, 0));
  ROW(CL_SUCCESS, image(f, CL_MEM_OBJECT_IMAGE2D_ARRAY, 1, 1, 0, array));
  ROW(CL_INVALID_IMAGE_SIZE, image(f, CL_MEM_OBJECT_IMAGE2D_ARRAY, 1, 1, 0, array + 1));
  ROW(CL_INVALID_IMAGE_SIZE, image(f, CL_MEM_OBJECT_IMAGE1D, width + 1, 0, 0, 0));
  ROW(CL_SUCCESS, image(f, CL_MEM_OBJECT_IMAGE1D_BUFFER, line, 0, 0, 0));
  ROW(CL_INVALID_IMAGE_SIZE, image(f, CL_MEM_OBJECT_IMAGE1D_BUFFER, line + 1, 0, 0, 0));
}

/** A kernel that takes `count` arguments of a type, launched. */
static cl_int many(const Fixture& f, const char* type, unsigned count, size_t size, const void* value) {
  std::string text = "__kernel void k(__global int* out";
  for (unsigned i = 0; i < count; i++) text += std::string(", ") + type + std::to_string(i);
  cl_kernel kernel = f.kernel((text + ") { out[0] = 1; }\n").c_str(), "k");
  cl_mem out = f.buffer(4);
  clSetKernelArg(kernel, 0, sizeof out, &out);
  for (unsigned i = 1; i <= count; i++) clSetKernelArg(kernel, i, size, value);
  cl_int error = launch(f, kernel, 1, 1);
  clReleaseKernel(kernel);
  clReleaseMemObject(out);
  return error;
}

static void counts(const Fixture& f) {
  cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc desc = {};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = desc.image_height = 1;
  cl_mem image = clCreateImage(f.context, CL_MEM_READ_WRITE, &format, &desc, nullptr, &returned);
  cl_sampler sampler = clCreateSampler(f.context, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, &returned);
  cl_uint reads = info<cl_uint>(f, CL_DEVICE_MAX_READ_IMAGE_ARGS), writes = info<cl_uint>(f, CL_DEVICE_MAX_WRITE_IMAGE_ARGS);
  cl_uint samplers = info<cl_uint>(f, CL_DEVICE_MAX_SAMPLERS);
  ROW(CL_SUCCESS, many(f, "read_only image2d_t i", reads, sizeof image, &image));
  ROW(CL_OUT_OF_RESOURCES, many(f, "read_only image2d_t i", reads + 1, sizeof image, &image));
  ROW(CL_SUCCESS, many(f, "write_only image2d_t i", writes, sizeof image, &image));
  ROW(CL_OUT_OF_RESOURCES, many(f, "write_only image2d_t i", writes + 1, sizeof image, &image));
  ROW(CL_SUCCESS, many(f, "sampler_t s", samplers, sizeof sampler, &sampler));
  ROW(CL_OUT_OF_RESOURCES, many(f, "sampler_t s", samplers + 1, sizeof sampler, &sampler));
  clReleaseSampler(sampler);
  clReleaseMemObject(image);
}

int main() {
  Fixture f;
  facts(f);
  addresses(f);
  cl_program program = f.program(kSource);
  cl_kernel local = clCreateKernel(program, "local_use", &returned), constant = clCreateKernel(program, "constant_use", &returned);
  cl_mem out = f.buffer(64);
  clSetKernelArg(local, 0, sizeof out, &out);
  clSetKernelArg(constant, 0, sizeof out, &out);
  work_group(f, local);
  local_memory(f, local);
  constant_memory(f, constant);
  allocation(f);
  images(f);
  counts(f);
  clReleaseMemObject(out);
  clReleaseKernel(local);
  clReleaseKernel(constant);
  clReleaseProgram(program);
  return finish();
}
