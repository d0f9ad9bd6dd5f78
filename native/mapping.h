// Memory mappings inside a view of JavaScript memory (a WebAssembly.Memory).
#pragma once
#include <napi.h>

namespace host {
void registerMapping(Napi::Env env, Napi::Object exports);
}
