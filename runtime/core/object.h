// Common parts of all OpenCL objects: the ICD dispatch table, two reference counts, and the registry of live handles.
#pragma once
#include <atomic>
#include <cstdint>
#include <utility>

#include "core/failure.h"

namespace runtime {

enum class Kind : uint8_t {
  Platform,
  Device,
  Context,
  Queue,
  Mem,
  Sampler,
  Program,
  Kernel,
  Event,
  CommandBuffer,
  MutableCommand,
};

extern const cl_icd_dispatch kDispatch;

/** First part of every object. `dispatch` has to be the first member: the ICD loader calls through it. */
struct Object {
  const cl_icd_dispatch* dispatch = &kDispatch;
  /** Destroys the complete object. */
  void (*const destroy)(Object*);
  /** All references: the program's own and the implicit ones of other objects. */
  std::atomic<uint32_t> references{1};
  /** The references that the program counts: CL_*_REFERENCE_COUNT. */
  std::atomic<uint32_t> api_references{0};
  /** True once the program has seen the handle. */
  std::atomic<bool> published{false};
  /** Number of forks between the first process and the owner: a child must not free objects of its parent. */
  const uint32_t generation;
  const Kind kind;

  Object(Kind kind, void (*destroy)(Object*));
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
};

/** Makes the handle known to acquire(). */
void publish(Object& object);

/** Adds a reference when `handle` is a live object of this kind. Any pointer value is allowed. */
bool hold_handle(const void* handle, Kind kind);

/** Gives a reference back; the last one destroys the object. */
void drop(Object& object);

inline void hold(Object& object) { object.references.fetch_add(1, std::memory_order_relaxed); }

/** Number of forks between the first process and this one. */
uint32_t fork_generation();

/** In a forked child: forget every handle except platform and root devices, which the caller publishes again. */
void forget_objects_after_fork();

/** A counted reference. */
template <class T>
class Ref {
 public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  explicit Ref(T& object) : object_(&object) { hold(object); }
  Ref(const Ref& other) : object_(other.object_) {
    if (object_) hold(*object_);
  }
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_) drop(*object_);
  }
  /** Takes over a reference that has been counted already. */
  static Ref adopt(T* object) {
    Ref ref;
    ref.object_ = object;
    return ref;
  }
  T* get() const { return object_; }
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }
  T* release() { return std::exchange(object_, nullptr); }

 private:
  T* object_ = nullptr;
};

template <class T>
void destroy_as(Object* object) {
  delete static_cast<T*>(object);
}

template <class T, class... Arguments>
Ref<T> make(Arguments&&... arguments) {
  return Ref<T>::adopt(new T(std::forward<Arguments>(arguments)...));
}

/** The object behind a handle of the program, or an empty reference when it is no live object of that type. */
template <class T>
Ref<T> acquire(T* handle) {
  return hold_handle(handle, T::kKind) ? Ref<T>::adopt(handle) : Ref<T>();
}

/** Like acquire(); a bad handle ends the call with the error of its type. */
template <class T>
Ref<T> require(T* handle) {
  Ref<T> object = acquire(handle);
  check(static_cast<bool>(object), T::kInvalid);
  return object;
}

/** Gives an object to the program, which then owns one counted reference. */
template <class T>
T* hand_out(Ref<T> object) {
  object->api_references.fetch_add(1, std::memory_order_relaxed);
  publish(*object);
  return object.release();
}

/** clRetain*. */
template <class T>
void retain_handle(T* handle) {
  Ref<T> object = require(handle);
  object->api_references.fetch_add(1, std::memory_order_relaxed);
  object.release();
}

/** clRelease*. An object that only others still hold cannot be released. */
template <class T>
void release_handle(T* handle) {
  Ref<T> object = require(handle);
  uint32_t count = object->api_references.load();
  do {
    check(count != 0, T::kInvalid);
  } while (!object->api_references.compare_exchange_weak(count, count - 1));
  drop(*object);
}

}  // namespace runtime
