// clGetExtensionFunctionAddress.
#include "core/extension.h"
#include "core/opencl.h"

void* clGetExtensionFunctionAddress(const char* func_name) { return runtime::extension_function(func_name); }
