// The runtime's own threads: workers for commands that touch host memory, and one thread for the program's callbacks.
#pragma once
#include <memory>
#include <utility>

namespace runtime {

/** Something to do once on another thread. */
struct Task {
  virtual ~Task() = default;
  virtual void run() = 0;
};

template <class Body>
std::unique_ptr<Task> make_task(Body body) {
  struct Closure : Task {
    Body body;
    explicit Closure(Body&& body) : body(std::move(body)) {}
    void run() override { body(); }
  };
  return std::make_unique<Closure>(std::move(body));
}

/** Runs the task on one of a few workers. Tasks may overtake each other. */
void run_on_worker(std::unique_ptr<Task> task);

/** Runs the task on the callback thread, after all that were given to it before. */
void run_on_callback_thread(std::unique_ptr<Task> task);

/** Starts a thread that runs the task and ends. No signal of the guest is delivered to it. */
void run_on_new_thread(std::unique_ptr<Task> task);

/** True if this thread is one of the runtime's. */
bool is_own_thread();

/** While one of these lives, the program's callbacks must not run on this thread: it holds a lock of the runtime. */
class DeferCallbacks {
 public:
  DeferCallbacks();
  ~DeferCallbacks();
};

/** Runs a callback of the program: at once, or on the callback thread while callbacks are deferred. */
void run_callback(std::unique_ptr<Task> task);

void forget_threads_after_fork();

}  // namespace runtime
