// SHA-256 by the cryptography that Node brings.
#pragma once
#include <napi.h>

namespace host {

void registerHash(Napi::Env env, Napi::Object exports);

}  // namespace host
