// Launches that fault, of programs that hold no event: every call that waits reports it.
#include "harness.h"

static const char* kSource = R"CL(
__kernel void stray(__global int* data, int n) { data[(size_t)get_global_id(0) * n] = 1; }
__kernel void good(__global int* data) { data[get_global_id(0)] = 7; }
)CL";

struct Bench : Fixture {
  cl_program made = program(kSource);
  cl_mem data = buffer(4096);
  cl_int error;
  cl_kernel stray = clCreateKernel(made, "stray", &error), good = clCreateKernel(made, "good", &error);

  void launch(cl_command_queue to, cl_kernel kernel, cl_event* event = nullptr) const {
    const size_t size = 64;
    const int n = 100000000;
    clSetKernelArg(kernel, 0, sizeof data, &data);
    if (kernel == stray) clSetKernelArg(kernel, 1, sizeof n, &n);
    EXPECT(clEnqueueNDRangeKernel(to, kernel, 1, nullptr, &size, nullptr, 0, nullptr, event) == CL_SUCCESS);
  }
};

static void waiting(const Bench& b, cl_command_queue_properties properties) {
  int value = 0;
  cl_int error;
  cl_command_queue q = b.add_queue(properties);
  ROW(CL_SUCCESS, clFinish(q));
  b.launch(q, b.stray);
  ROW(CL_SUCCESS, clFlush(q));
  ROW(CL_OUT_OF_RESOURCES, clFinish(q));
  // Also the second time, and after an ignored error of clFinish.
  ROW(CL_OUT_OF_RESOURCES, clFinish(q));
  ROW(CL_OUT_OF_RESOURCES, clEnqueueReadBuffer(q, b.data, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr));
  ROW(CL_OUT_OF_RESOURCES, clEnqueueWriteBuffer(q, b.data, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr));
  void* mapped = clEnqueueMapBuffer(q, b.data, CL_TRUE, CL_MAP_READ, 0, 4, 0, nullptr, nullptr, &error);
  EXPECT_NAMED("blocking map", mapped == nullptr && error == CL_OUT_OF_RESOURCES);
  // Later commands are executed, and their events have their own status.
  cl_event event = nullptr;
  b.launch(q, b.good, &event);
  ROW(CL_SUCCESS, clWaitForEvents(1, &event));
  clReleaseEvent(event);
  ROW(CL_SUCCESS, clEnqueueReadBuffer(q, b.data, CL_FALSE, 0, 4, &value, 0, nullptr, &event));
  ROW(CL_SUCCESS, clWaitForEvents(1, &event));
  EXPECT_NAMED("the later launch has run", value == 7);
  clReleaseEvent(event);
  clReleaseCommandQueue(q);
}

/** A blocking read is the first call that waits. */
static void reading(const Bench& b) {
  int value = 0;
  cl_command_queue q = b.add_queue(0);
  b.launch(q, b.stray);
  ROW(CL_OUT_OF_RESOURCES, clEnqueueReadBuffer(q, b.data, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr));
  clReleaseCommandQueue(q);
}

static void with_events(const Bench& b) {
  int value = 0;
  cl_command_queue q = b.add_queue(0), other = b.add_queue(0);
  cl_event event;
  b.launch(q, b.stray, &event);
  ROW(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clEnqueueReadBuffer(other, b.data, CL_TRUE, 0, 4, &value, 1, &event, nullptr));
  ROW(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &event));
  cl_int status = 1;
  clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
  EXPECT(status == CL_OUT_OF_RESOURCES);
  ROW(CL_OUT_OF_RESOURCES, clFinish(q));
  // Nothing of this queue has failed on the device.
  ROW(CL_SUCCESS, clFinish(other));
  clReleaseEvent(event);
  for (cl_command_queue one : {q, other}) clReleaseCommandQueue(one);
}

int main() {
  Bench b;
  waiting(b, 0);
  waiting(b, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  reading(b);
  with_events(b);
  return finish();
}
