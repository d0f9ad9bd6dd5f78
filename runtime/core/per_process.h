// State of this process that a forked child starts afresh, and that outlives every destructor at exit.
#pragma once
#include <new>

namespace runtime {

/**
 * A global that is never destroyed: threads may still run while the process exits.
 * After fork the child calls reset(): state that the parent's threads had locked or half changed is left behind.
 */
template <class T>
class PerProcess {
 public:
  PerProcess() { new (storage_) T; }
  T* operator->() { return get(); }
  T& operator*() { return *get(); }
  void reset() { new (storage_) T; }

 private:
  T* get() { return std::launder(reinterpret_cast<T*>(storage_)); }
  alignas(T) unsigned char storage_[sizeof(T)];
};

}  // namespace runtime
