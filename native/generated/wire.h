// Generated from src/host/wire-schema.ts by `npm run build`. Do not edit.
#pragma once
#include <cstddef>
#include <cstdint>

namespace host {

// By which interface a call is made.
enum class Abi : uint8_t {
  x86_64 = 0,
  i386 = 1,
  x32 = 2,
};

// What the host does with a call.
enum class CallRole : uint8_t {
  ioctl = 0,
  open = 1,
  path = 2,
  descriptor = 3,
  report = 4,
  poll = 5,
  select = 6,
  futex = 7,
  ptrace = 8,
  wait = 9,
  clone = 10,
  faultHandler = 11,
};

// What has happened.
enum class EventKind : int {
  call = 0,
  opened = 1,
  released = 2,
  passed = 3,
  started = 4,
  mainExited = 5,
  ended = 6,
  stalled = 7,
  mainStopped = 8,
  left = 9,
  unreached = 10,
};

// What was done about processes that outlive the main one and are all stopped.
enum class StallAction : int {
  none = 0,
  hungUp = 1,
  killed = 2,
};

// call: the kernel executes it (resume), it is skipped with this result (finish), an open gets what lies in a virtual tree (give), or it is watched to its end (follow), which the event left reports; opened: the guest gets its descriptor (accept), or its open fails with this negative errno (reject).
enum class DecisionAction : int {
  resume = 0,
  finish = 1,
  accept = 2,
  reject = 3,
  give = 4,
  follow = 5,
};

// Calls that are made in a guest's name.
struct IssuedCall {
  enum Value : size_t {
    memfd_create = 0,
    close = 1,
    mmap = 2,
    munmap = 3,
    open = 4,
  };
};

// At what a guest could not be started.
struct StartStage {
  enum Value : int {
    none = 0,
    fork = 1,
    seize = 2,
    filter = 3,
    listener = 4,
    directory = 5,
    exec = 6,
    feature = 7,
    thread = 8,
  };
};

// With the stage `feature`: what the kernel lacks, instead of an errno.
struct StartFeature {
  enum Value : int {
    syscallInfo = 1,
    pidfdGetfd = 2,
    addDescriptor = 3,
    killableNotification = 4,
  };
};

// Positions in the array of numbers of an event.
struct EventNumber {
  enum Value : size_t {
    kind = 0,
    serial = 1,
    row = 2,
    tid = 3,
    process = 4,
    device = 5,
    fd = 6,
    flags = 7,
    error = 8,
    inode = 9,
    result = 10,
  };
};

// Positions in a row of the table of calls.
struct CallColumn {
  enum Value : size_t {
    id = 0,
    abi = 1,
    number = 2,
    role = 3,
    descriptor = 4,
    directory = 5,
    path = 6,
    flags = 7,
    flagsIndirect = 8,
  };
};

inline constexpr int kAbis = 3;
inline constexpr size_t kIssued = 5;
inline constexpr size_t kNumbers = 11;
inline constexpr size_t kArguments = 6;
inline constexpr size_t kColumns = 9;

}  // namespace host
