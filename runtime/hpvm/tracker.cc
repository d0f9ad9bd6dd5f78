#include "tracker.h"

#include <cstdint>
#include <cstdio>
#include <iterator>
#include <map>
#include <mutex>

#include "failure.h"
#include "include/hpvm.h"

namespace hpvm {
namespace {

struct TrackedObject {
  size_t bytes;
  cl_mem buffer = nullptr;
  bool is_valid_on_host = true, is_valid_on_device = false;
};

struct Statistics {
  size_t copies_in, bytes_in, spared_in, copies_out, bytes_out;
};

std::mutex mutex;
/** By start. Objects do not overlap. */
std::map<uintptr_t, TrackedObject> objects;
Statistics statistics;

uintptr_t address(const void *start) { return reinterpret_cast<uintptr_t>(start); }

/** The object that contains an address. */
std::map<uintptr_t, TrackedObject>::iterator object_at(const void *start) {
  auto next = objects.upper_bound(address(start));
  if (next == objects.begin()) return objects.end();
  auto found = std::prev(next);
  return address(start) - found->first < found->second.bytes ? found : objects.end();
}

void bring_to_host(uintptr_t start, TrackedObject &object) {
  if (object.is_valid_on_host) return;
  read_buffer(object.buffer, 0, reinterpret_cast<void *>(start), object.bytes);
  statistics.copies_out++;
  statistics.bytes_out += object.bytes;
  object.is_valid_on_host = true;
}

}  // namespace

DevicePlace use_on_device(const MemoryUse &use) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = object_at(use.start);
  if (found == objects.end())
    fail("input %u of %s points to %p, which is not tracked: call llvm_hpvm_track_mem before the launch", use.input,
         use.node, use.start);
  auto &[start, object] = *found;
  if (!object.buffer) object.buffer = create_buffer(object.bytes);
  // Outputs are copied, too: a node may write a part of them.
  if (object.is_valid_on_device) {
    statistics.spared_in++;
  } else {
    write_buffer(object.buffer, reinterpret_cast<void *>(start), object.bytes);
    statistics.copies_in++;
    statistics.bytes_in += object.bytes;
    object.is_valid_on_device = true;
  }
  if (use.writes) object.is_valid_on_host = false;
  return {object.buffer, address(use.start) - start};
}

void use_on_host(const MemoryUse &use) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = object_at(use.start);
  if (found == objects.end()) return;
  bring_to_host(found->first, found->second);
  if (use.writes) found->second.is_valid_on_device = false;
}

void print_statistics() {
  std::lock_guard<std::mutex> lock(mutex);
  const auto &[copies_in, bytes_in, spared_in, copies_out, bytes_out] = statistics;
  fprintf(stderr, "atoll hpvm: to the device %zu copies of %zu bytes, %zu spared; to the host %zu copies of %zu bytes\n",
          copies_in, bytes_in, spared_in, copies_out, bytes_out);
}

}  // namespace hpvm

using namespace hpvm;

void llvm_hpvm_track_mem(void *start, size_t bytes) noexcept {
  std::lock_guard<std::mutex> lock(mutex);
  if (bytes == 0) fail("llvm_hpvm_track_mem(%p, 0): there is nothing to track", start);
  auto next = objects.lower_bound(address(start));
  if (object_at(start) != objects.end() || (next != objects.end() && next->first - address(start) < bytes))
    fail("llvm_hpvm_track_mem(%p, %zu): a part is tracked already; call llvm_hpvm_untrack_mem first", start, bytes);
  objects[address(start)].bytes = bytes;
}

void llvm_hpvm_untrack_mem(void *start) noexcept {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = objects.find(address(start));
  if (found == objects.end()) fail("llvm_hpvm_untrack_mem(%p): no tracked memory begins there", start);
  bring_to_host(found->first, found->second);
  if (found->second.buffer) release_buffer(found->second.buffer);
  objects.erase(found);
}

void llvm_hpvm_request_mem(void *start, size_t bytes) noexcept {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = object_at(start);
  if (found == objects.end()) fail("llvm_hpvm_request_mem(%p, %zu): the memory is not tracked", start, bytes);
  auto &[first, object] = *found;
  if (bytes > object.bytes - (address(start) - first))
    fail("llvm_hpvm_request_mem(%p, %zu): only %zu bytes are tracked from there", start, bytes,
         object.bytes - (address(start) - first));
  bring_to_host(first, object);
}
