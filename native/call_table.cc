// The system calls that stop, and the places of their arguments.
#include "call_table.h"

#include <linux/audit.h>

namespace host {
namespace {

// The bit that marks a call of the x32 ABI; its audit architecture is that of x86-64
// (arch/x86/include/uapi/asm/unistd.h).
constexpr uint64_t kX32Bit = 0x40000000;

uint64_t keyOf(Abi abi, uint32_t number) { return (static_cast<uint64_t>(abi) << 32) | number; }

}  // namespace

Abi abiOf(uint32_t auditArch, uint64_t number) {
  if (auditArch == AUDIT_ARCH_I386) return Abi::i386;
  return (number & kX32Bit) ? Abi::x32 : Abi::x86_64;
}

void CallTable::add(const CallRow& row) { rows_.emplace(keyOf(row.abi, row.number), row); }

const CallRow* CallTable::find(Abi abi, uint32_t number) const {
  auto found = rows_.find(keyOf(abi, number));
  return found == rows_.end() ? nullptr : &found->second;
}

}  // namespace host
