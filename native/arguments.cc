// Reading arguments from JavaScript, and raising errno as a typed error.
#include "arguments.h"

#include <cmath>
#include <cstring>

namespace host {

void throwErrno(Napi::Env env, const char* operation, int error) {
  const char* name = strerrorname_np(error);
  Napi::Error raised = Napi::Error::New(env, std::string(operation) + ": " + strerror(error));
  raised.Set("code", Napi::String::New(env, name ? name : "EUNKNOWN"));
  raised.Set("errno", Napi::Number::New(env, error));
  raised.Set("syscall", Napi::String::New(env, operation));
  throw raised;
}

Bytes viewArgument(const Napi::CallbackInfo& info, size_t index) {
  napi_typedarray_type type;
  size_t length = 0;
  void* data = nullptr;
  napi_status status = napi_get_typedarray_info(info.Env(), info[index], &type, &length, &data, nullptr, nullptr);
  if (status != napi_ok || type != napi_uint8_array) {
    throw Napi::TypeError::New(info.Env(), "argument " + std::to_string(index) + " must be a Uint8Array");
  }
  return {static_cast<uint8_t*>(data), length};
}

Bytes rangeArgument(const Napi::CallbackInfo& info, size_t index, uint64_t offset, uint64_t length) {
  Bytes view = viewArgument(info, index);
  if (offset > view.length || length > view.length - offset) {
    throw Napi::RangeError::New(info.Env(), "[" + std::to_string(offset) + ", +" + std::to_string(length) +
                                                ") is outside of a view of " + std::to_string(view.length) + " bytes");
  }
  return {view.data + offset, static_cast<size_t>(length)};
}

uint64_t sizeArgument(const Napi::CallbackInfo& info, size_t index) {
  double value = info[index].IsNumber() ? info[index].As<Napi::Number>().DoubleValue() : -1;
  if (!(value >= 0 && value <= 9007199254740991.0) || std::floor(value) != value) {
    throw Napi::RangeError::New(info.Env(), "argument " + std::to_string(index) + " must be a size or offset");
  }
  return static_cast<uint64_t>(value);
}

int32_t intArgument(const Napi::CallbackInfo& info, size_t index) {
  if (!info[index].IsNumber()) {
    throw Napi::TypeError::New(info.Env(), "argument " + std::to_string(index) + " must be a number");
  }
  return info[index].As<Napi::Number>().Int32Value();
}

std::string stringArgument(const Napi::CallbackInfo& info, size_t index) {
  if (!info[index].IsString()) {
    throw Napi::TypeError::New(info.Env(), "argument " + std::to_string(index) + " must be a string");
  }
  return info[index].As<Napi::String>().Utf8Value();
}

uint64_t bigintArgument(const Napi::CallbackInfo& info, size_t index) {
  if (!info[index].IsBigInt()) {
    throw Napi::TypeError::New(info.Env(), "argument " + std::to_string(index) + " must be a bigint");
  }
  bool lossless = true;
  return info[index].As<Napi::BigInt>().Uint64Value(&lossless);
}

}  // namespace host
