// Floating-point control of the calling thread.
#pragma once
#include <napi.h>

namespace host {
void registerFpu(Napi::Env env, Napi::Object exports);
}
