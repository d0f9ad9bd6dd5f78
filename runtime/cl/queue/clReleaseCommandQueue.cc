// clReleaseCommandQueue. Commands are submitted when they are enqueued: the implied flush has nothing to do.
#include "core/queue.h"

using namespace runtime;

cl_int clReleaseCommandQueue(cl_command_queue command_queue) {
  return status([&] { release_handle(command_queue); });
}
