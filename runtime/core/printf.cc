// Formatting as OpenCL C 1.2, 6.12.13 has it; layouts as src/cal/printf.ts has them.
#include "core/printf.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "core/printf_conversion.h"
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

/** In the table of formats: the record has the number of bytes. */
constexpr uint32_t kVariableSize = 0xffffffff;

size_t padded(size_t size) { return (size + 3) / 4 * 4; }

/** The arguments of a record, one after another. */
class Arguments {
 public:
  Arguments(const PrintfFormat& entry, Reader record) : entry_(entry), record_(record) {}

  struct Argument {
    const unsigned char* data;
    size_t size;
  };

  /** False when there is none any more. */
  bool next(Argument& argument) {
    if (next_ == entry_.sizes.size()) return false;
    uint32_t size = entry_.sizes[next_++];
    if (size == kVariableSize && !record_.word(size)) return false;
    argument = {record_.at, size};
    if (size > record_.left) return false;
    record_.skip(padded(size));
    return true;
  }

  /** The value of a `*`. */
  bool next_integer(int& value) {
    Argument argument;
    if (!next(argument)) return false;
    memcpy(&value, argument.data, argument.size < 4 ? argument.size : 4);
    return true;
  }

 private:
  const PrintfFormat& entry_;
  Reader record_;
  size_t next_ = 0;
};

void append_conversion(std::string& text, Conversion& conversion, Arguments& arguments) {
  if (conversion.type == '%') {
    text += '%';
    return;
  }
  int width = 0, precision = 0;
  if (conversion.width_given_apart && !arguments.next_integer(width)) return;
  if (conversion.precision_given_apart && !arguments.next_integer(precision)) return;
  fill_in(conversion, width, precision);
  Arguments::Argument argument;
  if (arguments.next(argument)) append_argument(text, conversion, argument.data, argument.size);
}

/** Appends the text of one record; `record` starts after its id. */
void append_record(std::string& text, const PrintfFormat& entry, Reader record) {
  const std::string& format = entry.format;
  Arguments arguments(entry, record);
  for (size_t at = 0; at < format.size();) {
    Conversion conversion;
    size_t end = format[at] == '%' ? parse_conversion(format, at, conversion) : at;
    if (end == at) {
      text += format[at++];
      continue;
    }
    append_conversion(text, conversion, arguments);
    at = end;
  }
}

/** Bytes of a record after its id; offsets of its own strings may be garbage. */
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

/** @param used bytes that the kernel requested */
void tell_lost(uint32_t used, uint32_t capacity) {
  if (used <= capacity) return;
  fprintf(stderr,
          "atoll: a kernel printed %u bytes, its printf buffer (CL_DEVICE_PRINTF_BUFFER_SIZE) has %u: what was printed last is lost "
          "(atoll run --printf-buffer <MiB>)\n",
          used, capacity);
}

/** A write to a pipe without a reader ends the program, also from a thread of ours that takes no signals. */
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
