// The system calls that stop, and the places of their arguments. Filled from TypeScript's table; no number is written
// here.
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <unordered_map>

#include "generated/wire.h"

namespace host {

// One call of one ABI. Positions are argument indices, -1 when the call has no such argument.
struct CallRow {
  int id;
  Abi abi;
  uint32_t number;
  CallRole role;
  int descriptor;
  int directory;
  int path;
  int flags;
  bool flagsIndirect;  // openat2: the argument points at struct open_how
};

// A call as it was made.
struct Call {
  const CallRow* row = nullptr;
  pid_t tid = 0;
  uint64_t arguments[kArguments] = {};
};

// Calls that the host issues in a guest's name.
struct IssuedNumbers {
  uint32_t memfdCreate;
  uint32_t close;
  uint32_t mmap;
  uint32_t munmap;
  uint32_t open;
};

// The ABI of a call as the kernel reports it for this call, never from the class of the ELF file.
Abi abiOf(uint32_t auditArch, uint64_t number);

class CallTable {
 public:
  void add(const CallRow& row);
  const CallRow* find(Abi abi, uint32_t number) const;

 private:
  std::unordered_map<uint64_t, CallRow> rows_;
};

}  // namespace host
