// Threads are started by the first task and live until the process ends.
#include "core/threads.h"

#include <pthread.h>
#include <signal.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>

#include "core/last_thread.h"
#include "core/per_process.h"

namespace runtime {
namespace {

/** A first-in first-out line of tasks before a number of threads. */
struct Line {
  const unsigned limit;
  std::mutex mutex;
  std::condition_variable filled;
  std::deque<std::unique_ptr<Task>> tasks;
  unsigned threads = 0;
  unsigned idle = 0;
  explicit Line(unsigned limit) : limit(limit) {}
};

struct Threads {
  Line workers{4};
  Line callbacks{1};
};

PerProcess<Threads> threads;
thread_local int deferred;
thread_local bool own;

void* thread_main(void* argument) {
  own = true;
  std::unique_ptr<Task> task(static_cast<Task*>(argument));
  task->run();
  task.reset();
  own_thread_ends();
  return nullptr;
}

void serve(Line& line) {
  std::unique_lock<std::mutex> lock(line.mutex);
  for (;;) {
    line.idle++;
    line.filled.wait(lock, [&] { return !line.tasks.empty(); });
    line.idle--;
    std::unique_ptr<Task> task = std::move(line.tasks.front());
    line.tasks.pop_front();
    lock.unlock();
    task->run();
    task.reset();
    lock.lock();
  }
}

void push(Line& line, std::unique_ptr<Task> task) {
  bool start;
  {
    std::lock_guard<std::mutex> lock(line.mutex);
    line.tasks.push_back(std::move(task));
    start = line.idle < line.tasks.size() && line.threads < line.limit;
    if (start) line.threads++;
  }
  line.filled.notify_one();
  if (start) run_on_new_thread(make_task([&line] { serve(line); }));
}

}  // namespace

void run_on_worker(std::unique_ptr<Task> task) { push(threads->workers, std::move(task)); }

void run_on_callback_thread(std::unique_ptr<Task> task) { push(threads->callbacks, std::move(task)); }

void run_on_new_thread(std::unique_ptr<Task> task) {
  sigset_t all, before;
  sigfillset(&all);
  // Blocked, a fault of a guarded copy would take the program's handler away before the tracer sees it.
  sigdelset(&all, SIGSEGV);
  sigdelset(&all, SIGBUS);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  Task* argument = task.release();
  own_thread_starts();
  int error = pthread_create(&thread, &attributes, thread_main, argument);
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (error) {
    own_thread_ends();
    delete argument;
    throw std::system_error(error, std::generic_category());
  }
}

bool is_own_thread() { return own; }

DeferCallbacks::DeferCallbacks() { deferred++; }
DeferCallbacks::~DeferCallbacks() { deferred--; }

void run_callback(std::unique_ptr<Task> task) {
  if (deferred) return run_on_callback_thread(std::move(task));
  task->run();
}

void forget_threads_after_fork() {
  threads.reset();
  forget_own_threads_after_fork();
  deferred = 0;
  own = false;
}

}  // namespace runtime
