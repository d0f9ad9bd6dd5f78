// Preloaded before the OpenCL library: makes exactly one kind of thing wrong, so that a test sees whether a program
// notices.
//   ATOLL_MUTATE=result    the first eight bytes of everything that is read back are inverted
// ATOLL_MUTATE=argument the last number among the arguments of each kernel is changed before each launch; a kernel
// without
// numbers gets its first argument in the place of its last one, when both are memory objects of
//                          one type. ATOLL_MUTATE_SKIP=n leaves the last n numbers of each kernel alone.
// Prints "mutated" on stderr when it changed an argument.
#define _GNU_SOURCE
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_KERNELS = 64, MAX_ARGUMENTS = 16, MAX_BYTES = 256 };

typedef struct {
  size_t size;
  unsigned char value[MAX_BYTES];
} Argument;

static struct {
  cl_kernel kernel;
  Argument arguments[MAX_ARGUMENTS];
} launched[MAX_KERNELS];
static int kernels;

static int mutates(const char *what) {
  const char *wanted = getenv("ATOLL_MUTATE");
  return wanted && strcmp(wanted, what) == 0;
}

static void say(void) {
  static int said;
  if (!said++) fprintf(stderr, "mutated\n");
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void invert(unsigned char *bytes, size_t size) {
  for (size_t i = 0; i < size && i < 8; i++) bytes[i] ^= 0x55;
  say();
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size,
                           void *data, cl_uint count, const cl_event *wait, cl_event *event) {
  const int wrong = mutates("result");
  const cl_int status = REAL(clEnqueueReadBuffer)(queue, buffer, wrong || blocking, offset, size, data, count, wait, event);
  if (wrong && status == CL_SUCCESS) invert(data, size);
  return status;
}

cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *from,
                               const size_t *to, const size_t *region, size_t rowPitch, size_t slicePitch,
                               size_t hostRowPitch, size_t hostSlicePitch, void *data, cl_uint count,
                               const cl_event *wait, cl_event *event) {
  const int wrong = mutates("result");
  const cl_int status = REAL(clEnqueueReadBufferRect)(queue, buffer, wrong || blocking, from, to, region, rowPitch,
                                                      slicePitch, hostRowPitch, hostSlicePitch, data, count, wait, event);
  if (wrong && status == CL_SUCCESS) invert((unsigned char *)data + to[2] * hostSlicePitch + to[1] * hostRowPitch + to[0], region[0]);
  return status;
}

cl_int clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t *origin,
                          const size_t *region, size_t rowPitch, size_t slicePitch, void *data, cl_uint count,
                          const cl_event *wait, cl_event *event) {
  const int wrong = mutates("result");
  const cl_int status =
      REAL(clEnqueueReadImage)(queue, image, wrong || blocking, origin, region, rowPitch, slicePitch, data, count, wait, event);
  if (wrong && status == CL_SUCCESS) invert(data, 4);
  return status;
}

void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags, size_t offset,
                         size_t size, cl_uint count, const cl_event *wait, cl_event *event, cl_int *status) {
  const int wrong = mutates("result") && (flags & CL_MAP_READ);
  void *data = REAL(clEnqueueMapBuffer)(queue, buffer, wrong || blocking, flags, offset, size, count, wait, event, status);
  if (wrong && data) invert(data, size);
  return data;
}

static int find(cl_kernel kernel) {
  int at = 0;
  while (at < kernels && launched[at].kernel != kernel) at++;
  return at;
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
  const int at = find(kernel);
  if (value && size <= MAX_BYTES && at < MAX_KERNELS && index < MAX_ARGUMENTS) {
    if (at == kernels) launched[kernels++].kernel = kernel;
    launched[at].arguments[index].size = size;
    memcpy(launched[at].arguments[index].value, value, size);
  }
  return REAL(clSetKernelArg)(kernel, index, size, value);
}

/** Integers become one less, 0 becomes 1, floating-point numbers grow by half: nothing that leaves a buffer. */
static void change(unsigned char *bytes) {
  uint32_t number;
  float real;
  memcpy(&number, bytes, 4);
  memcpy(&real, bytes, 4);
  if ((number & 0x7fffffffu) > 0x20000000u && (number & 0x7fffffffu) < 0x60000000u) {
    real *= 1.5f;
    memcpy(bytes, &real, 4);
  } else {
    number = number == 0 ? 1 : number - 1;
    memcpy(bytes, &number, 4);
  }
}

/** Handles have 8 bytes: others are numbers or a structure that begins with one. */
static int isNumber(const Argument *argument) { return argument->size == 4 || argument->size > 8; }

static cl_mem_object_type typeOf(const Argument *argument) {
  cl_mem object;
  cl_mem_object_type type = 0;
  memcpy(&object, argument->value, sizeof object);
  return clGetMemObjectInfo(object, CL_MEM_TYPE, sizeof type, &type, NULL) == CL_SUCCESS ? type : 0;
}

static void mutateArgument(cl_kernel kernel, const Argument *arguments) {
  const char *text = getenv("ATOLL_MUTATE_SKIP");
  int skip = text ? atoi(text) : 0;
  int last = 0;
  for (int index = MAX_ARGUMENTS - 1; index >= 0; index--) {
    Argument changed = arguments[index];
    if (changed.size != 0 && last == 0) last = index;
    if (!isNumber(&changed) || skip-- > 0) continue;
    change(changed.value);
    if (REAL(clSetKernelArg)(kernel, index, changed.size, changed.value) == CL_SUCCESS) say();
    return;
  }
  if (typeOf(&arguments[0]) != typeOf(&arguments[last])) return;
  if (REAL(clSetKernelArg)(kernel, last, arguments[0].size, arguments[0].value) == CL_SUCCESS) say();
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                              const size_t *global, const size_t *local, cl_uint count, const cl_event *wait,
                              cl_event *event) {
  const int at = find(kernel);
  if (at < kernels && mutates("argument")) mutateArgument(kernel, launched[at].arguments);
  return REAL(clEnqueueNDRangeKernel)(queue, kernel, dimensions, offset, global, local, count, wait, event);
}
