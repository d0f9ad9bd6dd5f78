// clUnloadCompiler: nothing to unload.
#include "core/platform.h"

cl_int clUnloadCompiler() { return CL_SUCCESS; }
