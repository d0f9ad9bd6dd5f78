#include "instances.h"

#include <ucontext.h>

#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "failure.h"
#include "mapping.h"
#include "include/hpvm.h"

namespace hpvm {
namespace {

constexpr size_t kFiberStackBytes = 64 * 1024;
constexpr size_t kMaxFibers = 65536;

/** The leaf or allocation that this thread executes. */
struct Execution {
  const Function *function;
  const Levels *outer;
  Level own;
  Values returned;
  bool has_returned;
  Allocations *allocations;
  long vector_length;
  /** Switches to the next instance at a barrier; null without barriers. */
  void (*on_barrier)(Execution &);
};

thread_local Execution *execution = nullptr;

Execution &current(const char *call) {
  if (!execution) fail("%s outside of a leaf", call);
  return *execution;
}

/** Handles are levels above the leaf, from 1 on. */
const Level &level_of(const void *handle, const char *call) {
  Execution &own = current(call);
  const size_t above = reinterpret_cast<size_t>(handle) - 1;
  if (above > own.outer->size()) fail("%s in %s: there is no such node", call, own.function->name);
  return above == 0 ? own.own : (*own.outer)[own.outer->size() - above];
}

bool is_first(const Level &level) { return level.id[0] == 0 && level.id[1] == 0 && level.id[2] == 0; }

/** An instance with a stack of its own, so that it can wait at a barrier. */
struct Fiber {
  Level level;
  ucontext_t context;
  std::unique_ptr<char[]> stack;
  bool is_done = false;
};

struct Fibers {
  std::vector<Fiber> all;
  ucontext_t scheduler;
  Fiber *running = nullptr;
  const Values *values;
};

thread_local Fibers *fibers = nullptr;

void fiber_main() {
  invoke(*execution->function, *fibers->values);
  fibers->running->is_done = true;
}

void wait_at_barrier(Execution &) {
  swapcontext(&fibers->running->context, &fibers->scheduler);
}

void prepare(Fiber &fiber, ucontext_t &scheduler) {
  // Without initial values: stacks are large.
  fiber.stack.reset(new char[kFiberStackBytes]);
  getcontext(&fiber.context);
  fiber.context.uc_stack.ss_sp = fiber.stack.get();
  fiber.context.uc_stack.ss_size = kFiberStackBytes;
  fiber.context.uc_link = &scheduler;
  makecontext(&fiber.context, fiber_main, 0);
}

/** Each round executes all instances up to their next barrier. */
void run_fibers(Execution &own, const Values &values) {
  const size_t count = static_cast<size_t>(own.own.count[0] * own.own.count[1] * own.own.count[2]);
  if (count > kMaxFibers) fail("%s: %zu instances with a barrier; the CPU executes at most %zu", own.function->name, count, kMaxFibers);
  Fibers group{std::vector<Fiber>(count), {}, nullptr, &values};
  fibers = &group;
  own.on_barrier = wait_at_barrier;
  for (Fiber &fiber : group.all) {
    fiber.level = own.own;
    advance(own.own);
    prepare(fiber, group.scheduler);
  }
  for (size_t open = group.all.size(); open > 0;) {
    size_t waiting = 0, ended = 0;
    for (Fiber &fiber : group.all) {
      if (fiber.is_done) continue;
      group.running = &fiber;
      own.own = fiber.level;
      swapcontext(&group.scheduler, &fiber.context);
      (fiber.is_done ? ended : waiting)++;
    }
    open -= ended;
    if (waiting > 0 && waiting < group.all.size()) fail("%s: not all instances reach a barrier", own.function->name);
  }
  fibers = nullptr;
}

void run_instances(Execution &own, Values values) {
  const Function &function = *own.function;
  const std::vector<void *> addresses = addresses_of(values);
  if (function.run) {
    // The first instance returns the values of the node.
    const bool returns = function.output_count > 0;
    if (returns) function.invoke(addresses.data());
    return function.run(addresses.data(), own.own.count, returns ? 1 : 0, own.vector_length > 1);
  }
  do function.invoke(addresses.data());
  while (advance(own.own));
}

/** Floats in a register of the processors for which programs are compiled. */
#ifdef __SSE2__
constexpr long kVectorLength = 4;
#else
constexpr long kVectorLength = 1;
#endif

}  // namespace

Allocations::~Allocations() {
  for (const auto &[start, bytes] : sizes_) free(const_cast<void *>(start));
}

void *Allocations::add(size_t bytes) {
  void *start = calloc(bytes ? bytes : 1, 1);
  if (!start) fail("__hpvm__malloc: no memory for %zu bytes", bytes);
  std::lock_guard<std::mutex> lock(mutex_);
  sizes_[start] = bytes;
  return start;
}

size_t Allocations::bytes_at(const void *start) const {
  std::lock_guard<std::mutex> lock(mutex_);
  auto found = sizes_.find(start);
  return found == sizes_.end() ? 0 : found->second;
}

Level first_instance(const Extents &extents) {
  Level level{};
  for (int dimension = 0; dimension < 3; dimension++) level.count[dimension] = extents.count[dimension];
  return level;
}

bool advance(Level &level) {
  for (int dimension = 0; dimension < 3; dimension++) {
    if (++level.id[dimension] < level.count[dimension]) return true;
    level.id[dimension] = 0;
  }
  return false;
}

Values run_on_cpu(const Function &function, const Extents &extents, const Values &values, const Levels &outer,
                  Allocations &allocations) {
  Execution own{&function, &outer, first_instance(extents), Values(function.output_count), false, &allocations,
                unit_of(function).target == 'v' ? kVectorLength : 1, nullptr};
  execution = &own;
  const FailureScope ending(false);
  if (function.has_barrier) {
    run_fibers(own, values);
  } else {
    run_instances(own, values);
  }
  execution = nullptr;
  if (function.output_count > 0 && !own.has_returned) fail("%s has not returned its values", function.name);
  return own.returned;
}

}  // namespace hpvm

