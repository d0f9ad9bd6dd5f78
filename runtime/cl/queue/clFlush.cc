// clFlush: commands are submitted as soon as their dependencies are met.
#include "core/queue.h"

using namespace runtime;

cl_int clFlush(cl_command_queue command_queue) {
  return status([&] { require(command_queue); });
}
