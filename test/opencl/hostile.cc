// Misuse that no correct program contains: NULL, released, foreign and garbage handles, forks, queues released while in
// use, an exit with work in flight. Only for implementations that promise to survive it; the loader and pocl do not.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "harness.h"

static const char* kSource = "__kernel void add(__global int* data) { data[get_global_id(0)] += 1; }\n";

static void bad_handles(const Fixture& f) {
  static char garbage[4096] = "not an object";
  memset(garbage, 0x5a, sizeof garbage);
  cl_mem released = f.buffer(64);
  clReleaseMemObject(released);
  void* const pointers[] = {nullptr, garbage, (void*)8, (void*)~(uintptr_t)0, released, f.context};
  char data[64];
  size_t size;
  for (void* pointer : pointers) {
    ROW(CL_INVALID_MEM_OBJECT, clEnqueueReadBuffer(f.queue, (cl_mem)pointer, CL_TRUE, 0, 4, data, 0, nullptr, nullptr));
    ROW(CL_INVALID_MEM_OBJECT, clReleaseMemObject((cl_mem)pointer));
    ROW(CL_INVALID_COMMAND_QUEUE, clFinish((cl_command_queue)pointer));
    ROW(CL_INVALID_KERNEL, clSetKernelArg((cl_kernel)pointer, 0, 4, data));
    ROW(CL_INVALID_PROGRAM, clGetProgramInfo((cl_program)pointer, CL_PROGRAM_SOURCE, 0, nullptr, &size));
    ROW(CL_INVALID_EVENT, clReleaseEvent((cl_event)pointer));
    ROW(CL_INVALID_SAMPLER, clRetainSampler((cl_sampler)pointer));
    ROW(CL_INVALID_DEVICE, clGetDeviceInfo((cl_device_id)pointer, CL_DEVICE_NAME, 0, nullptr, &size));
    if (pointer != f.context) ROW(CL_INVALID_CONTEXT, clRetainContext((cl_context)pointer));
    if (pointer) ROW(CL_INVALID_PLATFORM, clGetPlatformInfo((cl_platform_id)pointer, CL_PLATFORM_NAME, 0, nullptr, &size));
    cl_event wait = (cl_event)pointer;
    ROW(CL_INVALID_EVENT_WAIT_LIST, clEnqueueMarkerWithWaitList(f.queue, 1, &wait, nullptr));
  }
  cl_mem kept = f.buffer(64);
  cl_kernel kernel = f.kernel(kSource, "add");
  clSetKernelArg(kernel, 0, sizeof kept, &kept);
  clReleaseMemObject(kept);
  size_t one = 1;
  ROW(CL_INVALID_KERNEL_ARGS, clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr));
  ROW(CL_INVALID_MEM_OBJECT, clSetKernelArg(kernel, 0, sizeof released, &released));
  clReleaseKernel(kernel);
}

static void owners_stay(const Fixture& f) {
  cl_int error;
  cl_context context = clCreateContext(nullptr, 1, &f.device, nullptr, nullptr, &error);
  cl_command_queue queue = clCreateCommandQueue(context, f.device, 0, &error);
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 64, nullptr, &error);
  EXPECT(clReleaseContext(context) == CL_SUCCESS);
  cl_context found = nullptr;
  cl_uint count = 9;
  EXPECT(clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof found, &found, nullptr) == CL_SUCCESS && found == context);
  EXPECT(clGetContextInfo(found, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, nullptr) == CL_SUCCESS && count == 0);
  EXPECT(clRetainContext(found) == CL_SUCCESS && clReleaseContext(found) == CL_SUCCESS);
  EXPECT(clReleaseContext(found) == CL_INVALID_CONTEXT);
  EXPECT(clReleaseMemObject(buffer) == CL_SUCCESS && clReleaseCommandQueue(queue) == CL_SUCCESS);
  EXPECT(clGetContextInfo(found, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, nullptr) == CL_INVALID_CONTEXT);
}

