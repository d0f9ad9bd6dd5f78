// Execution of command buffers.
#include "core/replay.h"

#include <string.h>

#include "core/api_call.h"
#include "core/device.h"
#include "core/graph_measurements.h"
#include "core/notes.h"

namespace runtime {
namespace {

uint64_t next_list_number() {
  static std::atomic<uint64_t> lists{0};
  return ++lists;
}

/** Writes the packets of a list. @param printf_buffer of those that print */
void write_packets(unsigned char* memory, const std::vector<ListedLaunch>& launches, uint64_t printf_buffer) {
  for (size_t index = 0; index < launches.size(); index++) {
    abi::Packet packet = launches[index].launch->packet;
    if (launches[index].prints) packet.printf_buffer = printf_buffer;
    memcpy(memory + index * sizeof packet, &packet, sizeof packet);
  }
}

/** The kernels of a list, as one command of the device. */
struct ListCommand : KernelCommand {
  const std::shared_ptr<const PacketList> list;
  /** Of an execution that prints. */
  std::unique_ptr<PrintfBuffer> printf_buffer;
  Block own_packets;

  ListCommand(const _cl_device_id& device, std::shared_ptr<const PacketList> prepared) : list(std::move(prepared)) {
    packet.kind = abi::PacketKind_LIST;
    packet.device = device.info.index;
    packet.list = list->packets.address();
    packet.list_length = static_cast<uint32_t>(list->launches.size());
    packet.list_number = list->number;
    if (list->printing_image) print_apart(device);
  }
  void print_apart(const _cl_device_id& device) {
    printf_buffer = std::make_unique<PrintfBuffer>(device.info.printf_buffer, list->printing_work_items,
                                                   list->printing_image->formats);
    own_packets = Block(list->launches.size() * sizeof(abi::Packet));
    write_packets(own_packets.host(), list->launches, printf_buffer->address());
    packet.list = own_packets.address();
    packet.list_number = next_list_number();
  }
  cl_int begin() override { return carry(&HostMemory::carry_in); }
  cl_int finish() override {
    const cl_int error = carry(&HostMemory::carry_out);
    if (printf_buffer) print_records(printf_buffer->host(), list->printing_image->formats, stdout);
    return error;
  }
  bool prints() const override { return printf_buffer != nullptr; }
  cl_int carry(void (HostMemory::*way)()) {
    cl_int error = CL_SUCCESS;
    for (const std::shared_ptr<HostMemory>& memory : list->carried) {
      try {
        ((*memory).*way)();
      } catch (const Failure& failure) {
        error = failure.code;
      }
    }
    return error;
  }
};

/** Copies and fills, one after the other. */
struct TransfersCommand : HostCommand {
  std::vector<std::pair<cl_command_type, std::unique_ptr<HostCommand>>> commands;

