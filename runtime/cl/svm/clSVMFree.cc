// clSVMFree: nothing can have been allocated.
#include "core/opencl.h"

void clSVMFree(cl_context, void*) {}
