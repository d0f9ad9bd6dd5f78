// Strings of JavaScript as the bytes that they stand for.
#include "exact_text.h"

namespace host {
namespace {

constexpr char32_t kReplacement = 0xfffd;

bool isHigh(char32_t unit) { return unit >= 0xd800 && unit < 0xdc00; }
bool isLow(char32_t unit) { return unit >= 0xdc00 && unit < 0xe000; }
bool isByte(char32_t unit) { return unit >= 0xdc80 && unit < 0xdd00; }

void append(std::string* bytes, char32_t point) {
  auto put = [bytes](char32_t byte) { bytes->push_back(static_cast<char>(byte)); };
  if (point < 0x80) return put(point);
  if (point < 0x800) {
    put(0xc0 | point >> 6);
  } else {
    if (point < 0x10000) {
      put(0xe0 | point >> 12);
    } else {
      put(0xf0 | point >> 18);
      put(0x80 | (point >> 12 & 0x3f));
    }
    put(0x80 | (point >> 6 & 0x3f));
  }
  put(0x80 | (point & 0x3f));
}

}  // namespace

std::string exactBytes(const std::u16string& text) {
  std::string bytes;
  bytes.reserve(text.size());
  for (size_t i = 0; i < text.size(); i++) {
    char32_t unit = text[i];
    if (isHigh(unit) && i + 1 < text.size() && isLow(text[i + 1])) {
      append(&bytes, 0x10000 + ((unit - 0xd800) << 10) + (text[++i] - 0xdc00));
    } else if (isByte(unit)) {
      bytes.push_back(static_cast<char>(unit & 0xff));
    } else {
      append(&bytes, isHigh(unit) || isLow(unit) ? kReplacement : unit);
    }
  }
  return bytes;
}

}  // namespace host
