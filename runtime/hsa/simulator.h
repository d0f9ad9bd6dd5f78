// Requests to the simulator's finalizer, through its device.
#pragma once
#include <string>
#include <vector>

#include "generated/hsa_abi.h"

namespace hsa {

/** An open of the device, which keeps the result of its last request. */
class Simulator {
 public:
  Simulator();
  ~Simulator();
  Simulator(const Simulator&) = delete;
  Simulator& operator=(const Simulator&) = delete;

  /** @return whether the request was executed: `check.status` is its result */
  bool check(abi::CheckModule* check);
  bool finalize(const std::vector<abi::BrigModuleRange>& modules, const std::string& isa, abi::Finalize* finalize);
  bool fetch(void* to, uint64_t bytes);
  /** The result as text. */
  std::string message(uint64_t bytes);

 private:
  bool request(uint32_t number, void* argument);
  int fd_;
};

}  // namespace hsa