using namespace hpvm;

void *__hpvm__getNode(void) noexcept { return reinterpret_cast<void *>(1); }
void *__hpvm__getParentNode(void *node) noexcept { return static_cast<char *>(node) + 1; }

#define QUERIES(name, dimension)                                                                       \
  long __hpvm__getNodeInstanceID_##name(void *node) noexcept {                                         \
    return level_of(node, "__hpvm__getNodeInstanceID_" #name).id[dimension];                           \
  }                                                                                                    \
  long __hpvm__getNumNodeInstances_##name(void *node) noexcept {                                       \
    return level_of(node, "__hpvm__getNumNodeInstances_" #name).count[dimension];                      \
  }
QUERIES(x, 0)
QUERIES(y, 1)
QUERIES(z, 2)

long __hpvm__getVectorLength(void) noexcept { return current("__hpvm__getVectorLength").vector_length; }

void __hpvm__barrier(void) noexcept {
  Execution &own = current("__hpvm__barrier");
  if (own.on_barrier) own.on_barrier(own);
}

void *__hpvm__malloc(long bytes) noexcept {
  if (bytes < 0) fail("__hpvm__malloc(%ld)", bytes);
  return current("__hpvm__malloc").allocations->add(bytes);
}

void __hpvm__return(unsigned count, ...) noexcept {
  Execution &own = current("__hpvm__return");
  if (count != own.function->output_count) fail("%s returns %u values, not %u", own.function->name, count, own.function->output_count);
  // Instances return the same values; those of the first one count.
  if (!is_first(own.own)) return;
  own.has_returned = true;
  va_list arguments;
  va_start(arguments, count);
  for (unsigned index = 0; index < count; index++) {
    const char type = own.function->outputs[index];
    if (type == 'd') {
      const double value = va_arg(arguments, double);
      memcpy(&own.returned[index], &value, sizeof value);
    } else {
      const Value value = va_arg(arguments, Value);
      own.returned[index] = type == 'i' ? static_cast<uint32_t>(value) : value;
    }
  }
  va_end(arguments);
}

#define ATOMIC(name, expression)                                                                        \
  int __hpvm__atomic_##name(int *address, int value) noexcept {                                         \
    int old = __atomic_load_n(address, __ATOMIC_SEQ_CST);                                               \
    while (!__atomic_compare_exchange_n(address, &old, (expression), false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) { \
    }                                                                                                   \
    return old;                                                                                         \
  }
ATOMIC(add, static_cast<int>(static_cast<unsigned>(old) + static_cast<unsigned>(value)))
ATOMIC(sub, static_cast<int>(static_cast<unsigned>(old) - static_cast<unsigned>(value)))
ATOMIC(xchg, value)
ATOMIC(min, old < value ? old : value)
ATOMIC(max, old > value ? old : value)
ATOMIC(and, old &value)
ATOMIC(or, old | value)
ATOMIC(xor, old ^ value)
