// Kernels as machine code in shared libraries.
#pragma once
#include <napi.h>

namespace host {
void registerKernelCode(Napi::Env env, Napi::Object exports);
}
