// Installing a seccomp filter that TypeScript assembled.
#pragma once
#include <linux/filter.h>
#include <linux/seccomp.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace host {

using Filter = std::vector<sock_filter>;

// The bytes of an array of struct sock_filter; empty when they are not whole instructions or too many (BPF_MAXINSNS).
Filter filterFromBytes(const uint8_t* bytes, size_t length);

// `killable`: one whose received calls only a fatal signal interrupts (Linux 5.19); `any`: that, or the available kind.
enum class ListenerKind { none, killable, any };

// In a forked child: installs the filter for this process and all its descendants. Async-signal-safe.
// With a listener returns the notification descriptor, otherwise 0; -errno on failure.
int installFilter(const Filter& filter, ListenerKind listener);

// True if the filter lets the kernel execute this call, evaluated as the kernel does (only instructions that
// src/host/filter.ts assembles).
bool filterAllows(const Filter& filter, const seccomp_data& call);

// Makes each notification wake its server on the same processor at once (Linux 6.6; ignored before).
void preferSynchronousWakeUp(int listener);

}  // namespace host
