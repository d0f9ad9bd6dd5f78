// One guest tree as JavaScript sees it: start, events up, decisions down.
#pragma once
#include <napi.h>

namespace host {
void registerSession(Napi::Env env, Napi::Object exports);
}
