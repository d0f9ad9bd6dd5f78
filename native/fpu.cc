// Floating-point control of the calling thread: MXCSR (Intel SDM vol. 1, 10.2.3). It acts on WebAssembly SIMD too.
#include "fpu.h"

#include <xmmintrin.h>

#include "arguments.h"

namespace host {
namespace {

constexpr unsigned kDenormalsAreZero = 1u << 6;

Napi::Value setDenormalsAreZero(const Napi::CallbackInfo& info) {
  unsigned control = _mm_getcsr();
  _mm_setcsr(info[0].ToBoolean().Value() ? control | kDenormalsAreZero : control & ~kDenormalsAreZero);
  return info.Env().Undefined();
}

Napi::Value getMxcsr(const Napi::CallbackInfo& info) { return Napi::Number::New(info.Env(), _mm_getcsr()); }

}  // namespace

void registerFpu(Napi::Env env, Napi::Object exports) {
  exports.Set("setDenormalsAreZero", Napi::Function::New(env, setDenormalsAreZero));
  exports.Set("getMxcsr", Napi::Function::New(env, getMxcsr));
}

}  // namespace host
