// clSetProgramReleaseCallback: needs global constructors of OpenCL C++, which the devices do not have.
#include "core/program.h"

using namespace runtime;

cl_int clSetProgramReleaseCallback(cl_program program, void(CL_CALLBACK* pfn_notify)(cl_program, void*), void*) {
  return status([&] {
    require(program);
    check(pfn_notify != nullptr, CL_INVALID_VALUE);
    fail(CL_INVALID_OPERATION);
  });
}
