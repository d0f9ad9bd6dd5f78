// clRetainCommandQueue.
#include "core/queue.h"

using namespace runtime;

cl_int clRetainCommandQueue(cl_command_queue command_queue) {
  return status([&] { retain_handle(command_queue); });
}
