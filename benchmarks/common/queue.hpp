// An in-order command queue that launches kernels, moves data and adds up the times of kernels.
#pragma once

#include "objects.hpp"

namespace bench {

/** One to three dimensions of an NDRange, in work-items; empty leaves the choice to the implementation. */
struct Range {
  Range() = default;
  Range(std::initializer_list<size_t> sizes) : dimensions(static_cast<cl_uint>(sizes.size())) {
    size_t axis = 0;
    for (size_t value : sizes) size[axis++] = value;
  }
  size_t total() const { return size[0] * size[1] * size[2]; }

  cl_uint dimensions = 0;
  std::array<size_t, 3> size{{1, 1, 1}};
};

/** `value` rounded up to a multiple of `step`. */
inline size_t roundUp(size_t value, size_t step) { return (value + step - 1) / step * step; }

class Queue {
 public:
  Queue(const Context& context, cl_device_id device) {
    cl_int status = CL_SUCCESS;
    queue_ = Owned<cl_command_queue, clReleaseCommandQueue>(
        clCreateCommandQueue(context.get(), device, CL_QUEUE_PROFILING_ENABLE, &status));
    check(status, "clCreateCommandQueue");
  }
  cl_command_queue get() const { return queue_.get(); }

  /** Launches the kernel; `waits` are events of other queues. This queue owns the returned event until finish(). */
  cl_event run(const Kernel& kernel, const Range& global, const Range& local = {},
               const std::vector<cl_event>& waits = {}) {
    if (local.total() > kernel.workGroupLimit())
      throw Unsupported("work-groups of " + std::to_string(local.total()) + " work-items in kernel " + kernel.name());
    cl_event event = nullptr;
    check(clEnqueueNDRangeKernel(get(), kernel.get(), global.dimensions, nullptr, global.size.data(),
                                 local.dimensions ? local.size.data() : nullptr, static_cast<cl_uint>(waits.size()),
                                 waits.empty() ? nullptr : waits.data(), &event),
          "clEnqueueNDRangeKernel(" + kernel.name() + ")");
    launches_.push_back({kernel.name(), Event(event)});
    return event;
  }

  template <typename T>
  void write(const Buffer<T>& buffer, const std::vector<T>& data) {
    check(clEnqueueWriteBuffer(get(), buffer.get(), CL_TRUE, 0, data.size() * sizeof(T), data.data(), 0, nullptr,
                               nullptr),
          "clEnqueueWriteBuffer");
  }

  /** All elements. Throws when a kernel wrote behind the end. */
  template <typename T>
  std::vector<T> read(const Buffer<T>& buffer) {
    std::vector<T> data(buffer.size());
    read(buffer.get(), 0, buffer.bytes(), data.data());
    if (buffer.guard() == 0) return data;
    std::vector<unsigned char> guard(buffer.guard());
    read(buffer.get(), buffer.bytes(), guard.size(), guard.data());
    for (const unsigned char byte : guard)
      if (byte != unwritten) throw Error("a kernel wrote behind the end of a buffer");
    return data;
  }

  /** All pixels of the image, rows without padding, `channels` elements of T a pixel. */
  template <typename T>
  std::vector<T> read(const Image& image, size_t channels) {
    std::vector<T> data(image.width() * image.height() * channels);
    const size_t origin[3] = {0, 0, 0};
    const size_t region[3] = {image.width(), image.height(), 1};
    check(clEnqueueReadImage(get(), image.get(), CL_TRUE, origin, region, 0, 0, data.data(), 0, nullptr, nullptr),
          "clEnqueueReadImage");
    return data;
  }

  /** Maps the whole buffer (blocking); call unmap() with the same pointer. */
  template <typename T>
  T* map(const Buffer<T>& buffer, cl_map_flags flags) {
    cl_int status = CL_SUCCESS;
    void* pointer =
        clEnqueueMapBuffer(get(), buffer.get(), CL_TRUE, flags, 0, buffer.bytes(), 0, nullptr, nullptr, &status);
    check(status, "clEnqueueMapBuffer");
    return static_cast<T*>(pointer);
  }

  template <typename T>
  void unmap(const Buffer<T>& buffer, T* pointer) {
    check(clEnqueueUnmapMemObject(get(), buffer.get(), pointer, 0, nullptr, nullptr), "clEnqueueUnmapMemObject");
  }

  /** Waits for all commands, throws when a kernel failed, and adds up the kernels' times. */
  void finish() {
    check(clFinish(get()), "clFinish");
    for (const Launch& launch : launches_) collect(launch);
    launches_.clear();
  }

  /** Adds another queue's times to this one's. */
  void account(const Queue& other) {
    kernelSeconds_ += other.kernelSeconds_;
    kernelCount_ += other.kernelCount_;
  }

  /** Device time of all finished kernels, seconds; 0 where the implementation does not measure. */
  double kernelSeconds() const { return kernelSeconds_; }
  size_t kernelCount() const { return kernelCount_; }

 private:
  struct Launch {
    std::string kernel;
    Event event;
  };

  void read(cl_mem memory, size_t offset, size_t bytes, void* data) {
    check(clEnqueueReadBuffer(get(), memory, CL_TRUE, offset, bytes, data, 0, nullptr, nullptr), "clEnqueueReadBuffer");
  }

  void collect(const Launch& launch) {
    cl_int state = CL_COMPLETE;
    check(clGetEventInfo(launch.event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, nullptr),
          "clGetEventInfo");
    if (state < 0) check(state, "kernel " + launch.kernel);
    cl_ulong start = 0;
    cl_ulong end = 0;
    const bool measured =
        clGetEventProfilingInfo(launch.event.get(), CL_PROFILING_COMMAND_START, sizeof start, &start, nullptr) ==
            CL_SUCCESS &&
        clGetEventProfilingInfo(launch.event.get(), CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr) == CL_SUCCESS;
    if (measured && end > start) kernelSeconds_ += static_cast<double>(end - start) * 1e-9;
    kernelCount_++;
  }

  // The queue is declared after the launches: it is released first, and events outlive their commands.
  std::vector<Launch> launches_;
  Owned<cl_command_queue, clReleaseCommandQueue> queue_;
  double kernelSeconds_ = 0;
  size_t kernelCount_ = 0;
};

}  // namespace bench
