// How a guest's library marks copies that may fault, for the tracer: includes nothing of either side.
#pragma once
#include <cstdint>

// In RDX (EDX) during a `rep movs` that may fault. A thread that faults there continues behind that instruction, with
// the rest in RCX (ECX); a fault with anything else in the register is the program's own.
constexpr uint64_t kGuardedCopyMark = 0x61746f6c6c637079;
