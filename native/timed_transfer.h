// Transfers to and from guest memory whose page faults a handler outside the kernel may hold up (userfaultfd(2), FUSE).
#pragma once
#include <sys/types.h>
#include <sys/uio.h>

#include <cstddef>
#include <cstdint>

namespace host {

using Transfer = ssize_t (*)(pid_t, const iovec*, unsigned long, const iovec*, unsigned long, unsigned long);

// A guest makes a descriptor that serves page faults: from now on transfers have a time limit. Stays for the process.
void expectHeldFaults();
bool areFaultsHeld();

// `transfer` of `length` bytes and at most `count` pieces, on a thread that is abandoned at the time limit.
// Result as process_vm_readv(2), or -errno; ETIMEDOUT at the limit.
ssize_t timedTransfer(Transfer transfer, pid_t pid, uint8_t* local, size_t length, const iovec* pieces, size_t count);

// How many transfers were abandoned.
uint64_t abandonedTransfers();

}  // namespace host
