#include "json.h"

#include <cstdio>

namespace hpvm {

void JsonWriter::separate() {
  if (needs_comma_) text_ += ',';
  needs_comma_ = true;
}

JsonWriter &JsonWriter::begin(char bracket) {
  separate();
  text_ += bracket;
  needs_comma_ = false;
  return *this;
}

JsonWriter &JsonWriter::end(char bracket) {
  text_ += bracket;
  needs_comma_ = true;
  return *this;
}

JsonWriter &JsonWriter::key(const char *name) {
  string(name);
  text_ += ':';
  needs_comma_ = false;
  return *this;
}

JsonWriter &JsonWriter::raw(const std::string &text) {
  separate();
  text_ += text;
  return *this;
}

JsonWriter &JsonWriter::string(const std::string &text) {
  separate();
  text_ += '"';
  for (const char letter : text) {
    char escape[8];
    if (letter == '"' || letter == '\\') {
      text_ += '\\';
      text_ += letter;
    } else if (static_cast<unsigned char>(letter) < 0x20) {
      snprintf(escape, sizeof escape, "\\u%04x", letter);
      text_ += escape;
    } else {
      text_ += letter;
    }
  }
  text_ += '"';
  return *this;
}

}  // namespace hpvm
