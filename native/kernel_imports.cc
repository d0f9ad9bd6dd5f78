#include "kernel_imports.h"

namespace host {
namespace {

constexpr size_t kMostArguments = 4;

}  // namespace

KernelImports::~KernelImports() {
  for (napi_ref target : targets) {
    if (target) napi_delete_reference(env, target);
  }
}

double KernelImports::call(size_t which, const double* numbers, size_t count) const {
  napi_handle_scope scope;
  napi_open_handle_scope(env, &scope);
  napi_value function;
  napi_value receiver;
  napi_value result = nullptr;
  std::array<napi_value, kMostArguments> arguments;
  for (size_t i = 0; i < count; i++) napi_create_double(env, numbers[i], &arguments[i]);
  napi_get_reference_value(env, targets[which], &function);
  napi_get_undefined(env, &receiver);
  double number = 0;
  if (napi_call_function(env, receiver, function, count, arguments.data(), &result) == napi_ok)
    napi_get_value_double(env, result, &number);
  napi_close_handle_scope(env, scope);
  return number;
}

}  // namespace host
