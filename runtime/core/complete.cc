// Completion: of host commands by the thread that executes them, of kernels by the first thread that checks.
#include <new>

#include "core/call_trace.h"
#include "core/futex.h"
#include "core/graph.h"
#include "core/session.h"
#include "core/threads.h"

namespace runtime {
namespace {

void complete_one(_cl_event& event, cl_int code, std::vector<Ref<_cl_event>>& next) {
  // Resources of the command are released before completion is visible.
  event.command.reset();
  Turn turn;
  turn.mark_complete(event, code);
  turn.drain_backlog();
  for (Ref<_cl_event>& ready : turn.settle()) next.push_back(std::move(ready));
}

/** When a command is over that began then: by the times of another device, where this one has them, or now. */
uint64_t end_of_command(const _cl_event& event, const HostCommand& command) {
  enum Kind { kRead, kWrite, kCopy, kFill };
  Kind kind;
  switch (event.type) {
    case CL_COMMAND_READ_BUFFER:
    case CL_COMMAND_READ_BUFFER_RECT:
    case CL_COMMAND_READ_IMAGE: kind = kRead; break;
    case CL_COMMAND_WRITE_BUFFER:
    case CL_COMMAND_WRITE_BUFFER_RECT:
    case CL_COMMAND_WRITE_IMAGE: kind = kWrite; break;
    case CL_COMMAND_COPY_BUFFER:
    case CL_COMMAND_COPY_BUFFER_RECT:
    case CL_COMMAND_COPY_IMAGE:
    case CL_COMMAND_COPY_IMAGE_TO_BUFFER:
    case CL_COMMAND_COPY_BUFFER_TO_IMAGE: kind = kCopy; break;
    case CL_COMMAND_FILL_BUFFER:
    case CL_COMMAND_FILL_IMAGE: kind = kFill; break;
    default: return now_ns();
  }
  const Session* opened = session();
  if (!opened || event.lane >= opened->devices.size()) return now_ns();
  const abi::DeviceInfo& device = opened->devices[event.lane];
  uint64_t offset = device.transfer_offset_ns[kind], rate = device.transfer_fs_per_byte[kind];
  if (offset == 0 && rate == 0) return now_ns();
  constexpr uint64_t kFemtosecondsPerNanosecond = 1000000;
  return event.started_ns + offset + command.bytes * rate / kFemtosecondsPerNanosecond;
}

/** The device is done with this kernel. */
void finish_kernel(_cl_event& event) {
  const abi::Signal& signal = signal_at(event.signal);
  cl_int code = CL_SUCCESS;
  if (signal_state(event.signal) == abi::SignalState_FAILED) {
    code = signal.status < 0 ? signal.status : CL_OUT_OF_RESOURCES;
    auto text = std::make_unique<abi::FaultText>();
    read_fault_text(event.signal, *text);
    notify_context(*event.context, text->text);
  }
  event.started_ns = signal.start_ns;
  event.ended_ns = signal.end_ns;
  const cl_int carried = static_cast<KernelCommand&>(*event.command).finish();
  if (code == CL_SUCCESS) code = carried;
  if (code != CL_SUCCESS) {
    std::lock_guard<std::mutex> lock(graph().mutex);
    if (event.queue->failure == CL_SUCCESS) event.queue->failure = code;
  }
  complete(Ref<_cl_event>(event), code);
}

/** The first kernel with an observer; any kernel while others wait for room in the ring. */
Ref<_cl_event> next_wanted(Lane& lane) {
  for (const Ref<_cl_event>& event : lane.submitted) {
    if (event->is_wanted || graph().backlogged) return event;
  }
  return {};
}

[[noreturn]] void reap_forever(Lane& lane) {
  std::unique_lock<std::mutex> lock(graph().mutex);
  for (;;) {
    Ref<_cl_event> event = next_wanted(lane);
    if (!event) {
      lane.wanted.wait(lock);
      continue;
    }
    use_signal(*event);
    lock.unlock();
    wait_signal(event->signal);
    reap(lane);
    lock.lock();
    unuse_signal(*event);
    lock.unlock();
    event = nullptr;  // May destroy it, which must not happen under the lock.
    lock.lock();
  }
}

}  // namespace

void complete(Ref<_cl_event> event, cl_int code) {
  event->inherited = code;
  std::vector<Ref<_cl_event>> line;
  line.push_back(std::move(event));
  complete_each(std::move(line));
}

void complete_each(std::vector<Ref<_cl_event>> line) {
  for (size_t next = 0; next < line.size(); next++) {
    Ref<_cl_event> event = std::move(line[next]);
    complete_one(*event, event->inherited, line);
    if (event->sleepers.load()) futex_wake_all(event->done, Sharing::Private);
  }
}

void execute(_cl_event& event) {
  {
    Turn turn;
    turn.set_status(event, CL_SUBMITTED);
    turn.set_status(event, CL_RUNNING);
    turn.settle();
  }
  cl_int code;
  HostCommand& command = static_cast<HostCommand&>(*event.command);
  try {
    TracedCommand traced(event.type, command.bytes);
    code = command.run();
  } catch (const Failure& failure) {
    code = failure.code;
  } catch (const std::bad_alloc&) {
    code = CL_OUT_OF_HOST_MEMORY;
  }
  event.ended_ns = end_of_command(event, command);
  complete(Ref<_cl_event>(event), code);
}

void reap(Lane& lane) {
  DeferCallbacks deferred;
  std::lock_guard<std::mutex> reaping(lane.reap);
  for (;;) {
    Ref<_cl_event> event;
    {
      std::lock_guard<std::mutex> lock(graph().mutex);
      if (lane.submitted.empty()) return;
      if (!is_final(signal_state(lane.submitted.front()->signal))) return;
      event = std::move(lane.submitted.front());
      lane.submitted.pop_front();
    }
    finish_kernel(*event);
  }
}

void start_reaper(Lane& lane) {
  run_on_new_thread(make_task([&lane] { reap_forever(lane); }));
}

void unuse_signal(_cl_event& event) {
  if (--event.signal_users != 0 || !event.done || event.signal == kNoSignal) return;
  free_signal(event.signal);
  event.signal = kNoSignal;
}

}  // namespace runtime
