// Memory and kernels with typed arguments, through HIP: stands in for common/objects.hpp.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

#include "device.hpp"

namespace bench {

/** Initial value of the bytes of a result buffer, until a kernel writes them. */
constexpr unsigned char unwritten = 0xA5;

/** A buffer of `size()` elements of T. A result buffer has `guard()` bytes behind them that must not be written. */
template <typename T>
class Buffer {
 public:
  Buffer(void* memory, size_t size, size_t guard) : memory_(memory), size_(size), guard_(guard) {}
  Buffer(Buffer&& other) noexcept
      : memory_(std::exchange(other.memory_, nullptr)), size_(other.size_), guard_(other.guard_) {}
  Buffer& operator=(Buffer&&) = delete;
  ~Buffer() { (void)hipFree(memory_); }
  void* get() const { return memory_; }
  size_t size() const { return size_; }
  size_t bytes() const { return size_ * sizeof(T); }
  size_t guard() const { return guard_; }

 private:
  void* memory_;
  size_t size_;
  size_t guard_;
};

class Context {
 public:
  explicit Context(const std::vector<int>&) {}

  /** A buffer for results, all bytes `unwritten`. HIP has no equivalent of OpenCL's flags. */
  template <typename T>
  Buffer<T> buffer(size_t size, cl_mem_flags = 0) const {
    const size_t guard = 64;
    std::vector<unsigned char> bytes(size * sizeof(T) + guard, unwritten);
    return Buffer<T>(copy(bytes.data(), bytes.size()), size, guard);
  }

  /** A buffer with a copy of `data`. */
  template <typename T>
  Buffer<T> upload(const std::vector<T>& data, cl_mem_flags = 0) const {
    return Buffer<T>(copy(data.data(), data.size() * sizeof(T)), data.size(), 0);
  }

 private:
  static void* copy(const void* data, size_t bytes) {
    void* memory = nullptr;
    check(hipMalloc(&memory, bytes), "hipMalloc(" + std::to_string(bytes) + " bytes)");
    check(hipMemcpy(memory, data, bytes, hipMemcpyHostToDevice), "hipMemcpy");
    return memory;
  }
};

/** A kernel of a module, with the values of its arguments. */
class Kernel {
 public:
  Kernel(hipModule_t module, const std::string& name) : name_(name) {
    check(hipModuleGetFunction(&function_, module, name.c_str()), "hipModuleGetFunction(" + name + ")");
  }
  hipFunction_t get() const { return function_; }
  const std::string& name() const { return name_; }

  /** Sets all arguments in order: buffers, or plain values of exactly the kernel's type. */
  template <typename... Arguments>
  Kernel& args(const Arguments&... values) {
    values_.clear();
    (set(values), ...);
    return *this;
  }

  /** The address of each argument's value, as a launch expects it. */
  std::vector<void*> places() const {
    std::vector<void*> places;
    for (const auto& value : values_) places.push_back(const_cast<unsigned char*>(value.data()));
    return places;
  }

 private:
  template <typename T>
  void set(const Buffer<T>& buffer) { set(buffer.get()); }
  template <typename T>
  void set(const T& value) {
    static_assert(std::is_trivially_copyable<T>::value, "a kernel argument is copied byte by byte");
    std::vector<unsigned char> bytes(sizeof value);
    std::memcpy(bytes.data(), &value, sizeof value);
    values_.push_back(std::move(bytes));
  }

  std::string name_;
  hipFunction_t function_ = nullptr;
  std::vector<std::vector<unsigned char>> values_;
};

}  // namespace bench
