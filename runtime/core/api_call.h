// The API call of this thread, for the device's messages: a fault names the calls that made its buffers and its launch.
#pragma once
#include <cstdint>

#include "generated/abi.h"

namespace runtime {

/** Stands at the beginning of a call that messages name; counts the calls of its name. */
class ApiCallScope {
 public:
  explicit ApiCallScope(abi::ApiCall call);
  ~ApiCallScope();
  ApiCallScope(const ApiCallScope&) = delete;
  ApiCallScope& operator=(const ApiCallScope&) = delete;

 private:
  uint32_t outer_;
};

/** The call and its number, as the device protocol writes them; 0 outside of those that are counted. */
uint32_t current_api_call();

/** The number in such a word. */
uint32_t api_call_number(uint32_t word);

}  // namespace runtime
