// malloc and its relatives for HSA programs, in whose place this library is preloaded: memory of the full profile is
// in reach of kernels by its own pointers. What does not fit is memory of the C library, which is not.
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/fork_wait.h"
#include "hsa/heap/heap.h"

extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
void __libc_free(void*);
extern char** environ;
}

namespace hsa::heap {
namespace {

constexpr size_t kPage = 4096;

// Of constant initialization: the dynamic loader calls malloc before constructors run.
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
Arena arena;
Heap heap(&arena);
enum class State { unopened, opening, open, absent };
State state = State::unopened;
runtime::ForkWait child_copies;

class Lock {
 public:
  Lock() { pthread_mutex_lock(&mutex); }
  ~Lock() { pthread_mutex_unlock(&mutex); }
};

void before_fork() {
  pthread_mutex_lock(&mutex);
  child_copies.prepare();
}

void after_fork_in_parent() {
  child_copies.wait_in_parent();
  pthread_mutex_unlock(&mutex);
}

void after_fork_in_child() {
  arena.become_copy(heap.used());
  child_copies.done_in_child();
  pthread_mutex_init(&mutex, nullptr);
}

// Handlers of fork are first: those of others may allocate. Registration allocates itself, which `opening` lets pass.
void open_arena() {
  int error = errno;
  state = State::opening;
  bool opened = arena.open();
  pthread_mutex_unlock(&mutex);
  if (opened) pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
  pthread_mutex_lock(&mutex);
  state = opened ? State::open : State::absent;
  errno = error;
}

/** nullptr when the C library has to give it. */
void* take(size_t bytes, size_t alignment, bool zeroed) {
  Lock lock;
  if (state == State::unopened) open_arena();
  if (state != State::open) return nullptr;
  size_t fresh = 0;
  void* memory = heap.allocate(bytes, alignment, &fresh);
  if (memory && zeroed && fresh < bytes) memset(memory, 0, bytes);
  return memory;
}

void give(void* memory) {
  Lock lock;
  if (heap.release(memory)) return;
  constexpr char kText[] = "atoll: free(): invalid pointer\n";
  if (write(STDERR_FILENO, kText, sizeof kText - 1) < 0) abort();
  abort();
}

bool is_power_of_two(size_t number) { return number != 0 && (number & (number - 1)) == 0; }

void* aligned(size_t alignment, size_t bytes) {
  if (!is_power_of_two(alignment)) {
    errno = EINVAL;
    return nullptr;
  }
  void* memory = take(bytes, alignment, false);
  return memory ? memory : __libc_memalign(alignment, bytes);
}

void* moved(void* memory, size_t bytes) {
  size_t before = Heap::bytes_of(memory);
  if (bytes <= before && bytes >= before / 2) return memory;
  void* other = malloc(bytes);
  if (!other) return nullptr;
  memcpy(other, memory, before < bytes ? before : bytes);
  give(memory);
  return other;
}

/** The tracer names the library for each program that needs it: programs that this one executes may not. */
__attribute__((constructor)) void leave_environment() {
  constexpr char kName[] = "LD_PRELOAD=";
  for (char** variable = environ; variable && *variable; variable++) {
    if (strncmp(*variable, kName, sizeof kName - 1) != 0 || !strstr(*variable, "libatoll-hsa-heap.so")) continue;
    do variable[0] = variable[1];
    while (*variable++);
    return;
  }
}

}  // namespace
}  // namespace hsa::heap

#define EXPORT extern "C" __attribute__((visibility("default")))

using namespace hsa::heap;

EXPORT void* malloc(size_t bytes) {
  void* memory = take(bytes, kAlignment, false);
  return memory ? memory : __libc_malloc(bytes);
}

EXPORT void free(void* memory) {
  if (!memory) return;
  if (!arena.contains(memory)) return __libc_free(memory);
  int error = errno;
  give(memory);
  errno = error;
}

EXPORT void* calloc(size_t count, size_t size) {
  size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  void* memory = take(bytes, kAlignment, true);
  return memory ? memory : __libc_calloc(count, size);
}

EXPORT void* realloc(void* memory, size_t bytes) {
  if (!memory) return malloc(bytes);
  if (!arena.contains(memory)) return __libc_realloc(memory, bytes);
  if (bytes == 0) {
    give(memory);
    return nullptr;
  }
  return moved(memory, bytes);
}

EXPORT void* reallocarray(void* memory, size_t count, size_t size) {
  size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return realloc(memory, bytes);
}

EXPORT void* memalign(size_t alignment, size_t bytes) { return aligned(alignment, bytes); }
EXPORT void* aligned_alloc(size_t alignment, size_t bytes) { return aligned(alignment, bytes); }
EXPORT void* valloc(size_t bytes) { return aligned(kPage, bytes); }
EXPORT void* pvalloc(size_t bytes) { return aligned(kPage, (bytes + kPage - 1) & ~(kPage - 1)); }

EXPORT int posix_memalign(void** memory, size_t alignment, size_t bytes) {
  if (!is_power_of_two(alignment) || alignment % sizeof(void*) != 0) return EINVAL;
  int error = errno;
  void* given = aligned(alignment, bytes);
  errno = error;
  if (!given) return ENOMEM;
  *memory = given;
  return 0;
}

EXPORT size_t malloc_usable_size(void* memory) {
  if (!memory) return 0;
  if (arena.contains(memory)) return Heap::bytes_of(memory);
  // The C library's chunks have their size and three flags before them, and one word behind that the next one lends.
  size_t word = static_cast<size_t*>(memory)[-1];
  constexpr size_t kMapped = 2;
  return (word & ~size_t{7}) - (word & kMapped ? 2 : 1) * sizeof(size_t);
}
