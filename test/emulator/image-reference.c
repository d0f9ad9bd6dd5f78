/* Reads and writes images with the machine's OpenCL (pocl in the tests), for comparison with the emulator.
 *
 * Standard input is a sequence of jobs: 10 int32 {operation, channel order, channel type, dimensions, width, height,
 * depth, sampler bits (1 normalized, 2 linear), addressing mode, count}, then the texels, then `count` coordinates
 * (float4) or values (4 words). Operation 0, 1, 2: read_imagef, read_imagei, read_imageui at the coordinates; results
 * are 16 bytes each. Operation 3, 4, 5: write_imagef, write_imagei, write_imageui of value i to texel i of the first
 * row; the result is that row. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

static const char *SOURCE =
    "#define READ(NAME, T, CALL, IMAGE, C) __kernel void NAME(read_only IMAGE image, sampler_t s, __global const float4 *in,"
    " __global T *out) { size_t i = get_global_id(0); out[i] = CALL(image, s, in[i].C); }\n"
    "READ(read1f, float4, read_imagef, image2d_t, xy) READ(read1i, int4, read_imagei, image2d_t, xy)"
    "READ(read1u, uint4, read_imageui, image2d_t, xy) READ(read2f, float4, read_imagef, image3d_t, xyzw)\n"
    "#define WRITE(NAME, T, CALL) __kernel void NAME(write_only image2d_t image, __global const T *in)"
    " { int i = get_global_id(0); CALL(image, (int2)(i, 0), in[i]); }\n"
    "WRITE(writef, float4, write_imagef) WRITE(writei, int4, write_imagei) WRITE(writeu, uint4, write_imageui)\n";

static void check(cl_int status, const char *what) {
  if (status == CL_SUCCESS) return;
  fprintf(stderr, "%s: error %d\n", what, status);
  exit(1);
}

static void *input(size_t size) {
  void *bytes = malloc(size ? size : 1);
  if (fread(bytes, 1, size, stdin) != size) exit(2);
  return bytes;
}

static size_t channel_bytes(int type) {
  switch (type) {
    case CL_SNORM_INT8: case CL_UNORM_INT8: case CL_SIGNED_INT8: case CL_UNSIGNED_INT8: return 1;
    case CL_SNORM_INT16: case CL_UNORM_INT16: case CL_SIGNED_INT16: case CL_UNSIGNED_INT16: case CL_HALF_FLOAT: return 2;
    default: return 4;
  }
}

static const char *NAMES[] = {"read1f", "read1i", "read1u", "writef", "writei", "writeu"};

int main(void) {
  cl_platform_id platform;
  cl_device_id device;
  cl_int status;
  check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  check(status, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  cl_program program = clCreateProgramWithSource(context, 1, &SOURCE, NULL, &status);
  check(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
  int job[10];
  while (fread(job, sizeof job, 1, stdin) == 1) {
    int operation = job[0], writes = operation >= 3, is3d = job[3] == 3;
    cl_image_format format = {job[1], job[2]};
    size_t channels = format.image_channel_order == CL_R || format.image_channel_order == CL_A ? 1 : 4;
    size_t texel = channels * channel_bytes(job[2]), count = job[9];
    cl_image_desc desc = {is3d ? CL_MEM_OBJECT_IMAGE3D : CL_MEM_OBJECT_IMAGE2D, job[4], job[5], is3d ? job[6] : 1};
    size_t bytes = texel * job[4] * job[5] * job[6];
    void *texels = input(bytes);
    cl_mem image = clCreateImage(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &format, &desc, texels, &status);
    check(status, "clCreateImage");
    void *values = input(16 * count);
    cl_mem in = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, 16 * count, values, &status);
    cl_mem out = clCreateBuffer(context, CL_MEM_WRITE_ONLY, 16 * count, NULL, &status);
    cl_sampler sampler = clCreateSampler(context, job[7] & 1, job[8], job[7] & 2 ? CL_FILTER_LINEAR : CL_FILTER_NEAREST, &status);
    check(status, "clCreateSampler");
    cl_kernel kernel = clCreateKernel(program, is3d ? "read2f" : NAMES[operation], &status);
    check(status, "clCreateKernel");
    int argument = 0;
    clSetKernelArg(kernel, argument++, sizeof image, &image);
    if (!writes) clSetKernelArg(kernel, argument++, sizeof sampler, &sampler);
    clSetKernelArg(kernel, argument++, sizeof in, &in);
    if (!writes) clSetKernelArg(kernel, argument++, sizeof out, &out);
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &count, NULL, 0, NULL, NULL), "clEnqueueNDRangeKernel");
    size_t size = writes ? texel * count : 16 * count;
    void *answer = malloc(size);
    size_t origin[3] = {0, 0, 0}, region[3] = {count, 1, 1};
    if (writes) check(clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, answer, 0, NULL, NULL), "clEnqueueReadImage");
    else check(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, size, answer, 0, NULL, NULL), "clEnqueueReadBuffer");
    fwrite(answer, 1, size, stdout);
    clReleaseKernel(kernel);
    clReleaseSampler(sampler);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clReleaseMemObject(image);
    free(texels);
    free(values);
    free(answer);
  }
  return 0;
}
