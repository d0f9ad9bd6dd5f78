// Answers of the clGet*Info calls.
#pragma once
#include <string.h>

#include <string>
#include <vector>

#include "core/failure.h"

namespace runtime {

/**
 * Destination of the value of a clGet*Info call. Every method ends the call with CL_INVALID_VALUE when there is no
 * room.
 */
class Reply {
 public:
  Reply(size_t room, void* value, size_t* size_ret) : room_(room), value_(value), size_ret_(size_ret) {}

  void bytes(const void* data, size_t size) {
    if (value_) {
      check(room_ >= size, CL_INVALID_VALUE);
      if (size) memcpy(value_, data, size);
    }
    if (size_ret_) *size_ret_ = size;
  }
  template <class T>
  void value(T result) {
    bytes(&result, sizeof result);
  }
  void text(const std::string& text) { bytes(text.c_str(), text.size() + 1); }
  template <class T>
  void list(const std::vector<T>& items) {
    bytes(items.data(), items.size() * sizeof(T));
  }
  /** The program's buffer for answers that it fills piece by piece; nullptr when it requests the size only. */
  void* room_for(size_t size) {
    if (value_) check(room_ >= size, CL_INVALID_VALUE);
    if (size_ret_) *size_ret_ = size;
    return value_;
  }

 private:
  size_t room_;
  void* value_;
  size_t* size_ret_;
};

}  // namespace runtime
