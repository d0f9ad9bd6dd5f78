// Installing a seccomp filter that TypeScript assembled.
#pragma once
#include <linux/filter.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace host {

using Filter = std::vector<sock_filter>;

// The bytes of an array of struct sock_filter; empty when they are not whole instructions or too many (BPF_MAXINSNS).
Filter filterFromBytes(const uint8_t* bytes, size_t length);

// In a forked child: installs the filter for this process and all its descendants. Async-signal-safe.
// With `listener` returns the notification descriptor, otherwise 0; -errno on failure.
int installFilter(const Filter& filter, bool listener);

// Makes each notification wake its server on the same processor at once (Linux 6.6; ignored before).
void preferSynchronousWakeUp(int listener);

}  // namespace host
