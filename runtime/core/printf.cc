// Formatting as OpenCL C 1.2, 6.12.13 has it; layouts as src/cal/printf.ts has them.
#include "core/printf.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "core/threads.h"

namespace runtime {
namespace {

/** Reads little-endian words and never beyond the end. */
struct Reader {
  const unsigned char* at;
  size_t left;

  bool word(uint32_t& value) {
    if (left < 4) return false;
    memcpy(&value, at, 4);
    skip(4);
    return true;
  }
  void skip(size_t size) {
    if (size > left) size = left;
    at += size;
    left -= size;
  }
};

/** In the table of formats: the record says how many bytes. */
constexpr uint32_t kVariableSize = 0xffffffff;

size_t padded(size_t size) { return (size + 3) / 4 * 4; }

/** One conversion specification. */
struct Conversion {
  std::string prefix;  ///< "%", flags, width and precision.
  unsigned vector = 1;
  enum Length { None, hh, h, hl, l } length = None;
  char type = 0;
};

/** Parses after '%'. Returns the position after the conversion; the type is 0 when it is malformed. */
size_t parse_conversion(const std::string& format, size_t at, Conversion& conversion) {
  size_t start = at;
  while (at < format.size() && strchr("-+ #0123456789.", format[at])) at++;
  conversion.prefix = "%" + format.substr(start, at - start);
  if (at < format.size() && format[at] == 'v') {
    conversion.vector = 0;
    for (at++; at < format.size() && format[at] >= '0' && format[at] <= '9' && conversion.vector < 100; at++) {
      conversion.vector = conversion.vector * 10 + static_cast<unsigned>(format[at] - '0');
    }
  }
  if (format.compare(at, 2, "hh") == 0) conversion.length = Conversion::hh, at += 2;
  else if (format.compare(at, 2, "hl") == 0) conversion.length = Conversion::hl, at += 2;
  else if (format.compare(at, 1, "h") == 0) conversion.length = Conversion::h, at += 1;
  else if (format.compare(at, 1, "l") == 0) conversion.length = Conversion::l, at += 1;
  if (at < format.size()) conversion.type = format[at++];
  return at;
}

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
  size_t width = conversion.length == Conversion::hh ? 1 : conversion.length == Conversion::h ? 2 : size;
  if (width > size) width = size;
  unsigned shift = static_cast<unsigned>(64 - 8 * (width < 8 ? width : 8));
  bool is_signed = conversion.type == 'd' || conversion.type == 'i';
  std::string format = conversion.prefix + "ll" + conversion.type;
  if (is_signed) {
    append_formatted(text, format.c_str(), static_cast<long long>(bits << shift) >> shift);
  } else {
    append_formatted(text, format.c_str(), static_cast<unsigned long long>(bits << shift >> shift));
  }
}

void append_element(std::string& text, const Conversion& conversion, const unsigned char* data, size_t size) {
  std::string format = conversion.prefix + conversion.type;
  if (strchr("diouxX", conversion.type)) {
    append_integer(text, conversion, data, size);
  } else if (strchr("aAeEfFgG", conversion.type)) {
    append_formatted(text, format.c_str(), float_value(data, size));
  } else if (conversion.type == 'c') {
    append_formatted(text, format.c_str(), static_cast<int>(data[0]));
  } else if (conversion.type == 'p') {
    uint64_t pointer = 0;
    memcpy(&pointer, data, size < 8 ? size : 8);
    append_formatted(text, "%#llx", static_cast<unsigned long long>(pointer));
  }
}

void append_string(std::string& text, const Conversion& conversion, const unsigned char* data, size_t size) {
  std::string value(reinterpret_cast<const char*>(data), strnlen(reinterpret_cast<const char*>(data), size));
  append_formatted(text, (conversion.prefix + "s").c_str(), value.c_str());
}

#pragma GCC diagnostic pop

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

/** Appends the text of one record; `arguments` starts after its id. */
void append_record(std::string& text, const PrintfFormat& entry, Reader arguments) {
  const std::string& format = entry.format;
  size_t next_argument = 0;
  for (size_t at = 0; at < format.size();) {
    if (format[at] != '%') {
      text += format[at++];
      continue;
    }
    if (format.compare(at, 2, "%%") == 0) {
      text += '%';
      at += 2;
      continue;
    }
    Conversion conversion;
    at = parse_conversion(format, at + 1, conversion);
    if (next_argument == entry.sizes.size() || !conversion.type) continue;
    uint32_t size = entry.sizes[next_argument++];
    if (size == kVariableSize && !arguments.word(size)) return;
    if (size <= arguments.left) append_argument(text, conversion, arguments.at, size);
    arguments.skip(padded(size));
  }
}

/** Bytes of a record after its id; what it says of its own strings may be garbage. */
size_t record_size(const PrintfFormat& entry, Reader record) {
  size_t size = 0;
  for (uint32_t argument : entry.sizes) {
    if (argument == kVariableSize) {
      if (!record.word(argument)) return SIZE_MAX;
      size += 4;
    }
    if (argument > record.left) return SIZE_MAX;
    size += padded(argument);
    record.skip(padded(argument));
  }
  return size;
}

const PrintfFormat* find_format(const std::vector<PrintfFormat>& formats, uint32_t id) {
  for (const PrintfFormat& entry : formats) {
    if (entry.id == id) return &entry;
  }
  return nullptr;
}

/** @param used bytes that the kernel asked for */
void tell_lost(uint32_t used, uint32_t capacity) {
  if (used <= capacity) return;
  fprintf(stderr,
          "atoll: a kernel printed %u bytes, its printf buffer (CL_DEVICE_PRINTF_BUFFER_SIZE) has %u: what was printed last is lost "
          "(atoll run --printf-buffer <MiB>)\n",
          used, capacity);
}

/** Printing what nobody reads any more ends the program, also where a thread prints that takes no signals: one of ours. */
void write_text(const std::string& text, FILE* out) {
  errno = 0;
  bool written = fwrite(text.data(), 1, text.size(), out) == text.size();
  if (fflush(out) == 0 && written) return;
  if (errno == EPIPE && is_own_thread()) kill(getpid(), SIGPIPE);
}

}  // namespace

