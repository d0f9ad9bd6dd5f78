// Cases of test/hip/features.hip: each counts differences from results of the host.

#pragma once
#include <hip/hip_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

struct Case {
  const char* name;
  /** The number of wrong values. */
  int (*body)();
  Case* next;
  static Case* first;
  static Case** last;
  Case(const char* name, int (*body)()) : name(name), body(body), next(nullptr) {
    *last = this;
    last = &next;
  }
};

Case* Case::first = nullptr;
Case** Case::last = &Case::first;

#define CASE(name)                           \
  static int name();                         \
  static Case name##_case(#name, name);      \
  static int name()

/** Throws HIP's error text when a call fails. */
#define HIP(call)                                                                                      \
  do {                                                                                                 \
    hipError_t hip_error = (call);                                                                     \
    if (hip_error != hipSuccess) throw std::runtime_error(std::string(#call ": ") + hipGetErrorName(hip_error)); \
  } while (0)

/** Memory of the GPU, with data of the host. */
template <typename T>
struct Buffer {
  T* at = nullptr;
  size_t count;
  explicit Buffer(size_t count) : count(count) {
    HIP(hipMalloc(&at, count * sizeof(T)));
    HIP(hipMemset(at, 0, count * sizeof(T)));
  }
  explicit Buffer(const std::vector<T>& values) : count(values.size()) {
    HIP(hipMalloc(&at, count * sizeof(T)));
    HIP(hipMemcpy(at, values.data(), count * sizeof(T), hipMemcpyHostToDevice));
  }
  Buffer(const Buffer&) = delete;
  ~Buffer() { (void)hipFree(at); }
  std::vector<T> read() const {
    std::vector<T> values(count);
    HIP(hipGetLastError());
    HIP(hipMemcpy(values.data(), at, count * sizeof(T), hipMemcpyDeviceToHost));
    return values;
  }
};

/** How many bits of two arrays' elements are not the same. */
template <typename T>
int different(const std::vector<T>& a, const std::vector<T>& b) {
  if (a.size() != b.size()) return -1;
  int count = 0;
  for (size_t i = 0; i < a.size(); i++) count += memcmp(&a[i], &b[i], sizeof(T)) != 0;
  return count;
}

/** Numbers without order, the same ones each time. */
inline uint32_t noise(uint32_t i) {
  i ^= i >> 16;
  i *= 0x7feb352du;
  i ^= i >> 15;
  i *= 0x846ca68bu;
  return i ^ (i >> 16);
}

inline std::vector<uint32_t> noises(size_t count) {
  std::vector<uint32_t> values(count);
  for (size_t i = 0; i < count; i++) values[i] = noise((uint32_t)i + 1);
  return values;
}
