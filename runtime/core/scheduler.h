// The graph of commands: dependencies, the next command, and waits of threads.
#pragma once
#include "core/event.h"

namespace runtime {

/** A checked wait list. */
class WaitList {
 public:
  /** CL_INVALID_EVENT_WAIT_LIST, or CL_INVALID_CONTEXT for events of another context. */
  WaitList(const _cl_context& context, cl_uint count, const cl_event* list);
  const std::vector<Ref<_cl_event>>& events() const { return events_; }

 private:
  std::vector<Ref<_cl_event>> events_;
};

enum class Order {
  Normal,
  /** Waits for all earlier commands of the queue when the wait list is empty. */
  Marker,
  /** Like a marker, and all later commands of the queue wait for it. */
  Barrier,
};

/** The parameters of a command from clEnqueue*. */
struct Submission {
  cl_command_type type;
  std::unique_ptr<Command> command;
  bool is_kernel = false;
  bool blocking = false;
  Order order = Order::Normal;
};

/**
 * Enqueues a command; when it is blocking, ends with the error of the command. `event` may be nullptr.
 * CL_OUT_OF_RESOURCES once the device is lost, here and when a queue is finished. Once a launch of the queue has failed
 * on the device, its blocking calls and clFinish return that error, whether or not the program holds the event of the
 * launch.
 */
void enqueue(_cl_command_queue& queue, const WaitList& waits, Submission submission, cl_event* event);

/** A part of a command of the program. */
struct CommandPart {
  /** Empty for a part that only orders others. */
  std::unique_ptr<Command> command;
  bool is_kernel = false;
  /** For notes: the parts that it really comes after, of those before it. */
  std::vector<uint32_t> after;
};

/**
 * Enqueues one command of several parts, of which each begins when the one before has ended. The last has its event.
 * Returns the events of all.
 */
std::vector<Ref<_cl_event>> enqueue_parts(_cl_command_queue& queue, const WaitList& waits, cl_command_type type,
                                          std::vector<CommandPart> parts, cl_event* event);

/** Enqueues a host command: the common case of enqueue(). */
void enqueue_host(_cl_command_queue& queue, cl_command_type type, const WaitList& waits, bool blocking,
                  std::unique_ptr<HostCommand> command, cl_event* event);

/** The program has observed that the command is complete: later commands come after it. */
void note_observed(const _cl_event& event);

/** Waits until the event's status is final. */
void wait_for(_cl_event& event);

/** Waits for all commands of the queue that there are now; ends with the error of a launch that has failed. */
void finish_queue(_cl_command_queue& queue);

/** Looks for completed kernels of the event's device, and returns its execution status now. */
cl_int current_status(_cl_event& event);

/** Completes a user event; CL_INVALID_OPERATION when it is complete already. */
void set_user_event(_cl_event& event, cl_int status);

void add_event_callback(_cl_event& event, cl_int type, EventNotify call, void* data);

void forget_graph_after_fork();

}  // namespace runtime
