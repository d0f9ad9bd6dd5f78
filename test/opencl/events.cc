// Order and dependencies: user events, failures, callbacks, markers, barriers, both kinds of queues, profiling.
#include <atomic>
#include <thread>

#include "harness.h"

static const char* kSource =
    "__kernel void append(__global int* log, int value) { log[++log[0]] = value; }\n";

static cl_int status_of(cl_event event) {
  cl_int status = 99;
  clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
  return status;
}

static void nap() { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }

struct Log {
  const Fixture& f;
  cl_kernel kernel;
  cl_mem buffer;
  explicit Log(const Fixture& f) : f(f), kernel(f.kernel(kSource, "append")) {
    std::vector<int> zero(1024);
    buffer = f.buffer(4096, zero.data());
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
  }
  ~Log() {
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
  }
  cl_int append(cl_command_queue queue, int value, std::vector<cl_event> waits = {}, cl_event* event = nullptr) {
    size_t one = 1;
    clSetKernelArg(kernel, 1, sizeof value, &value);
    return clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, &one, (cl_uint)waits.size(), waits.empty() ? nullptr : waits.data(), event);
  }
  std::vector<int> entries() {
    std::vector<int> all = f.read<int>(buffer, 1024);
    return std::vector<int>(all.begin() + 1, all.begin() + 1 + all[0]);
  }
};

static void in_order(const Fixture& f) {
  Log log(f);
  std::vector<int> expected;
  for (int i = 0; i < 200; i++) {
    log.append(f.queue, i);
    expected.push_back(i);
  }
  EXPECT_NAMED("an in-order queue keeps the order, and each launch its own arguments", log.entries() == expected);
}

static void user_event_gates(const Fixture& f) {
  Log log(f);
  cl_int error;
  cl_event gate = clCreateUserEvent(f.context, &error), kernel, marker;
  EXPECT(status_of(gate) == CL_SUBMITTED);
  log.append(f.queue, 1, {gate}, &kernel);
  log.append(f.queue, 2);
  clEnqueueMarkerWithWaitList(f.queue, 0, nullptr, &marker);
  clFlush(f.queue);
  nap();
  EXPECT_NAMED("a user event holds the commands", status_of(kernel) > CL_RUNNING && status_of(marker) > CL_COMPLETE);
  std::thread opener([&] { nap(); clSetUserEventStatus(gate, CL_COMPLETE); });
  clWaitForEvents(1, &marker);
  opener.join();
  EXPECT_NAMED("and lets them go in order", (log.entries() == std::vector<int>{1, 2}));
  for (cl_event e : {gate, kernel, marker}) clReleaseEvent(e);
}

