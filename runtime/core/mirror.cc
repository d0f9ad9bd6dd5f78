// Comparing and merging, a few kilobytes at a time: what is equal costs no more than reading it.
#include "core/mirror.h"

#include <stdint.h>
#include <string.h>

namespace runtime {
namespace {

constexpr size_t kBlock = 4096;
using Word = uint64_t;

Word load(const unsigned char* from) {
  Word word;
  memcpy(&word, from, sizeof word);
  return word;
}

/** Bytes of `from` that are not what is known go to `to`. */
void carry_bytes(unsigned char* to, const unsigned char* from, unsigned char* known, size_t size) {
  for (size_t i = 0; i < size; i++) {
    if (from[i] != known[i]) to[i] = known[i] = from[i];
  }
}

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

void carry(unsigned char* to, const unsigned char* from, unsigned char* known, size_t size) {
  for (size_t start = 0; start < size; start += kBlock) {
    size_t block = size - start < kBlock ? size - start : kBlock;
    carry_block(to + start, from + start, known + start, block);
  }
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
    memcpy(known, from, width_);
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
    carry(device, host, known, width_);
  });
}

void Mirror::carry_out() {
  if (!writable_) return;
  std::lock_guard<std::mutex> lock(mutex_);
  each_row([this](unsigned char* host, unsigned char* device, unsigned char* known) {
    carry(host, device, known, width_);
  });
}

}  // namespace runtime
