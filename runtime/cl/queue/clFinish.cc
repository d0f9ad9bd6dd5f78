// clFinish.
#include "core/scheduler.h"

using namespace runtime;

cl_int clFinish(cl_command_queue command_queue) {
  return status([&] { finish_queue(*require(command_queue)); });
}
