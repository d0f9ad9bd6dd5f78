// Events, and the commands behind them.
#pragma once
#include <memory>
#include <vector>

#include "core/order.h"
#include "core/queue.h"
#include "core/ring.h"

namespace runtime {

/** The action of an event's command. Destroyed, with everything that it holds, before the event shows completion. */
struct Command {
  virtual ~Command() = default;
};

/** A command that this process executes itself: copies, fills, maps, native kernels. */
struct HostCommand : Command {
  /** Roughly how many bytes it moves. Small ones are executed by the thread that enqueues them. */
  uint64_t bytes = 0;
  /** True when it runs code of the program, which may block. */
  bool is_foreign = false;
  /** Returns CL_SUCCESS or an error code. */
  virtual cl_int run() = 0;
};

template <class Body>
std::unique_ptr<HostCommand> host_command(uint64_t bytes, Body body) {
  struct Closure : HostCommand {
    Body body;
    explicit Closure(Body&& body) : body(std::move(body)) {}
    cl_int run() override {
      body();
      return CL_SUCCESS;
    }
  };
  auto command = std::make_unique<Closure>(std::move(body));
  command->bytes = bytes;
  return command;
}

/** A kernel launch. `packet.signal` is set at submission. */
struct KernelCommand : Command {
  abi::Packet packet = {};
  /** Called before the packet goes to the device; again when there was no room for it. An error: it does not go. */
  virtual cl_int begin() = 0;
  /**
   * Called once when the device is done, before the event is complete: carries memory back, prints what the kernel
   * printed.
   */
  virtual cl_int finish() = 0;
  virtual bool prints() const = 0;
};

/** Why a command comes after another one. */
enum class Link {
  /** Only the order matters. */
  Order,
  /** A wait list: a failure is passed on as one of an event in a wait list. */
  WaitList,
  /** The next part of the same command of the program: it begins where that began, and fails as that failed. */
  Part,
};

typedef void(CL_CALLBACK* EventNotify)(cl_event, cl_int, void*);

}  // namespace runtime

struct _cl_event : runtime::Object {
  static constexpr runtime::Kind kKind = runtime::Kind::Event;
  static constexpr cl_int kInvalid = CL_INVALID_EVENT;
  _cl_event(_cl_context& context, _cl_command_queue* queue, cl_command_type type)
      : Object(kKind, runtime::destroy_as<_cl_event>), context(context), type(type) {
    if (queue) this->queue = runtime::Ref<_cl_command_queue>(*queue);
  }

  const runtime::Ref<_cl_context> context;
  runtime::Ref<_cl_command_queue> queue;  ///< Empty for a user event.
  const cl_command_type type;
  /** CL_QUEUED, CL_SUBMITTED, CL_RUNNING, CL_COMPLETE or an error. */
  std::atomic<cl_int> status{CL_QUEUED};
  /** Futex word: 1 when the status is final. */
  std::atomic<uint32_t> done{0};
  /** Threads that sleep on `done`. */
  std::atomic<uint32_t> sleepers{0};
  /** Nanoseconds of CLOCK_MONOTONIC; final once `done` is 1. */
  cl_ulong queued_ns = 0, submitted_ns = 0, started_ns = 0, ended_ns = 0;
  /** When the first part of its command was submitted and began, if it is a later part. */
  cl_ulong first_submitted_ns = 0, first_started_ns = 0;
  /** When this part began; final once `done` is 1. */
  cl_ulong part_started_ns = 0;
  bool is_kernel = false;
  /** Index of the root device: the lane of its kernels. */
  uint32_t lane = 0;

  struct Dependent {
    runtime::Ref<_cl_event> event;
    runtime::Link link;
  };
  struct Callback {
    cl_int type;
    runtime::EventNotify call;
    void* data;
  };
  // Guarded by the scheduler's lock.
  std::unique_ptr<runtime::Command> command;
  uint32_t unmet = 0;             ///< Dependencies that are not complete.
  cl_int inherited = CL_SUCCESS;  ///< The error that a failed dependency passes on.
  std::vector<Dependent> dependents;
  std::vector<runtime::Ref<_cl_event>> dependencies;
  std::vector<Callback> callbacks;
  uint32_t signal = runtime::kNoSignal;
  uint32_t signal_users = 0;  ///< Threads that look at the signal: it must not be used again yet.
  bool in_ring = false;
  bool is_ready = false;    ///< All dependencies are met.
  bool is_taken = false;    ///< Some thread executes it or is going to.
  bool has_runner = false;  ///< A thread in a blocking call will execute it.
  bool is_wanted = false;   ///< This kernel's completion has an effect, even if no thread waits for it.
  /** For devices that request notes: the commands before this one, itself included, and the place of a launch. */
  runtime::LaunchClock clock;
  runtime::LaunchPlace place;
  _cl_event* older = nullptr;
  _cl_event* newer = nullptr;
};
