// The C library ends a process with its last thread, and does not distinguish the runtime's threads. So when the
// first thread ends, a thread is started that looks at the list of threads until only the runtime's are left. In other
// programs nothing of this happens.
#include "core/last_thread.h"

#include <dirent.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <system_error>

#include "core/threads.h"

namespace runtime {
namespace {

constexpr useconds_t kFirstPauseUs = 1000;
constexpr useconds_t kMaxPauseUs = 100000;

std::atomic<int> own_threads{0};

/** Threads of this process, the first one too after its end; 0 if /proc does not have it. */
int count_threads() {
  std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir("/proc/self/task"), closedir);
  int count = 0;
  while (folder) {
    const dirent* entry = readdir(folder.get());
    if (!entry) break;
    if (entry->d_name[0] != '.') count++;
  }
  return count;
}

void wait_for_last_thread() {
  useconds_t pause = kFirstPauseUs;
  for (;;) {
    int count = count_threads();
    if (count == 0) return;
    // The remains of the first thread are one of them.
    if (count <= own_threads + 1) exit(EXIT_SUCCESS);
    usleep(pause);
    if (pause < kMaxPauseUs) pause *= 2;
  }
}

/** A thread ends that has the key's value: the first one, unless the process ends as a whole. */
void on_thread_end(void*) {
  if (syscall(SYS_gettid) != getpid() || own_threads == 0) return;
  try {
    run_on_new_thread(make_task(wait_for_last_thread));
  } catch (const std::system_error&) {
    return;  // Without another thread the process stays, as with other libraries that have threads.
  }
}

__attribute__((constructor)) void watch_first_thread() {
  pthread_key_t key;
  if (syscall(SYS_gettid) == getpid() && pthread_key_create(&key, on_thread_end) == 0) pthread_setspecific(key, &own_threads);
}

}  // namespace

void own_thread_starts() { own_threads++; }
void own_thread_ends() { own_threads--; }
void forget_own_threads_after_fork() { own_threads = 0; }

}  // namespace runtime
