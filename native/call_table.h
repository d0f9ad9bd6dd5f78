// Which system calls stop, and where their arguments are. Filled from TypeScript's table; no number is written here.
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <unordered_map>

namespace host {

enum class Abi : uint8_t { x86_64 = 0, i386 = 1, x32 = 2 };
constexpr int kAbis = 3;

// What the host does with a call (the order is the wire format to TypeScript's `roles`).
enum class CallRole : uint8_t { ioctl = 0, open = 1, path = 2, descriptor = 3, report = 4 };

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
  uint64_t arguments[6] = {};
};

// Calls that the host issues in a guest's name.
struct IssuedNumbers {
  uint32_t memfdCreate;
  uint32_t close;
};

// The ABI of a call from what the kernel reports for this very call, never from the class of the ELF file.
Abi abiOf(uint32_t auditArch, uint64_t number);

class CallTable {
 public:
  void add(const CallRow& row);
  const CallRow* find(Abi abi, uint32_t number) const;

 private:
  std::unordered_map<uint64_t, CallRow> rows_;
};

}  // namespace host
