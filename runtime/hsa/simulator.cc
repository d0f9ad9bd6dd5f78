#include "hsa/simulator.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace hsa {

Simulator::Simulator() : fd_(open(abi::kFinalizerPath, O_RDWR | O_CLOEXEC)) {}

Simulator::~Simulator() {
  if (fd_ >= 0) close(fd_);
}

bool Simulator::request(uint32_t number, void* argument) {
  if (fd_ < 0) return false;
  int result = 0;
  do result = ioctl(fd_, number, argument);
  while (result < 0 && errno == EINTR);
  return result == 0;
}

bool Simulator::check(abi::CheckModule* check) { return request(abi::kRequestCheck, check); }

bool Simulator::finalize(const std::vector<abi::BrigModuleRange>& modules, const std::string& isa,
                         abi::Finalize* finalize) {
  finalize->modules = reinterpret_cast<uintptr_t>(modules.data());
  finalize->module_count = static_cast<uint32_t>(modules.size());
  if (isa.size() >= sizeof finalize->isa) {
    errno = EINVAL;
    return false;
  }
  memcpy(finalize->isa, isa.c_str(), isa.size() + 1);
  return request(abi::kRequestFinalize, finalize);
}

bool Simulator::fetch(void* to, uint64_t bytes) {
  abi::FetchResult fetch = {reinterpret_cast<uintptr_t>(to), bytes};
  return request(abi::kRequestFetch, &fetch);
}

std::string Simulator::message(uint64_t bytes) {
  std::string text(bytes, ' ');
  return fetch(text.data(), bytes) ? text : "the simulator's message cannot be read";
}

}  // namespace hsa
