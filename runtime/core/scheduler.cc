// Enqueueing and waiting: operations of API calls on the graph.
#include "core/scheduler.h"

#include "core/futex.h"
#include "core/graph.h"
#include "core/notes.h"
#include "core/threads.h"

namespace runtime {
namespace {

/** Commands up to this size run on the thread that enqueues them: cheaper than waking another one. */
constexpr uint64_t kInlineBytes = 256 * 1024;
constexpr int kSpins = 100;

bool may_run_here(const Submission& submission) {
  if (submission.is_kernel || !submission.command) return false;
  const HostCommand& command = static_cast<const HostCommand&>(*submission.command);
  return !command.is_foreign && (submission.blocking || command.bytes <= kInlineBytes);
}

void add_dependencies(Turn& turn, _cl_event& event, const WaitList& waits, Order order) {
  _cl_command_queue& queue = *event.queue;
  for (const Ref<_cl_event>& wait : waits.events()) turn.depend(event, *wait, Link::WaitList);
  if (!queue.is_out_of_order()) {
    if (queue.newest) turn.depend(event, *queue.newest, Link::Order);
  } else if (order != Order::Normal && waits.events().empty()) {
    for (_cl_event* earlier = queue.oldest; earlier; earlier = earlier->newer) turn.depend(event, *earlier,
                                                                                           Link::Order);
  } else if (queue.barrier) {
    turn.depend(event, *queue.barrier, Link::Order);
  }
}

/** Sets the commands that precede a new one. Under the lock. */
void set_clock(_cl_event& event, const WaitList& waits, Order order) {
  _cl_command_queue& queue = *event.queue;
  LaunchClock& clock = event.clock;
  clock = graph().order.host;
  for (const Ref<_cl_event>& wait : waits.events()) {
    clock.join(wait->clock);
    clock.is_unknown |= !wait->queue && !wait->done;
  }
  if (!queue.is_out_of_order()) {
    clock.join(queue.clock);
  } else {
    clock.join(queue.barrier_clock);
    if (order != Order::Normal && waits.events().empty()) clock.join(queue.clock);
  }
  if (event.is_kernel) event.place = graph().order.append(clock);
  queue.clock.join(clock);
  if (order == Order::Barrier) queue.barrier_clock.join(clock);
}

/** Sets the commands that precede a part of a command. Under the lock. */
void set_part_clock(_cl_event& event, const std::vector<Ref<_cl_event>>& parts, const std::vector<uint32_t>& after) {
  for (uint32_t part : after) event.clock.join(parts[part]->clock);
  if (event.is_kernel) event.place = graph().order.append(event.clock);
}

/** The program enqueues kernels faster than the device takes them. */
void wait_out_backlog(Lane& lane) {
  while (graph().backlogged.load()) {
    wait_for_room();
    reap(lane);
    Turn turn;
    turn.drain_backlog();
    complete_each(turn.settle());
  }
}

void sleep_until_done(_cl_event& event) {
  for (int spin = 0; spin < kSpins; spin++) {
    if (event.done.load(std::memory_order_acquire)) return;
    pause_cpu();
  }
  event.sleepers.fetch_add(1);
  futex_wait(event.done, 0, Sharing::Private);
  event.sleepers.fetch_sub(1);
}

/** The command, in the chain of dependencies, that has to make progress first. */
_cl_event* find_blocker(_cl_event* event) {
  while (event->unmet) {
    _cl_event* open = nullptr;
    for (const Ref<_cl_event>& dependency : event->dependencies) {
      if (!dependency->done) open = dependency.get();
    }
    if (!open) return event;
    event = open;
  }
  return event;
}

/** Why results of launches of this queue are not there; CL_SUCCESS when they are. */
cl_int failure_of(_cl_command_queue& queue) {
  if (is_device_lost()) return CL_OUT_OF_RESOURCES;
  std::lock_guard<std::mutex> lock(graph().mutex);
  return queue.failure;
}

/** Waits; the thread of a blocking call also executes the command, once its dependencies are met. */
void wait_or_run(_cl_event& event, bool is_runner) {
  while (!event.done.load(std::memory_order_acquire)) {
    std::unique_lock<std::mutex> lock(graph().mutex);
    if (event.done) return;
    if (is_runner && event.is_ready && !event.is_taken) {
      event.is_taken = true;
      lock.unlock();
      execute(event);
      return;
    }
    Ref<_cl_event> blocker(*find_blocker(&event));
    if (!blocker->in_ring) {
      lock.unlock();
      sleep_until_done(*blocker);
      continue;
    }
    use_signal(*blocker);
    lock.unlock();
    wait_signal(blocker->signal);
    reap(graph().lanes[blocker->lane]);
    lock.lock();
    unuse_signal(*blocker);
    lock.unlock();
  }
}

cl_int status_now(_cl_event& event) {
  if (!event.is_kernel || event.done) return event.status;
  reap(graph().lanes[event.lane]);
  std::lock_guard<std::mutex> lock(graph().mutex);
  if (event.done || !event.in_ring) return event.status;
  return signal_state(event.signal) == abi::SignalState_PENDING ? CL_SUBMITTED : CL_RUNNING;
}

Ref<_cl_event> new_event(_cl_command_queue& queue, Submission& submission) {
  Ref<_cl_event> event = make<_cl_event>(*queue.context, &queue, submission.type);
  event->queued_ns = now_ns();
  event->is_kernel = submission.is_kernel;
  event->lane = queue.device->info.index;
  event->command = std::move(submission.command);
  return event;
}

}  // namespace

WaitList::WaitList(const _cl_context& context, cl_uint count, const cl_event* list) {
  check((count == 0) == (list == nullptr), CL_INVALID_EVENT_WAIT_LIST);
  events_.reserve(count);
  for (cl_uint index = 0; index < count; index++) {
    Ref<_cl_event> event = acquire(list[index]);
    check(static_cast<bool>(event), CL_INVALID_EVENT_WAIT_LIST);
    check(event->context.get() == &context, CL_INVALID_CONTEXT);
    events_.push_back(std::move(event));
  }
}

void enqueue(_cl_command_queue& queue, const WaitList& waits, Submission submission, cl_event* event_ret) {
  check(!is_device_lost(), CL_OUT_OF_RESOURCES);
  bool runs_here = may_run_here(submission);
  bool blocking = submission.blocking;
  Ref<_cl_event> event = new_event(queue, submission);
  event->has_runner = runs_here && blocking;
  bool at_once = false;
  {
    Turn turn;
    add_dependencies(turn, *event, waits, submission.order);
    if (wants_notes()) set_clock(*event, waits, submission.order);
    turn.link(*event);
    if (submission.order == Order::Barrier && queue.is_out_of_order()) queue.barrier = event.get();
    if (event->unmet == 0) {
      at_once = runs_here && event->inherited == CL_SUCCESS;
      event->is_ready = event->is_taken = at_once;
      if (!at_once) turn.make_ready(*event);
    }
    if (event_ret) *event_ret = hand_out(event);
    complete_each(turn.settle());
  }
  if (at_once) execute(*event);
  if (event->is_kernel && graph().backlogged.load()) wait_out_backlog(graph().lanes[event->lane]);
  if (!blocking) return;
  wait_or_run(*event, runs_here);
  note_observed(*event);
  cl_int result = event->status;
  // The results of an earlier launch that failed are missing.
  if (result >= 0) result = failure_of(queue);
  if (result >= 0) return;
  if (event_ret) release_handle(std::exchange(*event_ret, nullptr));
  fail(result);
}

std::vector<Ref<_cl_event>> enqueue_parts(_cl_command_queue& queue, const WaitList& waits, cl_command_type type,
                                          std::vector<CommandPart> parts, cl_event* event_ret) {
  check(!is_device_lost(), CL_OUT_OF_RESOURCES);
  std::vector<Ref<_cl_event>> events;
  for (CommandPart& part : parts) {
    Submission submission;
    submission.type = type;
    submission.command = std::move(part.command);
    submission.is_kernel = part.is_kernel;
    events.push_back(new_event(queue, submission));
  }
  {
    Turn turn;
    for (size_t index = 0; index < events.size(); index++) {
      _cl_event& event = *events[index];
      if (index == 0) add_dependencies(turn, event, waits, Order::Normal);
      else turn.depend(event, *events[index - 1], Link::Part);
      if (wants_notes() && index == 0) set_clock(event, waits, Order::Normal);
      if (wants_notes() && index != 0) set_part_clock(event, events, parts[index].after);
      turn.link(event);
    }
    if (wants_notes()) queue.clock.join(events.back()->clock);
    if (events.front()->unmet == 0) turn.make_ready(*events.front());
    if (event_ret) *event_ret = hand_out(events.back());
    complete_each(turn.settle());
  }
  if (graph().backlogged.load()) wait_out_backlog(graph().lanes[events.front()->lane]);
  return events;
}

void enqueue_host(_cl_command_queue& queue, cl_command_type type, const WaitList& waits, bool blocking,
                  std::unique_ptr<HostCommand> command, cl_event* event) {
  Submission submission;
  submission.type = type;
  submission.command = std::move(command);
  submission.blocking = blocking;
  enqueue(queue, waits, std::move(submission), event);
}

void note_observed(const _cl_event& event) {
  if (!wants_notes()) return;
  std::lock_guard<std::mutex> lock(graph().mutex);
  graph().order.host.join(event.clock);
}

void wait_for(_cl_event& event) {
  wait_or_run(event, false);
  note_observed(event);
}

void finish_queue(_cl_command_queue& queue) {
  std::vector<Ref<_cl_event>> pending;
  LaunchClock all;
  {
    std::lock_guard<std::mutex> lock(graph().mutex);
    _cl_event* first = queue.is_out_of_order() ? queue.oldest : queue.newest;
    for (_cl_event* event = first; event; event = event->newer) pending.push_back(Ref<_cl_event>(*event));
    if (wants_notes()) all = queue.clock;
  }
  for (const Ref<_cl_event>& event : pending) wait_for(*event);
  if (wants_notes()) {
    std::lock_guard<std::mutex> lock(graph().mutex);
    graph().order.host.join(all);
  }
  cl_int failure = failure_of(queue);
  check(failure == CL_SUCCESS, failure);
}

cl_int current_status(_cl_event& event) {
  cl_int status = status_now(event);
  if (status <= CL_COMPLETE) note_observed(event);
  return status;
}

void set_user_event(_cl_event& event, cl_int status) {
  {
    std::lock_guard<std::mutex> lock(graph().mutex);
    check(!event.is_taken, CL_INVALID_OPERATION);
    event.is_taken = true;
    if (wants_notes()) event.clock = graph().order.host;
  }
  complete(Ref<_cl_event>(event), status);
}

void add_event_callback(_cl_event& event, cl_int type, EventNotify call, void* data) {
  Turn turn;
  cl_int status = event.status;
  if (status > type) {
    event.callbacks.push_back({type, call, data});
    if (event.is_kernel) turn.want(event);
  } else {
    run_on_callback_thread(make_task([event = Ref<_cl_event>(event), type, call, data, status] {
      if (status <= CL_COMPLETE) note_observed(*event);
      call(event.get(), status < 0 ? status : type, data);
    }));
  }
  turn.settle();
}

}  // namespace runtime
