// clReleaseProgram.
#include "core/program.h"

using namespace runtime;

cl_int clReleaseProgram(cl_program program) {
  return status([&] { release_handle(program); });
}
