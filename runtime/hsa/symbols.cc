#include "hsa/symbols.h"

#include <string.h>

#include <string>

#include "hsa/core_table.h"

namespace hsa {
namespace {

/** Names of HSAIL begin with this. */
constexpr char kSigil = '&';
constexpr char kSuffix[] = ".kd";
constexpr size_t kSuffixLength = sizeof kSuffix - 1;

/** Looks for the name as it is, then with the suffix; an error is that of the first search. */
template <typename Search>
Status search(const char* name, Search look) {
  Status status = look(name);
  if (status == kSuccess || name == nullptr || name[0] != kSigil) return status;
  return look((std::string(name) + kSuffix).c_str()) == kSuccess ? kSuccess : status;
}

Status executable_get_symbol(Handle executable, const char* module, const char* name, Handle agent, int32_t convention,
                             Handle* symbol) {
  return search(name, [=](const char* each) {
    return call_core(kExecutableGetSymbol, executable, module, each, agent, convention, symbol);
  });
}

Status executable_get_symbol_by_name(Handle executable, const char* name, const Handle* agent, Handle* symbol) {
  return search(name,
                [=](const char* each) { return call_core(kExecutableGetSymbolByName, executable, each, agent, symbol); });
}

Status code_object_get_symbol(Handle code, const char* name, Handle* symbol) {
  return search(name, [=](const char* each) { return call_core(kCodeObjectGetSymbol, code, each, symbol); });
}

Status code_object_get_symbol_from_name(Handle code, const char* module, const char* name, Handle* symbol) {
  return search(name,
                [=](const char* each) { return call_core(kCodeObjectGetSymbolFromName, code, module, each, symbol); });
}

/** The name of a symbol in programs of HSAIL. */
Status name_of(CoreFunction get_info, Handle symbol, std::string* name) {
  uint32_t length = 0;
  Status status = call_core(get_info, symbol, uint32_t{kSymbolNameLength}, static_cast<void*>(&length));
  if (status != kSuccess) return status;
  name->assign(length + 1, '\0');
  status = call_core(get_info, symbol, uint32_t{kSymbolName}, static_cast<void*>(name->data()));
  name->resize(length);
  if (length > kSuffixLength && name->front() == kSigil &&
      name->compare(length - kSuffixLength, kSuffixLength, kSuffix) == 0)
    name->resize(length - kSuffixLength);
  return status;
}

Status symbol_get_info(CoreFunction get_info, Handle symbol, uint32_t attribute, void* value) {
  if (value == nullptr || (attribute != kSymbolNameLength && attribute != kSymbolName))
    return call_core(get_info, symbol, attribute, value);
  std::string name;
  Status status = name_of(get_info, symbol, &name);
  if (status != kSuccess) return status;
  uint32_t length = static_cast<uint32_t>(name.size());
  if (attribute == kSymbolNameLength) memcpy(value, &length, sizeof length);
  else memcpy(value, name.data(), name.size());
  return kSuccess;
}

Status executable_symbol_get_info(Handle symbol, uint32_t attribute, void* value) {
  return symbol_get_info(kExecutableSymbolGetInfo, symbol, attribute, value);
}

Status code_symbol_get_info(Handle symbol, uint32_t attribute, void* value) {
  return symbol_get_info(kCodeSymbolGetInfo, symbol, attribute, value);
}

}  // namespace

void wrap_symbol_functions(CoreTable* table) {
  void** functions = table->functions;
  functions[kExecutableGetSymbol] = reinterpret_cast<void*>(executable_get_symbol);
  functions[kExecutableGetSymbolByName] = reinterpret_cast<void*>(executable_get_symbol_by_name);
  functions[kCodeObjectGetSymbol] = reinterpret_cast<void*>(code_object_get_symbol);
  functions[kCodeObjectGetSymbolFromName] = reinterpret_cast<void*>(code_object_get_symbol_from_name);
  functions[kExecutableSymbolGetInfo] = reinterpret_cast<void*>(executable_symbol_get_info);
  functions[kCodeSymbolGetInfo] = reinterpret_cast<void*>(code_symbol_get_info);
}

}  // namespace hsa
