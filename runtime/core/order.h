// The launches that precede a command, whatever the device does: reported beside each launch to a device that checks
// kernels.
#pragma once
#include <cstdint>
#include <vector>

namespace runtime {

/**
 * A vector clock. A chain is a series of launches, each of which comes before the next; the entry of a chain counts its
 * launches.
 */
struct LaunchClock {
  std::vector<uint32_t> entries;
  /** The order depends on a user event that has no status yet. */
  bool is_unknown = false;

  void join(const LaunchClock& other);
};

/** The place of a launch in its chain; positions count from 1. */
struct LaunchPlace {
  uint32_t chain = 0;
  uint32_t position = 0;
};

/** All chains, and the commands that the program has observed to be complete. Guarded by the scheduler's lock. */
struct LaunchOrder {
  std::vector<uint32_t> chains;
  LaunchClock host;

  /**
   * Puts a launch that comes after `clock` behind the last one of some chain, or begins one. The clock has it
   * afterwards.
   */
  LaunchPlace append(LaunchClock& clock);
};

}  // namespace runtime
