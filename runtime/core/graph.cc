// Changes of the command graph.
#include "core/graph.h"

#include "core/futex.h"
#include "core/notes.h"
#include "core/per_process.h"
#include "core/scheduler.h"
#include "core/threads.h"

namespace runtime {
namespace {

PerProcess<Graph> the_graph;

bool same_lane_kernels(const _cl_event& a, const _cl_event& b) {
  return a.is_kernel && b.is_kernel && a.lane == b.lane;
}

/** True when the completion concerns more than waiting threads. */
bool has_listeners(const _cl_event& event) {
  if (!event.callbacks.empty()) return true;
  for (const _cl_event::Dependent& dependent : event.dependents) {
    if (!dependent.event->has_runner) return true;
  }
  return event.is_kernel && event.command && static_cast<KernelCommand&>(*event.command).prints();
}

/** Passes times and failure of a completed command on to a later one. @param status its final one */
void pass_on(const _cl_event& earlier, cl_int status, _cl_event& later, Link link) {
  if (link == Link::Part) {
    later.first_submitted_ns = earlier.submitted_ns;
    later.first_started_ns = earlier.started_ns;
  }
  if (status >= 0 || link == Link::Order) return;
  later.inherited = link == Link::Part ? status : CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
}

}  // namespace

Graph& graph() { return *the_graph; }

void forget_graph_after_fork() { the_graph.reset(); }

void Turn::depend(_cl_event& later, _cl_event& earlier, Link link) {
  if (earlier.done.load(std::memory_order_acquire)) {
    pass_on(earlier, earlier.status, later, link);
    return;
  }
  // The ring keeps the order of one device's kernels by itself.
  if (link == Link::Order && earlier.in_ring && same_lane_kernels(earlier, later)) return;
  earlier.dependents.push_back({Ref<_cl_event>(later), link});
  later.dependencies.push_back(Ref<_cl_event>(earlier));
  later.unmet++;
  if (earlier.in_ring && !later.has_runner) want(earlier);
}

void Turn::make_ready(_cl_event& event) {
  event.is_ready = true;
  for (Ref<_cl_event>& dependency : event.dependencies) discard(std::move(dependency));
  event.dependencies.clear();
  if (event.inherited != CL_SUCCESS || !event.command) {
    event.is_taken = true;
    finished_.push_back(Ref<_cl_event>(event));
  } else if (event.is_kernel) {
    kernels_.push_back(Ref<_cl_event>(event));
  } else if (!event.has_runner) {
    event.is_taken = true;
    host_.push_back(Ref<_cl_event>(event));
  }
}

void Turn::set_status(_cl_event& event, cl_int status) {
  event.status.store(status, std::memory_order_release);
  if (status == CL_SUBMITTED) event.submitted_ns = now_ns();
  if (status == CL_RUNNING) event.started_ns = now_ns();
  // A status may skip others, as a kernel's does without an observer: their callbacks come first.
  for (cl_int passed = CL_SUBMITTED; passed >= status && passed >= CL_COMPLETE; passed--) notify(event, passed);
}

void Turn::notify(_cl_event& event, cl_int passed) {
  std::vector<_cl_event::Callback> rest;
  cl_int status = event.status;
  for (const _cl_event::Callback& callback : event.callbacks) {
    if (callback.type != passed) {
      rest.push_back(callback);
      continue;
    }
    cl_int reported = status < 0 ? status : passed;
    run_on_callback_thread(make_task([event = Ref<_cl_event>(event), callback, reported] {
      if (reported <= CL_COMPLETE) note_observed(*event);
      callback.call(event.get(), reported, callback.data);
    }));
  }
  event.callbacks.swap(rest);
}

void Turn::want(_cl_event& event) {
  event.is_wanted = true;
  Lane& lane = graph().lanes[event.lane];
  if (!event.in_ring) return;
  if (!lane.has_reaper) {
    lane.has_reaper = true;
    start_reaper(lane);
  }
  lane.wanted.notify_one();
}

void Turn::link(_cl_event& event) {
  hold(event);
  _cl_command_queue& queue = *event.queue;
  event.older = queue.newest;
  (queue.newest ? queue.newest->newer : queue.oldest) = &event;
  queue.newest = &event;
}

void Turn::unlink(_cl_event& event) {
  _cl_command_queue& queue = *event.queue;
  (event.older ? event.older->newer : queue.oldest) = event.newer;
  (event.newer ? event.newer->older : queue.newest) = event.older;
  event.older = event.newer = nullptr;
  if (queue.barrier == &event) queue.barrier = nullptr;
  discard(Ref<_cl_event>::adopt(&event));
}

bool Turn::try_submit(_cl_event& event) {
  uint32_t signal = take_signal();
  if (signal == kNoSignal) return false;
  KernelCommand& command = static_cast<KernelCommand&>(*event.command);
  if (cl_int error = command.begin()) {
    free_signal(signal);
    event.inherited = event.queue->failure = error;
    finished_.push_back(Ref<_cl_event>(event));
    return true;
  }
  abi::Packet& packet = command.packet;
  note_order(packet.kernarg, event.clock, event.place);
  packet.signal = signal;
  event.signal = signal;
  if (!push_packet(packet)) {
    event.signal = kNoSignal;
    free_signal(signal);
    return false;
  }
  submitted_ = true;
  event.in_ring = true;
  graph().lanes[event.lane].submitted.push_back(Ref<_cl_event>(event));
  set_status(event, CL_SUBMITTED);
  release_order_dependents(event);
  if (event.is_wanted || has_listeners(event)) want(event);
  return true;
}

void Turn::release_order_dependents(_cl_event& event) {
  std::vector<_cl_event::Dependent> rest;
  for (_cl_event::Dependent& dependent : event.dependents) {
    if (dependent.link != Link::Order || !same_lane_kernels(event, *dependent.event)) {
      rest.push_back(std::move(dependent));
      continue;
    }
    if (--dependent.event->unmet == 0) make_ready(*dependent.event);
    discard(std::move(dependent.event));
  }
  event.dependents.swap(rest);
}

void Turn::submit(_cl_event& event) {
  Lane& lane = graph().lanes[event.lane];
  if (is_device_lost()) {
    event.inherited = CL_OUT_OF_RESOURCES;
    finished_.push_back(Ref<_cl_event>(event));
    return;
  }
  if (lane.backlog.empty() && try_submit(event)) return;
  lane.backlog.push_back(Ref<_cl_event>(event));
  graph().backlogged++;
  for (Lane& busy : graph().lanes) {
    if (!busy.submitted.empty()) want(*busy.submitted.front());
  }
}

void Turn::drain_backlog() {
  if (graph().backlogged == 0) return;
  bool is_lost = is_device_lost();
  for (Lane& lane : graph().lanes) {
    while (!lane.backlog.empty()) {
      _cl_event& next = *lane.backlog.front();
      if (is_lost) {
        next.inherited = CL_OUT_OF_RESOURCES;
        finished_.push_back(Ref<_cl_event>(next));
      } else if (!try_submit(next)) {
        break;
      }
      discard(std::move(lane.backlog.front()));
      lane.backlog.pop_front();
      graph().backlogged--;
    }
    if (graph().backlogged && !lane.submitted.empty()) want(*lane.submitted.front());
  }
}

void Turn::mark_complete(_cl_event& event, cl_int code) {
  cl_ulong now = now_ns();
  if (event.submitted_ns < event.queued_ns) event.submitted_ns = event.queued_ns;
  if (!event.started_ns) event.started_ns = event.ended_ns = now;
  if (event.started_ns < event.submitted_ns) event.started_ns = event.submitted_ns;
  if (!event.ended_ns) event.ended_ns = now;
  if (event.ended_ns < event.started_ns) event.ended_ns = event.started_ns;
  event.part_started_ns = event.started_ns;
  if (event.first_started_ns) {
    event.submitted_ns = event.first_submitted_ns;
    event.started_ns = event.first_started_ns;
  }
  if (event.signal != kNoSignal && event.signal_users == 0) {
    free_signal(event.signal);
    event.signal = kNoSignal;
  }
  if (event.queue) unlink(event);
  const cl_int final = code < 0 ? code : CL_COMPLETE;
  for (_cl_event::Dependent& dependent : event.dependents) {
    pass_on(event, final, *dependent.event, dependent.link);
    if (--dependent.event->unmet == 0) make_ready(*dependent.event);
    discard(std::move(dependent.event));
  }
  event.dependents.clear();
  set_status(event, final);
  event.done.store(1);
}

std::vector<Ref<_cl_event>> Turn::settle() {
  // A submission can make more kernels ready.
  for (size_t next = 0; next < kernels_.size(); next++) {
    Ref<_cl_event> kernel = kernels_[next];
    submit(*kernel);
  }
  if (submitted_) ring_doorbell();
  lock_.unlock();
  for (Ref<_cl_event>& event : host_) {
    run_on_worker(make_task([event = std::move(event)] { execute(*event); }));
  }
  return std::move(finished_);
}

}  // namespace runtime
