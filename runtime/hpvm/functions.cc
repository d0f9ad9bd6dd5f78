#include "functions.h"

#include <cstring>
#include <map>

#include "failure.h"

namespace hpvm {
namespace {

std::map<const void *, const Function *> &functions() {
  static auto *all = new std::map<const void *, const Function *>;
  return *all;
}

}  // namespace

const Function &function_at(const void *address, const char *purpose) {
  auto found = functions().find(address);
  if (found == functions().end()) fail("%s: no function of a node at %p. Compile the program by `atoll hpvm cc`", purpose, address);
  return *found->second;
}

bool has_function(const std::string &name) {
  for (const auto &[address, function] : functions())
    if (name == function->name) return true;
  return false;
}

size_t type_bytes(char type) {
  switch (type) {
    case 'b':
    case 'c':
      return 1;
    case 's':
      return 2;
    case 'i':
    case 'f':
      return 4;
    default:
      return 8;
  }
}

Value converted(Value value, char output, char input) {
  if (output != 'd' || input != 'f') return value;
  double wide;
  memcpy(&wide, &value, sizeof wide);
  const float narrow = static_cast<float>(wide);
  Value result = 0;
  memcpy(&result, &narrow, sizeof narrow);
  return result;
}

Values unpack(const Function &root, const char *arguments, size_t &bytes) {
  Values values(root.input_count);
  bytes = 0;
  for (unsigned input = 0; input < root.input_count; input++) {
    const size_t own = type_bytes(root.inputs[input].type);
    memcpy(&values[input], arguments + bytes, own);
    bytes += own;
  }
  return values;
}

std::vector<void *> addresses_of(Values &values) {
  std::vector<void *> addresses;
  for (Value &value : values) addresses.push_back(&value);
  return addresses;
}

void invoke(const Function &function, Values values) { function.invoke(addresses_of(values).data()); }

}  // namespace hpvm

void atoll_hpvm_register(const atoll_hpvm_function *functions, unsigned count) {
  for (unsigned index = 0; index < count; index++) hpvm::functions()[functions[index].address] = &functions[index];
}