static void queue_released_in_use(const Fixture& f) {
  cl_kernel kernel = f.kernel(kSource, "add");
  std::vector<int> zero(64);
  cl_mem data = f.buffer(256, zero.data());
  clSetKernelArg(kernel, 0, sizeof data, &data);
  cl_command_queue queue = f.add_queue(0);
  std::atomic<bool> go{false};
  std::atomic<int> accepted{0}, refused{0}, strange{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; t++) {
    threads.emplace_back([&] {
      while (!go) std::this_thread::yield();
      for (int i = 0; i < 200; i++) {
        size_t global = 64;
        cl_int error = clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
        error == CL_SUCCESS ? accepted++ : error == CL_INVALID_COMMAND_QUEUE ? refused++ : strange++;
      }
    });
  }
  go = true;
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  clReleaseCommandQueue(queue);
  for (std::thread& thread : threads) thread.join();
  EXPECT(strange == 0 && accepted + refused == 600);
  clFinish(f.queue);
  clReleaseKernel(kernel);
  clReleaseMemObject(data);
}

/** Exit status of a child that runs `body`. */
template <class Body>
static int in_child(Body body) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    alarm(250);
    _exit(body());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

static void forks(const Fixture& f) {
  std::vector<int> contents = {1, 2, 3, 4};
  cl_mem buffer = f.buffer(16, contents.data());
  int result = in_child([&] {
    int value = 0;
    if (clFinish(f.queue) != CL_INVALID_COMMAND_QUEUE) return 1;
    if (clEnqueueReadBuffer(f.queue, buffer, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr) != CL_INVALID_COMMAND_QUEUE) return 2;
    return clReleaseMemObject(buffer) == CL_INVALID_MEM_OBJECT ? 0 : 3;
  });
  EXPECT_NAMED("in a forked child the parent's objects are invalid", result == 0);
  result = in_child([&] {
    Fixture own;
    cl_kernel kernel = own.kernel(kSource, "add");
    cl_mem data = own.buffer(16, contents.data());
    clSetKernelArg(kernel, 0, sizeof data, &data);
    size_t global = 4;
    clEnqueueNDRangeKernel(own.queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
    return own.read<int>(data, 4) == std::vector<int>{2, 3, 4, 5} ? 0 : 1;
  });
  EXPECT_NAMED("a forked child can start afresh", result == 0);
  EXPECT_NAMED("the parent goes on", f.read<int>(buffer, 4) == contents);
  clReleaseMemObject(buffer);
  result = in_child([] {
    Fixture own;
    cl_kernel kernel = own.kernel(kSource, "add");
    cl_mem data = own.buffer(1 << 20);
    clSetKernelArg(kernel, 0, sizeof data, &data);
    size_t global = 1 << 18;
    for (int i = 0; i < 20; i++) clEnqueueNDRangeKernel(own.queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
    exit(7);
    return 0;
  });
  EXPECT_NAMED("an exit with work in flight keeps its status", result == 7);
}

static void too_much(const Fixture& f) {
  cl_ulong total = 0, largest = 0;
  clGetDeviceInfo(f.device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof total, &total, nullptr);
  clGetDeviceInfo(f.device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof largest, &largest, nullptr);
  std::vector<cl_mem> buffers;
  cl_int error = CL_SUCCESS;
  for (cl_ulong taken = 0; error == CL_SUCCESS && taken <= 2 * total; taken += largest / 2) {
    cl_mem buffer = clCreateBuffer(f.context, CL_MEM_READ_WRITE, (size_t)(largest / 2), nullptr, &error);
    if (buffer) buffers.push_back(buffer);
  }
  EXPECT(error == CL_MEM_OBJECT_ALLOCATION_FAILURE || error == CL_OUT_OF_RESOURCES);
  for (cl_mem buffer : buffers) clReleaseMemObject(buffer);
  cl_mem again = clCreateBuffer(f.context, CL_MEM_READ_WRITE, (size_t)(largest / 2), nullptr, &error);
  EXPECT_NAMED("released memory can be had again", again && error == CL_SUCCESS);
  if (again) clReleaseMemObject(again);
}

int main() {
  Fixture f;
  bad_handles(f);
  owners_stay(f);
  queue_released_in_use(f);
  forks(f);
  too_much(f);
  return finish();
}
