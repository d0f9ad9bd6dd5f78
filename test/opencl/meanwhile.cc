// Permitted operations of a program while its kernel runs, on memory that the kernel does not use: create it, write it,
// fill it, and lay down the arguments of the next launch.
#include <sched.h>

#include "harness.h"

static const char* kSource =
    "__kernel void spin(__global uint* data, uint rounds) {\n"
    "  uint value = data[get_global_id(0)];\n"
    "  for (uint i = 0; i < rounds; i++) value = value * 1664525u + 1013904223u;\n"
    "  data[get_global_id(0)] = value;\n"
    "}\n";
static const size_t kItems = 1024, kLocal = 64;
static const cl_uint kRounds = 2000;

typedef std::vector<cl_uint> Words;

static Words spun(Words data, cl_uint rounds) {
  for (cl_uint& value : data)
    for (cl_uint i = 0; i < rounds; i++) value = value * 1664525u + 1013904223u;
  return data;
}

static cl_int status_of(cl_event event) {
  cl_int status = CL_QUEUED;
  clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
  return status;
}

static cl_event launch(cl_command_queue queue, cl_kernel kernel, cl_mem data, cl_uint rounds) {
  cl_event event = nullptr;
  clSetKernelArg(kernel, 0, sizeof data, &data);
  clSetKernelArg(kernel, 1, sizeof rounds, &rounds);
  EXPECT(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &kItems, &kLocal, 0, nullptr, &event) == CL_SUCCESS);
  clFlush(queue);
  return event;
}

int main() {
  Fixture f;
  cl_command_queue other = f.add_queue(0), writer = f.add_queue(0);
  cl_kernel kernel = f.kernel(kSource, "spin");
  Words numbers(kItems), zeros(kItems), late(kItems);
  for (size_t i = 0; i < kItems; i++) late[i] = 7 * (numbers[i] = (cl_uint)i);
  const size_t bytes = kItems * sizeof(cl_uint);
  cl_mem first = f.buffer(bytes, numbers.data()), written = f.buffer(bytes, zeros.data());
  cl_event event = launch(f.queue, kernel, first, kRounds);
  while (status_of(event) > CL_RUNNING) sched_yield();
  cl_mem created = f.buffer(bytes, late.data());
  cl_event next = launch(other, kernel, created, 3);
  Words marks(kItems);
  cl_uint rounds = 0;
  cl_int status = CL_SUCCESS;
  do {
    rounds++;
    for (cl_uint& mark : marks) mark = rounds;
    status = clEnqueueWriteBuffer(writer, written, CL_TRUE, 0, bytes, marks.data(), 0, nullptr, nullptr);
  } while (status == CL_SUCCESS && status_of(event) > CL_COMPLETE);
  EXPECT(status == CL_SUCCESS);
  const cl_event both[] = {event, next};
  EXPECT(clWaitForEvents(2, both) == CL_SUCCESS);
  EXPECT(f.read<cl_uint>(first, kItems) == spun(numbers, kRounds));
  EXPECT(f.read<cl_uint>(created, kItems) == spun(late, 3));
  EXPECT(f.read<cl_uint>(written, kItems) == marks);
  printf("fact %u writes while the kernel ran\n", rounds);
  return finish();
}
