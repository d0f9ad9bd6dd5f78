// Pages of the program that are pages of video memory: CL_MEM_USE_HOST_PTR without copies.
#pragma once
#include <memory>
#include <vector>

#include "core/address_space.h"
#include "core/memory.h"

namespace runtime {

/**
 * While one of these lives, pages of the program's own memory are the video memory of an allocation: what either side
 * writes the other one sees. Contents are kept when it begins and when it ends; the program's memory is then its own
 * again, where it still is there. A forked child gets a copy.
 */
class Adoption {
 public:
  /**
   * nullptr when the kernel refuses. @param begin whole pages, private and writable @param at the place of `begin` in
   * the allocation
   */
  static std::unique_ptr<Adoption> make(unsigned char* begin, size_t size, std::shared_ptr<Allocation> storage, uint64_t at);
  ~Adoption();
  Adoption(const Adoption&) = delete;
  Adoption& operator=(const Adoption&) = delete;

  /** In a forked child: gives it its own pages. */
  void leave_in_child();

 private:
  Adoption(unsigned char* begin, size_t size, std::shared_ptr<Allocation> storage, uint64_t at);
  bool take();
  bool give_back();
  /** The parts of the range that still are these pages. */
  std::vector<MappedRun> own_pages() const;

  unsigned char* const begin_;
  const size_t size_;
  std::shared_ptr<Allocation> storage_;
  const uint64_t at_;
  const uint32_t generation_;
};

/**
 * Around fork(): nothing is adopted or given back meanwhile, and the parent continues when the child has its copies.
 */
void prepare_adoptions_for_fork();
void resume_adoptions_in_parent();
void copy_adoptions_in_child();

}  // namespace runtime
