// A stream that launches kernels, moves data and sums up kernel times, through HIP: stands in for common/queue.hpp.
#pragma once

#include <array>
#include <initializer_list>

#include "objects.hpp"

// As hip/hip_ext.h declares it, which only HIP's compiler takes.
hipError_t hipExtModuleLaunchKernel(hipFunction_t function, uint32_t globalX, uint32_t globalY,
                                    uint32_t globalZ, uint32_t localX, uint32_t localY, uint32_t localZ,
                                    size_t sharedBytes, hipStream_t stream, void** places, void** extra,
                                    hipEvent_t start, hipEvent_t stop, uint32_t flags);

namespace bench {

/** One to three dimensions of a launch, in work-items; empty leaves the choice to Queue. */
struct Range {
  Range() = default;
  Range(std::initializer_list<size_t> sizes) : dimensions(sizes.size()) {
    size_t axis = 0;
    for (size_t value : sizes) size[axis++] = value;
  }

  size_t dimensions = 0;
  std::array<size_t, 3> size{{1, 1, 1}};
};

/** `value` rounded up to a multiple of `step`. */
inline size_t roundUp(size_t value, size_t step) { return (value + step - 1) / step * step; }

class Queue {
 public:
  Queue(const Context&, int) { check(hipStreamCreate(&stream_), "hipStreamCreate"); }
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;
  ~Queue() { (void)hipStreamDestroy(stream_); }

  /** Launches the kernel, with a pair of events for its time, as a queue of OpenCL with profiling does. */
  void run(const Kernel& kernel, const Range& global, const Range& local = {}) {
    const Range group = local.dimensions ? local : groupFor(global);
    Launch launch;
    for (hipEvent_t* event : {&launch.start, &launch.stop})
      check(hipEventCreateWithFlags(event, hipEventBlockingSync), "hipEventCreateWithFlags");
    std::vector<void*> places = kernel.places();
    auto axis = [](const Range& range, size_t n) { return static_cast<uint32_t>(range.size[n]); };
    check(hipExtModuleLaunchKernel(kernel.get(), axis(global, 0), axis(global, 1), axis(global, 2), axis(group, 0),
                                   axis(group, 1), axis(group, 2), 0, stream_, places.data(), nullptr, launch.start,
                                   launch.stop, 0),
          "hipExtModuleLaunchKernel(" + kernel.name() + ")");
    launches_.push_back(launch);
  }

  template <typename T>
  void write(const Buffer<T>& buffer, const std::vector<T>& data) {
    check(hipMemcpyAsync(buffer.get(), data.data(), data.size() * sizeof(T), hipMemcpyHostToDevice, stream_), "hipMemcpyAsync");
    check(hipStreamSynchronize(stream_), "hipStreamSynchronize");
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

  /** Waits for all commands, throws when a kernel failed, and adds up the kernels' times. */
  void finish() {
    check(hipStreamSynchronize(stream_), "hipStreamSynchronize");
    for (const Launch& launch : launches_) {
      float milliseconds = 0;
      // The stream is done when the GPU is; that an event is, the runtime may see later.
      check(hipEventSynchronize(launch.stop), "hipEventSynchronize");
      check(hipEventElapsedTime(&milliseconds, launch.start, launch.stop), "hipEventElapsedTime");
      kernelSeconds_ += milliseconds * 1e-3;
      kernelCount_++;
      (void)hipEventDestroy(launch.start);
      (void)hipEventDestroy(launch.stop);
    }
    launches_.clear();
  }

  double kernelSeconds() const { return kernelSeconds_; }
  size_t kernelCount() const { return kernelCount_; }

 private:
  struct Launch {
    hipEvent_t start = nullptr;
    hipEvent_t stop = nullptr;
  };

  /** The largest power of two that divides the first dimension, at most four wavefronts. */
  static Range groupFor(const Range& global) {
    size_t group = 256;
    while (global.size[0] % group) group /= 2;
    return {group};
  }

  void read(const void* memory, size_t offset, size_t bytes, void* data) {
    const char* from = static_cast<const char*>(memory) + offset;
    check(hipMemcpyAsync(data, from, bytes, hipMemcpyDeviceToHost, stream_), "hipMemcpyAsync");
    check(hipStreamSynchronize(stream_), "hipStreamSynchronize");
  }

  std::vector<Launch> launches_;
  hipStream_t stream_ = nullptr;
  double kernelSeconds_ = 0;
  size_t kernelCount_ = 0;
};

}  // namespace bench
