#include "tracker.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include <unistd.h>

#include "failure.h"
#include "include/hpvm.h"
#include "measure.h"
#include "stale_access.h"

namespace hpvm {
namespace {

/** Views of a buffer with less access than its own. */
enum View { kReadOnly, kWriteOnly, kViews };

struct TrackedObject {
  size_t bytes;
  cl_mem buffer = nullptr;
  cl_mem views[kViews] = {};
  bool is_valid_on_host = true, is_valid_on_device = false;
  /** The host's contents as both sides had them; the program may have written since. */
  std::unique_ptr<char[]> requested;
  PageRange pages;
  bool is_protected = false, is_reported = false;
};

struct Statistics {
  size_t copies_in, bytes_in, spared_in, spared_bytes_in;
  size_t copies_out, bytes_out, spared_out, spared_bytes_out, untracked_out, stale;
};

std::mutex mutex;
/** By start. Objects do not overlap. */
std::map<uintptr_t, TrackedObject> objects;
Statistics statistics;
/** Bytes of inputs that do not fit into constant memory, by node and number. */
std::map<std::pair<std::string, unsigned>, size_t> global_inputs;

uintptr_t address(const void *start) { return reinterpret_cast<uintptr_t>(start); }

/** The object that contains an address. */
std::map<uintptr_t, TrackedObject>::iterator object_at(uintptr_t start) {
  auto next = objects.upper_bound(start);
  if (next == objects.begin()) return objects.end();
  auto found = std::prev(next);
  return start - found->first < found->second.bytes ? found : objects.end();
}

void bring_to_host(uintptr_t start, TrackedObject &object) {
  if (object.is_protected) unprotect(object.pages);
  object.is_protected = false;
  if (object.is_valid_on_host) {
    statistics.spared_out++;
    statistics.spared_bytes_out += object.bytes;
    return;
  }
  read_buffer(object.buffer, 0, reinterpret_cast<void *>(start), object.bytes);
  statistics.copies_out++;
  statistics.bytes_out += object.bytes;
  object.is_valid_on_host = true;
}

/** The program may write now, of which the tracker gets no notice: a copy shows later whether it has. */
void keep_requested(uintptr_t start, TrackedObject &object) {
  if (!object.is_valid_on_device) return;
  if (!object.requested) object.requested.reset(new char[object.bytes]);
  memcpy(object.requested.get(), reinterpret_cast<void *>(start), object.bytes);
}

void report_stale(uintptr_t start, TrackedObject &object, uintptr_t at, bool is_write) {
  statistics.stale++;
  if (object.is_reported) return;
  object.is_reported = true;
  char line[256];
  const int length = snprintf(
      line, sizeof line,
      "atoll hpvm: the program %s byte %zu of the %zu tracked bytes at %p, whose newest contents the device has: "
      "call llvm_hpvm_request_mem first\n",
      is_write ? "writes" : "reads", static_cast<size_t>(at - start), object.bytes, reinterpret_cast<void *>(start));
  // Streams of the program may be locked by the thread that waits.
  if (write(STDERR_FILENO, line, static_cast<size_t>(length)) < 0) return;
  if (stale_policy() == StalePolicy::kStop) std::_Exit(EXIT_FAILURE);
}

FaultAnswer copy_back(uintptr_t at, bool is_write) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = object_at(at);
  if (found == objects.end()) return FaultAnswer::kOther;
  auto &[start, object] = *found;
  if (!object.is_protected) return FaultAnswer::kAllowed;
  report_stale(start, object, at, is_write);
  bring_to_host(start, object);
  keep_requested(start, object);
  return FaultAnswer::kCopied;
}

void bring_to_device(uintptr_t start, TrackedObject &object) {
  const void *host = reinterpret_cast<void *>(start);
  if (!object.buffer) object.buffer = create_buffer(object.bytes);
  if (object.requested && memcmp(object.requested.get(), host, object.bytes) != 0) object.is_valid_on_device = false;
  object.requested.reset();
  // Outputs are copied, too: a node may write a part of them.
  if (object.is_valid_on_device) {
    statistics.spared_in++;
    statistics.spared_bytes_in += object.bytes;
    return;
  }
  write_buffer(object.buffer, host, object.bytes);
  statistics.copies_in++;
  statistics.bytes_in += object.bytes;
  object.is_valid_on_device = true;
}

/** @param use with the access of all uses in the launch */
cl_mem view_of(TrackedObject &object, const MemoryUse &use) {
  if (use.reads && use.writes) return object.buffer;
  cl_mem &view = object.views[use.writes ? kWriteOnly : kReadOnly];
  if (!view) view = create_view(object.buffer, object.bytes, use.writes ? CL_MEM_WRITE_ONLY : CL_MEM_READ_ONLY);
  return view;
}

std::map<uintptr_t, TrackedObject>::iterator used_object(const MemoryUse &use) {
  auto found = object_at(address(use.start));
  if (found == objects.end())
    fail("input %u of %s points to %p, which is not tracked: call llvm_hpvm_track_mem before the launch", use.input,
         use.node, use.start);
  return found;
}

}  // namespace

