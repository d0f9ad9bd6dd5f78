// clSetProgramSpecializationConstant: only programs from intermediate language have them.
#include "core/program.h"

using namespace runtime;

cl_int clSetProgramSpecializationConstant(cl_program program, cl_uint, size_t, const void*) {
  return status([&] {
    require(program);
    fail(CL_INVALID_OPERATION);
  });
}
