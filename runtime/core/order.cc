// Vector clocks of launches.
#include "core/order.h"

#include <algorithm>

namespace runtime {

void LaunchClock::join(const LaunchClock& other) {
  if (entries.size() < other.entries.size()) entries.resize(other.entries.size());
  for (size_t chain = 0; chain < other.entries.size(); chain++) entries[chain] = std::max(entries[chain], other.entries[chain]);
  is_unknown |= other.is_unknown;
}

LaunchPlace LaunchOrder::append(LaunchClock& clock) {
  clock.entries.resize(chains.size());
  size_t chain = 0;
  while (chain < chains.size() && clock.entries[chain] != chains[chain]) chain++;
  if (chain == chains.size()) {
    chains.push_back(0);
    clock.entries.push_back(0);
  }
  clock.entries[chain] = ++chains[chain];
  return {static_cast<uint32_t>(chain), chains[chain]};
}

}  // namespace runtime
