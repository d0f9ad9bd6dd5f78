#include "core/printf_conversion.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

namespace runtime {
namespace {

/** Length modifiers, longer ones first. C's own that OpenCL C lacks mean what the argument is. */
constexpr struct {
  const char* text;
  Conversion::Length length;
} kLengths[] = {{"hh", Conversion::Char}, {"hl", Conversion::Whole}, {"h", Conversion::Short}, {"ll", Conversion::Whole}, {"l", Conversion::Whole},
                {"L", Conversion::Whole}, {"j", Conversion::Whole},  {"z", Conversion::Whole}, {"t", Conversion::Whole}};

bool contains(const char* set, char character) { return character != 0 && strchr(set, character) != nullptr; }

/** The characters from `at` on that are in a set. */
std::string take(const std::string& format, size_t& at, const char* set) {
  size_t start = at;
  while (at < format.size() && contains(set, format[at])) at++;
  return format.substr(start, at - start);
}

constexpr const char* kDigits = "0123456789";

/** A number or `*`. */
std::string take_number(const std::string& format, size_t& at, bool& given_apart) {
  given_apart = format.compare(at, 1, "*") == 0;
  if (!given_apart) return take(format, at, kDigits);
  at++;
  return "";
}

std::string prefix_of(const Conversion& conversion) { return "%" + conversion.flags + conversion.width + conversion.precision; }

void append_formatted(std::string& text, const char* format, ...) __attribute__((format(printf, 2, 3)));

void append_formatted(std::string& text, const char* format, ...) {
  char buffer[512];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(buffer, sizeof buffer, format, arguments);
  va_end(arguments);
  if (length >= static_cast<int>(sizeof buffer)) {
    std::string longer(static_cast<size_t>(length) + 1, '\0');
    va_start(arguments, format);
    vsnprintf(&longer[0], longer.size(), format, arguments);
    va_end(arguments);
    longer.pop_back();
    text += longer;
  } else if (length > 0) {
    text.append(buffer, static_cast<size_t>(length));
  }
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

double half_value(uint16_t bits) {
  int exponent = bits >> 10 & 31;
  double fraction = bits & 1023;
  double value = exponent == 31   ? (fraction != 0 ? __builtin_nan("") : __builtin_inf())
                 : exponent == 0 ? __builtin_ldexp(fraction, -24)
                                 : __builtin_ldexp(fraction + 1024, exponent - 25);
  return bits & 0x8000 ? -value : value;
}

double float_value(const unsigned char* data, size_t size) {
  double value = 0;
  if (size == 8) {
    memcpy(&value, data, 8);
  } else if (size == 4) {
    float single;
    memcpy(&single, data, 4);
    value = static_cast<double>(single);
  } else {
    uint16_t half;
    memcpy(&half, data, 2);
    value = half_value(half);
  }
  return value;
}

void append_integer(std::string& text, const Conversion& conversion, const unsigned char* data, size_t size) {
  uint64_t bits = 0;
  memcpy(&bits, data, size < 8 ? size : 8);
  size_t width = conversion.length == Conversion::Char ? 1 : conversion.length == Conversion::Short ? 2 : size;
  if (width > size) width = size;
  unsigned shift = static_cast<unsigned>(64 - 8 * (width < 8 ? width : 8));
  bool is_signed = conversion.type == 'd' || conversion.type == 'i';
  std::string format = prefix_of(conversion) + "ll" + conversion.type;
  if (is_signed) {
    append_formatted(text, format.c_str(), static_cast<long long>(bits << shift) >> shift);
  } else {
    append_formatted(text, format.c_str(), static_cast<unsigned long long>(bits << shift >> shift));
  }
}

/**
 * Pointers of a device have 64 bits, also where those of the program have 32: then as glibc prints them where they fit.
 */
void append_pointer(std::string& text, const Conversion& conversion, const unsigned char* data, size_t size) {
  uint64_t pointer = 0;
  memcpy(&pointer, data, size < 8 ? size : 8);
  if (pointer <= UINTPTR_MAX) {
    append_formatted(text, (prefix_of(conversion) + "p").c_str(), reinterpret_cast<void*>(static_cast<uintptr_t>(pointer)));
  } else {
    append_formatted(text, ("%#" + prefix_of(conversion).substr(1) + "llx").c_str(), static_cast<unsigned long long>(pointer));
  }
}

void append_element(std::string& text, const Conversion& conversion, const unsigned char* data, size_t size) {
  std::string format = prefix_of(conversion) + conversion.type;
  if (contains("diouxX", conversion.type)) {
    append_integer(text, conversion, data, size);
  } else if (contains("aAeEfFgG", conversion.type)) {
    append_formatted(text, format.c_str(), float_value(data, size));
  } else if (conversion.type == 'c') {
    append_formatted(text, format.c_str(), static_cast<int>(data[0]));
  } else if (conversion.type == 'p') {
    append_pointer(text, conversion, data, size);
  }
}

/** A null pointer has no bytes, any other string at least a NUL. */
void append_string(std::string& text, const Conversion& conversion, const unsigned char* data, size_t size) {
  std::string value(reinterpret_cast<const char*>(data), strnlen(reinterpret_cast<const char*>(data), size));
  append_formatted(text, (prefix_of(conversion) + "s").c_str(), size > 0 ? value.c_str() : nullptr);
}

#pragma GCC diagnostic pop

}  // namespace

size_t parse_conversion(const std::string& format, size_t start, Conversion& conversion) {
  size_t at = start + 1;
  conversion.flags = take(format, at, "-+ #0");
  conversion.width = take_number(format, at, conversion.width_given_apart);
  if (format.compare(at, 1, ".") == 0) conversion.precision = "." + take_number(format, ++at, conversion.precision_given_apart);
  if (format.compare(at, 1, "v") == 0) {
    std::string digits = take(format, ++at, kDigits);
    if (digits.empty() || digits.size() > 2) return start;
    conversion.vector = static_cast<unsigned>(atoi(digits.c_str()));
  }
  for (const auto& [text, length] : kLengths) {
    if (format.compare(at, strlen(text), text) != 0) continue;
    conversion.length = length;
    at += strlen(text);
    break;
  }
  if (at == format.size() || !contains("%diouxXaAeEfFgGcsp", format[at])) return start;
  conversion.type = format[at];
  return at + 1;
}

void fill_in(Conversion& conversion, int width, int precision) {
  if (conversion.width_given_apart) {
    if (width < 0) conversion.flags += '-';
    conversion.width = std::to_string(width < 0 ? -static_cast<int64_t>(width) : width);
  }
  if (conversion.precision_given_apart) conversion.precision = precision < 0 ? "" : "." + std::to_string(precision);
}

void append_argument(std::string& text, const Conversion& conversion, const unsigned char* data, size_t size) {
  if (conversion.type == 's') return append_string(text, conversion, data, size);
  unsigned count = conversion.vector ? conversion.vector : 1;
  size_t element = size / (count == 3 ? 4 : count);
  if (element == 0) return;
  for (unsigned index = 0; index < count; index++) {
    if (index) text += ',';
    append_element(text, conversion, data + index * element, element);
  }
}

}  // namespace runtime
