// clRetainProgram.
#include "core/program.h"

using namespace runtime;

cl_int clRetainProgram(cl_program program) {
  return status([&] { retain_handle(program); });
}
