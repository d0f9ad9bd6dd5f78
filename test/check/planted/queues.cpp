// Launches on several queues, or on one that is out of order, with and without synchronisation. Argument: "planted" or
// "ordered". Each case has its own buffer and two kernels, so that findings name it.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

static cl_context context;
static cl_program program;
static cl_command_queue first, second, loose;

static void check(cl_int status, const char* what) {
  if (status == CL_SUCCESS) return;
  std::printf("%s: %d\n", what, status);
  std::exit(2);
}

static constexpr size_t kItems = 256;

struct Case {
  std::string name;
  cl_mem buffer;

  explicit Case(const std::string& name) : name(name) {
    std::vector<cl_int> zeros(2 * kItems);
    buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 2 * kItems * sizeof(cl_int), zeros.data(), nullptr);
  }

  /** Half `part` of the buffer. */
  cl_event launch(cl_command_queue queue, const char* what, const std::vector<cl_event>& waits = {}, cl_int part = 0) const {
    cl_int status, value = what[0];
    cl_kernel kernel = clCreateKernel(program, (name + "_" + what).c_str(), &status);
    check(status, what);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof value, &value);
    clSetKernelArg(kernel, 2, sizeof part, &part);
    cl_event event;
    cl_uint count = static_cast<cl_uint>(waits.size());
    check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &kItems, nullptr, count, count ? waits.data() : nullptr, &event), what);
    clReleaseKernel(kernel);
    return event;
  }
};

using Body = std::function<void(const Case&)>;
struct Named {
  const char* name;
  Body body;
};

static void finish() {
  clFinish(first);
  clFinish(second);
  clFinish(loose);
}

static const std::vector<Named> planted = {
    {"two_queues", [](const Case& c) { c.launch(first, "a"), c.launch(second, "b"); }},
    {"out_of_order", [](const Case& c) { c.launch(loose, "a"), c.launch(loose, "b"); }},
    {"flushed", [](const Case& c) { c.launch(first, "a"), clFlush(first), c.launch(second, "b"); }},
    {"read", [](const Case& c) { c.launch(first, "a"), c.launch(second, "reads"); }},
    {"other_event",
     [](const Case& c) {
       cl_event before = c.launch(loose, "a", {}, 1);
       c.launch(loose, "a");
       c.launch(loose, "b", {before});
     }},
};

static void CL_CALLBACK completed(cl_event, cl_int, void* flag) { static_cast<std::atomic<bool>*>(flag)->store(true); }

static const std::vector<Named> ordered = {
    {"in_order", [](const Case& c) { c.launch(first, "a"), c.launch(first, "b"); }},
    {"by_event", [](const Case& c) { c.launch(second, "b", {c.launch(first, "a")}); }},
    {"by_event_loose", [](const Case& c) { c.launch(loose, "b", {c.launch(loose, "a")}); }},
    {"by_barrier",
     [](const Case& c) { c.launch(loose, "a"), clEnqueueBarrierWithWaitList(loose, 0, nullptr, nullptr), c.launch(loose, "b"); }},
    {"by_finish", [](const Case& c) { c.launch(first, "a"), clFinish(first), c.launch(second, "b"); }},
    {"by_wait",
     [](const Case& c) {
       cl_event event = c.launch(loose, "a");
       clWaitForEvents(1, &event);
       c.launch(second, "b");
     }},
    {"by_read",
     [](const Case& c) {
       cl_int value;
       c.launch(first, "a");
       clEnqueueReadBuffer(first, c.buffer, CL_TRUE, 0, sizeof value, &value, 0, nullptr, nullptr);
       c.launch(second, "b");
     }},
    {"by_marker",
     [](const Case& c) {
       cl_event marker;
       c.launch(loose, "a");
       clEnqueueMarkerWithWaitList(loose, 0, nullptr, &marker);
       c.launch(second, "b", {marker});
     }},
    {"by_polling",
     [](const Case& c) {
       cl_event event = c.launch(first, "a");
       clFlush(first);
       for (cl_int status = CL_QUEUED; status > CL_COMPLETE;)
         clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
       c.launch(second, "b");
     }},
    {"by_user_event",
     [](const Case& c) {
       cl_event gate = clCreateUserEvent(context, nullptr);
       c.launch(first, "a");
       c.launch(second, "b", {gate});
       clFinish(first);
       clSetUserEventStatus(gate, CL_COMPLETE);
     }},
    {"by_callback",
     [](const Case& c) {
       std::atomic<bool> flag{false};
       clSetEventCallback(c.launch(first, "a"), CL_COMPLETE, completed, &flag);
       clFlush(first);
       while (!flag) continue;
       c.launch(second, "b");
     }},
    {"by_a_chain",
     [](const Case& c) {
       cl_event before = c.launch(first, "a"), filled;
       cl_int zero = 0;
       clEnqueueFillBuffer(second, c.buffer, &zero, sizeof zero, 0, sizeof zero, 1, &before, &filled);
       c.launch(loose, "b", {filled});
     }},
    {"halves", [](const Case& c) { c.launch(first, "a", {}, 0), c.launch(second, "b", {}, 1); }},
    {"both_read", [](const Case& c) { c.launch(first, "reads"), c.launch(second, "looks"); }},
    {"another_buffer",
     [](const Case& c) {
       c.launch(first, "a");
       clReleaseMemObject(c.buffer);
       Case again(c.name);
       again.launch(second, "b");
     }},
};

static std::string source(const std::vector<Named>& cases) {
  std::string text;
  for (const Named& each : cases) {
    for (const char* what : {"a", "b"})
      text += std::string("kernel void ") + each.name + "_" + what +
              "(global int* p, int v, int part) { p[get_global_size(0) * part + get_global_id(0)] = v; }\n";
    for (const char* what : {"reads", "looks"})
      text += std::string("kernel void ") + each.name + "_" + what +
              "(global int* p, int v, int part) { if (p[get_global_id(0)] == 12345) p[get_global_id(0)] = v; }\n";
  }
  return text;
}

int main(int, char** arguments) {
  const std::vector<Named>& cases = std::strcmp(arguments[1], "planted") == 0 ? planted : ordered;
  cl_platform_id platform;
  cl_device_id device;
  cl_int status;
  check(clGetPlatformIDs(1, &platform, nullptr), "platform");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, nullptr), "device");
  context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  first = clCreateCommandQueue(context, device, 0, &status);
  second = clCreateCommandQueue(context, device, 0, &status);
  loose = clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &status);
  check(status, "queue");
  std::string text = source(cases);
  const char* start = text.c_str();
  program = clCreateProgramWithSource(context, 1, &start, nullptr, &status);
  check(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "build");
  for (const Named& each : cases) {
    each.body(Case(each.name));
    finish();
  }
  std::printf("done");
  return 0;
}
