// Reading arguments from JavaScript, and raising errno as a typed error.
#pragma once
#include <napi.h>

#include <cstdint>
#include <string>

namespace host {

// A checked piece of a Uint8Array. The bytes belong to JavaScript; valid only during the call.
struct Bytes {
  uint8_t* data;
  size_t length;
};

// Throws a JavaScript Error {code: 'EINVAL', errno, syscall: operation}.
[[noreturn]] void throwErrno(Napi::Env env, const char* operation, int error);

// The whole Uint8Array. napi_get_typedarray_info is used directly because napi_get_arraybuffer_info
// refuses a SharedArrayBuffer on Node 20.
Bytes viewArgument(const Napi::CallbackInfo& info, size_t index);

// [offset, offset + length) of the view in argument `index`; throws RangeError outside of it.
Bytes rangeArgument(const Napi::CallbackInfo& info, size_t index, uint64_t offset, uint64_t length);

// A whole number that a double holds exactly (0 .. 2^53 - 1); throws RangeError otherwise.
uint64_t sizeArgument(const Napi::CallbackInfo& info, size_t index);

int32_t intArgument(const Napi::CallbackInfo& info, size_t index);
std::string stringArgument(const Napi::CallbackInfo& info, size_t index);
uint64_t bigintArgument(const Napi::CallbackInfo& info, size_t index);

}  // namespace host
