// Counts API calls by name. A thread can only be in one that counts.
#include "core/api_call.h"

#include <atomic>

namespace runtime {
namespace {

constexpr uint32_t kNumberShift = 8;
std::atomic<uint32_t> counts[1 << kNumberShift];
thread_local uint32_t current;

}  // namespace

ApiCallScope::ApiCallScope(abi::ApiCall call) : outer_(current) {
  const uint32_t number = counts[call].fetch_add(1, std::memory_order_relaxed) + 1;
  current = number << kNumberShift | static_cast<uint32_t>(call);
}

ApiCallScope::~ApiCallScope() { current = outer_; }

uint32_t current_api_call() { return current; }

uint32_t api_call_number(uint32_t word) { return word >> kNumberShift; }

}  // namespace runtime
