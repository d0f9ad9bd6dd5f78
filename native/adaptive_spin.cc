// Whether spinning can help at all (sched_getaffinity(2)).
#include "adaptive_spin.h"

#include <sched.h>

namespace host {

bool hasSeveralProcessors() {
  cpu_set_t allowed;
  // Fails on machines with more processors than the set has room for.
  return sched_getaffinity(0, sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) > 1;
}

}  // namespace host
