#include "needed_library.h"

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace host {
namespace {

constexpr size_t kMaxHeaders = 256;
constexpr size_t kMaxDynamic = 4096;
constexpr size_t kMaxName = 256;

class ElfFile {
 public:
  explicit ElfFile(const char* path) : fd_(open(path, O_RDONLY | O_CLOEXEC)) {}
  ~ElfFile() {
    if (fd_ >= 0) close(fd_);
  }
  ElfFile(const ElfFile&) = delete;
  ElfFile& operator=(const ElfFile&) = delete;

  bool readSegments() {
    Elf64_Ehdr header;
    if (!read(0, &header, sizeof header) || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return false;
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != EM_X86_64) return false;
    if (header.e_phentsize != sizeof(Elf64_Phdr) || header.e_phnum > kMaxHeaders) return false;
    segments_.resize(header.e_phnum);
    return read(header.e_phoff, segments_.data(), segments_.size() * sizeof(Elf64_Phdr));
  }

  std::vector<Elf64_Dyn> dynamic() const {
    for (const Elf64_Phdr& segment : segments_) {
      if (segment.p_type != PT_DYNAMIC) continue;
      std::vector<Elf64_Dyn> entries(std::min(segment.p_filesz / sizeof(Elf64_Dyn), kMaxDynamic));
      if (read(segment.p_offset, entries.data(), entries.size() * sizeof(Elf64_Dyn))) return entries;
    }
    return {};
  }

  // True if the text at an address equals `text`.
  bool hasText(uint64_t address, const std::string& text) const {
    auto offset = offsetOf(address);
    if (!offset || text.size() >= kMaxName) return false;
    char bytes[kMaxName];
    return read(*offset, bytes, text.size() + 1) && memcmp(bytes, text.c_str(), text.size() + 1) == 0;
  }

 private:
  bool read(uint64_t offset, void* to, size_t bytes) const {
    return fd_ >= 0 && pread(fd_, to, bytes, static_cast<off_t>(offset)) == static_cast<ssize_t>(bytes);
  }

  std::optional<uint64_t> offsetOf(uint64_t address) const {
    for (const Elf64_Phdr& segment : segments_)
      if (segment.p_type == PT_LOAD && address >= segment.p_vaddr && address - segment.p_vaddr < segment.p_filesz)
        return segment.p_offset + (address - segment.p_vaddr);
    return {};
  }

  const int fd_;
  std::vector<Elf64_Phdr> segments_;
};

}  // namespace

bool needsLibrary(const char* path, const std::string& name) {
  ElfFile file(path);
  if (!file.readSegments()) return false;
  const auto entries = file.dynamic();
  uint64_t strings = 0;
  for (const Elf64_Dyn& entry : entries) {
    if (entry.d_tag == DT_NULL) break;
    if (entry.d_tag == DT_STRTAB) strings = entry.d_un.d_ptr;
  }
  for (const Elf64_Dyn& entry : entries) {
    if (entry.d_tag == DT_NULL) break;
    if (entry.d_tag == DT_NEEDED && file.hasText(strings + entry.d_un.d_val, name)) return true;
  }
  return false;
}

}  // namespace host
