// Futexes in shared memory: the doorbells between guests and workers.
#pragma once
#include <napi.h>

namespace host {
void registerFutex(Napi::Env env, Napi::Object exports);
}
