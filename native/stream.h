// Stream sockets that a thread waits on: of the board, the process that drives a real device (src/board).
#pragma once
#include <napi.h>

namespace host {

void registerStream(Napi::Env env, Napi::Object exports);

}  // namespace host
