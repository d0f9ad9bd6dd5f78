// SPIR-V of programs, word by word. Numbers of instructions and decorations: SPIR-V specification, version 1.6.
#include "core/spirv.h"

#include <string.h>

#include <set>

namespace runtime {
namespace {

constexpr uint32_t kMagic = 0x07230203;
constexpr size_t kHeaderWords = 5;
constexpr uint32_t kMaxMinor = 6;
constexpr uint32_t kTypeInt = 21, kTypeFloat = 22, kSpecConstantTrue = 48, kSpecConstantFalse = 49, kSpecConstant = 50;
constexpr uint32_t kDecorate = 71, kSpecId = 1;

/** The words of a module in the byte order of this machine. */
class Words {
 public:
  explicit Words(const std::string& module) : module_(module), swaps_(raw(0) == __builtin_bswap32(kMagic)) {}
  size_t size() const { return module_.size() / sizeof(uint32_t); }
  uint32_t operator[](size_t index) const { return swaps_ ? __builtin_bswap32(raw(index)) : raw(index); }

 private:
  uint32_t raw(size_t index) const {
    uint32_t word = 0;
    if (index < size()) memcpy(&word, module_.data() + index * sizeof word, sizeof word);
    return word;
  }
  const std::string& module_;
  bool swaps_;
};

/** Calls `visit` with place, opcode and length of each instruction. Returns false where one does not end. */
template <class Visit>
bool walk(const Words& words, Visit visit) {
  for (size_t at = kHeaderWords; at < words.size();) {
    size_t length = words[at] >> 16;
    if (length == 0 || length > words.size() - at) return false;
    visit(at, words[at] & 0xffff, length);
    at += length;
  }
  return true;
}

}  // namespace

bool is_spirv(const std::string& module) {
  if (module.size() % sizeof(uint32_t) != 0 || module.size() < kHeaderWords * sizeof(uint32_t)) return false;
  Words words(module);
  uint32_t version = words[1];
  bool is_known = (version & 0xffff00ff) == 0x00010000 && (version >> 8 & 0xff) <= kMaxMinor;
  if (words[0] != kMagic || !is_known || words[3] == 0 || words[4] != 0) return false;
  return walk(words, [](size_t, uint32_t, size_t) {});
}

std::map<uint32_t, uint32_t> specialization_sizes(const std::string& module) {
  Words words(module);
  std::map<uint32_t, uint32_t> type_bytes;
  std::map<uint32_t, std::set<uint32_t>> names;
  std::map<uint32_t, uint32_t> sizes;
  auto define = [&](uint32_t constant, uint32_t bytes) {
    for (uint32_t name : names[constant]) sizes[name] = bytes;
  };
  walk(words, [&](size_t at, uint32_t opcode, size_t length) {
    if (length < 3) return;
    if (opcode == kDecorate && length >= 4 && words[at + 2] == kSpecId) names[words[at + 1]].insert(words[at + 3]);
    if (opcode == kTypeInt || opcode == kTypeFloat) type_bytes[words[at + 1]] = words[at + 2] / 8;
    if (opcode == kSpecConstantTrue || opcode == kSpecConstantFalse) define(words[at + 2], 1);
    if (opcode == kSpecConstant) define(words[at + 2], type_bytes[words[at + 1]]);
  });
  return sizes;
}

}  // namespace runtime
