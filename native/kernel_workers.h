// Native workers (kernel_worker.h) for JavaScript.
#pragma once
#include <napi.h>

namespace host {
void registerKernelWorkers(Napi::Env env, Napi::Object exports);
}
