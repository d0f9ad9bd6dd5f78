// A device that stops serving: this program damages its own ring while a kernel runs and others wait. Every wait ends,
// every later call has an error code, callbacks are called, objects can be released, and nothing hangs.
#include <unistd.h>

#include <atomic>

#include "harness.h"

/** Runs until a flag is set. */
static const char* kSource = "__kernel void spin(__global volatile int* data) { while (data[0] == 0) data[1]++; }\n";

static std::atomic<int> called, reported;
static void CL_CALLBACK on_end(cl_event, cl_int status, void*) {
  reported = status;
  called++;
}

/** The first words of the device file: doorbell, sleeps, tail, head, lost. */
static volatile unsigned* control_window() {
  FILE* maps = fopen("/proc/self/maps", "r");
  char line[512];
  void* found = nullptr;
  while (!found && fgets(line, sizeof line, maps)) {
    unsigned long start, end, offset;
    char access[5];
    if (sscanf(line, "%lx-%lx %4s %lx", &start, &end, access, &offset) != 4) continue;
    if (offset == 0 && strcmp(access, "rw-s") == 0 && strstr(line, "memfd:")) found = (void*)start;
  }
  fclose(maps);
  return (volatile unsigned*)found;
}

static cl_int status_of(cl_event event) {
  cl_int status = 1;
  clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
  return status;
}

int main() {
  alarm(250);
  Fixture f;
  cl_int error;
  cl_kernel kernel = f.kernel(kSource, "spin");
  cl_mem data = f.buffer(64);
  clSetKernelArg(kernel, 0, sizeof data, &data);
  // The pages that the kernel sees.
  void* mapped = clEnqueueMapBuffer(f.queue, data, CL_TRUE, CL_MAP_WRITE, 0, 64, 0, nullptr, nullptr, &error);
  volatile int* words = (volatile int*)mapped;
  EXPECT(words != nullptr);
  words[0] = 0;
  size_t one = 1;
  cl_event gate = clCreateUserEvent(f.context, &error), events[3];
  cl_command_queue loose = f.add_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  EXPECT(clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, &events[0]) == CL_SUCCESS);
  EXPECT(clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, &events[1]) == CL_SUCCESS);
  EXPECT(clEnqueueNDRangeKernel(loose, kernel, 1, nullptr, &one, nullptr, 1, &gate, &events[2]) == CL_SUCCESS);
  clSetEventCallback(events[1], CL_COMPLETE, on_end, nullptr);
  while (status_of(events[0]) > CL_RUNNING) usleep(1000);
  volatile unsigned* control = control_window();
  EXPECT(control != nullptr);
  control[2] = control[3] + 0x12345678;
  words[0] = 1;
  EXPECT(clWaitForEvents(1, &events[1]) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT(status_of(events[1]) == CL_OUT_OF_RESOURCES);
  EXPECT(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  EXPECT(clWaitForEvents(1, &events[2]) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT(eventually([] { return called == 1; }) && reported == CL_OUT_OF_RESOURCES);
  int value = 0;
  ROW(CL_OUT_OF_RESOURCES, clFinish(f.queue));
  ROW(CL_OUT_OF_RESOURCES, clEnqueueReadBuffer(f.queue, data, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr));
  ROW(CL_OUT_OF_RESOURCES, clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr));
  clEnqueueMapBuffer(f.queue, data, CL_TRUE, CL_MAP_READ, 0, 4, 0, nullptr, nullptr, &error);
  EXPECT(error == CL_OUT_OF_RESOURCES);
  ROW(CL_OUT_OF_RESOURCES, clEnqueueMarkerWithWaitList(f.queue, 0, nullptr, nullptr));
  for (cl_event event : events) EXPECT(clReleaseEvent(event) == CL_SUCCESS);
  clReleaseEvent(gate);
  EXPECT(clReleaseKernel(kernel) == CL_SUCCESS && clReleaseMemObject(data) == CL_SUCCESS);
  EXPECT(clReleaseCommandQueue(loose) == CL_SUCCESS && clReleaseCommandQueue(f.queue) == CL_SUCCESS);
  EXPECT(clReleaseContext(f.context) == CL_SUCCESS);
  return finish();
}
