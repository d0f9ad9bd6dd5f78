// Loads kernels that were compiled to shared libraries, and calls them. Their functions take the address of the memory
// and a table of host functions in front of their own parameters; src/jit/native/module-writer.ts writes them.
#include "kernel_code.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "arguments.h"
#include "kernel_worker.h"
#include "kernel_imports.h"
#include "kernel_library.h"
#include "kernel_sites.h"

namespace host {
namespace {

using Word = int32_t;

// Machine code reads only the table at its start.
struct Kernel : KernelImports {
  std::shared_ptr<KernelLibrary> library = std::make_shared<KernelLibrary>();
  uint8_t* memory = nullptr;
  std::unique_ptr<KernelSites> sites;
};

// One trampoline for each place in the table: only the place distinguishes the callees of compiled code.
template <size_t which, typename Result, typename... Arguments>
Result callBack(const KernelImports* imports, Arguments... arguments) {
  const std::array<double, sizeof...(arguments)> numbers = {static_cast<double>(arguments)...};
  [[maybe_unused]] double number = imports->call(which, numbers.data(), numbers.size());
  if constexpr (!std::is_void_v<Result>) return static_cast<Result>(number);
}

// JavaScript executes instructions without a routine.
template <size_t which>
void outside(const KernelImports* imports, Word number, Word slot) {
  const auto* kernel = static_cast<const Kernel*>(imports);
  if (!kernel->sites->execute(kernel->memory, number, slot)) callBack<which, void>(imports, number, slot);
}

// Signatures by name; the places are those in which JavaScript lists the functions.
template <size_t which>
void* trampoline(const std::string& name) {
  if (name == "fault") return reinterpret_cast<void*>(callBack<which, void, Word, Word, Word, Word>);
  if (name == "drain") return reinterpret_cast<void*>(callBack<which, void>);
  if (name == "outside") return reinterpret_cast<void*>(outside<which>);
  if (name == "fma64") return reinterpret_cast<void*>(callBack<which, double, double, double, double>);
  return nullptr;
}

template <size_t... which>
void* trampolineAt(size_t place, const std::string& name, std::index_sequence<which...>) {
  void* found = nullptr;
  ((which == place ? void(found = trampoline<which>(name)) : void()), ...);
  return found;
}

using Run = Word (*)(uint8_t*, const void*, Word, Word, Word, Word);
using Groups = Word (*)(uint8_t*, const void*, Word, Word, Word, Word, Word, Word);

Word word(const Napi::CallbackInfo& info, size_t index) {
  int32_t value = 0;
  napi_get_value_int32(info.Env(), info[index], &value);
  return value;
}

template <typename Element>
std::vector<Element> words(const Napi::Object& object, const char* name) {
  auto array = object.Get(name).As<Napi::TypedArrayOf<Element>>();
  return {array.Data(), array.Data() + array.ElementLength()};
}

using Routine = std::shared_ptr<const KernelRoutine>;

// serve(number, {routine, sources, words, image, address, data, exec, highWord, needsDenormals}): see KernelSites.
void serve(KernelSites& sites, const Napi::CallbackInfo& info) {
  Napi::Object given = info[1].As<Napi::Object>();
  auto number = [&given](const char* name) { return given.Get(name).As<Napi::Number>().Int32Value(); };
  auto image = words<int32_t>(given, "image");
  KernelSites::Site site = {
      .routine = *given.Get("routine").As<Napi::External<Routine>>().Data(),
      .sources = words<uint32_t>(given, "sources"),
      .words = words<uint32_t>(given, "words"),
      .address = number("address"),
      .data = number("data"),
      .exec = number("exec"),
      .image = {},
      .needsDenormals = given.Get("needsDenormals").ToBoolean().Value(),
      .highWord = number("highWord"),
  };
  if (image.size() != site.image.size() || site.sources.size() != site.words.size())
    throw Napi::RangeError::New(info.Env(), "serve: an image has other numbers");
  std::copy(image.begin(), image.end(), site.image.begin());
  sites.set(sizeArgument(info, 0), std::move(site));
}

// A handle for JavaScript, which passes it on unread.
template <typename Value>
Napi::Value externalOf(Napi::Env env, std::shared_ptr<const Value> value) {
  auto kept = std::make_unique<std::shared_ptr<const Value>>(std::move(value));
  auto external = Napi::External<std::shared_ptr<const Value>>::New(env, kept.get(), [](Napi::Env, auto* data) { delete data; });
  kept.release();
  return external;
}

// loadKernelCode(library, memory, [[name, function]...]) -> {run, groups?, delegated?, serve}; undefined when this
// system does not load it, null when it is no library of ours.
Napi::Value loadKernelCode(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  auto kernel = std::make_shared<Kernel>();
  kernel->memory = viewArgument(info, 1).data;
  kernel->env = env;
  Napi::Array list = info[2].As<Napi::Array>();
  size_t fault = 0;
  std::vector<std::string> names;
  for (uint32_t place = 0; place < list.Length() && place < kMostImports; place++) {
    Napi::Array entry = list.Get(place).As<Napi::Array>();
    std::string name = entry.Get(0u).As<Napi::String>();
    if (name == "fault") fault = place;
    names.push_back(name);
    kernel->functions[place] = trampolineAt(place, name, std::make_index_sequence<kMostImports>());
    if (!kernel->functions[place]) throw Napi::TypeError::New(env, "loadKernelCode: unknown import " + name);
    napi_create_reference(env, entry.Get(1u), 1, &kernel->targets[place]);
  }
  kernel->sites = std::make_unique<KernelSites>(*kernel, fault);
  if (!kernel->library->load(viewArgument(info, 0))) return KernelLibrary::wasRefused() ? env.Undefined() : env.Null();
  auto run = reinterpret_cast<Run>(kernel->library->symbol("run"));
  if (!run) return env.Null();
  const KernelImports* imports = kernel.get();
  Napi::Object exports = Napi::Object::New(env);
  exports.Set("run", Napi::Function::New(env, [kernel, imports, run](const Napi::CallbackInfo& call) -> Napi::Value {
    Word result = run(kernel->memory, imports, word(call, 0), word(call, 1), word(call, 2), word(call, 3));
    return Napi::Number::New(call.Env(), result);
  }));
  if (auto groups = reinterpret_cast<Groups>(kernel->library->symbol("groups"))) {
    exports.Set("groups", Napi::Function::New(env, [kernel, imports, groups](const Napi::CallbackInfo& call) -> Napi::Value {
      Word result = groups(kernel->memory, imports, word(call, 0), word(call, 1), word(call, 2), word(call, 3),
                           word(call, 4), word(call, 5));
      return Napi::Number::New(call.Env(), result);
    }));
  }
  if (auto delegated = delegatedKernel(kernel->library, kernel->memory, names)) exports.Set("delegated", externalOf(env, std::move(delegated)));
  exports.Set("serve", Napi::Function::New(env, [kernel](const Napi::CallbackInfo& call) -> void {
    serve(*kernel->sites, call);
  }));
  return exports;
}

// loadKernelRoutine(library) -> the argument of `serve`; undefined and null as for kernels.
Napi::Value loadKernelRoutine(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  auto routine = std::make_shared<KernelRoutine>();
  if (!routine->library.load(viewArgument(info, 0))) return KernelLibrary::wasRefused() ? env.Undefined() : env.Null();
  routine->run = reinterpret_cast<KernelRoutine::Run>(routine->library.symbol("run"));
  if (!routine->run) return env.Null();
  return externalOf<KernelRoutine>(env, std::move(routine));
}

// How much of the instruction set of x86-64 there is: 2 (SSE4.2), 3 (also AVX2 and FMA) or 4 (also AVX-512); 0 for
// less.
Napi::Value instructionSetLevel(const Napi::CallbackInfo& info) {
  int level = 0;
  __builtin_cpu_init();
  if (__builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt")) level = 2;
  if (level == 2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
      __builtin_cpu_supports("bmi2")) {
    level = 3;
  }
  if (level == 3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
    level = 4;
  }
  return Napi::Number::New(info.Env(), level);
}

}  // namespace

void registerKernelCode(Napi::Env env, Napi::Object exports) {
  exports.Set("instructionSetLevel", Napi::Function::New(env, instructionSetLevel));
  exports.Set("loadKernelCode", Napi::Function::New(env, loadKernelCode));
  exports.Set("loadKernelRoutine", Napi::Function::New(env, loadKernelRoutine));
}

}  // namespace host
