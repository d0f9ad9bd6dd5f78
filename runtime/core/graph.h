// Inside the scheduler: the shared state of all command queues, and one change of it.
#pragma once
#include <condition_variable>
#include <list>
#include <mutex>
#include <vector>

#include "core/event.h"

namespace runtime {

/** The kernels of one device, in the order of the ring. The device completes them in this order. */
struct Lane {
  /** Held while completed kernels are collected, so that they complete in order. Taken before Graph::mutex. */
  std::mutex reap;
  // Guarded by Graph::mutex:
  std::list<Ref<_cl_event>> submitted;
  /** Kernels that are ready, but found no room in the ring. */
  std::list<Ref<_cl_event>> backlog;
  std::condition_variable wanted;
  bool has_reaper = false;
};

struct Graph {
  std::mutex mutex;
  Lane lanes[abi::kMaxDevices];
  std::atomic<uint32_t> backlogged{0};
  LaunchOrder order;
};

Graph& graph();

/**
 * One change of the graph, made under its lock. References are dropped and commands started after the lock:
 * both may run code that takes it again.
 */
class Turn {
 public:
  Turn() : lock_(graph().mutex) {}

  /** `later` cannot start before `earlier` is done; nothing when it is. */
  void depend(_cl_event& later, _cl_event& earlier, Link link);
  /** All dependencies are met. */
  void make_ready(_cl_event& event);
  void set_status(_cl_event& event, cl_int status);
  /** Something happens when this kernel completes: a thread has to notice it. */
  void want(_cl_event& event);
  void link(_cl_event& event);
  void mark_complete(_cl_event& event, cl_int code);
  void drain_backlog();
  /** A reference to be dropped after the lock. */
  void discard(Ref<_cl_event> event) { trash_.push_back(std::move(event)); }

  /** Submits kernels, unlocks, hands host commands to workers. Returns events that complete at once. */
  std::vector<Ref<_cl_event>> settle();

 private:
  /** Calls the callbacks for a status that the event has reached or passed. */
  void notify(_cl_event& event, cl_int passed);
  void unlink(_cl_event& event);
  void submit(_cl_event& event);
  bool try_submit(_cl_event& event);
  void release_order_dependents(_cl_event& event);

  std::vector<Ref<_cl_event>> trash_;
  std::vector<Ref<_cl_event>> kernels_;
  std::vector<Ref<_cl_event>> host_;
  std::vector<Ref<_cl_event>> finished_;
  bool submitted_ = false;
  /** Last: released before the references above are dropped. */
  std::unique_lock<std::mutex> lock_;
};

/** Executes a host command on this thread and completes its event. The caller has set is_taken. */
void execute(_cl_event& event);

/** Completes an event and all that complete at once because of it. */
void complete(Ref<_cl_event> event, cl_int code);
void complete_each(std::vector<Ref<_cl_event>> events);

/** Collects the kernels that the device has completed. */
void reap(Lane& lane);
void start_reaper(Lane& lane);

/** Counts a thread that looks at the event's signal, under the graph's lock. */
inline void use_signal(_cl_event& event) { event.signal_users++; }
void unuse_signal(_cl_event& event);

}  // namespace runtime
