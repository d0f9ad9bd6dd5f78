#include "functions.h"

#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

#include "failure.h"

namespace hpvm {
namespace {

std::map<const void *, const Function *> &functions() {
  static auto *all = new std::map<const void *, const Function *>;
  return *all;
}

bool is_function(const std::string &name) {
  for (const auto &[address, function] : functions())
    if (name == function->name) return true;
  return false;
}

/** Devices by name of a leaf, of ATOLL_HPVM_MAP: `blur:gpu,*:cpu`. */
std::map<std::string, bool> read_mapping() {
  std::map<std::string, bool> mapping;
  const char *text = getenv("ATOLL_HPVM_MAP");
  for (std::string rest = text ? text : ""; !rest.empty();) {
    const size_t end = rest.find(',');
    const std::string part = rest.substr(0, end);
    rest = end == std::string::npos ? "" : rest.substr(end + 1);
    const size_t colon = part.rfind(':');
    const std::string name = part.substr(0, colon), device = colon == std::string::npos ? "" : part.substr(colon + 1);
    if (device != "cpu" && device != "gpu")
      fail("ATOLL_HPVM_MAP: '%s' is not NAME:cpu or NAME:gpu, where NAME may be *", part.c_str());
    if (name != "*" && !is_function(name)) fail("ATOLL_HPVM_MAP: the program has no node %s", name.c_str());
    mapping[name] = device == "gpu";
  }
  return mapping;
}

}  // namespace

const Function &function_at(const void *address, const char *purpose) {
  auto found = functions().find(address);
  if (found == functions().end()) fail("%s: no function of a node at %p. Compile the program by `atoll hpvm cc`", purpose, address);
  return *found->second;
}

bool is_on_gpu(const Function &leaf) {
  static const auto *mapping = new std::map<std::string, bool>(read_mapping());
  auto found = mapping->find(leaf.name);
  if (found == mapping->end()) found = mapping->find("*");
  return found == mapping->end() ? leaf.is_on_gpu : found->second;
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

void invoke(const Function &function, Values values) {
  std::vector<void *> addresses;
  for (Value &value : values) addresses.push_back(&value);
  function.invoke(addresses.data());
}

}  // namespace hpvm

void atoll_hpvm_register(const atoll_hpvm_function *functions, unsigned count) {
  for (unsigned index = 0; index < count; index++) hpvm::functions()[functions[index].address] = &functions[index];
}
