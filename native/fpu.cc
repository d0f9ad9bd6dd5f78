// Floating-point control of the calling thread: MXCSR (Intel SDM vol. 1, 10.2.3). It acts on WebAssembly SIMD too.
#include "fpu.h"

#include <xmmintrin.h>

#include "arguments.h"

namespace host {
namespace {

constexpr unsigned kFlushToZero = 1u << 15;
constexpr unsigned kDenormalsAreZero = 1u << 6;

Napi::Value setFlushDenormals(const Napi::CallbackInfo& info) {
  constexpr unsigned flush = kFlushToZero | kDenormalsAreZero;
  unsigned control = _mm_getcsr();
  _mm_setcsr(info[0].ToBoolean().Value() ? control | flush : control & ~flush);
  return info.Env().Undefined();
}

Napi::Value getMxcsr(const Napi::CallbackInfo& info) { return Napi::Number::New(info.Env(), _mm_getcsr()); }

}  // namespace

void registerFpu(Napi::Env env, Napi::Object exports) {
  exports.Set("setFlushDenormals", Napi::Function::New(env, setFlushDenormals));
  exports.Set("getMxcsr", Napi::Function::New(env, getMxcsr));
}

}  // namespace host
