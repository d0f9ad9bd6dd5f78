// The registry of live handles: garbage, released and foreign pointers are recognised without touching them.
#include "core/object.h"

#include <mutex>
#include <unordered_set>

#include "core/per_process.h"

namespace runtime {
namespace {

constexpr unsigned kShards = 32;

struct Shard {
  std::mutex mutex;
  std::unordered_set<const void*> handles;
};

struct Registry {
  Shard shards[kShards];
  uint32_t generation = 0;
};

PerProcess<Registry> registry;

Shard& shard_of(const void* handle) {
  uintptr_t bits = reinterpret_cast<uintptr_t>(handle);
  return registry->shards[(bits >> 4 ^ bits >> 12) % kShards];
}

/** Drops one reference and returns whether it was the last; the handle is invalid from then on. */
bool drop_published(Object& object) {
  Shard& shard = shard_of(&object);
  std::lock_guard<std::mutex> lock(shard.mutex);
  if (object.references.fetch_sub(1, std::memory_order_acq_rel) != 1) return false;
  shard.handles.erase(&object);
  return true;
}

}  // namespace

Object::Object(Kind kind, void (*destroy)(Object*))
    : destroy(destroy), generation(registry->generation), kind(kind) {}

void publish(Object& object) {
  Shard& shard = shard_of(&object);
  std::lock_guard<std::mutex> lock(shard.mutex);
  shard.handles.insert(&object);
  object.published.store(true, std::memory_order_release);
}

bool hold_handle(const void* handle, Kind kind) {
  if (!handle) return false;
  Shard& shard = shard_of(handle);
  std::lock_guard<std::mutex> lock(shard.mutex);
  if (shard.handles.find(handle) == shard.handles.end()) return false;
  Object* object = static_cast<Object*>(const_cast<void*>(handle));
  if (object->kind != kind) return false;
  hold(*object);
  return true;
}

void drop(Object& object) {
  if (object.published.load(std::memory_order_acquire)) {
    // Not the last reference: no lock. The last one must not race with hold_handle().
    uint32_t count = object.references.load(std::memory_order_relaxed);
    while (count > 1) {
      if (object.references.compare_exchange_weak(count, count - 1, std::memory_order_acq_rel)) return;
    }
    if (!drop_published(object)) return;
  } else if (object.references.fetch_sub(1, std::memory_order_acq_rel) != 1) {
    return;
  }
  if (object.generation == registry->generation) object.destroy(&object);
}

uint32_t fork_generation() { return registry->generation; }

void forget_objects_after_fork() {
  uint32_t next = registry->generation + 1;
  registry.reset();
  registry->generation = next;
}

}  // namespace runtime
