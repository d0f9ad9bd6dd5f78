// A thread without JavaScript that runs work-groups of machine code beside the thread that has taken the launch. It
// takes them from the launch's cursor, until none is left, until its instructions are used up, or until a wavefront
// stops for events that only JavaScript handles.
#pragma once
#include <array>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "kernel_imports.h"
#include "kernel_library.h"

namespace host {

// Machine code of a kernel that calls JavaScript for faults only.
struct DelegatedKernel {
  using Groups = int32_t (*)(uint8_t*, const void*, int32_t, int32_t, int32_t, int32_t, int32_t, int32_t);
  std::shared_ptr<const KernelLibrary> library;
  Groups groups = nullptr;
  uint8_t* memory = nullptr;
  // The places of its imports.
  std::array<void*, kMostImports> functions{};
};

// Byte offsets of fields in a compute unit's slice (src/emulator/batch-layout.ts), and result codes.
struct BatchLayout {
  int32_t started;
  int32_t barriers;
  int32_t budget;
  int32_t turn;
  // A wavefront's state begins at `turn` times this; its fault flag is at `flag` in it.
  int32_t wavefrontStride;
  int32_t flag;
  // The low bits of a result, and their value when all work-groups have ended.
  int32_t statusMask;
  int32_t over;
};

struct Assignment {
  std::shared_ptr<const DelegatedKernel> kernel;
  // Two words that all threads of the launch share: the next work-group, and whether they are to stop.
  uint32_t* cursor;
  uint32_t total;
  uint32_t batch;
  // The position in the order of the launch at which the work-groups begin that it has taken already. Without any it
  // takes the next ones.
  uint32_t first;
  // Parameters of the function that runs work-groups (GROUPS_PARAMETERS, src/emulator/batch-layout.ts).
  int32_t unit;
  int32_t number;
  int32_t step;
  int32_t count;
  int32_t budget;
  bool resumes;
  bool denormalsAreZero;
};

struct DelegatedFault {
  int32_t code;
  int32_t low;
  int32_t high;
  int32_t kind;
};

// The position at which it stopped. All but the last call of the function are summed up; the fields of the batch
// describe the last one.
struct NativeWorkReport {
  int32_t result = 0;
  int32_t left = 0;
  int64_t groups = 0;
  int64_t barriers = 0;
  uint32_t first = 0;
  int32_t count = 0;
  bool resumes = false;
  std::vector<DelegatedFault> faults = {};
};

class KernelWorker {
 public:
  // `bell` is bumped and woken whenever it is back. Throws std::system_error when there can be no thread.
  KernelWorker(const BatchLayout& layout, uint32_t* bell);
  ~KernelWorker();

  // Only when it is not away.
  void begin(Assignment assignment);
  bool isAway() const { return __atomic_load_n(&away_, __ATOMIC_ACQUIRE); }
  // Returns when it is back.
  void wait();
  const NativeWorkReport& report() const { return report_; }

 private:
  // The view of machine code in place of KernelImports: the table comes first.
  struct Imports {
    std::array<void*, kMostImports> functions;
    KernelWorker* worker;
  };
  static void fault(const Imports* imports, int32_t code, int32_t low, int32_t high, int32_t kind);
  static double fma64(const Imports* imports, double a, double b, double c);
  friend std::shared_ptr<const DelegatedKernel> delegatedKernel(std::shared_ptr<const KernelLibrary>, uint8_t*,
                                                              const std::vector<std::string>&);

  void serve();
  void work();
  int32_t& word(int32_t offset) const;
  bool next(int32_t& number);

  const BatchLayout layout_;
  uint32_t* const bell_;
  Assignment assignment_{};
  NativeWorkReport report_;
  // The processor of the thread that has given it.
  int given_ = -1;
  bool away_ = false;
  bool ending_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::thread thread_;
};

// The parts of a kernel that native workers need, by the names of its imports; null for one that may call more of
// JavaScript than they can do without.
std::shared_ptr<const DelegatedKernel> delegatedKernel(std::shared_ptr<const KernelLibrary> library, uint8_t* memory,
                                                     const std::vector<std::string>& imports);

}  // namespace host
