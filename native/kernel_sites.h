// Instructions of a kernel that routines in their own libraries execute (images), chosen by what registers held when
// JavaScript executed them: as long as they hold the same, machine code calls machine code.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "kernel_imports.h"
#include "kernel_library.h"

namespace host {

// Machine code of a routine: src/jit/image/routine.ts describes its parameters.
struct KernelRoutine {
  using Run = void (*)(uint8_t* memory, const void* functions, int32_t address, int32_t data, int32_t execLow,
                       int32_t execHigh, int32_t base, int32_t width, int32_t height, int32_t depth, int32_t pitch,
                       int32_t firstSlice, int32_t lastSlice);
  KernelLibrary library;
  Run run = nullptr;
};

class KernelSites {
 public:
  // Numbers of a routine that belong to the image, and not to the wavefront.
  static constexpr size_t kImageNumbers = 7;

  struct Site {
    std::shared_ptr<const KernelRoutine> routine;
    // Byte offsets in the wavefront's slot, and the words that are there.
    std::vector<uint32_t> sources;
    std::vector<uint32_t> words;
    // Byte offsets in the slot.
    int32_t address;
    int32_t data;
    int32_t exec;
    std::array<int32_t, kImageNumbers> image;
    // The processor must not take denormal operands for zeros.
    bool needsDenormals;
    // High word of every address of GPU memory.
    int32_t highWord;
  };

  KernelSites(const KernelImports& imports, size_t faultPlace) : imports_(imports), faultPlace_(faultPlace) {}

  void set(size_t number, Site site);

  // Executes an instruction of the wavefront whose state begins at `slot`; false when no routine is known for what
  // registers hold.
  bool execute(uint8_t* memory, int32_t number, int32_t slot) const;

 private:
  // The import of a routine: a table with one function, which gets the table.
  struct Functions {
    void* fault;
    const KernelSites* sites;
    int32_t number;
    int32_t highWord;
  };
  static void fault(const Functions* functions, int32_t lane, int32_t low, int32_t kind);

  const KernelImports& imports_;
  const size_t faultPlace_;
  std::vector<std::unique_ptr<const Site>> sites_;
};

}  // namespace host
