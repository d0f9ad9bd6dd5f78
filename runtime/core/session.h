// The connection to the simulated GPU: one open device file of this process.
#pragma once
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "generated/abi.h"

namespace runtime {

struct Session {
  int fd = -1;
  /** The file that `fd` was opened for: a program may have closed it, and use the number for another file. */
  dev_t file_system = 0;
  ino_t inode = 0;
  unsigned char* control = nullptr;
  char release[64] = {};
  std::vector<abi::DeviceInfo> devices;
};

/** The session, opened by the first caller; nullptr outside of `atoll run` (reported once on stderr). */
Session* session();

/** Sends a control request. Returns 0 or an errno. */
int request(uint32_t number, void* argument);

/** Maps a part of the device file; nullptr when there is no room. */
unsigned char* map_device(uint64_t file_offset, uint64_t size);
void unmap_device(unsigned char* address, uint64_t size);

/** True when the errno of a request means that video memory or address space is full. */
bool is_out_of_memory(int error);

}  // namespace runtime
