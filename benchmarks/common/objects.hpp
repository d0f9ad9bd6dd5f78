// Owners of OpenCL objects: context, buffers, images, samplers and kernels with typed arguments.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "device.hpp"

namespace bench {

/** Owns one reference of an OpenCL object and releases it. Movable, not copyable. */
template <typename Handle, cl_int (*release)(Handle)>
class Owned {
 public:
  Owned() = default;
  explicit Owned(Handle handle) : handle_(handle) {}
  Owned(Owned&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Owned() {
    if (handle_) release(handle_);
  }
  Handle get() const { return handle_; }

 private:
  Handle handle_ = nullptr;
};

using Memory = Owned<cl_mem, clReleaseMemObject>;
using Sampler = Owned<cl_sampler, clReleaseSampler>;
using Event = Owned<cl_event, clReleaseEvent>;

/** Initial value of the bytes of a result buffer, until a kernel writes them. */
constexpr unsigned char unwritten = 0xA5;

/** A buffer of `size()` elements of T. A result buffer has `guard()` bytes behind them that must not be written. */
template <typename T>
class Buffer {
 public:
  Buffer(cl_mem memory, size_t size, size_t guard) : memory_(memory), size_(size), guard_(guard) {}
  cl_mem get() const { return memory_.get(); }
  size_t size() const { return size_; }
  size_t bytes() const { return size_ * sizeof(T); }
  size_t guard() const { return guard_; }

 private:
  Memory memory_;
  size_t size_;
  size_t guard_;
};

/** A two-dimensional image. */
class Image {
 public:
  Image(cl_mem memory, size_t width, size_t height) : memory_(memory), width_(width), height_(height) {}
  cl_mem get() const { return memory_.get(); }
  size_t width() const { return width_; }
  size_t height() const { return height_; }

 private:
  Memory memory_;
  size_t width_;
  size_t height_;
};

/** A context over one or more devices (several only for sub-devices). */
class Context {
 public:
  explicit Context(const std::vector<cl_device_id>& devices) : devices_(devices) {
    cl_int status = CL_SUCCESS;
    context_ = Owned<cl_context, clReleaseContext>(clCreateContext(
        nullptr, static_cast<cl_uint>(devices_.size()), devices_.data(), nullptr, nullptr, &status));
    check(status, "clCreateContext");
  }
  cl_context get() const { return context_.get(); }
  const std::vector<cl_device_id>& devices() const { return devices_; }

  /**
   * A buffer for results. All its bytes start as `unwritten`, so that the verification sees an element which the kernel
   * forgets to write, and Queue::read a write behind the end. Flags are those that go with a copied host pointer, for
   * example CL_MEM_ALLOC_HOST_PTR for a buffer that is to be mapped.
   */
  template <typename T>
  Buffer<T> buffer(size_t size, cl_mem_flags flags = CL_MEM_READ_WRITE) const {
    const size_t guard = 64;
    std::vector<unsigned char> bytes(size * sizeof(T) + guard, unwritten);
    return Buffer<T>(copy(bytes.data(), bytes.size(), flags), size, guard);
  }

  /** A buffer with a copy of `data`. */
  template <typename T>
  Buffer<T> upload(const std::vector<T>& data, cl_mem_flags flags = CL_MEM_READ_WRITE) const {
    return Buffer<T>(copy(data.data(), data.size() * sizeof(T), flags), data.size(), 0);
  }

  /** A 2D image; `data` (rows without padding) may be null. Throws Unsupported when the format is not offered. */
  Image image(size_t width, size_t height, cl_channel_order order, cl_channel_type type, cl_mem_flags flags,
              const void* data = nullptr) const {
    cl_image_format format{};
    format.image_channel_order = order;
    format.image_channel_data_type = type;
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = width;
    description.image_height = height;
    cl_int status = CL_SUCCESS;
    cl_mem memory = clCreateImage(get(), flags | (data ? CL_MEM_COPY_HOST_PTR : 0), &format, &description,
                                  const_cast<void*>(data), &status);
    if (status == CL_IMAGE_FORMAT_NOT_SUPPORTED) throw Unsupported("this image format");
    check(status, "clCreateImage");
    return Image(memory, width, height);
  }

  Sampler sampler(bool normalized, cl_addressing_mode addressing, cl_filter_mode filter) const {
    cl_int status = CL_SUCCESS;
    cl_sampler sampler = clCreateSampler(get(), normalized ? CL_TRUE : CL_FALSE, addressing, filter, &status);
    check(status, "clCreateSampler");
    return Sampler(sampler);
  }

 private:
  cl_mem copy(const void* data, size_t bytes, cl_mem_flags flags) const {
    cl_int status = CL_SUCCESS;
    cl_mem memory =
        clCreateBuffer(get(), flags | CL_MEM_COPY_HOST_PTR, bytes, const_cast<void*>(data), &status);
    check(status, "clCreateBuffer(" + std::to_string(bytes) + " bytes)");
    return memory;
  }

  std::vector<cl_device_id> devices_;
  Owned<cl_context, clReleaseContext> context_;
};

/** Kernel argument: so many bytes of local memory. */
struct Local {
  size_t bytes;
};

/** A kernel with its arguments. */
class Kernel {
 public:
  Kernel(cl_program program, const std::string& name, cl_device_id device) : name_(name) {
    cl_int status = CL_SUCCESS;
    kernel_ = Owned<cl_kernel, clReleaseKernel>(clCreateKernel(program, name.c_str(), &status));
    check(status, "clCreateKernel(" + name + ")");
    check(clGetKernelWorkGroupInfo(kernel_.get(), device, CL_KERNEL_WORK_GROUP_SIZE, sizeof limit_, &limit_, nullptr),
          "clGetKernelWorkGroupInfo(" + name + ")");
  }
  cl_kernel get() const { return kernel_.get(); }
  const std::string& name() const { return name_; }
  /** Largest work-group, in work-items, that the device runs this kernel with. */
  size_t workGroupLimit() const { return limit_; }

  /** Sets all arguments in order: buffers, images, samplers, Local, or plain values of exactly the kernel's type. */
  template <typename... Arguments>
  Kernel& args(const Arguments&... values) {
    cl_uint index = 0;
    (set(index++, values), ...);
    return *this;
  }

  template <typename T>
  void set(cl_uint index, const Buffer<T>& buffer) { setMemory(index, buffer.get()); }
  void set(cl_uint index, const Image& image) { setMemory(index, image.get()); }
  void set(cl_uint index, const Local& local) { setBytes(index, local.bytes, nullptr); }
  void set(cl_uint index, const Sampler& sampler) {
    cl_sampler handle = sampler.get();
    setBytes(index, sizeof handle, &handle);
  }
  template <typename T>
  void set(cl_uint index, const T& value) {
    static_assert(std::is_trivially_copyable<T>::value, "a kernel argument is copied byte by byte");
    setBytes(index, sizeof value, &value);
  }

 private:
  void setMemory(cl_uint index, cl_mem memory) { setBytes(index, sizeof memory, &memory); }
  void setBytes(cl_uint index, size_t bytes, const void* value) {
    check(clSetKernelArg(get(), index, bytes, value), "clSetKernelArg(" + name_ + ", " + std::to_string(index) + ")");
  }

  std::string name_;
  size_t limit_ = 0;
  Owned<cl_kernel, clReleaseKernel> kernel_;
};

}  // namespace bench
