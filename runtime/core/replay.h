// Execution of command buffers: what is prepared once, and what each execution adds.
#pragma once
#include "core/command_buffer.h"

namespace runtime {

/** A kernel of a list. */
struct ListedLaunch {
  std::shared_ptr<const Launch> launch;
  bool prints;
};

/** Packets of kernels that the device executes one after the other, in its memory. */
struct PacketList {
  std::vector<ListedLaunch> launches;
  Block packets;
  uint64_t number;
  /** Of the kernels that print: each execution has packets of its own for them. */
  std::shared_ptr<Image> printing_image;
  uint64_t printing_work_items = 0;
  /** Host memory of their arguments that is carried before and after. */
  std::vector<std::shared_ptr<HostMemory>> carried;

  explicit PacketList(std::vector<ListedLaunch> launches);
};

/** Consecutive commands of one kind: the kernels of a list, or copies and fills. */
struct ReplayStep {
  std::shared_ptr<const PacketList> list;
  std::vector<std::shared_ptr<const Transfer>> transfers;
};

/** The steps of an execution, in the order of recording. */
struct Replay {
  std::vector<ReplayStep> steps;
};

/** CL_OUT_OF_RESOURCES without video memory. */
std::shared_ptr<const Replay> prepare_replay(const std::vector<RecordedCommand>& commands);

}  // namespace runtime
