// Reads /proc/self/maps.
#include "core/address_space.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <string>

namespace runtime {
namespace {

bool read_all(const char* path, std::string& text) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  char buffer[16384];
  ssize_t count;
  while ((count = read(file, buffer, sizeof buffer)) > 0) text.append(buffer, static_cast<size_t>(count));
  close(file);
  return count == 0;
}

bool parse(const char* line, MappedRun& run) {
  uint64_t begin, end, offset, inode;
  char flags[5];
  unsigned int high, low;
  int name = 0;
  int found = sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %x:%x %" SCNu64 " %n", &begin, &end, flags, &offset,
                     &high, &low, &inode, &name);
  if (found < 7) return false;
  run.begin = static_cast<uintptr_t>(begin);
  run.end = static_cast<uintptr_t>(end);
  run.protection = (flags[0] == 'r' ? PROT_READ : 0) | (flags[1] == 'w' ? PROT_WRITE : 0) | (flags[2] == 'x' ? PROT_EXEC : 0);
  run.is_private = flags[3] == 'p';
  run.is_stack = name > 0 && strncmp(line + name, "[stack", 6) == 0;
  run.file_offset = offset;
  run.device = makedev(high, low);
  run.inode = static_cast<ino_t>(inode);
  return true;
}

}  // namespace

MappedRange mapped_range(uintptr_t begin, uintptr_t end) {
  MappedRange range;
  std::string text;
  range.known = read_all("/proc/self/maps", text);
  for (size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    MappedRun run;
    if (text.find('\n', at) == std::string::npos) break;
    if (!parse(text.c_str() + at, run) || run.end <= begin) continue;
    if (run.begin >= end) break;
    if (run.begin < begin) {
      run.file_offset += begin - run.begin;
      run.begin = begin;
    }
    if (run.end > end) run.end = end;
    range.runs.push_back(run);
  }
  return range;
}

}  // namespace runtime