static void failure_spreads(const Fixture& f) {
  Log log(f);
  cl_command_queue queue = f.add_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_int error, value = 0;
  cl_event gate = clCreateUserEvent(f.context, &error), first, second, third;
  log.append(queue, 1, {gate}, &first);
  log.append(queue, 2, {first}, &second);
  log.append(queue, 3, {}, &third);
  clSetUserEventStatus(gate, -7);
  EXPECT(clWaitForEvents(1, &second) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT(status_of(first) < 0 && status_of(second) < 0);
  EXPECT(clWaitForEvents(1, &third) == CL_SUCCESS && status_of(third) == CL_COMPLETE);
  UNLESS_POCL EXPECT(clEnqueueReadBuffer(queue, log.buffer, CL_TRUE, 0, 4, &value, 1, &second, nullptr) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT(clFinish(queue) == CL_SUCCESS);
  EXPECT_NAMED("commands after a failed event do not run", (log.entries() == std::vector<int>{3}));
  for (cl_event e : {gate, first, second, third}) clReleaseEvent(e);
  clReleaseCommandQueue(queue);
}

struct Record {
  std::atomic<int> order{0};
  std::atomic<int> at[3] = {{-1}, {-1}, {-1}};
  std::atomic<int> status{99};
};
static Record record;
static void CL_CALLBACK on_submitted(cl_event, cl_int, void*) { record.at[2] = record.order++; }
static void CL_CALLBACK on_running(cl_event, cl_int, void*) { record.at[1] = record.order++; }
static void CL_CALLBACK on_complete(cl_event, cl_int status, void*) { record.status = status; record.at[0] = record.order++; }
static void CL_CALLBACK count(cl_event, cl_int, void* data) { ++*(std::atomic<int>*)data; }

static void callbacks(const Fixture& f) {
  Log log(f);
  cl_int error;
  cl_event gate = clCreateUserEvent(f.context, &error), kernel;
  log.append(f.queue, 1, {gate}, &kernel);
  clSetEventCallback(kernel, CL_COMPLETE, on_complete, nullptr);
  clSetEventCallback(kernel, CL_RUNNING, on_running, nullptr);
  clSetEventCallback(kernel, CL_SUBMITTED, on_submitted, nullptr);
  clSetUserEventStatus(gate, CL_COMPLETE);
  clFlush(f.queue);
  EXPECT(eventually([] { return record.order == 3; }));
  EXPECT(record.at[2] == 0 && record.at[1] == 1 && record.at[0] == 2 && record.status == CL_COMPLETE);
  std::atomic<int> late{0};
  clSetEventCallback(kernel, CL_COMPLETE, count, &late);
  EXPECT_NAMED("a callback on a complete event is called", eventually([&] { return late == 1; }));
  std::atomic<int> done{0};
  for (int i = 0; i < 50; i++) {
    cl_event event;
    log.append(f.queue, i, {}, &event);
    clSetEventCallback(event, CL_COMPLETE, count, &done);
    clReleaseEvent(event);
  }
  clFlush(f.queue);
  EXPECT_NAMED("callbacks come without a wait", eventually([&] { return done == 50; }));
  clReleaseEvent(gate);
  clReleaseEvent(kernel);
}

static void out_of_order(const Fixture& f) {
  Log log(f);
  cl_command_queue queue = f.add_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_int error;
  cl_event gate = clCreateUserEvent(f.context, &error), held, after;
  log.append(queue, 1, {gate}, &held);
  log.append(queue, 2, {}, &after);
  clWaitForEvents(1, &after);
  EXPECT_NAMED("a command overtakes one that waits", status_of(held) > CL_RUNNING);
  clReleaseEvent(after);
  cl_event barrier, marker;
  clEnqueueBarrierWithWaitList(queue, 0, nullptr, &barrier);
  log.append(queue, 3, {}, &after);
  clEnqueueMarkerWithWaitList(queue, 1, &gate, &marker);
  clFlush(queue);
  nap();
  EXPECT_NAMED("a barrier holds what comes later", status_of(barrier) > CL_COMPLETE && status_of(after) > CL_RUNNING);
  clSetUserEventStatus(gate, CL_COMPLETE);
  clFinish(queue);
  EXPECT(status_of(marker) == CL_COMPLETE);
  EXPECT_NAMED("and lets it go", (log.entries() == std::vector<int>{2, 1, 3}));
  for (cl_event e : {gate, held, after, barrier, marker}) clReleaseEvent(e);
  clReleaseCommandQueue(queue);
}

static void old_calls(const Fixture& f) {
  Log log(f);
  cl_command_queue queue = f.add_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_event marker, first;
  log.append(queue, 1, {}, &first);
  EXPECT(clEnqueueWaitForEvents(queue, 1, &first) == CL_SUCCESS);
  EXPECT(clEnqueueBarrier(queue) == CL_SUCCESS);
  log.append(queue, 2);
  EXPECT(clEnqueueMarker(queue, &marker) == CL_SUCCESS);
  clWaitForEvents(1, &marker);
  EXPECT((log.entries() == std::vector<int>{1, 2}));
  clReleaseEvent(marker);
  clReleaseEvent(first);
  clReleaseCommandQueue(queue);
}

static void between_queues(const Fixture& f) {
  Log log(f);
  cl_command_queue queues[2] = {f.queue, f.add_queue(0)};
  cl_event last = nullptr;
  std::vector<int> expected;
  for (int i = 0; i < 40; i++) {
    cl_event next;
    log.append(queues[i % 2], i, last ? std::vector<cl_event>{last} : std::vector<cl_event>{}, &next);
    if (last) clReleaseEvent(last);
    last = next;
    expected.push_back(i);
    clFlush(queues[i % 2]);
  }
  clWaitForEvents(1, &last);
  EXPECT_NAMED("events order commands of two queues", log.entries() == expected);
  clReleaseEvent(last);
  clReleaseCommandQueue(queues[1]);
}

static void profiling(const Fixture& f) {
  Log log(f);
  cl_command_queue queue = f.add_queue(CL_QUEUE_PROFILING_ENABLE);
  std::vector<char> data(1 << 20);
  cl_mem large = f.buffer(data.size());
  cl_event events[3];
  log.append(queue, 1, {}, &events[0]);
  clEnqueueWriteBuffer(queue, large, CL_FALSE, 0, data.size(), data.data(), 0, nullptr, &events[1]);
  log.append(queue, 2, {}, &events[2]);
  clFinish(queue);
  cl_ulong end_before = 0;
  for (cl_event event : events) {
    cl_ulong t[4] = {};
    for (int i = 0; i < 4; i++) {
      EXPECT(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_QUEUED + i, sizeof t[i], &t[i], nullptr) == CL_SUCCESS);
    }
    EXPECT_NAMED("profiling times are in order", t[0] && t[0] <= t[1] && t[1] <= t[2] && t[2] <= t[3]);
    EXPECT_NAMED("commands of an in-order queue do not overlap", end_before <= t[2]);
    end_before = t[3];
    clReleaseEvent(event);
  }
  clReleaseMemObject(large);
  clReleaseCommandQueue(queue);
}

int main() {
  Fixture f;
  in_order(f);
  user_event_gates(f);
  failure_spreads(f);
  callbacks(f);
  out_of_order(f);
  UNLESS_POCL old_calls(f);
  between_queues(f);
  profiling(f);
  return finish();
}
