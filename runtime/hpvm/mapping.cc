#include "mapping.h"

#include <cstdlib>
#include <map>

#include "failure.h"

namespace hpvm {
namespace {

constexpr unsigned long kMaxDevices = 64;

/** @returns false for other words than `cpu`, `vector`, `gpu` and `gpuN` */
bool read_unit(const std::string &word, Unit &unit) {
  unit = {word.empty() ? 'c' : word[0], 0};
  if (word == "cpu" || word == "vector" || word == "gpu") return true;
  if (word.compare(0, 3, "gpu") != 0 || word.size() > 5) return false;
  char *end;
  const unsigned long device = strtoul(word.c_str() + 3, &end, 10);
  unit.device = static_cast<unsigned>(device);
  return word[3] >= '0' && word[3] <= '9' && !*end && device < kMaxDevices;
}

/** By name of a leaf, of ATOLL_HPVM_MAP: `blur:gpu1,*:cpu`. */
std::map<std::string, Unit> read_mapping() {
  std::map<std::string, Unit> mapping;
  const char *text = getenv("ATOLL_HPVM_MAP");
  for (std::string rest = text ? text : ""; !rest.empty();) {
    const size_t end = rest.find(',');
    const std::string part = rest.substr(0, end);
    rest = end == std::string::npos ? "" : rest.substr(end + 1);
    const size_t colon = part.rfind(':');
    const std::string name = part.substr(0, colon);
    Unit unit;
    if (colon == std::string::npos || !read_unit(part.substr(colon + 1), unit))
      fail("ATOLL_HPVM_MAP: '%s' is not NAME:cpu, NAME:vector, NAME:gpu or NAME:gpuN, where NAME may be *", part.c_str());
    if (name != "*" && !has_function(name)) fail("ATOLL_HPVM_MAP: the program has no node %s", name.c_str());
    mapping[name] = unit;
  }
  return mapping;
}

const std::map<std::string, Unit> &mapping() {
  static const auto *read = new std::map<std::string, Unit>(read_mapping());
  return *read;
}

}  // namespace

Unit unit_of(const Function &leaf) {
  auto found = mapping().find(leaf.name);
  if (found == mapping().end()) found = mapping().find("*");
  return found == mapping().end() ? Unit{leaf.target, 0} : found->second;
}

bool uses_several_devices() {
  for (const auto &[name, unit] : mapping())
    if (unit.is_gpu() && unit.device > 0) return true;
  return false;
}

std::string unit_name(const Unit &unit) {
  if (!unit.is_gpu()) return unit.target == 'v' ? "vector" : "cpu";
  return unit.device == 0 ? "gpu" : "gpu" + std::to_string(unit.device);
}

}  // namespace hpvm