std::vector<DevicePlace> use_on_device(const std::vector<MemoryUse> &uses) {
  std::lock_guard<std::mutex> lock(mutex);
  // Two arguments may point into one object; one buffer with the access of both is then safe to use.
  std::map<uintptr_t, MemoryUse> whole;
  for (const MemoryUse &use : uses) {
    auto &[start, object] = *used_object(use);
    bring_to_device(start, object);
    MemoryUse &all = whole.emplace(start, use).first->second;
    all.reads |= use.reads;
    all.writes |= use.writes;
  }
  std::vector<DevicePlace> places;
  for (const MemoryUse &use : uses) {
    auto &[start, object] = *object_at(address(use.start));
    places.push_back({view_of(object, whole.at(start)), address(use.start) - start, object.bytes});
    if (!use.writes) continue;
    object.is_valid_on_host = false;
    if (!object.is_protected) protect(object.pages, copy_back);
    object.is_protected = object.pages.bytes > 0;
  }
  return places;
}

void use_on_host(const MemoryUse &use) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = object_at(address(use.start));
  if (found == objects.end()) return;
  auto &[start, object] = *found;
  bring_to_host(start, object);
  if (!use.writes) return;
  object.is_valid_on_device = false;
  object.requested.reset();
}

void note_global_input(const char *node, unsigned input, size_t bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  global_inputs[{node, input}] = bytes;
}

void print_statistics() {
  std::lock_guard<std::mutex> lock(mutex);
  const auto &own = statistics;
  fprintf(stderr, "atoll hpvm: to the device %zu copies of %zu bytes, %zu spared; to the host %zu copies of %zu bytes\n",
          own.copies_in, own.bytes_in, own.spared_in, own.copies_out, own.bytes_out);
  fprintf(stderr,
          "atoll hpvm: spared to the device %zu bytes, to the host %zu copies of %zu bytes; %zu copies at the end of "
          "tracking, %zu after stale accesses\n",
          own.spared_bytes_in, own.spared_out, own.spared_bytes_out, own.untracked_out, own.stale);
  for (const auto &[input, bytes] : global_inputs)
    fprintf(stderr, "atoll hpvm: input %u of %s stays in global memory: %zu bytes do not fit into constant memory\n",
            input.second, input.first.c_str(), bytes);
}

}  // namespace hpvm

using namespace hpvm;

void llvm_hpvm_track_mem(void *start, size_t bytes) noexcept {
  std::lock_guard<std::mutex> lock(mutex);
  if (bytes == 0) fail("llvm_hpvm_track_mem(%p, 0): there is nothing to track", start);
  auto next = objects.lower_bound(address(start));
  if (object_at(address(start)) != objects.end() || (next != objects.end() && next->first - address(start) < bytes))
    fail("llvm_hpvm_track_mem(%p, %zu): a part is tracked already; call llvm_hpvm_untrack_mem first", start, bytes);
  TrackedObject &object = objects[address(start)];
  object.bytes = bytes;
  object.pages = protectable_pages(start, bytes);
  measure_tracked(start, bytes);
}

void llvm_hpvm_untrack_mem(void *start) noexcept {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = objects.find(address(start));
  if (found == objects.end()) fail("llvm_hpvm_untrack_mem(%p): no tracked memory begins there", start);
  TrackedObject &object = found->second;
  if (!object.is_valid_on_host) {
    bring_to_host(found->first, object);
    statistics.untracked_out++;
  }
  for (cl_mem view : object.views)
    if (view) release_buffer(view);
  if (object.buffer) release_buffer(object.buffer);
  objects.erase(found);
  measure_untracked(start);
}

void llvm_hpvm_request_mem(void *start, size_t bytes) noexcept {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = object_at(address(start));
  if (found == objects.end()) fail("llvm_hpvm_request_mem(%p, %zu): the memory is not tracked", start, bytes);
  auto &[first, object] = *found;
  if (bytes > object.bytes - (address(start) - first))
    fail("llvm_hpvm_request_mem(%p, %zu): only %zu bytes are tracked from there", start, bytes,
         object.bytes - (address(start) - first));
  bring_to_host(first, object);
  keep_requested(first, object);
  measure_requested(start);
}
