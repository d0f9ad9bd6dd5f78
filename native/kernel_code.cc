// Loads kernels that were compiled to shared libraries, and calls them. Their functions take the address of the memory and a
// table of host functions in front of their own parameters; src/jit/native/module-writer.ts writes them.
#include "kernel_code.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "arguments.h"

namespace host {
namespace {

constexpr size_t kMostImports = 8;

struct Imports;

// What compiled code sees: pointers of functions that get the table itself first. Calls back must not throw: there is no
// way to unwind compiled code, so an exception stays pending until it returns to JavaScript.
struct Imports {
  std::array<void*, kMostImports> functions{};
  napi_env env = nullptr;
  std::array<napi_ref, kMostImports> targets{};

  ~Imports() {
    for (napi_ref target : targets) {
      if (target) napi_delete_reference(env, target);
    }
  }

  napi_value call(size_t which, const double* numbers, size_t count) const {
    napi_value function;
    napi_value receiver;
    napi_value result = nullptr;
    std::array<napi_value, 4> arguments;
    for (size_t i = 0; i < count; i++) napi_create_double(env, numbers[i], &arguments[i]);
    napi_get_reference_value(env, targets[which], &function);
    napi_get_undefined(env, &receiver);
    if (napi_call_function(env, receiver, function, count, arguments.data(), &result) != napi_ok) return nullptr;
    return result;
  }
};

// One trampoline for each place in the table: the place is all that tells compiled code's callees apart.
template <size_t which, typename Result, typename... Arguments>
Result callBack(const Imports* imports, Arguments... arguments) {
  napi_handle_scope scope;
  napi_open_handle_scope(imports->env, &scope);
  const double numbers[] = {static_cast<double>(arguments)...};
  napi_value value = imports->call(which, numbers, sizeof...(arguments));
  double number = 0;
  if (value) napi_get_value_double(imports->env, value, &number);
  napi_close_handle_scope(imports->env, scope);
  if constexpr (!std::is_void_v<Result>) return static_cast<Result>(number);
}

using Word = int32_t;
// Signatures by name; the places are those in which JavaScript lists the functions.
template <size_t which>
void* trampoline(const std::string& name) {
  if (name == "fault") return reinterpret_cast<void*>(callBack<which, void, Word, Word, Word, Word>);
  if (name == "drain") return reinterpret_cast<void*>(callBack<which, void>);
  if (name == "outside") return reinterpret_cast<void*>(callBack<which, void, Word>);
  if (name == "fma64") return reinterpret_cast<void*>(callBack<which, double, double, double, double>);
  return nullptr;
}

template <size_t... which>
void* trampolineAt(size_t place, const std::string& name, std::index_sequence<which...>) {
  void* found = nullptr;
  ((which == place ? void(found = trampoline<which>(name)) : void()), ...);
  return found;
}

// A shared library whose bytes we have. It is loaded from a file in memory, which stays open: the loader takes two libraries of
// one name for the same.
struct Library {
  int file = -1;
  void* handle = nullptr;

  ~Library() {
    if (handle) dlclose(handle);
    if (file >= 0) close(file);
  }

  bool load(Bytes bytes) {
    file = memfd_create("atoll-kernel", MFD_CLOEXEC);
    for (size_t done = 0; file >= 0 && done < bytes.length;) {
      ssize_t written = write(file, bytes.data + done, bytes.length - done);
      if (written <= 0) return false;
      done += static_cast<size_t>(written);
    }
    if (file >= 0) handle = dlopen(("/proc/self/fd/" + std::to_string(file)).c_str(), RTLD_NOW | RTLD_LOCAL);
    return handle != nullptr;
  }

  // After a failed load: whether the system has refused what any other library would need as well (memory that can be executed, of a
  // file without a name), and not this one.
  static bool wasRefused() {
    const char* reason = dlerror();
    return !reason || strstr(reason, "not permitted") || strstr(reason, "denied") || strstr(reason, "annot allocate");
  }
};

struct Kernel {
  Imports imports;
  Library library;
  uint8_t* memory = nullptr;
};

using Run = Word (*)(uint8_t*, const void*, Word, Word, Word, Word);
using Groups = Word (*)(uint8_t*, const void*, Word, Word, Word, Word, Word, Word);

Word word(const Napi::CallbackInfo& info, size_t index) {
  int32_t value = 0;
  napi_get_value_int32(info.Env(), info[index], &value);
  return value;
}

// loadKernelCode(library, memory, [[name, function]...]) -> {run, groups?}; undefined when this system does not load it, null when it is
// no library of ours.
Napi::Value loadKernelCode(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  auto kernel = std::make_shared<Kernel>();
  kernel->memory = viewArgument(info, 1).data;
  kernel->imports.env = env;
  Napi::Array list = info[2].As<Napi::Array>();
  for (uint32_t place = 0; place < list.Length() && place < kMostImports; place++) {
    Napi::Array entry = list.Get(place).As<Napi::Array>();
    std::string name = entry.Get(0u).As<Napi::String>();
    kernel->imports.functions[place] = trampolineAt(place, name, std::make_index_sequence<kMostImports>());
    if (!kernel->imports.functions[place]) throw Napi::TypeError::New(env, "loadKernelCode: unknown import " + name);
    napi_create_reference(env, entry.Get(1u), 1, &kernel->imports.targets[place]);
  }
  if (!kernel->library.load(viewArgument(info, 0))) return Library::wasRefused() ? env.Undefined() : env.Null();
  void* library = kernel->library.handle;
  auto run = reinterpret_cast<Run>(dlsym(library, "run"));
  if (!run) return env.Null();
  Napi::Object exports = Napi::Object::New(env);
  exports.Set("run", Napi::Function::New(env, [kernel, run](const Napi::CallbackInfo& call) -> Napi::Value {
    Word result = run(kernel->memory, &kernel->imports, word(call, 0), word(call, 1), word(call, 2), word(call, 3));
    return Napi::Number::New(call.Env(), result);
  }));
  if (auto groups = reinterpret_cast<Groups>(dlsym(library, "groups"))) {
    exports.Set("groups", Napi::Function::New(env, [kernel, groups](const Napi::CallbackInfo& call) -> Napi::Value {
      Word result = groups(kernel->memory, &kernel->imports, word(call, 0), word(call, 1), word(call, 2), word(call, 3),
                           word(call, 4), word(call, 5));
      return Napi::Number::New(call.Env(), result);
    }));
  }
  return exports;
}

// How much of the instruction set of x86-64 there is: 2 (SSE4.2), 3 (also AVX2 and FMA) or 4 (also AVX-512); 0 for less.
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
}

}  // namespace host
