// Accesses of the program to memory whose newest contents the device has: its pages are protected until then.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hpvm {

enum class FaultAnswer { kOther, kAllowed, kCopied };

/** The whole pages within an object. */
struct PageRange {
  uintptr_t start = 0;
  size_t bytes = 0;
};

/** Empty if accesses to the memory cannot be found: pages with other rights than to read and write stay as they are. */
PageRange protectable_pages(const void *start, size_t bytes);

/**
 * Takes the rights from pages, or gives them back.
 * @param copy_back makes the memory at an address valid on the host; it is called on a thread of its own
 */
void protect(const PageRange &pages, FaultAnswer (*copy_back)(uintptr_t address, bool is_write));
void unprotect(const PageRange &pages);

/** Choice of ATOLL_HPVM_STALE. */
enum class StalePolicy { kCopy, kStop, kOff };
StalePolicy stale_policy();

}  // namespace hpvm
