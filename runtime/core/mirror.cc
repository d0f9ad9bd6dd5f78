// Comparing and merging, a few kilobytes at a time: equal data costs no more than reading it.
#include "core/mirror.h"

#include <stdint.h>
#include <string.h>

#include "core/guarded_copy.h"

namespace runtime {
namespace {

constexpr size_t kBlock = 4096;
constexpr size_t kLine = 64;
using Word = uint64_t;

Word load(const unsigned char* from) {
  Word word;
  memcpy(&word, from, sizeof word);
  return word;
}

/** Copies bytes of `from` that differ from the last known ones to `to`. */
void carry_bytes(unsigned char* to, const unsigned char* from, unsigned char* known, size_t size) {
  for (size_t i = 0; i < size; i++) {
    if (from[i] != known[i]) to[i] = known[i] = from[i];
  }
}

/** Between memory that is there. */
void carry_block(unsigned char* to, const unsigned char* from, unsigned char* known, size_t size) {
  if (memcmp(from, known, size) == 0) return;
  size_t i = 0;
  for (; i + sizeof(Word) <= size; i += sizeof(Word)) {
    Word value = load(from + i), before = load(known + i);
    if (value == before) continue;
    if (load(to + i) == before) {
      memcpy(to + i, &value, sizeof value);
      memcpy(known + i, &value, sizeof value);
    } else {
      carry_bytes(to + i, from + i, known + i, sizeof(Word));
    }
  }
  carry_bytes(to + i, from + i, known + i, size - i);
}

/** From the program's memory, of which only a copy is looked at. */
void carry_block_in(unsigned char* device, const unsigned char* host, unsigned char* known, size_t size) {
  unsigned char now[kBlock];
  checked_copy(now, host, size);
  carry_block(device, now, known, size);
}

/**
 * To the program's memory. Its bytes that have not changed here are read and written again, where they share a word
 * with some that have: so little at once that the time between is nanoseconds.
 */
void carry_line_out(unsigned char* host, const unsigned char* device, unsigned char* known, size_t size) {
  unsigned char merged[kLine], after[kLine];
  checked_copy(merged, host, size);
  memcpy(after, known, size);
  carry_block(merged, device, after, size);
  size_t begin = 0;
  while (begin < size) {
    const auto has_changed = [&](size_t at) {
      return memcmp(after + at, known + at, size - at < sizeof(Word) ? size - at : sizeof(Word)) != 0;
    };
    size_t end = begin;
    while (end < size && has_changed(end)) end += sizeof(Word);
    if (end > size) end = size;
    if (end > begin) checked_copy(host + begin, merged + begin, end - begin);
    begin = end > begin ? end : begin + sizeof(Word);
  }
  memcpy(known, after, size);
}

void carry_block_out(unsigned char* host, const unsigned char* device, unsigned char* known, size_t size) {
  if (memcmp(device, known, size) == 0) return;
  for (size_t start = 0; start < size; start += kLine) {
    const size_t line = size - start < kLine ? size - start : kLine;
    if (memcmp(device + start, known + start, line) == 0) continue;
    carry_line_out(host + start, device + start, known + start, line);
  }
}

template <class Carry>
void each_block(size_t size, Carry carry) {
  for (size_t start = 0; start < size; start += kBlock) carry(start, size - start < kBlock ? size - start : kBlock);
}

}  // namespace

Mirror::Mirror(const Surface& host, const Surface& device, size_t width, size_t rows, size_t slices, bool writable)
    : host_(host),
      device_(device),
      width_(width),
      rows_(rows),
      slices_(slices),
      writable_(writable),
      known_(width * rows * slices) {
  each_row([this](unsigned char* from, unsigned char* to, unsigned char* known) {
    checked_copy(known, from, width_);
    memcpy(to, known, width_);
  });
}

template <class Row>
void Mirror::each_row(Row row) {
  unsigned char* known = known_.data();
  for (size_t z = 0; z < slices_; z++) {
    for (size_t y = 0; y < rows_; y++, known += width_) row(host_.at(0, y, z).base, device_.at(0, y, z).base, known);
  }
}

void Mirror::carry_in() {
  std::lock_guard<std::mutex> lock(mutex_);
  each_row([this](unsigned char* host, unsigned char* device, unsigned char* known) {
    each_block(width_, [=](size_t at, size_t size) { carry_block_in(device + at, host + at, known + at, size); });
  });
}

void Mirror::carry_out() {
  if (!writable_) return;
  std::lock_guard<std::mutex> lock(mutex_);
  each_row([this](unsigned char* host, unsigned char* device, unsigned char* known) {
    each_block(width_, [=](size_t at, size_t size) { carry_block_out(host + at, device + at, known + at, size); });
  });
}

}  // namespace runtime