  explicit TransfersCommand(const std::vector<std::shared_ptr<const Transfer>>& transfers) {
    for (const std::shared_ptr<const Transfer>& transfer : transfers) {
      commands.emplace_back(transfer->type, command_of(*transfer));
      bytes += commands.back().second->bytes;
    }
  }
  cl_int run() override {
    for (auto& [type, command] : commands) {
      TracedCommand traced(type, command->bytes);
      if (cl_int error = command->run()) return error;
    }
    return CL_SUCCESS;
  }
};

/** A launch of its own for a recorded kernel. */
CommandPart own_launch(const _cl_command_queue& queue, const RecordedKernel& recorded) {
  std::unique_ptr<Launch> launch = prepare_launch(queue, *recorded.kernel, recorded.values, recorded.size());
  launch->packet.call = recorded.call;
  if (wants_notes()) launch->call = api_call_number(recorded.call);
  launch->is_recorded = true;
  if (recorded.prints) launch->printing_device = queue.device;
  return {std::move(launch), true, {}};
}

CommandPart part_of(const _cl_command_queue& queue, const ReplayStep& step) {
  if (step.list) return {std::make_unique<ListCommand>(*queue.device, step.list), true, {}};
  return {std::make_unique<TransfersCommand>(step.transfers), false, {}};
}

/**
 * Each command as a part of its own, with the order that was recorded: for devices that check it, and measurements. A
 * part begins them all, and one ends them.
 */
std::vector<CommandPart> noted_parts(const _cl_command_queue& queue, const std::vector<RecordedCommand>& commands) {
  std::vector<CommandPart> parts(1);
  std::vector<uint32_t> all = {0};
  for (const RecordedCommand& command : commands) {
    CommandPart part;
    if (command.kernel) part = own_launch(queue, *command.kernel);
    if (command.transfer) part.command = command_of(*command.transfer);
    part.after = {0};
    for (uint32_t earlier : command.after) part.after.push_back(earlier + 1);
    all.push_back(static_cast<uint32_t>(parts.size()));
    parts.push_back(std::move(part));
  }
  CommandPart end;
  end.after = std::move(all);
  parts.push_back(std::move(end));
  return parts;
}

bool carries_twice(const std::vector<std::shared_ptr<HostMemory>>& carried, const HostMemory* memory) {
  for (const std::shared_ptr<HostMemory>& earlier : carried) {
    if (earlier.get() == memory) return true;
  }
  return false;
}

}  // namespace

PacketList::PacketList(std::vector<ListedLaunch> listed)
    : launches(std::move(listed)), packets(launches.size() * sizeof(abi::Packet)), number(next_list_number()) {
  write_packets(packets.host(), launches, 0);
  for (const ListedLaunch& each : launches) {
    const Launch& launch = *each.launch;
    if (each.prints) {
      printing_image = launch.image;
      printing_work_items += uint64_t{launch.packet.global_size[0]} * launch.packet.global_size[1] * launch.packet.global_size[2];
    }
    for (const Ref<_cl_mem>& object : launch.memory) {
      if (object->carries() && !carries_twice(carried, object->host.get())) carried.push_back(object->host);
    }
  }
}

std::shared_ptr<const Replay> prepare_replay(const std::vector<RecordedCommand>& commands) {
  auto replay = std::make_shared<Replay>();
  std::vector<ListedLaunch> launches;
  const Image* printing = nullptr;
  const auto end_list = [&] {
    if (launches.empty()) return;
    ReplayStep step;
    step.list = std::make_shared<const PacketList>(std::move(launches));
    replay->steps.push_back(std::move(step));
    launches.clear();
    printing = nullptr;
  };
  for (const RecordedCommand& command : commands) {
    if (command.kernel && command.kernel->launch) {
      const Image* image = command.kernel->prints ? command.kernel->launch->image.get() : printing;
      // All output of a list is of one program.
      if (printing && image != printing) end_list();
      printing = image;
      launches.push_back({command.kernel->launch, command.kernel->prints});
    }
    if (!command.transfer) continue;
    end_list();
    if (replay->steps.empty() || replay->steps.back().list) replay->steps.emplace_back();
    replay->steps.back().transfers.push_back(command.transfer);
  }
  end_list();
  return replay;
}

void enqueue_command_buffer(_cl_command_queue& queue, _cl_command_buffer_khr& buffer, const WaitList& waits,
                            cl_event* event) {
  std::vector<CommandPart> parts;
  const bool is_apart = wants_notes() || measures_graphs();
  {
    std::lock_guard<std::mutex> lock(buffer.mutex);
    check(buffer.state() == khr::kStateExecutable, CL_INVALID_OPERATION);
    if (is_apart) {
      parts = noted_parts(queue, buffer.commands);
      if (measures_graphs() && !buffer.measurement) {
        buffer.measurement = measure_graph(buffer.commands, queue.device->info.index);
      }
    } else {
      if (!buffer.replay) buffer.replay = prepare_replay(buffer.commands);
      for (const ReplayStep& step : buffer.replay->steps) parts.push_back(part_of(queue, step));
    }
  }
  if (parts.size() > 1) {
    std::vector<Ref<_cl_event>> events = enqueue_parts(queue, waits, khr::kCommandCommandBuffer, std::move(parts),
                                                       event);
    // Between the parts that begin and end it.
    if (buffer.measurement) measure_execution(*buffer.measurement, {events.begin() + 1, events.end() - 1});
    return;
  }
  Submission submission;
  submission.type = khr::kCommandCommandBuffer;
  if (!parts.empty()) {
    submission.command = std::move(parts[0].command);
    submission.is_kernel = parts[0].is_kernel;
  }
  enqueue(queue, waits, std::move(submission), event);
}

}  // namespace runtime
