// Many threads, each with its own queues, buffers, kernels, events and callbacks, and some that are shared.
// COUNT in the environment: rounds of each thread.
#include <atomic>
#include <thread>

#include "harness.h"

static const char* kSource =
    "__kernel void add(__global int* data, int value) { data[get_global_id(0)] += value; }\n"
    "__kernel void count(__global int* total) { atomic_inc(total); }\n";

static std::atomic<int> called, mistakes;
static void CL_CALLBACK on_complete(cl_event, cl_int status, void*) {
  called++;
  if (status != CL_COMPLETE) mistakes++;
}
static void CL_CALLBACK on_destroy(cl_mem, void* counter) { ++*(std::atomic<int>*)counter; }
static std::atomic<int> destroyed;

static void must(bool good) {
  if (!good) mistakes++;
}

static void round(const Fixture& f, cl_program program, cl_mem shared, int thread, int number) {
  cl_int error;
  bool loose = (thread + number) % 2;
  cl_command_queue queue = f.add_queue(loose ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
  cl_kernel add = clCreateKernel(program, "add", &error), count = clCreateKernel(program, "count", &error);
  std::vector<int> start(64, thread), result(64);
  cl_mem data = f.buffer(256);
  clSetMemObjectDestructorCallback(data, on_destroy, &destroyed);
  cl_event gate = clCreateUserEvent(f.context, &error), wrote, last;
  must(clEnqueueWriteBuffer(queue, data, CL_FALSE, 0, 256, start.data(), 1, &gate, &wrote) == CL_SUCCESS);
  size_t global = 64;
  last = wrote;
  for (int i = 0; i < 5; i++) {
    cl_event next;
    clSetKernelArg(add, 0, sizeof data, &data);
    clSetKernelArg(add, 1, sizeof i, &i);
    must(clEnqueueNDRangeKernel(queue, add, 1, nullptr, &global, nullptr, 1, &last, &next) == CL_SUCCESS);
    clSetEventCallback(next, CL_COMPLETE, on_complete, nullptr);
    clReleaseEvent(last);
    last = next;
  }
  clSetKernelArg(count, 0, sizeof shared, &shared);
  must(clEnqueueNDRangeKernel(queue, count, 1, nullptr, &global, nullptr, 0, nullptr, nullptr) == CL_SUCCESS);
  clReleaseKernel(add);
  clReleaseKernel(count);
  std::thread opener([&] { clSetUserEventStatus(gate, CL_COMPLETE); });
  must(clEnqueueReadBuffer(queue, data, CL_TRUE, 0, 256, result.data(), 1, &last, nullptr) == CL_SUCCESS);
  opener.join();
  must(result == std::vector<int>(64, thread + 10));
  must(clFinish(queue) == CL_SUCCESS);
  clReleaseEvent(last);
  clReleaseEvent(gate);
  clReleaseMemObject(data);
  clReleaseCommandQueue(queue);
}

int main() {
  Fixture f;
  const char* count = getenv("COUNT");
  const int rounds = count ? atoi(count) : 10, threads = 4;
  cl_program program = f.program(kSource);
  std::vector<int> zero(1);
  cl_mem shared = f.buffer(4, zero.data());
  std::vector<std::thread> all;
  for (int t = 0; t < threads; t++) {
    all.emplace_back([&, t] {
      for (int i = 0; i < rounds; i++) round(f, program, shared, t, i);
    });
  }
  for (std::thread& thread : all) thread.join();
  EXPECT(eventually([&] { return called == threads * rounds * 5; }));
  EXPECT(mistakes == 0);
  EXPECT(f.read<int>(shared, 1)[0] == threads * rounds * 64);
  EXPECT(eventually([&] { return destroyed == threads * rounds; }));
  clReleaseMemObject(shared);
  clReleaseProgram(program);
  clReleaseCommandQueue(f.queue);
  clReleaseContext(f.context);
  return finish();
}
