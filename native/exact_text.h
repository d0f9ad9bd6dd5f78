// Strings of JavaScript as the bytes that they stand for (src/host/byte-strings.ts).
#pragma once
#include <string>

namespace host {

// UTF-8, except that a lone surrogate U+DC80 to U+DCFF is the byte in its low half.
std::string exactBytes(const std::u16string& text);

}  // namespace host
