#include "kernel_sites.h"

#include <xmmintrin.h>

#include <cstring>
#include <utility>

namespace host {
namespace {

constexpr int32_t kLanes = 64;
constexpr unsigned kDenormalsAreZero = 1u << 6;

uint32_t wordAt(const uint8_t* place) {
  uint32_t word;
  memcpy(&word, place, sizeof word);
  return word;
}

// Offsets in the memory have 32 bits without a sign.
uint8_t* at(uint8_t* memory, int32_t offset) { return memory + static_cast<uint32_t>(offset); }

// Denormal operands count in its life.
class WithDenormals {
 public:
  explicit WithDenormals(bool needed) : control_(needed ? _mm_getcsr() : 0) {
    if (control_ & kDenormalsAreZero) _mm_setcsr(control_ & ~kDenormalsAreZero);
  }
  ~WithDenormals() {
    if (control_ & kDenormalsAreZero) _mm_setcsr(control_);
  }
  WithDenormals(const WithDenormals&) = delete;
  WithDenormals& operator=(const WithDenormals&) = delete;

 private:
  const unsigned control_;
};

}  // namespace

void KernelSites::set(size_t number, Site site) {
  if (sites_.size() <= number) sites_.resize(number + 1);
  sites_[number] = std::make_unique<const Site>(std::move(site));
}

bool KernelSites::execute(uint8_t* memory, int32_t number, int32_t slot) const {
  const size_t place = static_cast<uint32_t>(number);
  const Site* site = place < sites_.size() ? sites_[place].get() : nullptr;
  if (!site) return false;
  const uint8_t* state = at(memory, slot);
  for (size_t i = 0; i < site->sources.size(); i++) {
    if (wordAt(state + site->sources[i]) != site->words[i]) return false;
  }
  const Functions functions = {reinterpret_cast<void*>(fault), this, number, site->highWord};
  const uint8_t* exec = state + site->exec;
  const auto& [base, width, height, depth, pitch, first, last] = site->image;
  WithDenormals with(site->needsDenormals);
  site->routine->run(memory, &functions, slot + site->address, slot + site->data, static_cast<int32_t>(wordAt(exec)),
                     static_cast<int32_t>(wordAt(exec + 4)), base, width, height, depth, pitch, first, last);
  return true;
}

void KernelSites::fault(const Functions* functions, int32_t lane, int32_t low, int32_t kind) {
  const double numbers[] = {static_cast<double>(functions->number * kLanes + lane), static_cast<double>(low),
                            static_cast<double>(functions->highWord), static_cast<double>(kind)};
  functions->sites->imports_.call(functions->sites->faultPlace_, numbers, 4);
}

}  // namespace host
