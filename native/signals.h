// Signals of this process, set below Node.
#pragma once
#include <napi.h>

namespace host {
void registerSignals(Napi::Env env, Napi::Object exports);
}
