// Assistants (kernel_assistant.h) for JavaScript.
#pragma once
#include <napi.h>

namespace host {
void registerAssistants(Napi::Env env, Napi::Object exports);
}
