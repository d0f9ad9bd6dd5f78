// Replaces pages piece by piece. Each piece is exchanged by one system call: no thread ever finds nothing there.
#include "core/adoption.h"

#include <string.h>
#include <sys/mman.h>

#include <algorithm>
#include <mutex>
#include <vector>

#include "core/address_space.h"
#include "core/fork_wait.h"
#include "core/guarded_copy.h"
#include "core/object.h"
#include "core/session.h"
#include "core/write_guard.h"

namespace runtime {
namespace {

/** Bytes that are copied and replaced at once: few where writes meanwhile would be lost. */
size_t piece_of(const WriteGuard& guard) { return guard.holds() ? 256 * 1024 : 16 * 1024; }

/** Survives a fork: the child's handlers use it, with the lock that the parent has taken for them. */
struct Adoptions {
  std::mutex mutex;
  std::vector<Adoption*> all;
  ForkWait wait;
};

/** Never destroyed: threads may still run while the process exits. */
Adoptions& adoptions() {
  static Adoptions* const list = new Adoptions;
  return *list;
}

unsigned char* at_address(uintptr_t address) { return reinterpret_cast<unsigned char*>(address); }

/** Puts a private copy in the place of pages. False when there is no memory for it. */
bool replace_by_copy(unsigned char* begin, const unsigned char* contents, size_t size, int protection) {
  WriteGuard guard(begin, size);
  void* fresh = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (fresh == MAP_FAILED) return false;
  unsigned char* copy = static_cast<unsigned char*>(fresh);
  for (size_t done = 0; done < size; done += piece_of(guard)) {
    const size_t piece = std::min(piece_of(guard), size - done);
    memcpy(copy + done, contents + done, piece);
    if (protection != (PROT_READ | PROT_WRITE)) mprotect(copy + done, piece, protection);
    if (mremap(copy + done, piece, piece, MREMAP_MAYMOVE | MREMAP_FIXED, begin + done) != MAP_FAILED) continue;
    munmap(copy + done, size - done);
    return false;
  }
  return true;
}

}  // namespace

Adoption::Adoption(unsigned char* begin, size_t size, std::shared_ptr<Allocation> storage, uint64_t at)
    : begin_(begin), size_(size), storage_(std::move(storage)), at_(at), generation_(fork_generation()) {}

std::unique_ptr<Adoption> Adoption::make(unsigned char* begin, size_t size, std::shared_ptr<Allocation> storage,
                                         uint64_t at) {
  std::unique_ptr<Adoption> made(new Adoption(begin, size, std::move(storage), at));
  bool complete;
  {
    Adoptions& list = adoptions();
    std::lock_guard<std::mutex> lock(list.mutex);
    list.all.push_back(made.get());
    complete = made->take();
  }
  // Exchanges that were made before the kernel refused are undone.
  if (!complete) made.reset();
  return made;
}

bool Adoption::take() {
  Session* open = session();
  WriteGuard guard(begin_, size_);
  for (size_t done = 0; done < size_; done += piece_of(guard)) {
    const size_t piece = std::min(piece_of(guard), size_ - done);
    if (!guarded_copy(storage_->host + at_ + done, begin_ + done, piece)) return false;
    const off_t place = static_cast<off_t>(storage_->file_offset + at_ + done);
    const int flags = MAP_SHARED | MAP_FIXED | MAP_POPULATE;
    if (mmap(begin_ + done, piece, PROT_READ | PROT_WRITE, flags, open->fd, place) == MAP_FAILED) return false;
  }
  return true;
}

Adoption::~Adoption() {
  if (generation_ != fork_generation()) return;
  Adoptions& list = adoptions();
  std::lock_guard<std::mutex> lock(list.mutex);
  list.all.erase(std::find(list.all.begin(), list.all.end(), this));
  // Without memory for copies, video memory stays the program's: giving it away would empty these pages.
  if (!give_back()) new std::shared_ptr<Allocation>(storage_);
}

/** Not pages that the program has unmapped or replaced. */
bool Adoption::give_back() {
  bool is_back = true;
  for (const MappedRun& run : own_pages()) {
    const size_t size = run.end - run.begin;
    unsigned char* begin = at_address(run.begin);
    is_back &= replace_by_copy(begin, storage_->host + at_ + (begin - begin_), size, run.protection);
  }
  return is_back;
}

std::vector<MappedRun> Adoption::own_pages() const {
  const uintptr_t begin = reinterpret_cast<uintptr_t>(begin_);
  const Session* open = session();
  std::vector<MappedRun> own;
  MappedRange range = mapped_range(begin, begin + size_);
  if (!range.known) range.runs = {{begin, begin + size_, PROT_READ | PROT_WRITE}};
  for (const MappedRun& run : range.runs) {
    const bool is_file = run.inode == open->inode && run.device == open->file_system;
    const uint64_t expected = storage_->file_offset + at_ + (run.begin - begin);
    if (!range.known || (is_file && !run.is_private && run.file_offset == expected)) own.push_back(run);
  }
  return own;
}

void Adoption::leave_in_child() { give_back(); }

void prepare_adoptions_for_fork() {
  Adoptions& list = adoptions();
  list.mutex.lock();
  if (!list.all.empty()) list.wait.prepare();
}

void resume_adoptions_in_parent() {
  Adoptions& list = adoptions();
  if (!list.all.empty()) list.wait.wait_in_parent();
  list.mutex.unlock();
}

void copy_adoptions_in_child() {
  Adoptions& list = adoptions();
  for (Adoption* adoption : list.all) adoption->leave_in_child();
  if (!list.all.empty()) list.wait.done_in_child();
  list.all.clear();
  list.mutex.unlock();
}

}  // namespace runtime
