// A text of JSON.
#pragma once

#include <cstdint>
#include <string>

namespace hpvm {

class JsonWriter {
 public:
  JsonWriter &begin(char bracket);
  JsonWriter &end(char bracket);
  JsonWriter &key(const char *name);
  /** A value as it is. */
  JsonWriter &raw(const std::string &text);
  JsonWriter &string(const std::string &text);
  JsonWriter &number(uint64_t value) { return raw(std::to_string(value)); }
  JsonWriter &member(const char *name, const std::string &text) { return key(name).string(text); }
  JsonWriter &member(const char *name, const char *text) { return key(name).string(text); }
  JsonWriter &member(const char *name, uint64_t value) { return key(name).number(value); }
  const std::string &text() const { return text_; }

 private:
  void separate();

  std::string text_;
  bool needs_comma_ = false;
};

}  // namespace hpvm