std::vector<PrintfFormat> parse_printf_table(const std::string& table) {
  std::vector<PrintfFormat> formats;
  Reader reader = {reinterpret_cast<const unsigned char*>(table.data()), table.size()};
  for (uint32_t id; reader.word(id);) {
    PrintfFormat entry = {id, {}, {}};
    uint32_t arguments, length;
    if (!reader.word(arguments)) break;
    for (uint32_t size; entry.sizes.size() < arguments && reader.word(size);) entry.sizes.push_back(size);
    if (!reader.word(length) || reader.left < length) break;
    entry.format.assign(reinterpret_cast<const char*>(reader.at), length);
    reader.skip(length);
    formats.push_back(std::move(entry));
  }
  return formats;
}

void reset_printf_buffer(unsigned char* buffer, uint32_t capacity) {
  uint32_t used = 0;
  memcpy(buffer, &used, 4);
  memcpy(buffer + 4, &capacity, 4);
}

void print_records(unsigned char* buffer, const std::vector<PrintfFormat>& formats, FILE* out) {
  uint32_t used, capacity;
  memcpy(&used, buffer, 4);
  memcpy(&capacity, buffer + 4, 4);
  Reader reader = {buffer + kPrintfHeaderSize, used < capacity ? used : capacity};
  std::string text;
  for (uint32_t id; reader.word(id);) {
    if (id == 0) continue;  // A gap before a record that fitted where a longer one had not.
    const PrintfFormat* entry = find_format(formats, id);
    if (!entry) break;
    size_t size = record_size(*entry, reader);
    if (size > reader.left) break;
    append_record(text, *entry, {reader.at, size});
    reader.skip(size);
  }
  tell_lost(used, capacity);
  // Words that no kernel writes are zero, also in the next launch that gets this memory.
  memset(buffer + kPrintfHeaderSize, 0, used < capacity ? used : capacity);
  write_text(text, out);
}

}  // namespace runtime
